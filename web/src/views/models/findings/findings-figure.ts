// What is wrong with a configuration, or doubtful, and what to write instead.

import type { Finding, Model } from 'posenc/models';
import { h, prose, setText } from '../../../shell/dom.js';
import { valueWords } from '../facts/option-facts.js';
import { countWords, severities, takenWords } from './finding-words.js';

export function findingItem(finding: Finding): HTMLElement {
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
  );
}

export function createFindingsFigure() {
  const count = h('p', { class: 'reading' });
  const list = h('ol', { class: 'findings' });
  const assumed = h('ul', { class: 'assumed hint' });
  const guessed = h('p', { class: 'hint' });
  let shown: Model | null = null;
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
      list,
      guessed,
      assumed,
    ),
    draw(model: Model): void {
      if (shown === model) return;
      shown = model;
      setText(count, countWords(model.findings));
      list.replaceChildren(...model.findings.map(findingItem));
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
