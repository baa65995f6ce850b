import { expect, it } from 'vitest';
import { axisOf, coloured, scaleOf, writeEnds, writeProgress } from './look.js';

it('cells name the words that they show', () => {
  const of = (cells: number) =>
    Array.from({ length: cells }, (_, cell) =>
      writeEnds(cell, { from: 50, count: 10, cells }),
    );
  expect(of(3)).toEqual(['50–52', '53–55', '56–59']);
  expect(of(10)[9]).toBe('59');
});

it('marks are at round numbers, and none covers the name of an axis', () => {
  const look = { from: 50_000, count: 20_000, cells: 200 };
  expect(axisOf('key', look)(400).marks).toEqual([
    { cell: 50, label: '55\u202f000' },
    { cell: 100, label: '60\u202f000' },
    { cell: 150, label: '65\u202f000' },
  ]);
  expect(axisOf('query', { ...look, from: 0 })(400).marks[0]).toEqual({
    ...{ cell: 0, label: '0' },
  });
});

it('weights are coloured by their logarithms, six decades of them at most', () => {
  const grid = {
    values: Float32Array.of(0.1, 0.001, 1e-20, -Infinity, Number.NaN),
    ...{ rows: 1, columns: 5 },
  };
  const scale = scaleOf({ of: 'weights' }, [grid]);
  expect(scale.range.high).toBeCloseTo(-1);
  expect(scale.range.low).toBeCloseTo(-7);
  const near = { values: Float32Array.of(0.1, 0.001), rows: 1, columns: 2 };
  expect(scaleOf({ of: 'weights' }, [near]).range.low).toBeCloseTo(-3);
  const { values } = coloured(grid, { of: 'weights' }, scale);
  expect(values[1]).toBeCloseTo(-3);
  expect(values[2]).toBeCloseTo(-7);
  expect([values[3], values[4]]).toEqual([-Infinity, Number.NaN]);
  expect(coloured(grid, { of: 'scores' }, scale)).toBe(grid);
  expect(scaleOf({ of: 'scores' }, [grid]).range.high).toBeCloseTo(0.1);
});

it('says how far pictures are, of what, and that a worker was replaced', () => {
  const all = { from: 0, count: 100_000 };
  const ask = {
    crop: { rows: all, columns: { from: 7, count: 9 } },
    cells: { rows: 256, columns: 9 },
  };
  const tell = (more: object) =>
    writeProgress(ask, {
      ...{
        state: 'drawing',
        share: 0.129,
        level: 0,
        replaced: 0,
        before: false,
      },
      ...more,
    });
  const pairs = '100\u202f000 × 9 pairs';
  expect(tell({})).toBe(`${pairs}, 12 % drawn`);
  const rough = '12 % drawn; the other rows show one query in 391';
  expect(tell({ level: 256 })).toBe(`${pairs}, ${rough}`);
  const before =
    '12 % drawn; the rest is the picture before, larger or smaller';
  expect(tell({ before: true })).toBe(`${pairs}, ${before}`);
  expect(tell({ before: true, level: 256 })).toBe(`${pairs}, ${rough}`);
  expect(tell({ level: 16 })).toMatch(/show one query in 6\u202f250$/);
  const again = 'The worker stopped; another took its place.';
  expect(tell({ level: 256, replaced: 1 })).toBe(
    `${pairs}, ${rough}. ${again}`,
  );
  expect(tell({ state: 'drawn' })).toBe(pairs);
  expect(tell({ state: 'broken' })).toMatch(/stopped three times/);
});
