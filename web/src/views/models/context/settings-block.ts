// The settings of an engine for one schedule, with what they cost, or why there are
// none.

import { h, setText } from '../../../shell/dom.js';
import { describeFailure } from '../../../shell/failure.js';
import { createFold } from '../../../shell/fold.js';
import { createCopyButton } from '../../../shell/save.js';
import { findingItem } from '../findings/findings-figure.js';
import { noteParts, type Offer } from './context.js';
import { standIns } from './settings-text.js';

export interface BlockShown {
  readonly word: string;
  readonly title: string;
  /** That of its curve; null where none is drawn. */
  readonly colour: string | null;
  /** What is said of its curve. */
  readonly words: readonly string[];
  readonly offer: Offer;
}

export function createSettingsBlock() {
  const title = h('h4');
  const told = h('p');
  const code = h('code');
  const frame = h('pre', { tabindex: 0 }, code);
  const refused = h('p', { class: 'refused' });
  const stands = h('p', { class: 'hint' });
  const notes = h('ul', { class: 'setting-notes' });
  const fold = createFold('why', 'Why each number, and what it costs', notes);
  const found = h('ol', { class: 'findings' });
  const foundHead = h('h5', {}, 'What is odd in the changed file');
  let changed: object | null = null;
  const copy = createCopyButton('Copy settings', () => code.textContent);
  const copyFile = createCopyButton('Copy the changed config.json', () =>
    JSON.stringify(changed, null, 2),
  );
  const block = h(
    'div',
    { class: 'code' },
    frame,
    h('div', { class: 'actions' }, copy, copyFile),
  );
  const element = h(
    'section',
    { class: 'schedule' },
    ...[title, told, refused, block, stands, fold, foundHead, found],
  );
  return {
    element,
    draw({ word, title: name, colour, words, offer }: BlockShown): void {
      element.dataset.of = word;
      setText(title, name);
      element.style.setProperty('--of', colour ?? 'transparent');
      setText(told, words.join(' '));
      const { text, failure, why } = offer;
      setText(refused, failure ? describeFailure(failure) : why);
      refused.hidden = refused.textContent === '';
      refused.classList.toggle('calm', failure === null);
      block.hidden = text === null;
      setText(code, text ?? '');
      frame.setAttribute('aria-label', `Settings: ${name}`);
      changed = offer.changed;
      copyFile.hidden = changed === null;
      const own = standIns(text ?? '');
      setText(stands, own === '' ? '' : `Replace by your own: ${own}.`);
      notes.setAttribute(
        'aria-label',
        `Why each setting of ${name} is what it is`,
      );
      fold.hidden = offer.notes.length === 0;
      notes.replaceChildren(
        ...offer.notes.map((note) => {
          const [kind, key, reason] = noteParts(note);
          return h(
            'li',
            { 'data-about': note.about },
            h('span', { class: 'note-kind' }, kind),
            h('code', {}, key),
            h('span', {}, reason),
          );
        }),
      );
      foundHead.hidden = offer.findings.length === 0;
      found.hidden = offer.findings.length === 0;
      found.replaceChildren(...offer.findings.map((one) => findingItem(one)));
    },
  };
}
