// One slider for the length of the texts, and the settings for it in each engine.

import { createNumberField } from '../../../controls/number-field.js';
import { createTabs } from '../../../controls/tabs.js';
import { h, setText } from '../../../shell/dom.js';
import { describeFailure, type Failure } from '../../../shell/failure.js';
import { createCopyButton } from '../../../shell/save.js';
import { findingItem } from '../findings/findings-figure.js';
import type { Reading } from '../reading.js';
import type { Engine, ModelsState } from '../state.js';
import { contextOf, noteParts, reachWords } from './context.js';
import { engineNames, standIns } from './settings-text.js';

export interface ContextEvents {
  to(value: number): void;
  engine(name: Engine): void;
}

export function createContextFigure(events: ContextEvents) {
  const field = createNumberField({
    param: 'to',
    name: 'to',
    word: 'Texts of up to so many tokens',
    look: 'control',
    range: {
      ...{ low: 1024, high: 10_000_000 },
      ...{ spacing: 'octaves', integer: true },
    },
    onInput: (value) => events.to(value ?? Number.NaN),
  });
  const tabs = createTabs('Engine', engineNames, events.engine);
  const reach = h('p', { class: 'reading' });
  const code = h('code');
  const frame = h('pre', { tabindex: 0, 'aria-label': 'Settings' }, code);
  const stands = h('p', { class: 'hint' });
  const notes = h('ul', {
    class: 'setting-notes',
    'aria-label': 'Why each setting is what it is',
  });
  const refused = h('p', { class: 'refused', role: 'status' });
  const found = h('ol', { class: 'findings' });
  const foundHead = h('h4', {}, 'What is odd in the changed file');
  let changed: object | null = null;
  /** What the settings are of. */
  let drawn: {
    readonly reading: Reading;
    readonly to: number;
    readonly engine: Engine;
    readonly failure: Failure | null;
  } | null = null;
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
  tabs.panel.append(refused, block, stands, notes, foundHead, found);
  return {
    element: h(
      'figure',
      { class: 'chart context' },
      h('div', { class: 'chart-head' }, h('h3', {}, 'Longer texts'), reach),
      field.element,
      tabs.element,
    ),
    fail: (failure: Failure | null) => field.fail(failure),
    show(to: number, engine: Engine): void {
      field.set(to);
      tabs.set(engine);
    },
    /** Gives the reason why there are no settings. */
    draw(
      reading: Reading,
      { to, for: engine }: Pick<ModelsState, 'to' | 'for'>,
      reached: number | undefined,
    ): Failure | null {
      const asked = { reading, to, engine };
      const same =
        drawn?.reading === reading &&
        Object.is(drawn.to, to) &&
        drawn.engine === engine;
      if (same) return drawn?.failure ?? null;
      const context = contextOf(reading, to, engine);
      const { text, failure } = context;
      drawn = { ...asked, failure };
      changed = context.changed;
      setText(reach, reachWords(reached));
      setText(refused, failure ? describeFailure(failure) : '');
      refused.hidden = failure === null;
      block.hidden = text === null;
      setText(code, text ?? '');
      copyFile.hidden = changed === null;
      const words = standIns(text ?? '');
      setText(stands, words === '' ? '' : `Put in for yourself: ${words}.`);
      notes.hidden = context.notes.length === 0;
      notes.replaceChildren(
        ...context.notes.map((note) => {
          const [kind, key, why] = noteParts(note);
          return h(
            'li',
            { 'data-about': note.about },
            h('span', { class: 'note-kind' }, kind),
            h('code', {}, key),
            h('span', {}, why),
          );
        }),
      );
      foundHead.hidden = context.findings.length === 0;
      found.hidden = context.findings.length === 0;
      found.replaceChildren(...context.findings.map(findingItem));
      return failure;
    },
  };
}
