// The pixels of small tables, computed by hand.

import { describe, expect, it } from 'vitest';
import { colormap } from './colormap.js';
import {
  cellAt,
  type Grid,
  isCrowded,
  largestSize,
  pixelEdges,
} from './grid.js';
import { type Pool, resample, resampleInSteps } from './resample.js';

const map = colormap('diverging', 'light');
const range = { low: -1, high: 1 };
const [low, high] = [map.pixels[0], map.pixels[255]];
const zero = map.pixels[128];

function draw(grid: Grid, width: number, height: number, pool: Pool) {
  const pixels = new Uint32Array(width * height);
  resample(grid, { width, height, pixels }, { map, range, pool });
  return Array.from(pixels);
}

function grid(rows: number, columns: number, values: number[]): Grid {
  return { rows, columns, values: Float32Array.from(values) };
}

describe('resample', () => {
  const two = grid(1, 2, [-1, 1]);
  const four = grid(2, 2, [-1, 1, 1, -1]);

  it('repeats a cell over its pixels', () => {
    expect(draw(two, 4, 2, 'mean')).toEqual([
      low,
      low,
      high,
      high,
      low,
      low,
      high,
      high,
    ]);
  });

  it('averages the cells under a pixel', () => {
    expect(draw(four, 1, 1, 'mean')).toEqual([zero]);
    expect(draw(grid(4, 1, [1, 1, -1, -1]), 1, 2, 'mean')).toEqual([high, low]);
  });

  it('shows the least and the most in turn', () => {
    const wide = grid(
      4,
      4,
      [1, -1, 1, -1, 0, 0, 0, 0, -1, 1, -1, 1, 0, 0, 0, 0],
    );
    expect(draw(wide, 2, 2, 'minmax')).toEqual([low, high, high, low]);
  });

  it('paints a part of the table as it paints a table of that part', () => {
    const values = Float32Array.from({ length: 12 * 10 }, (_, i) =>
      Math.sin(i * i),
    );
    const table = { values, rows: 12, columns: 10 };
    const crop = {
      rows: { from: 3, count: 7 },
      columns: { from: 2, count: 5 },
    };
    const part = grid(
      7,
      5,
      [...values].filter((_, i) => {
        const [row, column] = [Math.floor(i / 10), i % 10];
        return row >= 3 && row < 10 && column >= 2 && column < 7;
      }),
    );
    for (const [width, height] of [
      [3, 4],
      [5, 7],
      [13, 2],
      [20, 30],
    ] as const) {
      for (const pool of ['mean', 'minmax', 'nearest'] as const) {
        const pixels = new Uint32Array(width * height);
        resample(table, { width, height, pixels }, { map, range, pool, crop });
        expect([...pixels]).toEqual(draw(part, width, height, pool));
      }
    }
  });

  it('takes the first cell when asked to', () => {
    expect(draw(four, 1, 1, 'nearest')).toEqual([low]);
  });

  it('lets the hatching show through a masked cell', () => {
    const masked = grid(1, 2, [0, Number.NEGATIVE_INFINITY]);
    expect(draw(masked, 2, 1, 'mean')).toEqual([zero, 0]);
  });

  it.each(['mean', 'minmax', 'nearest'] as const)(
    'lets the hatching show where there is no number, by %s',
    (pool) => {
      const holes = grid(2, 4, [Number.NaN, 0, 1, 1, 0, 0, 1, 1]);
      expect(draw(holes, 2, 1, pool)).toEqual([0, high]);
      expect(draw(holes, 4, 2, pool).slice(0, 2)).toEqual([0, zero]);
    },
  );

  it('draws nothing of a table without rows', () => {
    expect(draw(grid(0, 3, []), 2, 1, 'mean')).toEqual([0, 0]);
  });

  it('makes a coarse picture of evenly spread rows', () => {
    const tall = grid(8, 1, [1, -1, -1, -1, 1, -1, -1, -1]);
    const pixels = new Uint32Array(2);
    const raster = { width: 1, height: 2, pixels };
    const look = { map, range, pool: 'mean' } as const;
    const run = (mostRows: number) => {
      for (const _ of resampleInSteps(tall, raster, look, mostRows));
      return [...pixels];
    };
    // One of four rows; two of four, the first and the third; all four.
    expect(run(1)).toEqual([high, high]);
    expect(run(2)).toEqual([zero, zero]);
    expect(run(4)).toEqual(draw(grid(1, 1, [-0.5]), 1, 2, 'mean'));
  });

  it('pools one crowded axis and spreads the other', () => {
    const tall = grid(4, 1, [1, -1, 1, 1]);
    expect(draw(tall, 2, 2, 'mean')).toEqual([zero, zero, high, high]);
  });
});

it('finds the largest size among the numbers', () => {
  const holes = [-3, Number.NaN, 2, Number.NEGATIVE_INFINITY];
  expect(largestSize(grid(2, 2, holes), grid(1, 1, [1]))).toBe(3);
  expect(largestSize(grid(1, 2, [0, Number.NaN]))).toBe(1);
});

describe('axes of cells', () => {
  it('covers every cell once', () => {
    expect(Array.from(pixelEdges(7, 3))).toEqual([0, 2, 4, 7]);
    expect(Array.from(pixelEdges(2, 4))).toEqual([0, 0, 1, 1, 2]);
  });

  it('finds the cell under a place', () => {
    expect([-0.1, 0, 0.499, 0.5, 1].map((p) => cellAt(p, 4))).toEqual([
      0, 0, 1, 2, 3,
    ]);
  });

  it('knows when pixels are too few', () => {
    expect(isCrowded(grid(2, 2, [0, 0, 0, 0]), 2, 2)).toBe(false);
    expect(isCrowded(grid(2, 2, [0, 0, 0, 0]), 2, 1)).toBe(true);
  });
});
