// A list of numbers that describe a table. The label of a number says so if it
// is estimated from a part of the table.

import './figures.css';
import { h, setText } from '../shell/dom.js';
import { type Entry, entriesOf } from './fact-words.js';
import type { Findings } from './findings.js';

const refused: readonly Entry[] = [
  { name: 'Analysis', value: 'none, because some values are not finite' },
];

export function createFacts() {
  const element = h('dl', { class: 'facts' });
  return {
    element,
    /** Marks the numbers as outdated, and hides those of another method. */
    outdate(other: boolean): void {
      element.classList.add('late');
      if (!other) return;
      for (const value of element.querySelectorAll('dd.numbers'))
        setText(value, '…');
    },
    /** `findings` is null where the package refuses to analyse the table. */
    draw(findings: Findings | null): void {
      const entries = findings === null ? refused : entriesOf(findings);
      element.replaceChildren(
        ...entries.map(({ name, value, note = '', means = '' }) =>
          h(
            'div',
            {},
            h(
              'dt',
              {},
              name,
              note === '' ? '' : h('small', {}, `estimated from ${note}`),
            ),
            h('dd', { class: 'numbers' }, value),
            h('dd', { class: 'fact-means' }, means),
          ),
        ),
      );
      element.classList.remove('late');
    },
  };
}
