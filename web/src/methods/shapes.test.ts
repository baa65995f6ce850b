// Shapes as the descriptions of arrays name them.

import { expect, it } from 'vitest';
import { evaluate, shapeIn } from './shapes.js';

const numbers: Readonly<Record<string, number>> = {
  ...{ left: 3, right: 4, heads: 2, headDim: 8, span: 5 },
};
const lookup = (name: string) => numbers[name] ?? Number.NaN;

it.each([
  ['7', 7],
  ['left + right + 1', 8],
  ['2 · span - 1', 9],
  ['2 span - 1', 9],
  ['2 (left + 1) + 1', 9],
  ['heads · headDim', 16],
  ['(2 · left - 1) × (2 · right - 1) + 3', 38],
  ['headDim / 2', 4],
  ['10 - 3 - 2', 5],
  [' heads ', 2],
])('%s is %i', (text, wanted) => {
  expect(evaluate(text, lookup)).toBe(wanted);
});

it.each(['', 'left +', '(left', 'left)', 'nobody', 'left 2', 'a..b', '+ 3'])(
  '"%s" has no value',
  (text) => {
    expect(evaluate(text, lookup)).toBeNaN();
  },
);

it.each([
  ['A vector each, [left + right + 1, headDim]; or [heads, 2].', [8, 8]],
  ['Slope of each head, [heads].', [2]],
  ['Slope of each head.', undefined],
  ['A list, [-left, right].', undefined],
  ['A list, [headDim / 3].', undefined],
])('finds in “%s” the shape %o', (doc, wanted) => {
  expect(shapeIn(doc, lookup)).toEqual(wanted);
});

it('takes the shape of the word that was chosen', () => {
  const doc = 'Factors: [left, heads], or with `each` [right, heads].';
  expect(shapeIn(doc, lookup)).toEqual([3, 2]);
  expect(shapeIn(doc, lookup, new Set(['each']))).toEqual([4, 2]);
  expect(shapeIn(doc, lookup, new Set(['other']))).toEqual([3, 2]);
});
