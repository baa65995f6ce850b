/**
 * Rotation in precision exact: each output within 1.75 ulp (of float32) of the
 * scale |a| + |b| of its pair, |position| <= 2^31; the rest passes unchanged.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { ulp32 } from '../golden/compare.mjs';
import { frequency, sinCosAt } from './definition.js';
import { abs, BITS, fromNumber, mul } from './fixed.js';
import { FURTHEST } from './positions.js';
import { Random } from './random.js';

const pe = await load();

const CASES = [
  { headDim: 128, rotaryDim: 128, theta: 10000, heads: 2, start: 0 },
  { headDim: 64, rotaryDim: 64, theta: 500000, heads: 1, start: 131000 },
  { headDim: 96, rotaryDim: 24, theta: 10000, heads: 3, start: FURTHEST - 40 },
  { headDim: 10, rotaryDim: 6, theta: 1e6, heads: 2, start: -FURTHEST },
  { headDim: 2, rotaryDim: 2, theta: 10, heads: 5, start: 0.3 },
];

const ORDERS = [
  { layout: 'half', outLayout: 'half' },
  { layout: 'half', outLayout: 'interleaved' },
  { layout: 'interleaved', outLayout: 'half' },
  { layout: 'interleaved', outLayout: 'interleaved' },
] as const;

/** Components of pair k. */
function placesOf(layout: string, k: number, pairs: number) {
  return layout === 'half' ? [k, k + pairs] : [2 * k, 2 * k + 1];
}

describe.each(ORDERS)('$layout to $outLayout', ({ layout, outLayout }) => {
  it.each(CASES)('$headDim/$rotaryDim at $start', (o) => {
    const { headDim, rotaryDim, theta, heads, start } = o;
    // The last components are turned.
    const rotaryStart = headDim - rotaryDim;
    const shape = { headDim, rotaryDim, rotaryStart, theta };
    const rope = pe.rope({ ...shape, layout, outLayout });
    const length = 40;
    const random = Random.today(headDim);
    // Sizes of every kind, within a tensor and within a pair.
    const x = random
      .float32(length * heads * headDim)
      .map((value) => value * 2 ** random.integer(-40, 20));
    const pairs = rotaryDim / 2;
    const frequencies = Array.from({ length: pairs }, (_, k) =>
      frequency(theta, k, rotaryDim),
    );
    for (const inverse of [false, true]) {
      const { data } = rope.rotate(x, { heads, start, inverse });
      let worst = 0;
      for (let row = 0; row < length; ++row) {
        frequencies.forEach((f, k) => {
          const { sin, cos } = sinCosAt(start, f, row);
          const s = inverse ? -sin : sin;
          for (let head = 0; head < heads; ++head) {
            const at = (row * heads + head) * headDim + rotaryStart;
            const orders = [layout, outLayout];
            if (inverse) orders.reverse();
            const [[i = 0, j = 0] = [], [m = 0, n = 0] = []] = orders.map(
              (order) => placesOf(order, k, pairs),
            );
            const [a, b] = [x[at + i] ?? 0, x[at + j] ?? 0];
            const [p, q] = [fromNumber(a), fromNumber(b)];
            const unit = ulp32(Math.abs(a) + Math.abs(b));
            const errorOf = (value = Number.NaN, exact = 0n) =>
              Number(abs(fromNumber(value) - exact) >> (BITS - 200n)) /
              2 ** 200 /
              unit;
            const first = errorOf(data[at + m], mul(p, cos) - mul(q, s));
            const second = errorOf(data[at + n], mul(q, cos) + mul(p, s));
            worst = Math.max(worst, first, second);
          }
        });
      }
      expect(worst).toBeGreaterThan(0);
      expect(worst).toBeLessThanOrEqual(1.75);
      for (let i = 0; i < x.length; ++i) {
        if (i % headDim < rotaryStart) expect(data[i]).toBe(x[i]);
      }
    }
  });
});
