// The terms of a cell add up to its score in the digits that are printed, for
// every relative term and bias that the page offers.

import { load, type Posenc } from 'posenc';
import { beforeAll, expect, it } from 'vitest';
import { firstSpec } from '../../../methods/learned.js';
import { readNumber } from '../../../plot/read-numbers.js';
import { type Side, slots } from '../state/slots.js';
import { readState } from '../state/state.js';
import { attendSide } from './attend.js';
import { writeNumber, writeTerms } from './cell-words.js';
import { shownWords } from './compare.js';

const state = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

const alone = slots.flatMap(({ family, methods }) =>
  family === 'relative' || family === 'bias'
    ? methods.map((method): [string, Side] => [
        method.name,
        { [family]: firstSpec(method) },
      ])
    : [],
);
const [relative, bias] = ['relative', 'bias'].map((family) => {
  const method = slots.find((slot) => slot.family === family)?.methods[0];
  return method && { [family]: firstSpec(method) };
});
const sidesOf = [
  ...alone,
  ['both', { ...relative, ...bias }] as [string, Side],
];

it.each(sidesOf)('%s', (_, side) => {
  for (const causal of [false, true]) {
    const ask = { ...state, words: shownWords(state), causal, terms: true };
    const { scores, terms } = attendSide(pe, side, ask);
    expect(Object.keys(terms).length).toBeGreaterThan(1);
    for (const [cell, score] of scores.values.entries()) {
      const values = Object.values(terms).map(({ values }) =>
        Number(values[cell]),
      );
      const printed = writeTerms(score, values).map(readNumber);
      printed.forEach((value, i) => {
        const own = Number(values[i]);
        const off = Math.abs(value - own);
        expect(off).toBeLessThanOrEqual(0.5001e-4 * Math.abs(own));
      });
      if (score === -Infinity) continue;
      const sum = printed.reduce((all, value) => all + value, 0);
      const said = readNumber(writeNumber(score));
      // A reader adds without rounding: half a unit of the last digit.
      const unit = 10 ** (Math.floor(Math.log10(Math.abs(said))) - 4);
      expect(Math.abs(sum - said)).toBeLessThanOrEqual(0.501 * unit + 2 ** -22);
    }
  }
});
