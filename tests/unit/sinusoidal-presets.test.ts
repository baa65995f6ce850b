/** Presets of `sinusoidal` and `sinusoidalGrid` against plain formulas. */

import { load, tensor } from 'posenc';
import type { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { thrown } from './thrown.js';

const pe = await load();

/** A row by the formula of a preset, in float64. */
type Row = (p: number, dim: number) => number[];

const geometric = (count: number, span: number, base = 10000) =>
  Array.from({ length: count }, (_, k) => base ** (-k / span));
const sines = (p: number, f: number[]) => f.map((w) => Math.sin(p * w));
const cosines = (p: number, f: number[]) => f.map((w) => Math.cos(p * w));
const pairs = (p: number, f: number[]) =>
  f.flatMap((w) => [Math.sin(p * w), Math.cos(p * w)]);

const paper: Row = (p, dim) =>
  pairs(p, geometric(Math.ceil(dim / 2), dim / 2)).slice(0, dim);
const timing: Row = (p, dim) => {
  const n = Math.floor(dim / 2);
  const f = geometric(n, Math.max(n - 1, 1));
  return [...sines(p, f), ...cosines(p, f), ...Array(dim % 2).fill(0)];
};
const padded: Row = (p, dim) =>
  p + 2 === 1 ? Array(dim).fill(0) : timing(p + 2, dim);
const blocks: Row = (p, dim) => {
  const f = geometric(Math.ceil(dim / 2), dim / 2);
  return [...sines(p, f), ...cosines(p, f)].slice(0, dim);
};
const scaled: Row = (p, dim) => blocks(p, dim).map((x) => x / Math.sqrt(dim));
const diffusion: Row = (p, dim) => {
  const n = Math.floor(dim / 2);
  const f = geometric(n, n);
  return [...cosines(p, f), ...sines(p, f), ...Array(dim % 2).fill(0)];
};

const rows: Record<keyof typeof methods.sinusoidal.presets, Row> = {
  paper,
  keras: paper,
  tensor2tensor: timing,
  fairseq: padded,
  m2m100: padded,
  xglm: padded,
  marian: blocks,
  distilbert: paper,
  whisper: timing,
  'transformer-xl': blocks,
  scaled,
  diffusion,
};

type Preset = keyof typeof rows;

describe.each(Object.keys(rows) as Preset[])('%s', (preset) => {
  it.each([2, 3, 8, 9, 64])('width %i', (dim) => {
    const { data } = pe.sinusoidal({ length: 40, dim, preset });
    const expected = Array.from({ length: 40 }, (_, p) => rows[preset](p, dim));
    expected.flat().forEach((value, i) => {
      expect(Math.abs((data[i] ?? NaN) - value)).toBeLessThan(2 ** -25 + 1e-12);
    });
    expect(data.length).toBe(expected.flat().length);
  });
});

it('given options take precedence over the preset', () => {
  const plain = pe.sinusoidal({ length: 9, dim: 6 });
  const undone = pe.sinusoidal({
    ...{ length: 9, dim: 6, preset: 'fairseq', layout: 'interleaved' },
    ...{ shift: 0, odd: 'sine', start: 0, zeroPosition: -1 },
  });
  expect(undone).toEqual(plain);
});

it('a start in the preset does not exclude a list', () => {
  const list = pe.sinusoidal({ positions: [2, 1, 5], dim: 6, preset: 'xglm' });
  const range = pe.sinusoidal({ length: 4, dim: 6, preset: 'xglm' });
  expect(list.data.slice(0, 6)).toEqual(range.data.slice(0, 6));
  expect(list.data.slice(6, 12)).toEqual(new Float32Array(6));
  expect(list.data.slice(12)).toEqual(range.data.slice(18));
});

it('a row of zeros is zeros in every dtype', () => {
  for (const dtype of ['float32', 'float64', 'float16', 'bfloat16'] as const) {
    const options = { dim: 5, start: -3, length: 8, dtype } as const;
    const { data } = pe.sinusoidal({ ...options, zeroPosition: 2 });
    const whole = pe.sinusoidal(options).data;
    expect(Array.from(data.subarray(25, 30))).toEqual([0, 0, 0, 0, 0]);
    expect(data.slice(0, 25)).toEqual(whole.slice(0, 25));
    expect(data.slice(30)).toEqual(whole.slice(30));
  }
});

it('scale multiplies every value', () => {
  const options = { dim: 34, length: 600, start: 7, dtype: 'float64' } as const;
  const plain = pe.sinusoidal(options).data;
  const twice = pe.sinusoidal({ ...options, scale: -2 }).data;
  expect(twice).toEqual(plain.map((x) => -2 * x));
  const none = pe.sinusoidal({ dim: 4, length: 9, scale: 0 }).data;
  expect(none.every((x) => x === 0)).toBe(true);
});

it.each([
  [{ dim: 1, odd: 'zero' }, 'dim', /an integer ≥ 2 where odd is "zero"/],
  [{ dim: 5, cosinesFirst: true }, 'dim', /even where cosines come first/],
  [{ dim: 8, shift: 4 }, 'shift', /less than 4, half of dim, got 4/],
  [
    { dim: 8, frequencyScale: 1024, start: 2 ** 50 },
    'start',
    /at most 8796093022208 from zero/,
  ],
])('%o is refused', (options, param, text) => {
  const error = thrown(() => pe.sinusoidal({ length: 1, ...options } as never));
  expect(error).toBeInstanceOf(RangeError);
  expect(error).toMatchObject({ code: 'ERR_RANGE', param });
  expect(error.message).toMatch(text);
});

it('a position that is too large is named', () => {
  const positions = [0, 1, -(2 ** 52), 3];
  const run = () => pe.sinusoidal({ positions, dim: 4, frequencyScale: 4 });
  expect(thrown(run)).toMatchObject({
    param: 'positions[2]',
    value: -(2 ** 52),
  });
});

it('rows equal those of the whole table, wherever it is cut', () => {
  const out = tensor(new Float32Array(3 * 7), [3, 7]);
  for (const where of [
    { length: 300, start: 0.1 },
    { length: 300, start: -5, step: 0.3 },
    { positions: Float64Array.from({ length: 300 }, (_, i) => i * i) },
  ]) {
    const whole = pe.sinusoidal({ ...where, dim: 7 }).data;
    for (const [from, to] of [
      [0, 300],
      [31, 290],
      [299, 300],
      [7, 7],
    ] as const) {
      const part = pe.sinusoidal({ ...where, dim: 7, rows: [from, to] });
      expect(part.shape).toEqual([to - from, 7]);
      expect(part.data).toEqual(whole.slice(from * 7, to * 7));
    }
    pe.sinusoidal({ ...where, dim: 7, rows: [100, 103], out });
    expect(out.data).toEqual(whole.slice(700, 721));
  }
});

it.each([
  [[0, 11], 'rows[1]', 'ERR_SHAPE'],
  [[3, 2], 'rows[1]', 'ERR_RANGE'],
  [[-1, 2], 'rows[0]', 'ERR_RANGE'],
  [[0.5, 2], 'rows[0]', 'ERR_RANGE'],
  [[1], 'rows.length', 'ERR_SHAPE'],
  [[1, 2, 3], 'rows.length', 'ERR_SHAPE'],
  ['0:3', 'rows', 'ERR_TYPE'],
  [[0, '3'], 'rows[1]', 'ERR_TYPE'],
])('rows %j are refused', (rows, param, code) => {
  const run = () => pe.sinusoidal({ length: 10, dim: 2, rows: rows as never });
  expect(thrown(run)).toMatchObject({ param, code });
});
