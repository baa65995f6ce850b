/**
 * Split-invariance, bit for bit: rows [a, b) computed alone equal rows [a, b)
 * of the whole, explicit positions equal the range that has them, and a table
 * written in several calls equals the table written in one.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { Random } from './random.js';

const pe = await load();

const DTYPES = ['float32', 'float64', 'float16', 'bfloat16'] as const;
const PRECISIONS = ['exact', 'torch', 'ggml'] as const;
const LENGTH = 300;
const STARTS = [0, 1, 64, -150, -1000, 131000, 2 ** 31 - 200, -(2 ** 31)];
const FAR = [16777100, 2 ** 45 + 17, -(2 ** 53) + 5, 2 ** 53 - LENGTH];
const STEPS = [1, 0.5, -3, 1000];

// One row, parts of blocks, whole blocks, and all rows except one.
const CUTS = [
  ...[
    [0, 1],
    [0, 64],
    [1, 65],
    [63, 66],
    [64, 128],
    [65, 300],
    [1, 300],
  ],
  ...[
    [100, 101],
    [127, 193],
    [299, 300],
  ],
] as [number, number][];

type Bits = Float32Array | Float64Array | Uint16Array;

/** The bytes, so that -0 and 0 differ. */
function bytes(data: Bits): Uint8Array {
  return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/** Whether rows [from, to) of `whole` are `part`. */
function same(part: Bits, whole: Bits, from: number, to: number): boolean {
  const width = whole.length / LENGTH;
  const [a, b] = [bytes(part), bytes(whole.subarray(from * width, to * width))];
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function list(start: number, step = 1): number[] {
  return Array.from({ length: LENGTH }, (_, i) => start + i * step);
}

describe.each(PRECISIONS)('sinusoidal, %s', (precision) => {
  it.each(DTYPES)('%s', (dtype) => {
    const random = new Random(1);
    for (const start of [...STARTS, ...FAR]) {
      for (const layout of ['interleaved', 'blocks'] as const) {
        const dim = random.of([1, 2, 5, 6, 13, 64]);
        const options = { dim, layout, dtype, precision };
        const whole = pe.sinusoidal({ ...options, start, length: LENGTH }).data;
        const listed = pe.sinusoidal({ ...options, positions: list(start) });
        const place = `start ${start}, dim ${dim}, ${layout}`;
        expect(same(listed.data, whole, 0, LENGTH), place).toBe(true);
        for (const [a, b] of CUTS) {
          const part = { start: start + a, length: b - a };
          const { data } = pe.sinusoidal({ ...options, ...part });
          expect(same(data, whole, a, b), `${place}: ${a}…${b}`).toBe(true);
        }
      }
    }
  });

  it('any step, any list', () => {
    for (const step of STEPS) {
      const positions = list(-7, step);
      const options = { dim: 12, precision };
      const range = { start: -7, step, length: LENGTH };
      const whole = pe.sinusoidal({ ...options, ...range }).data;
      for (const [a, b] of [[0, LENGTH], ...CUTS]) {
        const part = positions.slice(a, b);
        const { data } = pe.sinusoidal({ ...options, positions: part });
        expect(same(data, whole, a ?? 0, b ?? 0), `step ${step}`).toBe(true);
      }
    }
  });
});

describe.each(PRECISIONS)('rope, %s', (precision) => {
  it.each(['half', 'interleaved'] as const)('%s', (layout) => {
    const [heads, headDim, rotaryDim] = [2, 12, 8];
    const rope = pe.rope({ headDim, rotaryDim, layout, precision });
    const x = new Random(3).float32(LENGTH * heads * headDim);
    const row = heads * headDim;
    for (const start of STARTS) {
      for (const dtype of DTYPES) {
        const options = { dtype, full: true };
        const whole = rope.cosSin({ ...options, start, length: LENGTH });
        for (const [a, b] of CUTS) {
          const part = { start: start + a, length: b - a };
          const { cos, sin } = rope.cosSin({ ...options, ...part });
          expect(same(cos.data, whole.cos.data, a, b)).toBe(true);
          expect(same(sin.data, whole.sin.data, a, b)).toBe(true);
        }
      }
      for (const inverse of [false, true]) {
        const whole = rope.rotate(x, { heads, start, inverse }).data;
        const listed = { heads, positions: list(start), inverse };
        expect(same(rope.rotate(x, listed).data, whole, 0, LENGTH)).toBe(true);
        for (const [a, b] of CUTS) {
          const part = x.slice(a * row, b * row);
          const options = { heads, start: start + a, inverse };
          const { data } = rope.rotate(part, options);
          expect(same(data, whole, a, b), `${start}: ${a}…${b}`).toBe(true);
        }
      }
    }
  });

  it('the number of heads changes no head', () => {
    const rope = pe.rope({ headDim: 10, precision });
    const x = new Random(4).float32(LENGTH * 30);
    const whole = rope.rotate(x, { heads: 3, start: 5 }).data;
    for (const head of [0, 1, 2]) {
      const of = (_: number, i: number) => Math.floor(i / 10) % 3 === head;
      const alone = rope.rotate(x.filter(of), { heads: 1, start: 5 }).data;
      expect(same(alone, whole.filter(of), 0, LENGTH)).toBe(true);
    }
  });
});

// Long enough for several tiles of scratch memory.
it('a table of many tiles is the table of its parts', () => {
  const [length, dim] = [9000, 96];
  const whole = pe.sinusoidal({ length, dim, start: 11 }).data;
  for (const [from, rows] of [
    [0, 100],
    [4095, 300],
    [8999, 1],
  ] as const) {
    const options = { length: rows, dim, start: 11 + from };
    const part = pe.sinusoidal(options).data;
    const rest = bytes(whole.subarray(from * dim, (from + rows) * dim));
    expect(bytes(part).every((byte, i) => byte === rest[i])).toBe(true);
  }
});
