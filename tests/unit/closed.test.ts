/** The closed-form tables: their values, parts of them, and errors. */

import { load, toFloat32 } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

type Spec = Record<string, unknown>;
type Method = (spec: Spec) => {
  data: Float32Array | Float64Array | Uint16Array;
  shape: readonly number[];
};

/** Options for each method that run every path of it. */
const SPECS: [keyof typeof methods, Spec][] = [
  ['normalised', { dim: 3, span: 100 }],
  ['normalised', { dim: 1100, span: 7, domain: 'symmetric' }],
  ['code', { kind: 'integer', dim: 5 }],
  ['polynomial', { dim: 70, span: 400, basis: 'monomial' }],
  ['polynomial', { dim: 129, span: 300, basis: 'chebyshev' }],
  ['polynomial', { dim: 64, span: 1000, basis: 'legendre', domain: 'unit' }],
  ['polynomial', { dim: 9, span: 20, basis: 'legendre' }],
  ['exponential', { dim: 13, longest: 300 }],
  ['enformer', { dim: 42, seqLength: 150 }],
  ['enformer', { dim: 30, seqLength: 300, normalise: 'row' }],
  ['radial', { dim: 7, span: 200 }],
  ['radial', { dim: 530, span: 300, width: 40 }],
  ['radial', { dim: 33, span: 300, width: 0.5 }],
  ['fourierFeatures', { dim: 20, deviation: 2, seed: 7 }],
];

const make = (name: string, spec: Spec) =>
  (pe as unknown as Record<string, Method>)[name]?.(spec) as ReturnType<Method>;

/** Rows as bytes, so that -0 and 0 differ; quick to compare. */
function bytes({ data, shape }: ReturnType<Method>, from = 0, to = shape[0]) {
  const width = shape[1] as number;
  const rows = data.slice(from * width, (to as number) * width);
  return new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

describe.each(SPECS)('%s %o', (name, spec) => {
  const length = 300;

  it.each(['float32', 'float64', 'float16', 'bfloat16'])(
    'any rows equal those of the whole table, %s',
    (dtype) => {
      for (const start of [0, -150, 17.25, 1000]) {
        const range = { ...spec, dtype, start, length };
        const whole = make(name, range);
        for (const [from, to] of [
          [0, 1],
          [0, 8],
          [3, 4],
          [7, 140],
          [128, 300],
          [299, 300],
          [5, 5],
        ] as const) {
          const part = make(name, { ...range, rows: [from, to] });
          expect(part.shape[0]).toBe(to - from);
          expect(same(bytes(part), bytes(whole, from, to))).toBe(true);
          const positions = Array.from(
            { length: to - from },
            (_, i) => start + from + i,
          );
          const listed = make(name, { ...spec, dtype, positions });
          expect(same(bytes(listed), bytes(whole, from, to))).toBe(true);
        }
      }
    },
  );

  it('16-bit numbers are the rounded float64 numbers', () => {
    const range = { ...spec, start: -20, length: 60 };
    const exact = make(name, { ...range, dtype: 'float64' }).data;
    const single = make(name, range).data;
    const near = (values: ArrayLike<number>, relative: number) =>
      Array.from(values).every((value, i) => {
        const wanted = exact[i] as number;
        const error = Math.abs(value - wanted);
        return error <= relative * Math.abs(wanted) + 2 ** -133;
      });
    expect(near(single, 2 ** -23)).toBe(true);
    const narrow = make(name, { ...range, dtype: 'bfloat16' });
    expect(near(toFloat32(narrow as never), 2 ** -8)).toBe(true);
  });

  it('writes into resident memory, twice', () => {
    const whole = make(name, { ...spec, length: 50 });
    using out = pe.resident({ shape: [...whole.shape] });
    for (let i = 0; i < 2; ++i) {
      make(name, { ...spec, length: 50, out });
      expect(Array.from(out.data)).toEqual(Array.from(whole.data));
    }
  });
});

describe('every table can be made from its example', () => {
  const tables = SPECS.map(([name]) => name);
  it.each([...new Set(tables)])('%s', (name) => {
    const { example } = methods[name] as { example: Spec };
    const { data, shape } = make(name, JSON.parse(JSON.stringify(example)));
    expect(shape[0]).toBe(example.length);
    expect(data.every((value) => Number.isFinite(value))).toBe(true);
    expect(new Set(data).size).toBeGreaterThan(1);
  });
});

describe('code', () => {
  it('binary', () => {
    const { data } = pe.code({ positions: [0, 6, 9], kind: 'binary' });
    expect(Array.from(data)).toEqual([0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1]);
  });
  it('takes large positions', () => {
    const position = 2 ** 53 - 1;
    const { data, shape } = pe.code({ positions: [position, 2 ** 53] });
    expect(shape).toEqual([2, 54]);
    expect(Array.from(data.subarray(0, 54))).toEqual([
      ...new Array(53).fill(1),
      0,
    ]);
    expect(Array.from(data.subarray(54))).toEqual([
      ...new Array(53).fill(0),
      1,
    ]);
  });
  it('one-hot', () => {
    const { data, shape } = pe.code({ length: 700, kind: 'one-hot' });
    expect(shape).toEqual([700, 700]);
    const right = (value: number, i: number) =>
      value === (Math.floor(i / 700) === i % 700 ? 1 : 0);
    expect(data.every(right)).toBe(true);
  });
  it('integers', () => {
    const positions = [0, -3, 1.5, 2 ** 40 + 1];
    const { data } = pe.code({ positions, kind: 'integer' });
    expect(Array.from(data)).toEqual(positions.map(Math.fround));
  });
  it.each([
    [{ positions: [3, -1] }, 'positions[1]', -1],
    [{ positions: [0.5] }, 'positions[0]', 0.5],
    [{ positions: [1, 8], dim: 3 }, 'positions[1]', 8],
    [{ start: 1, length: 4, dim: 4, kind: 'one-hot' }, 'positions[3]', 4],
    [{ start: -2, length: 4, kind: 'one-hot' }, 'positions[0]', -2],
    [{ start: 2, step: -1, length: 4 }, 'positions[3]', -1],
    [{ positions: [2 ** 20], kind: 'one-hot' }, 'positions[0]', 2 ** 20],
  ])('%o is no whole position that fits', (spec, param, value) => {
    const error = thrown(() => pe.code(spec as never));
    expect(error).toMatchObject({ code: 'ERR_RANGE', param, value });
    expect(error).toBeInstanceOf(RangeError);
  });
});

describe('polynomial', () => {
  it('known values of T, P and powers', () => {
    const positions = [0, 1, 2, 3, 4];
    const of = (basis: 'monomial' | 'chebyshev' | 'legendre') =>
      Array.from(
        pe.polynomial({ positions, span: 5, dim: 4, basis, dtype: 'float64' })
          .data,
      );
    const x = [-1, -0.5, 0, 0.5, 1];
    expect(of('monomial')).toEqual(x.flatMap((v) => [1, v, v ** 2, v ** 3]));
    expect(of('chebyshev')).toEqual(
      x.flatMap((v) => [1, v, 2 * v ** 2 - 1, 4 * v ** 3 - 3 * v]),
    );
    expect(of('legendre')).toEqual(
      x.flatMap((v) => [1, v, 1.5 * v ** 2 - 0.5, 2.5 * v ** 3 - 1.5 * v]),
    );
  });
  it('Chebyshev columns are orthogonal over the Chebyshev points', () => {
    const [n, dim] = [64, 48];
    const positions = Array.from(
      { length: n },
      (_, i) => (1 + Math.cos((Math.PI * (i + 0.5)) / n)) * 50,
    );
    const { data } = pe.polynomial({ positions, span: 101, dim });
    for (let a = 0; a < dim; ++a) {
      for (let b = 0; b <= a; ++b) {
        let sum = 0;
        for (let row = 0; row < n; ++row) {
          sum += (data[row * dim + a] ?? 0) * (data[row * dim + b] ?? 0);
        }
        const want = a !== b ? 0 : a === 0 ? n : n / 2;
        expect(Math.abs(sum - want)).toBeLessThan(1e-4);
      }
    }
  });
  it('nothing becomes NaN at any width and position', () => {
    for (const basis of ['monomial', 'chebyshev', 'legendre'] as const) {
      for (const dtype of ['float32', 'float64', 'float16'] as const) {
        const positions = [2 ** 53, -(2 ** 53), 0, 1, 2, 0.5];
        const options = { positions, span: 2, dim: 5000, basis, dtype };
        const { data } = pe.polynomial(options);
        expect(data.some((value) => Number.isNaN(value))).toBe(false);
      }
    }
  });
  it('takes the largest width', () => {
    const dim = 2 ** 20;
    const { data } = pe.polynomial({ positions: [1], span: 4, dim });
    // T_k(-1/3) = cos(k arccos(-1/3))
    const angle = Math.acos(-1 / 3);
    for (const k of [0, 1, 1000, 65537, dim - 1]) {
      expect(data[k]).toBeCloseTo(Math.cos(k * angle), 5);
    }
  });
});

describe('exponential', () => {
  it('halves with every half-life, on both sides of 0', () => {
    const positions = [0, 2, 4, -2, 20];
    const options = { positions, dim: 1, shortest: 2 };
    expect(Array.from(pe.exponential(options).data)).toEqual([
      1,
      0.5,
      0.25,
      0.5,
      2 ** -10,
    ]);
    const { data } = pe.exponential({ positions: [64], dim: 4, longest: 64 });
    // Half-lives 1, 4, 16, 64.
    expect(Array.from(data)).toEqual([2 ** -64, 2 ** -16, 2 ** -4, 0.5]);
  });
});

describe('radial', () => {
  it('is 1 at a centre and e^(-1/2) one width away', () => {
    const { data } = pe.radial({ length: 9, dim: 5, width: 2 });
    for (let k = 0; k < 5; ++k) {
      expect(data[2 * k * 5 + k]).toBe(1);
      if (k < 4) expect(data[2 * (k + 1) * 5 + k]).toBeCloseTo(0.60653066, 7);
    }
  });
  it('a single bell is in the middle', () => {
    const { data } = pe.radial({ length: 9, dim: 1 });
    expect(data.indexOf(1)).toBe(4);
  });
});

describe('fourierFeatures', () => {
  it('dot products approximate the Gaussian', () => {
    const [dim, deviation, length] = [8192, 0.2, 30];
    for (const seed of [0, 1, 12345, 2 ** 53]) {
      const { data } = pe.fourierFeatures({ length, dim, deviation, seed });
      for (let q = 0; q < length; ++q) {
        let dot = 0;
        for (let k = 0; k < dim; ++k) {
          dot += (data[k] as number) * (data[q * dim + k] as number);
        }
        const want = Math.exp(-((deviation * q) ** 2) / 2);
        expect(Math.abs(dot - want)).toBeLessThan(5 / Math.sqrt(dim));
      }
    }
  });
  it('frequencies depend on the seed, not on the width', () => {
    const of = (seed: number, dim: number) =>
      pe.fourierFeatures({ positions: [1], seed, dim }).data;
    expect(of(1, 8)).toEqual(of(1, 8));
    expect(of(1, 8)).not.toEqual(of(2, 8));
    const ratio = Math.sqrt(2);
    of(1, 8).forEach((value, k) => {
      expect((of(1, 16)[k] as number) * ratio).toBeCloseTo(value, 6);
    });
  });
});

describe('enformer', () => {
  it('makes the table of Enformer', () => {
    const seqLength = 1536;
    const rows = { start: 1 - seqLength, length: 2 * seqLength - 1 };
    const { data, shape } = pe.enformer({ ...rows, seqLength, dim: 192 });
    expect(shape).toEqual([3071, 192]);
    const at = (r: number, k: number) => data[(r + 1535) * 192 + k] as number;
    // Decays: half-lives 8 … 1536. Masks: 1, 3, 7, … Densities: at most 1.
    expect(at(8, 0)).toBe(0.5);
    expect(at(-1535, 31)).toBeCloseTo(2 ** (-1535 / 1536), 6);
    expect([at(0, 32), at(1, 32), at(2, 33), at(3, 33)]).toEqual([1, 0, 1, 0]);
    let largest = 0;
    for (let r = -1535; r < 1536; ++r) {
      for (let k = 0; k < 96; ++k) {
        if (k >= 64) largest = Math.max(largest, at(r, k));
        const twice = at(r, k + 96) === Math.sign(r) * at(r, k);
        if (at(r, k) !== at(-r, k) || !twice) expect.fail(`${r}, ${k}`);
      }
    }
    expect(largest).toBe(1);
  });
  it('normalised by row, the largest density of a row is 1', () => {
    const { data } = pe.enformer({
      ...{ length: 64, seqLength: 64, dim: 8, withSign: false },
      ...{ exponential: false, centralMask: false, normalise: 'row' },
    });
    for (let row = 0; row < 64; ++row) {
      expect(Math.max(...data.subarray(row * 8, row * 8 + 8))).toBe(1);
    }
  });
  it('refuses a dim that is not a multiple, and no class at all', () => {
    const options = { length: 4, seqLength: 4 };
    expect(thrown(() => pe.enformer({ ...options, dim: 8 }))).toMatchObject({
      code: 'ERR_RANGE',
      param: 'dim',
      message:
        'enformer: dim must be a multiple of 6, as many features of each ' +
        'class, got 8',
    });
    const none = { exponential: false, centralMask: false, gamma: false };
    expect(
      thrown(() => pe.enformer({ ...options, dim: 6, ...none })),
    ).toMatchObject({ code: 'ERR_RANGE', param: 'gamma', value: false });
  });
});

describe('refuses', () => {
  const list = { positions: [1, 2] };
  it.each([
    ['polynomial', { ...list, dim: 3 }, 'span', 'ERR_MISSING'],
    ['radial', { ...list, dim: 3 }, 'span', 'ERR_MISSING'],
    ['polynomial', { length: 3 }, 'dim', 'ERR_MISSING'],
    ['polynomial', { dim: 3 }, 'length', 'ERR_MISSING'],
    ['polynomial', { length: 3, dim: 3, span: 1 }, 'span', 'ERR_RANGE'],
    ['polynomial', { length: 3, dim: 3, span: 2.5 }, 'span', 'ERR_RANGE'],
    ['polynomial', { length: 3, dim: 0 }, 'dim', 'ERR_RANGE'],
    ['polynomial', { length: 3, dim: 3, basis: 'x' }, 'basis', 'ERR_CHOICE'],
    ['polynomial', { length: 3, dim: 3, domain: 1 }, 'domain', 'ERR_TYPE'],
    ['code', { length: 3, kind: 'gray' }, 'kind', 'ERR_CHOICE'],
    [
      'exponential',
      { length: 3, dim: 3, shortest: 0 },
      'shortest',
      'ERR_RANGE',
    ],
    ['exponential', { length: 3, dim: 3, longest: '9' }, 'longest', 'ERR_TYPE'],
    ['radial', { length: 3, dim: 3, width: 0 }, 'width', 'ERR_RANGE'],
    ['radial', { length: 3, dim: 3, width: Infinity }, 'width', 'ERR_RANGE'],
    ['fourierFeatures', { length: 3, dim: 3 }, 'dim', 'ERR_RANGE'],
    ['fourierFeatures', { length: 3, dim: 4, seed: -1 }, 'seed', 'ERR_RANGE'],
    [
      'fourierFeatures',
      { length: 3, dim: 4, deviation: -1 },
      'deviation',
      'ERR_RANGE',
    ],
    ['enformer', { length: 3, dim: 6 }, 'seqLength', 'ERR_MISSING'],
    ['enformer', { length: 3, dim: 6, seqLength: 0 }, 'seqLength', 'ERR_RANGE'],
    [
      'enformer',
      { length: 3, dim: 6, seqLength: 3, gamma: 1 },
      'gamma',
      'ERR_TYPE',
    ],
    [
      'enformer',
      { length: 3, dim: 6, seqLength: 3, normalise: 'no' },
      'normalise',
      'ERR_CHOICE',
    ],
  ] as const)('%s %o: %s', (name, spec, param, code) => {
    expect(thrown(() => make(name, spec))).toMatchObject({ code, param });
  });
});
