/**
 * The precisions `torch` and `ggml` against their definitions, bit for bit:
 * every operation correctly rounded to float32, in the frameworks' order.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { angles32, sinCos32, torchFrequency } from './definition.js';
import { fromNumber } from './fixed.js';
import { Random } from './random.js';
import { round } from './ulp.js';
import { DTYPES, FORMATS, valueAt } from './worst.js';

const f = Math.fround;
const pe = await load();

const CASES = [
  { base: 10000, dim: 128, positions: [0, 1, 2, 100, 4095, 131071] },
  { base: 500000, dim: 64, positions: [7, 8192, 1048575, 10485759] },
  { base: 12345.678, dim: 34, positions: [-3, 0.1, 1 / 3, 16777217, 1e9] },
  { base: 1e9, dim: 7, positions: [5, -131072.5, 2 ** 31 - 1, 2 ** 53] },
  { base: 10, dim: 1, positions: [1, 2, 3] },
];

describe.each(['torch', 'ggml'] as const)('%s', (precision) => {
  it.each(CASES)(
    'sinusoidal, base $base, dim $dim',
    ({ base, dim, positions }) => {
      const count = Math.ceil(dim / 2);
      for (const dtype of DTYPES) {
        const options = { positions, base, dim, precision, dtype };
        const table = pe.sinusoidal({ ...options, layout: 'blocks' });
        positions.forEach((position, row) => {
          const angles = angles32(position, base, dim, count, precision);
          angles.forEach((angle, k) => {
            const { sin, cos } = sinCos32(angle);
            const at = `${dtype}, position ${position}, pair ${k}`;
            const rounded = (x: number) => round(fromNumber(x), FORMATS[dtype]);
            const [s, c] = [row * dim + k, row * dim + count + k];
            expect(valueAt(table, s) + 0, at).toBe(rounded(sin) + 0);
            if (count + k >= dim) return;
            expect(valueAt(table, c) + 0, at).toBe(rounded(cos) + 0);
          });
        });
      }
    },
  );

  it.each(CASES.filter(({ dim }) => dim % 2 === 0))(
    'rope, theta $base, headDim $dim',
    ({ base, dim, positions }) => {
      const rope = pe.rope({ headDim: dim, theta: base, precision });
      const pairs = dim / 2;
      const x = Random.today(2).float32(positions.length * dim);
      const forth = rope.rotate(x, { heads: 1, positions }).data;
      const turnBack = { heads: 1, positions, inverse: true };
      const back = rope.rotate(x, turnBack).data;
      const tables = rope.cosSin({ positions });
      positions.forEach((position, row) => {
        const angles = angles32(position, base, dim, pairs, precision);
        angles.forEach((angle, k) => {
          const { sin, cos } = sinCos32(angle);
          expect(tables.cos.data[row * pairs + k]).toBe(cos);
          const i = row * dim + k;
          const [a, b] = [x[i] ?? 0, x[i + pairs] ?? 0];
          // Two products and a sum, each rounded.
          expect(forth[i]).toBe(f(f(a * cos) - f(b * sin)));
          expect(forth[i + pairs]).toBe(f(f(b * cos) + f(a * sin)));
          expect(back[i]).toBe(f(f(a * cos) + f(b * sin)));
          expect(back[i + pairs]).toBe(f(f(b * cos) - f(a * sin)));
        });
      });
    },
  );
});

it.each(CASES)('torch frequencies, base $base, dim $dim', ({ base, dim }) => {
  const headDim = 2 * Math.ceil(dim / 2);
  const rope = pe.rope({ headDim, theta: base, precision: 'torch' });
  rope.frequencies.forEach((value, k) => {
    expect(value).toBe(torchFrequency(base, k, headDim));
  });
});
