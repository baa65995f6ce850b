import { expect, it } from 'vitest';
import { axisOf, coloured, scaleOf, writeEnds, writeProgress } from './look.js';
import { zoomAt, zoomFrom, zoomOf } from './zoom.js';

it('a zoom lies inside the sequence, whatever the address says', () => {
  expect(zoomOf(700, [])).toEqual({ query: 0, key: 0, span: 700 });
  expect(zoomOf(700, [600, 10, 200])).toEqual({
    ...{ query: 500, key: 10, span: 200 },
  });
  expect(zoomOf(700, [0, 9999, 1])).toEqual({ query: 0, key: 692, span: 8 });
  expect(zoomOf(5, [1, 1, 4])).toEqual({ query: 0, key: 0, span: 5 });
});

it('a zoom around a pair has it in the middle, as far as there is room', () => {
  expect(zoomAt(1000, 500, 100, 100)).toEqual([450, 50, 100]);
  expect(zoomAt(1000, 990, 3, 100)).toEqual([900, 0, 100]);
  expect(zoomAt(1000, 500, 500, 2)).toEqual([496, 496, 8]);
  expect(zoomAt(1000, 500, 500, 4000)).toEqual([]);
});

it('a zoom from a picture is around its cell, or around its middle', () => {
  const zoom = { query: 200, key: 400, span: 100 };
  const picture = { length: 1000, cells: 50, zoom };
  const cell = { row: 20, column: 30 };
  expect(zoomFrom(picture, cell, 1 / 5)).toEqual([231, 451, 20]);
  expect(zoomFrom(picture, null, 2)).toEqual([150, 350, 200]);
  expect(zoomFrom(picture, null, 10)).toEqual([]);
});

it('cells name the words that they show', () => {
  const zoom = { query: 50, key: 0, span: 10 };
  const of = (cells: number) =>
    Array.from({ length: cells }, (_, cell) =>
      writeEnds(cell, { zoom, cells }, 50),
    );
  expect(of(3)).toEqual(['50–52', '53–55', '56–59']);
  expect(of(10)[9]).toBe('59');
});

it('marks are at round numbers, and none covers the name of an axis', () => {
  const look = { zoom: { query: 0, key: 50_000, span: 20_000 }, cells: 200 };
  expect(axisOf('key', look, 50_000)(400).marks).toEqual([
    { cell: 50, label: '55\u202f000' },
    { cell: 100, label: '60\u202f000' },
    { cell: 150, label: '65\u202f000' },
  ]);
  expect(axisOf('query', look, 0)(400).marks[0]).toEqual({
    ...{ cell: 0, label: '0' },
  });
});

it('weights are coloured by their logarithms, six decades of them', () => {
  const grid = {
    values: Float32Array.of(0.1, 0.001, 1e-20, -Infinity, Number.NaN),
    ...{ rows: 1, columns: 5 },
  };
  const scale = scaleOf({ of: 'weights' }, [grid]);
  expect(scale.range.high).toBeCloseTo(-1);
  expect(scale.range.low).toBeCloseTo(-7);
  const { values } = coloured(grid, { of: 'weights' }, scale);
  expect(values[1]).toBeCloseTo(-3);
  expect(values[2]).toBeCloseTo(-7);
  expect([values[3], values[4]]).toEqual([-Infinity, Number.NaN]);
  expect(coloured(grid, { of: 'scores' }, scale)).toBe(grid);
  expect(scaleOf({ of: 'scores' }, [grid]).range.high).toBeCloseTo(0.1);
});

it('says how far pictures are, of what, and that a worker was replaced', () => {
  const ask = { zoom: { query: 0, key: 0, span: 100_000 }, cells: 256 };
  const tell = (more: object) =>
    writeProgress(ask, {
      ...{ state: 'drawing', share: 0.129, level: 0, replaced: 0 },
      ...more,
    });
  const pairs = '100\u202f000 × 100\u202f000 pairs';
  expect(tell({})).toBe(`${pairs}, 12 % drawn`);
  const rough = '12 % drawn; the other rows show one query in 391';
  expect(tell({ level: 256 })).toBe(`${pairs}, ${rough}`);
  expect(tell({ level: 16 })).toMatch(/show one query in 6\u202f250$/);
  const again = 'The worker stopped; another took its place.';
  expect(tell({ level: 256, replaced: 1 })).toBe(
    `${pairs}, ${rough}. ${again}`,
  );
  expect(tell({ state: 'drawn' })).toBe(pairs);
  expect(tell({ state: 'broken' })).toMatch(/stopped three times/);
});
