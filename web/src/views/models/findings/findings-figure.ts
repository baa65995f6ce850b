// What is wrong with a configuration, or doubtful, and what to write instead.

import type { Finding, Mend } from 'posenc/models';
import { h, prose, setText } from '../../../shell/dom.js';
import { valueWords } from '../facts/option-facts.js';
import type { Reading } from '../reading.js';
import { countWords, severities, takenWords } from './finding-words.js';
import {
  type Changed,
  changedBy,
  mendedText,
  mendLabel,
  mendWords,
} from './mend.js';
import { createMendedFigure } from './mended-figure.js';

/** Buttons that change the file as a finding knows. */
function mendButtons(
  { mends = [] }: Finding,
  choose: (changes: Mend) => void,
): readonly HTMLElement[] {
  if (mends.length === 0) return [];
  const buttons = mends.map((changes) => {
    const button = h('button', { type: 'button' }, mendLabel(changes));
    button.addEventListener('click', () => choose(changes));
    return button;
  });
  return [h('div', { class: 'actions mends' }, ...buttons)];
}

/** `choose` is given where the file that is shown can be changed. */
export function findingItem(
  finding: Finding,
  choose?: (changes: Mend) => void,
): HTMLElement {
  const { severity, kind, key, message, advice, engines = {} } = finding;
  const programs = Object.entries(engines);
  return h(
    'li',
    { class: 'finding', 'data-severity': severity },
    h(
      'p',
      {},
      h('b', { class: 'severity' }, severities[severity]),
      ' ',
      h('code', {}, key),
      ...prose(` ${message}.`),
      ' ',
      h('small', { class: 'api' }, kind),
    ),
    h(
      'p',
      { class: 'advice' },
      h('b', {}, 'Mend it: '),
      ...prose(`${advice}.`),
    ),
    ...(programs.length === 0
      ? []
      : [
          h(
            'ul',
            { class: 'programs numbers' },
            ...programs.map(([program, value]) =>
              h('li', {}, `${program}: ${takenWords(value)}`),
            ),
          ),
        ]),
    ...(choose ? mendButtons(finding, choose) : []),
  );
}

export interface FindingsEvents {
  /** The text of the file after a change. */
  mend(text: string): void;
  /** The text that stood there before. */
  back(): void;
}

export function createFindingsFigure({ mend, back }: FindingsEvents) {
  const count = h('p', { class: 'reading' });
  const list = h('ol', { class: 'findings' });
  const assumed = h('ul', { class: 'assumed hint' });
  const guessed = h('p', { class: 'hint' });
  const mended = createMendedFigure(back);
  let shown: Reading | null = null;
  /** The last change, and the text that it made. */
  let last: {
    readonly from: Reading;
    readonly text: string;
    readonly changes: readonly Changed[];
  } | null = null;

  function choose(changes: Mend): void {
    if (shown === null) return;
    const { config } = shown;
    const text = mendedText(config, changes);
    last = { from: shown, text, changes: changedBy(config, changes) };
    mend(text);
  }

  return {
    element: h(
      'figure',
      { class: 'chart findings-of-model' },
      h(
        'div',
        { class: 'chart-head' },
        h('h3', {}, 'What is odd in the file'),
        count,
      ),
      mended.element,
      list,
      guessed,
      assumed,
    ),
    /** `text` is that of the file; null while it cannot be read. */
    draw(reading: Reading, text: string | null): void {
      for (const button of list.querySelectorAll('button')) {
        button.disabled = text === null;
      }
      const mine = last !== null && last.text === text;
      mended.draw(
        mine && last
          ? {
              changes: last.changes,
              words: mendWords(last.from.model, reading.model),
            }
          : null,
      );
      if (shown === reading) return;
      shown = reading;
      const { model } = reading;
      setText(count, countWords(model.findings));
      list.replaceChildren(
        ...model.findings.map((one) => findingItem(one, choose)),
      );
      list.hidden = model.findings.length === 0;
      setText(
        guessed,
        model.guessed
          ? 'The file names no family that is known, so it is read by its keys.'
          : '',
      );
      assumed.replaceChildren(
        ...model.assumed.map(({ key, value, why }) =>
          h(
            'li',
            {},
            h('code', {}, key),
            ` is taken as ${valueWords(value)}: ${why}.`,
          ),
        ),
      );
    },
  };
}
