/** Complex-order embeddings against their definition and finite differences. */

import { load, tensor } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { Random } from '../oracle/random.js';
import { thrown } from './thrown.js';

const pe = await load();
const random = new Random(11);

const dim = 5;
const words = 4;
const tokens = [3, 0, 1, 1, 2, 3, 3];
const positions = [0, 1, -2.5, 7, 100, 3, 3];
const amplitude = random.float32(words * dim);
const phase = random.float32(words * dim);
const frequencies = {
  none: random.float32(words * dim),
  word: random.float32(words),
  dimension: random.float32(dim),
};
type Sharing = keyof typeof frequencies;
const SHARING = Object.keys(frequencies) as Sharing[];

function place(sharing: Sharing, word: number, k: number): number {
  return { none: word * dim + k, word, dimension: k }[sharing];
}

const at = (list: ArrayLike<number>, i: number) => list[i] ?? Number.NaN;

it.each(SHARING)('agrees with the paper, sharing %s', (sharing) => {
  const frequency = frequencies[sharing];
  const options = { tokens, positions, dim, sharing };
  const tables = { amplitude, frequency, phase };
  const { data, shape } = pe.complexOrder({
    ...options,
    ...tables,
    dtype: 'float64',
  });
  expect(shape).toEqual([tokens.length, 2 * dim]);
  for (const [row, word] of tokens.entries()) {
    for (let k = 0; k < dim; ++k) {
      const angle =
        at(positions, row) * at(frequency, place(sharing, word, k)) +
        at(phase, word * dim + k);
      const r = at(amplitude, word * dim + k);
      const real = at(data, row * 2 * dim + k);
      const imaginary = at(data, row * 2 * dim + dim + k);
      expect(Math.abs(real - r * Math.cos(angle))).toBeLessThan(1e-13);
      expect(Math.abs(imaginary - r * Math.sin(angle))).toBeLessThan(1e-13);
    }
  }
});

it('each part has its columns of both', () => {
  const options = { length: 9, dim: 3, seed: 4, start: 5 };
  const { data: both } = pe.complexOrder(options);
  for (const [part, from] of [
    ['real', 0],
    ['imaginary', 3],
  ] as const) {
    const { data } = pe.complexOrder({ ...options, part });
    for (let i = 0; i < data.length; ++i) {
      const column = Math.floor(i / 3) * 6 + from + (i % 3);
      expect(data[i]).toBe(both[column]);
    }
  }
});

describe('tables that are not given', () => {
  it('amplitudes are drawn from a normal distribution, the same for the same word', () => {
    const options = { dim: 64, part: 'real', seed: 3 } as const;
    const [a, b] = [
      pe.complexOrder({ ...options, positions: [0, 0], tokens: [7, 2] }),
      pe.complexOrder({ ...options, positions: [0], tokens: [7], words: 90 }),
    ];
    expect(a.data.subarray(0, 64)).toEqual(b.data);
    const square = a.data.reduce((sum, x) => sum + x * x, 0) / a.data.length;
    expect(square).toBeGreaterThan(0.6);
    expect(square).toBeLessThan(1.5);
    const other = pe.complexOrder({ ...options, length: 1, seed: 4 });
    expect(other.data).not.toEqual(a.data.subarray(64));
  });

  it('frequencies are the initial ones of the reference, zero for padding', () => {
    const ones = new Float32Array(3 * 4).fill(1);
    const { data } = pe.complexOrder({
      tokens: [0, 1, 2],
      positions: [1, 1, 1],
      dim: 4,
      amplitude: ones,
      paddingIndex: 0,
      part: 'imaginary',
    });
    const word = [1, 1, 0.01, 0.01].map((f) => Math.fround(Math.sin(f)));
    expect(Array.from(data)).toEqual([0, 0, 0, 0, ...word, ...word]);
  });

  it('or with initial word those of its classifiers, times the word', () => {
    const { data } = pe.complexOrder({
      tokens: [0, 3],
      positions: [2, 2],
      dim: 2,
      amplitude: new Float32Array(8).fill(1),
      initial: 'word',
      part: 'imaginary',
      dtype: 'float64',
    });
    expect(Array.from(data.subarray(0, 2))).toEqual([0, 0]);
    expect(data[2]).toBeCloseTo(Math.sin(6), 14);
    expect(data[3]).toBeCloseTo(Math.sin(6e-4), 14);
  });

  it('padding has no amplitude', () => {
    const table = pe.complexOrder({
      tokens: [1, 0],
      length: 2,
      dim: 8,
      paddingIndex: 1,
    });
    expect(table.data.subarray(0, 16).every((x) => x === 0)).toBe(true);
    expect(table.data.subarray(16).some((x) => x !== 0)).toBe(true);
  });

  it.each(SHARING)('a table comes from JSON alone, sharing %s', (sharing) => {
    const { example } = methods.complexOrder;
    const table = pe.complexOrder({ ...example, sharing });
    expect(table.shape).toEqual([128, 64]);
    expect(table.data.every(Number.isFinite)).toBe(true);
  });
});

describe('gradient', () => {
  const upstreamReal = random.float32(tokens.length * dim);
  const upstreamImaginary = random.float32(tokens.length * dim);

  it.each(SHARING)('is the slope of the loss, sharing %s', (sharing) => {
    const tables = { amplitude, frequency: frequencies[sharing], phase };
    const options = { tokens, positions, dim, sharing };
    const loss = (changed: object) => {
      const all = { ...options, ...tables, ...changed };
      const { data } = pe.complexOrder({ ...all, dtype: 'float64' });
      let sum = 0;
      for (let i = 0; i < tokens.length * dim; ++i) {
        const [row, k] = [Math.floor(i / dim), i % dim];
        sum += at(data, row * 2 * dim + k) * at(upstreamReal, i);
        sum += at(data, (2 * row + 1) * dim + k) * at(upstreamImaginary, i);
      }
      return sum;
    };
    const gradient = pe.complexOrderGradient({
      ...options,
      ...tables,
      upstreamReal,
      upstreamImaginary,
      dtype: 'float64',
    });
    for (const name of ['amplitude', 'frequency', 'phase'] as const) {
      const table = tables[name];
      expect(gradient[name].data.length).toBe(table.length);
      table.forEach((x, i) => {
        // Tables are float32, so the step is the difference of the rounded
        // values.
        const [above, below] = [Math.fround(x + 2e-6), Math.fround(x - 2e-6)];
        const slope =
          (loss({ [name]: table.with(i, above) }) -
            loss({ [name]: table.with(i, below) })) /
          (above - below);
        const error = Math.abs(slope - at(gradient[name].data, i));
        // The error of the difference quotient is of second order: position^3
        // step^2 / 6.
        expect(error, `${name}[${i}]`).toBeLessThan(1e-5);
      });
    }
  });

  it('is zero for the amplitudes of padding, and for no other word', () => {
    const gradient = pe.complexOrderGradient({
      tokens,
      positions,
      dim,
      amplitude,
      paddingIndex: 3,
      upstreamReal,
      upstreamImaginary,
    });
    const { data, dtype } = gradient.amplitude;
    expect(dtype).toBe('float32');
    expect(data.subarray(15).every((x) => x === 0)).toBe(true);
    expect(data.subarray(0, 15).every((x) => x !== 0)).toBe(true);
  });

  it('takes long lists of words in parts', () => {
    const length = 10000;
    const many = Array.from({ length }, (_, i) => i % 3);
    const upstream = new Float32Array(length).fill(1);
    const { amplitude: sum } = pe.complexOrderGradient({
      tokens: many,
      length,
      dim: 1,
      amplitude: new Float32Array(3).fill(1),
      frequency: new Float32Array(3),
      upstreamReal: upstream,
      upstreamImaginary: upstream,
    });
    expect(Array.from(sum.data)).toEqual([3334, 3333, 3333]);
  });
});

it('single rows have the bits and the words of the whole table', () => {
  const length = 9000;
  const long = Array.from({ length }, (_, i) => (i * 7) % 13);
  for (const where of [{ length }, { length, step: 0.3 }]) {
    const options = { ...where, tokens: long, dim: 2, seed: 5, words: 13 };
    const { data } = pe.complexOrder(options);
    for (const [from, to] of [
      [0, 1],
      [4095, 4097],
      [5000, 9000],
    ] as const) {
      const part = pe.complexOrder({ ...options, rows: [from, to] });
      expect(part.data).toEqual(data.slice(from * 4, to * 4));
    }
  }
});

describe('refuses', () => {
  const good = { length: 2, dim: 2, tokens: [0, 1] };
  const table = new Float32Array(4);
  const bad = {
    'tokens.length': [{ tokens: [0] }, 'ERR_SHAPE'],
    'tokens[1]': [{ tokens: [0, 2], words: 2 }, 'ERR_RANGE'],
    'tokens[0]': [{ tokens: [-1, 0] }, 'ERR_RANGE'],
    tokens: [{ tokens: new Float32Array(2) }, 'ERR_TYPE'],
    'amplitude.length': [
      { amplitude: new Float32Array(5), words: 2 },
      'ERR_SHAPE',
    ],
    'amplitude[3]': [{ amplitude: table.with(3, NaN) }, 'ERR_RANGE'],
    'frequency[0]': [{ frequency: table.with(0, Infinity) }, 'ERR_RANGE'],
    'frequency.length': [
      { sharing: 'word', words: 3, frequency: table },
      'ERR_SHAPE',
    ],
    'phase[2]': [{ phase: table.with(2, 2 ** 40) }, 'ERR_RANGE'],
    phase: [{ phase: new Float64Array(4) }, 'ERR_TYPE'],
    paddingIndex: [{ words: 2, paddingIndex: 2 }, 'ERR_RANGE'],
    words: [{ words: 0 }, 'ERR_RANGE'],
    sharing: [{ sharing: 'both' }, 'ERR_CHOICE'],
    part: [{ part: 'phase' }, 'ERR_CHOICE'],
    initial: [{ initial: 'lm' }, 'ERR_CHOICE'],
    seed: [{ seed: -1 }, 'ERR_RANGE'],
    dim: [{ dim: 0 }, 'ERR_RANGE'],
    start: [{ start: 2 ** 52, frequency: table.with(0, 8) }, 'ERR_RANGE'],
  } as const;

  it.each(Object.entries(bad))('%s', (param, [change, code]) => {
    const error = thrown(() =>
      pe.complexOrder({ ...good, ...(change as object) }),
    );
    expect(error).toMatchObject({ param, code });
    expect(error.message).toMatch(/^complexOrder: /);
  });

  it('upstreams that do not fit', () => {
    const upstream = { upstreamReal: table, upstreamImaginary: table };
    const short = { ...upstream, upstreamReal: new Float32Array(3) };
    const error = thrown(() => pe.complexOrderGradient({ ...good, ...short }));
    expect(error).toMatchObject({ param: 'upstreamReal.length' });
    const none = { ...good, upstreamReal: table } as never;
    expect(thrown(() => pe.complexOrderGradient(none))).toMatchObject({
      code: 'ERR_MISSING',
      param: 'upstreamImaginary',
    });
  });

  it('no tensors that fit, resident or not', () => {
    const amplitudes = random.float32(4);
    const plain = pe.complexOrder({ ...good, amplitude: amplitudes });
    const shaped = tensor(amplitudes, [2, 2]);
    expect(pe.complexOrder({ ...good, amplitude: shaped })).toEqual(plain);
    const resident = pe.resident({ shape: [2, 2], data: amplitudes });
    expect(pe.complexOrder({ ...good, amplitude: resident })).toEqual(plain);
    resident.dispose();
  });
});
