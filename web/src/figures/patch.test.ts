// How alike patches of a grid are, against the package's products of all pairs.

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { alikeTo } from './desk/alike.js';
import { tableFor } from './desk/testing.js';
import { middlePatch, neighboursOf, patchWords } from './patch-words.js';

function alike(...given: Parameters<typeof alikeTo>) {
  const work = alikeTo(...given);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

it('is the cosine that the package has', async () => {
  const pe = await load();
  const spec = { method: 'sinusoidalGrid', grid: [5, 7], dim: 24 };
  const { values, tensor } = tableFor(pe, spec);
  const { data } = pe.analysis.gram(tensor, { normalise: true });
  for (const row of [0, 17, 34]) {
    const found = alike(values, row);
    for (let other = 0; other < 35; other++) {
      expect(found[other]).toBeCloseTo(Number(data[row * 35 + other]), 5);
    }
    expect(found[row]).toBeCloseTo(1, 12);
  }
});

it('is 0 beside a row of zeros', () => {
  const values = Float32Array.of(1, 2, 0, 0);
  expect([...alike({ values, rows: 2, columns: 2 }, 0)]).toEqual([
    expect.closeTo(1, 12),
    0,
  ]);
});

const rows = { start: 0, step: 1, grid: [3, 4], extra: 1 };

it('has neighbours along each axis, and no others', () => {
  expect(neighboursOf(rows, 1)).toEqual([5, 2]);
  expect(neighboursOf(rows, 6)).toEqual([2, 10, 5, 7]);
  expect(neighboursOf(rows, 12)).toEqual([8, 11]);
  // Row 1 and column 2 of the grid, after an extra row.
  expect(middlePatch(rows)).toBe(7);
  const cube = { ...rows, grid: [2, 3, 2], extra: 0 };
  expect(neighboursOf(cube, 2)).toEqual([8, 0, 4, 3]);
});

it('is told in a sentence', () => {
  const values = Float64Array.from({ length: 13 }, (_, i) => i / 13);
  values[6] = 1;
  const near = (2 + 10 + 5 + 7) / 4 / 13;
  const rest = [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12];
  const all = rest.reduce((sum, i) => sum + i / 13, 0) / rest.length;
  expect(patchWords(rows, 6, values)).toBe(
    `Patch 1, 1 is alike to those beside it by ${near.toPrecision(3)} on ` +
      `average, to all others by ${all.toPrecision(3)}; least to patch 0, 0, ` +
      'by 0.0769.',
  );
  expect(patchWords({ ...rows, grid: [1, 1] }, 1, [0, 1])).toBe(
    'Patch 0, 0 has no other beside it.',
  );
});
