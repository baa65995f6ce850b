/** Tables made of shorter ones, each against its definition. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();
const dim = 5;
const table = pe.learned({ length: 6, dim, seed: 5, std: 1 });
const cell = (r: number, c: number) => table.data[r * dim + c] ?? Number.NaN;

/** The numbers of a result by its definition. */
function numbersBy(length: number, value: (p: number, c: number) => number) {
  return Array.from({ length: length * dim }, (_, i) =>
    value(Math.floor(i / dim), i % dim),
  );
}

describe('tile', () => {
  it.each([0, 1, 2, 5])('repeats the rows after a prefix of %i', (prefix) => {
    const { data } = pe.tile({ table, length: 20, prefix });
    const source = (p: number) =>
      p < prefix ? p : prefix + ((p - prefix) % (6 - prefix));
    expect(Array.from(data)).toEqual(
      numbersBy(20, (p, c) => cell(source(p), c)),
    );
  });

  it('makes a table for learned, and any rows of it', () => {
    const whole = pe.tile({ table, length: 100 });
    const read = pe.learned({ table: whole, positions: [99, 6] });
    expect(read.data).toEqual(pe.tile({ table, positions: [99, 6] }).data);
    const part = pe.tile({ table, length: 100, rows: [40, 44] });
    expect(part.data).toEqual(whole.data.subarray(40 * dim, 44 * dim));
  });

  it('draws the same table as learned', () => {
    const drawn = pe.learned({ length: 7, dim, seed: 9 });
    const options = { dim, seed: 9, tableLength: 7, length: 30 };
    expect(pe.tile(options).data).toEqual(
      pe.tile({ table: drawn, length: 30 }).data,
    );
  });

  it.each([
    [{ prefix: 6 }, 'ERR_RANGE', 'prefix'],
    [{ positions: [-1], length: undefined }, 'ERR_RANGE', 'positions[0]'],
    [{ start: 0.5 }, 'ERR_RANGE', 'start'],
    [{ length: undefined }, 'ERR_MISSING', 'length'],
  ])('refuses %o', (change, code, param) => {
    const run = pe.tile as (options: unknown) => unknown;
    const error = thrown(() => run({ table, length: 9, ...change }));
    expect(error).toMatchObject({ code, param });
  });
});

describe('hierarchical', () => {
  it.each([0.1, 0.4, 0.75])('mixes coarse and fine, alpha %d', (alpha) => {
    // The definition as published, with the base u.
    const u = (i: number, c: number) =>
      (cell(i, c) - alpha * cell(0, c)) / (1 - alpha);
    const expected = numbersBy(36, (p, c) => {
      const coarse = u(Math.floor(p / 6), c);
      return alpha * coarse + (1 - alpha) * u(p % 6, c);
    });
    const options = { table, length: 36, alpha };
    const { data } = pe.hierarchical({ ...options, dtype: 'float64' });
    data.forEach((value, i) => {
      expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(1e-14 * 10);
    });
    const narrow = pe.hierarchical(options).data;
    expect(narrow).toEqual(Float32Array.from(data));
    expect(narrow.subarray(0, 6 * dim)).toEqual(table.data);
  });

  it('tells all rows apart', () => {
    const { data } = pe.hierarchical({ table, length: 36 });
    const rows = Array.from({ length: 36 }, (_, p) =>
      data.subarray(p * dim, p * dim + dim).join(),
    );
    expect(new Set(rows).size).toBe(36);
  });

  it.each([
    [{ length: 37 }, 'ERR_RANGE', 'length'],
    [{ alpha: 0.5 }, 'ERR_RANGE', 'alpha'],
    [{ alpha: 1 }, 'ERR_RANGE', 'alpha'],
    [{ start: -1 }, 'ERR_RANGE', 'start'],
  ])('refuses %o', (change, code, param) => {
    const run = pe.hierarchical as (options: unknown) => unknown;
    const error = thrown(() => run({ table, length: 9, ...change }));
    expect(error).toMatchObject({ code, param });
  });
});

describe('windowed', () => {
  const blockTable = pe.learned({ length: 4, dim, seed: 6, std: 1 });

  it('repeats with the window, also below zero', () => {
    const { data } = pe.windowed({ table, start: -7, length: 20 });
    const expected = numbersBy(20, (i, c) => cell((((i - 7) % 6) + 6) % 6, c));
    expect(Array.from(data)).toEqual(expected);
  });

  it('adds a row for each window', () => {
    const options = { table, blockTable, kind: 'block', length: 24 } as const;
    const { data } = pe.windowed({ ...options, dtype: 'float64' });
    const expected = numbersBy(24, (p, c) => {
      const block = blockTable.data[Math.floor(p / 6) * dim + c] ?? 0;
      return cell(p % 6, c) + block;
    });
    expect(Array.from(data)).toEqual(expected);
    expect(pe.windowed(options).data).toEqual(Float32Array.from(expected));
  });

  it('draws two independent tables', () => {
    const options = { dim, window: 4, length: 16, kind: 'block' } as const;
    const local = pe.windowed({ dim, window: 4, length: 4 });
    const both = pe.windowed({ ...options, dtype: 'float64' }).data;
    const blocks = Array.from({ length: 4 }, (_, b) =>
      Array.from(local.data.subarray(0, dim), (x, c) =>
        Math.fround((both[4 * b * dim + c] ?? 0) - x),
      ),
    ).flat();
    expect(blocks).not.toEqual(Array.from(local.data));
    const given = pe.windowed({
      table: local,
      blockTable: Float32Array.from(blocks),
      kind: 'block',
      length: 16,
    });
    expect(given.data).toEqual(pe.windowed(options).data);
  });

  it.each([
    [{ window: 5 }, 'ERR_SHAPE', 'table'],
    [{ blockTable }, 'ERR_CONFLICT', 'blockTable'],
    [{ kind: 'block', blockTable, length: 25 }, 'ERR_RANGE', 'length'],
    [{ kind: 'block', start: -1 }, 'ERR_RANGE', 'start'],
    [{ start: 0.25 }, 'ERR_RANGE', 'start'],
    [{ table: undefined }, 'ERR_MISSING', 'dim'],
    [
      { kind: 'block', dim, blockTable: new Float32Array(7) },
      'ERR_SHAPE',
      'blockTable.length',
    ],
  ])('refuses %#', (change, code, param) => {
    const run = pe.windowed as (options: unknown) => unknown;
    const error = thrown(() => run({ table, length: 9, ...change }));
    expect(error).toMatchObject({ code, param });
  });
});

describe('windowedCollisions', () => {
  it('counts the positions that modulo cannot tell apart', () => {
    expect(pe.windowedCollisions({ table, length: 15, most: 2 })).toEqual({
      positions: 15,
      distinct: 6,
      colliding: 15,
      pairs: 3 * 3 + 3,
      period: 6,
      first: [
        [0, 6],
        [1, 7],
      ],
    });
  });

  it('finds nothing if all rows differ', () => {
    const nothing = {
      positions: 6,
      distinct: 6,
      colliding: 0,
      pairs: 0,
      period: undefined,
      first: [],
    };
    expect(pe.windowedCollisions({ table, length: 6 })).toEqual(nothing);
    const block = { dim, window: 6, kind: 'block', length: 600 } as const;
    expect(pe.windowedCollisions(block)).toEqual({
      ...nothing,
      positions: 600,
      distinct: 600,
    });
  });

  it('compares the numbers of rows and sums', () => {
    // Rows 0 and 2 are equal except for the sign of a zero.
    const local = Float32Array.of(0, 1, 5, 5, -0, 1);
    const collisions = pe.windowedCollisions({
      table: local,
      dim: 2,
      length: 3,
    });
    expect(collisions).toMatchObject({ distinct: 2, first: [[0, 2]] });
    // 1 + 0 = 0 + 1: place 0 of window 1 is place 1 of window 0.
    expect(
      pe.windowedCollisions({
        table: Float32Array.of(0, 1),
        blockTable: Float32Array.of(0, 1),
        dim: 1,
        kind: 'block',
        length: 4,
      }),
    ).toMatchObject({ distinct: 3, pairs: 1, first: [[1, 2]] });
  });

  it('agrees with comparing all pairs', () => {
    const options = { table, positions: [3, 9, -3, 3, 100, 4, 1] };
    const { data } = pe.windowed(options);
    const text = (i: number) => data.subarray(i * dim, i * dim + dim).join();
    let pairs = 0;
    for (let i = 0; i < 7; ++i) {
      for (let j = 0; j < i; ++j) pairs += text(i) === text(j) ? 1 : 0;
    }
    const found = pe.windowedCollisions(options);
    expect(found.pairs).toBe(pairs);
    expect(found.first.length).toBe(7 - found.distinct);
  });
});
