/** Learned tables: reading, drawing and errors. */

import {
  create,
  load,
  PosencRangeError,
  tensor,
  toFloat32,
} from 'posenc/compat';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { expectSame } from '../support/same.js';
import { thrown } from './thrown.js';

const pe = await load();

/** A table whose numbers tell their index. */
const table = Float32Array.from({ length: 10 * 3 }, (_, i) => i / 8 - 1);
const row = (r: number) => Array.from(table.subarray(3 * r, 3 * r + 3));
const rows = (...numbers: number[]) => numbers.flatMap(row);

/**
 * Deliberately of the wrong kind: callers in JavaScript have no type checks.
 */
const learned = pe.learned as (options: unknown) => { data: Float32Array };

describe('reading', () => {
  it('gives the rows of positions', () => {
    const { data, shape } = pe.learned({ table, dim: 3, positions: [7, 0, 7] });
    expect(shape).toEqual([3, 3]);
    expect(Array.from(data)).toEqual(rows(7, 0, 7));
  });

  it('takes the width from a tensor, also with a batch axis of 1', () => {
    for (const shape of [
      [10, 3],
      [1, 10, 3],
    ]) {
      const given = tensor(table, shape);
      const { data } = pe.learned({ table: given, start: 4, length: 2 });
      expect(Array.from(data)).toEqual(rows(4, 5));
    }
  });

  it('reads at position + offset', () => {
    const options = { table, dim: 3, offset: -100, positions: [100, 109] };
    expect(Array.from(pe.learned(options).data)).toEqual(rows(0, 9));
    const opt = { table, dim: 3, preset: 'opt', length: 8 } as const;
    expect(pe.learned(opt).data).toEqual(table.subarray(2 * 3));
  });

  it('counts from sequenceStart, and clamps positions before it', () => {
    const options = { table, dim: 3, length: 6, sequenceStart: 3 };
    expect(Array.from(pe.learned(options).data)).toEqual(
      rows(0, 0, 0, 0, 1, 2),
    );
    const shifted = pe.learned({ ...options, offset: 2, start: -(2 ** 50) });
    expect(Array.from(shifted.data)).toEqual(rows(2, 2, 2, 2, 2, 2));
  });

  it('reads each sequence of a batch from its own start', () => {
    const read = { table, dim: 3, length: 6, sequenceStart: [3, -2, 9] };
    const { data, shape } = pe.learned(read);
    expect(shape).toEqual([18, 3]);
    // The definition, index by index: max(index - start, 0).
    const expected = read.sequenceStart.flatMap((start) =>
      [0, 1, 2, 3, 4, 5].flatMap((i) => row(Math.max(i - start, 0))),
    );
    expect(Array.from(data)).toEqual(expected);
    // One start in a list is one number.
    const [one, alone] = [[4], 4].map((sequenceStart) =>
      pe.learned({ ...read, sequenceStart }),
    );
    expect(one).toEqual(alone);
    expect(alone?.shape).toEqual([6, 3]);
  });

  it.each([
    ['a range', { start: 2, length: 7 }],
    ['steps', { start: 9, step: -1, length: 9 }],
    ['one place', { start: 5, step: 0, length: 5 }],
    ['a list', { positions: [4, 0, 9, 9, 2] }],
    [
      'a long list',
      { positions: Array.from({ length: 5000 }, (_, i) => i % 10) },
    ],
  ])('gives a batch the rows of its sequences: %s', (_, places) => {
    const sequenceStart = [0, 6, 3, 0];
    for (const own of [
      { table, dim: 3, scale: 0.3 },
      { dim: 3, seed: 5, tableLength: 12, paddingIndex: 1, offset: 2 },
    ]) {
      const options = { ...own, ...places, dtype: 'float64' } as const;
      const { data, shape } = pe.learned({ ...options, sequenceStart });
      const each = sequenceStart.flatMap((start) =>
        Array.from(pe.learned({ ...options, sequenceStart: start }).data),
      );
      expectSame(data, Float64Array.from(each));
      const [length = 0] = shape;
      for (const from of [0, 1, length >> 1, length - 2]) {
        for (const to of [from + 1, length]) {
          const part = pe.learned({
            ...options,
            sequenceStart,
            rows: [from, to],
          });
          expectSame(part.data, data.subarray(3 * from, 3 * to));
        }
      }
    }
  });

  it('draws a table for the longest sequence of a batch', () => {
    const spec = { length: 6, dim: 4, init: 'xavier-uniform' } as const;
    const batch = pe.learned({ ...spec, sequenceStart: [4, 1, 2] });
    const rows = [0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4, 0, 0, 0, 1, 2, 3];
    const same = { dim: 4, init: 'xavier-uniform', tableLength: 5 } as const;
    expect(batch.data).toEqual(pe.learned({ ...same, positions: rows }).data);
  });

  it('cuts the plan of a batch into parts that join', () => {
    const whole = Float32Array.from({ length: 3 * 20 }, () => 7);
    for (const places of [{ length: 5 }, { positions: [3, 1, 4, 1, 5] }]) {
      const spec = {
        ...({ method: 'learned', table, dim: 3, out: whole } as const),
        ...places,
        sequenceStart: [0, 2, 1, 5],
      };
      const plan = pe.plan(spec);
      expect(plan.shape).toEqual([20, 3]);
      expect(plan.rows).toEqual([0, 20]);
      const parts = [...plan.cut(7 * 12)];
      expect(parts).toHaveLength(3);
      const joined = parts.flatMap(({ out: _, ...part }) =>
        Array.from(pe.make(part).data),
      );
      const all = Array.from(plan.run().data);
      expect(joined).toEqual(all);
      whole.fill(7);
      for (const part of parts) pe.make(part);
      expect(Array.from(whole)).toEqual(all);
    }
  });

  it('takes a batch of no positions, and one too long to compute', () => {
    const none = { dim: 3, length: 0, sequenceStart: [1, 2] };
    expect(pe.learned(none).shape).toEqual([0, 3]);
    const long = { dim: 3, length: 2 ** 32, sequenceStart: [0, 1] };
    const plan = pe.plan({ method: 'learned', ...long });
    expect(plan.shape).toEqual([2 ** 33, 3]);
    const rows = [2 ** 33 - 1, 2 ** 33] as const;
    const last = pe.learned({ dim: 3, positions: [2 ** 32 - 2] });
    expect(pe.learned({ ...long, rows }).data).toEqual(last.data);
  });

  it('rounds once to every dtype', () => {
    for (const dtype of ['float64', 'float16', 'bfloat16'] as const) {
      const read = pe.learned({ table, dim: 3, length: 10, dtype });
      expect(Array.from(toFloat32(read))).toEqual(Array.from(table));
    }
  });

  it('scales, divides by the root of the width, normalises', () => {
    const options = { table, dim: 3, positions: [5, 8] } as const;
    const scaled = pe.learned({ ...options, scale: -2.5, overRootDim: true });
    scaled.data.forEach((value, i) => {
      const factor = -2.5 / Math.sqrt(3);
      expect(value).toBe(Math.fround((rows(5, 8)[i] ?? 0) * factor));
    });
    const unit = pe.learned({
      ...options,
      normalise: 'l2',
      dtype: 'float64',
      scale: 3,
    });
    for (const r of [0, 1]) {
      const length = Math.hypot(...unit.data.subarray(3 * r, 3 * r + 3));
      expect(Math.abs(length - 3)).toBeLessThan(1e-15 * 4);
    }
    const zeros = new Float32Array(6);
    const none = { table: zeros, dim: 3, length: 2, normalise: 'l2' } as const;
    expect(pe.learned(none).data).toEqual(zeros);
  });

  it('keeps every bit of a table, also of NaN', () => {
    const bits = Uint32Array.of(0x7fc12345, 0x80000000, 1, 0xff800000);
    const given = new Float32Array(bits.buffer);
    const read = pe.learned({ table: given, dim: 2, length: 2 });
    expect(new Uint32Array(read.data.buffer)).toEqual(bits);
  });

  it('may write onto the table it reads', () => {
    using x = pe.resident({ shape: [10, 3], data: table });
    const back = Array.from({ length: 10 }, (_, i) => 9 - i);
    pe.learned({ table: x, positions: back, out: x });
    expect(Array.from(x.data)).toEqual(rows(...back));
    const mine = table.slice();
    pe.learned({ table: mine, dim: 3, positions: back, out: mine });
    expect(mine).toEqual(x.data);
    expect(table[0]).toBe(-1);
  });

  it('reads a resident table where it lies', () => {
    using x = pe.resident({ shape: [10, 3], data: table });
    const { data } = pe.learned({ table: x, length: 10 });
    expect(data).toEqual(table);
  });
});

describe('drawing', () => {
  const options = { length: 300, dim: 37, seed: 12 } as const;

  it('gives any single row as in the whole table', () => {
    const whole = pe.learned(options).data;
    for (const row of [0, 1, 150, 299]) {
      const alone = pe.learned({ ...options, rows: [row, row + 1] }).data;
      expect(alone).toEqual(whole.subarray(37 * row, 37 * row + 37));
      const listed = pe.learned({ dim: 37, seed: 12, positions: [row] }).data;
      expect(listed).toEqual(alone);
    }
  });

  it('is the same table with and without SIMD', async () => {
    const scalar = await create({ simd: false });
    for (const init of ['normal', 'uniform'] as const) {
      const drawn = { ...options, init };
      expect(scalar.learned(drawn).data).toEqual(pe.learned(drawn).data);
    }
    // The first values of seed 0, which must never change.
    const { data } = pe.learned({ length: 1, dim: 4, std: 1 });
    expect(Array.from(data)).toEqual([
      -0.3976675271987915, -0.3103954792022705, 1.3868443965911865,
      0.3292132019996643,
    ]);
  });

  it('makes a table that can be given as an option', () => {
    const drawn = pe.learned(options);
    const wide = pe.learned({ ...options, dtype: 'float64' });
    expect(Array.from(wide.data)).toEqual(Array.from(drawn.data));
    const given = pe.learned({ table: drawn, length: 300 });
    expect(given.data).toEqual(drawn.data);
  });

  it.each([
    ['normal', { std: 0.5 }, 0.5],
    ['scaled-normal', {}, 1 / Math.sqrt(37)],
    ['uniform', { bound: 0.6 }, 0.6 / Math.sqrt(3)],
    ['xavier-normal', {}, Math.sqrt(2 / 337)],
    ['xavier-uniform', {}, Math.sqrt(6 / 337) / Math.sqrt(3)],
  ] as const)('%s has mean 0 and its deviation', (init, own, deviation) => {
    const { data } = pe.learned({ ...options, ...own, init });
    const mean = data.reduce((sum, x) => sum + x, 0) / data.length;
    const square = data.reduce((sum, x) => sum + x * x, 0) / data.length;
    // Five standard deviations of each estimate from 11100 numbers.
    const error = 5 / Math.sqrt(data.length);
    expect(Math.abs(mean)).toBeLessThan(error * deviation);
    expect(Math.abs(Math.sqrt(square) / deviation - 1)).toBeLessThan(error);
    if (init.endsWith('uniform')) {
      const bound = Math.fround(deviation * Math.sqrt(3));
      expect(Math.max(...data.map(Math.abs))).toBeLessThanOrEqual(bound);
    }
  });

  it('differs from seed to seed, up to the largest', () => {
    const seeds = [0, 1, 2 ** 32, 2 ** 53];
    const firsts = seeds.map((seed) => {
      return pe.learned({ length: 1, dim: 2, seed }).data.join();
    });
    expect(new Set(firsts).size).toBe(seeds.length);
  });

  it('init zeros makes zeros', () => {
    const { data } = pe.learned({ ...options, init: 'zeros' });
    expect(data.every((x) => Object.is(x, 0))).toBe(true);
  });

  it('leaves the padding row zero, and only where a table is drawn', () => {
    const read = { length: 3, dim: 4, paddingIndex: 1 };
    const { data } = pe.learned(read);
    expect(Array.from(data.subarray(4, 8))).toEqual([0, 0, 0, 0]);
    expect(data.subarray(8).every((x) => x !== 0)).toBe(true);
    const given = { table, dim: 3, length: 3, paddingIndex: 1 };
    expect(Array.from(pe.learned(given).data)).toEqual(rows(0, 1, 2));
  });

  it('presets set their options', () => {
    const { presets } = methods.learned;
    for (const [preset, values] of Object.entries(presets)) {
      const spec = { length: 9, dim: 8, seed: 3 };
      const by = learned({ ...spec, preset }).data;
      expect(by).toEqual(learned({ ...spec, ...values }).data);
    }
    const limit = { preset: 'bert', dim: 4, length: 513 } as const;
    expect(pe.learned(limit).shape).toEqual([513, 4]);
    expect(
      thrown(() => pe.learned({ ...limit, tableLength: 512 })).message,
    ).toBe(
      'learned: length must be such that each position is a whole number ' +
        'from 0 to 511, as the table has 512 rows, got 512',
    );
  });
});

describe('refuses positions without a row', () => {
  const limits = 'a whole number from 0 to 9, as the table has 10 rows';
  it.each([
    [{ positions: [1, 10] }, 'positions[1]', limits, 10],
    [{ positions: [1, -1] }, 'positions[1]', limits, -1],
    [{ positions: [0.5] }, 'positions[0]', limits, 0.5],
    [
      { start: -1, length: 2 },
      'start',
      `such that each position is ${limits}`,
      -1,
    ],
    [
      { start: 8, length: 3 },
      'length',
      `such that each position is ${limits}`,
      10,
    ],
    [
      { step: 0.5, length: 3 },
      'length',
      `such that each position is ${limits}`,
      0.5,
    ],
    [
      { positions: [8], offset: 2 },
      'positions[0]',
      'a whole number from -2 to 7, as the table has 10 rows and offset 2',
      8,
    ],
    [
      { positions: [11, 12], sequenceStart: [9, 2, 5] },
      'positions[1]',
      'a whole number from -9007199254740992 to 11, as the table has 10 rows ' +
        'and sequenceStart 2 to 9',
      12,
    ],
    [
      { positions: [10, 8], sequenceStart: [9, 5], offset: -1 },
      'positions[1]',
      'a whole number from 10 to 15, as the table has 10 rows and offset -1 ' +
        'and sequenceStart 5 to 9',
      8,
    ],
  ])('%o', (options, param, rule, value) => {
    const error = thrown(() => learned({ table, dim: 3, ...options }));
    expect(error).toBeInstanceOf(PosencRangeError);
    expect(error).toMatchObject({ code: 'ERR_RANGE', param, value });
    expect(error.message).toBe(
      `learned: ${param} must be ${rule}, got ${value}`,
    );
  });

  it.each([
    [{ table, length: 1 }, 'ERR_MISSING', 'dim'],
    [{ length: 1 }, 'ERR_MISSING', 'dim'],
    [{ table, dim: 4, length: 1 }, 'ERR_SHAPE', 'table.length'],
    [
      { table: new Float32Array(0), dim: 3, length: 1 },
      'ERR_SHAPE',
      'table.length',
    ],
    [
      { table: tensor(table, [10, 3]), dim: 5, length: 1 },
      'ERR_SHAPE',
      'table',
    ],
    [{ table: tensor(table, [2, 5, 3]), length: 1 }, 'ERR_SHAPE', 'table'],
    [{ table: ['1', 2, 3], dim: 3, length: 1 }, 'ERR_TYPE', 'table[0]'],
    [{ table: new Float64Array(3), dim: 3, length: 1 }, 'ERR_TYPE', 'table'],
    [
      { table, dim: 3, length: 1, paddingIndex: 10 },
      'ERR_RANGE',
      'paddingIndex',
    ],
    [{ dim: 3, length: 1, init: 'ones' }, 'ERR_CHOICE', 'init'],
    [{ dim: 3, length: 1, sequenceStart: '1' }, 'ERR_TYPE', 'sequenceStart'],
    [{ dim: 3, length: 1, sequenceStart: 0.5 }, 'ERR_RANGE', 'sequenceStart'],
    [
      { dim: 3, length: 1, sequenceStart: [0, 0.5] },
      'ERR_RANGE',
      'sequenceStart[1]',
    ],
    [
      { dim: 3, length: 1, sequenceStart: [] },
      'ERR_SHAPE',
      'sequenceStart.length',
    ],
    [
      { table, dim: 3, length: 1, sequenceStart: 0, offset: 10 },
      'ERR_RANGE',
      'offset',
    ],
    [
      { dim: 1, length: 2 ** 52 + 1, sequenceStart: [2 ** 52, 2 ** 53] },
      'ERR_SHAPE',
      'length',
    ],
    [{ dim: 3, length: 1, preset: 'gpt5' }, 'ERR_CHOICE', 'preset'],
  ])('%#: %s', (options, code, param) => {
    const error = thrown(() => learned(options));
    expect(error).toMatchObject({ code, param });
    expect(error.message.startsWith(`learned: ${param} `)).toBe(true);
  });

  it('a table that the getter of a later option detaches', () => {
    const mine = table.slice();
    const out = {
      dtype: 'float32',
      shape: [1, 3],
      get data() {
        structuredClone(mine, { transfer: [mine.buffer] });
        return new Float32Array(3);
      },
    };
    const error = thrown(() =>
      learned({ table: mine, dim: 3, length: 1, out }),
    );
    expect(error).toMatchObject({ code: 'ERR_DETACHED', param: 'table' });
  });
});

describe('the gradient', () => {
  const upstream = Float32Array.from({ length: 8 * 3 }, (_, i) =>
    Math.fround(Math.sin(i + 1)),
  );
  const positions = [4, 0, 4, 9, 1, 4, 0, 2];

  /** Summed in the order of upstream. */
  function summed(offset: number, length: number) {
    const sums = new Float64Array(3 * length);
    positions.forEach((p, i) => {
      for (let c = 0; c < 3; ++c) {
        const at = 3 * (p + offset) + c;
        sums[at] = (sums[at] ?? 0) + (upstream[3 * i + c] ?? 0);
      }
    });
    return sums;
  }

  it('adds up the gradients of all reads of a row', () => {
    for (const [offset, tableLength] of [
      [0, 10],
      [2, 700],
    ] as const) {
      const options = { upstream, dim: 3, positions, offset, tableLength };
      const wide = pe.learnedGradient({ ...options, dtype: 'float64' });
      expect(wide.data).toEqual(summed(offset, tableLength));
      const narrow = pe.learnedGradient(options);
      expect(narrow.shape).toEqual([tableLength, 3]);
      expect(narrow.data).toEqual(Float32Array.from(wide.data));
    }
  });

  it('agrees with differences of the loss', () => {
    // sum(upstream * rows read) is linear in the table, so a difference is
    // exact up to rounding.
    const loss = (t: Float32Array) =>
      pe
        .learned({ table: t, dim: 3, positions, scale: 2, dtype: 'float64' })
        .data.reduce((sum, x, i) => sum + x * (upstream[i] ?? 0), 0);
    const gradient = pe.learnedGradient({
      upstream: tensor(upstream, [8, 3]),
      positions,
      tableLength: 10,
      scale: 2,
      dtype: 'float64',
    }).data;
    const base = loss(table);
    for (let i = 0; i < table.length; ++i) {
      const moved = table.slice();
      moved[i] = (moved[i] ?? 0) + 1;
      const error = Math.abs(loss(moved) - base - (gradient[i] ?? 0));
      expect(error).toBeLessThan(1e-14 * 50);
    }
  });

  it('leaves padding alone, and takes ranges', () => {
    const options = { upstream, dim: 3, tableLength: 9, start: 1 };
    const all = pe.learnedGradient(options).data;
    expect(all).toEqual(Float32Array.of(0, 0, 0, ...upstream));
    const padded = pe.learnedGradient({ ...options, paddingIndex: 3 }).data;
    expect(Array.from(padded.subarray(9, 12))).toEqual([0, 0, 0]);
    expect(padded.subarray(12)).toEqual(all.subarray(12));
  });

  it.each([
    [{ tableLength: 9 }, 'ERR_RANGE', 'positions[3]'],
    [{ positions: [1, 2] }, 'ERR_SHAPE', 'positions.length'],
    [{ dim: 5 }, 'ERR_SHAPE', 'upstream.length'],
    [{ dim: undefined }, 'ERR_MISSING', 'dim'],
    [{ tableLength: undefined }, 'ERR_MISSING', 'tableLength'],
    [{ start: 1 }, 'ERR_CONFLICT', 'start'],
    [{ upstream: undefined }, 'ERR_MISSING', 'upstream'],
  ])('refuses %o', (change, code, param) => {
    const options = { upstream, dim: 3, positions, tableLength: 10, ...change };
    const run = pe.learnedGradient as (options: unknown) => unknown;
    expect(thrown(() => run(options))).toMatchObject({ code, param });
  });
});
