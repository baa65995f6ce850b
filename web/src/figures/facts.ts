// A list of numbers that describe a table. The label of a number says so if it
// is estimated from a part of the table.

import './figures.css';
import { writeCount, writeSmall, writeValue } from '../plot/ticks.js';
import { h, setText } from '../shell/dom.js';
import type { Finding, Findings } from './findings.js';

interface Entry {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** Smaller deviations along the diagonals are rounding errors. */
const rounding = 1e-4;

function writeLarge(value: number): string {
  return Number.isFinite(value) ? writeSmall(value) : 'infinite';
}

function entry<Value>(
  name: string,
  { value, note }: Finding<Value>,
  write: (value: Value) => string,
): Entry {
  return { name, note, value: value === null ? 'not known' : write(value) };
}

function entriesOf(findings: Findings): Entry[] {
  const { toeplitz, ranks, mostRank, collisions } = findings;
  return [
    entry('Dot products depend on', toeplitz, (off) =>
      off < rounding
        ? 'distance alone'
        : `distance and position (deviation ${writeSmall(off, 2)})`,
    ),
    entry('Condition number', ranks, (found) => writeLarge(found.condition)),
    entry(
      'Effective rank',
      ranks,
      (found) => `${writeValue(found.effectiveRank, 3)} of ${mostRank}`,
    ),
    entry('Colliding rows', collisions, (count) =>
      count === 0 ? 'none' : writeCount(count),
    ),
  ];
}

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
      for (const value of element.querySelectorAll('dd')) setText(value, '…');
    },
    /** `findings` is null where the package refuses to analyse the table. */
    draw(findings: Findings | null): void {
      const entries = findings === null ? refused : entriesOf(findings);
      element.replaceChildren(
        ...entries.map(({ name, value, note = '' }) =>
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
          ),
        ),
      );
      element.classList.remove('late');
    },
  };
}
