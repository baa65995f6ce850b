// The small pictures show what the package computes: by formulas, in the order of
// the colours.

import { load, type Posenc } from 'posenc';
import { type MethodDescription, methods } from 'posenc/descriptions';
import { beforeAll, expect, it } from 'vitest';
import { entryOf } from '../src/plot/colormap.js';
import { pictureOf, picturesOf } from './small-pictures.js';

let pe: Posenc;
const all: readonly MethodDescription[] = Object.values(methods);

beforeAll(async () => {
  pe = await load();
});

const cellsOf = (method: MethodDescription) => {
  const { rows, columns, kind, entries } = pictureOf(pe, method);
  return { rows, columns, kind, cells: [...Buffer.from(entries, 'base64')] };
};

it('every method but tables has one, of more than one colour', () => {
  const pictures = picturesOf(pe, all);
  expect(Object.keys(pictures).length).toBeGreaterThan(20);
  for (const { name, family } of all) {
    const drawn = family !== undefined && family !== 'table';
    expect(pictures[name] !== undefined, name).toBe(drawn);
    if (!drawn) continue;
    const { rows, columns, entries } = pictures[name] ?? {};
    const cells = Buffer.from(entries ?? '', 'base64');
    expect(cells.length, name).toBe((rows ?? 0) * (columns ?? 0));
    expect(new Set(cells).size, name).toBeGreaterThan(1);
  }
});

it('ALiBi falls by the distance alone, from nothing on the diagonal', () => {
  const { rows, columns, kind, cells } = cellsOf(methods.alibi);
  expect([rows, columns, kind]).toEqual([24, 32, 'diverging']);
  for (let i = 0; i < rows; i++) {
    // The middle of a diverging map is zero.
    expect(cells[i * columns + i]).toBe(128);
    for (let j = 0; j + 1 < i; j++) {
      const here = cells[i * columns + j] as number;
      expect(here).toBeLessThan(cells[i * columns + j + 1] as number);
      // One step up and to the left is the same distance.
      if (j > 0) expect(cells[(i - 1) * columns + j - 1]).toBe(here);
    }
  }
});

it('a rope shows the cosines of its pairs', () => {
  const { rows, columns, kind, cells } = cellsOf(methods.rope);
  expect([rows, columns, kind]).toEqual([24, 32, 'diverging']);
  cells.forEach((entry, i) => {
    const [position, pair] = [Math.floor(i / columns), i % columns];
    const value = Math.cos(position * 10_000 ** (-pair / 32));
    const wanted = entryOf(value, { low: -1, high: 1 });
    expect(Math.abs(entry - wanted)).toBeLessThanOrEqual(1);
  });
});

it('a gate shows factors by distance, as the view of attention draws them', () => {
  const { rows, columns, kind, cells } = cellsOf(methods.urpe);
  expect([rows, columns, kind]).toEqual([24, 32, 'sequential']);
  for (let i = 1; i < rows; i++) {
    for (let j = 1; j < columns; j++) {
      // One step up and to the left is the same distance.
      const before = cells[(i - 1) * columns + j - 1];
      expect(cells[i * columns + j]).toBe(before);
    }
  }
});

it('a bias of images shows what one cell has for all others', () => {
  const { rows, columns, cells } = cellsOf(methods.distanceBias);
  expect([rows, columns]).toEqual([7, 7]);
  // By absolute differences, it is the same on both sides of the middle.
  for (let y = 0; y < 7; y++) {
    for (let x = 0; x < 7; x++) {
      expect(cells[7 * y + x]).toBe(cells[7 * (6 - y) + (6 - x)]);
    }
  }
});
