/**
 * The stated accuracy of ropes over several axes, with learned frequencies and
 * with a decay, against the oracle.
 *
 * | what | precision exact, |angle| <= 2^31 | bound |
 * |---|---|---|
 * | cosSin, every form of axes | float32 | 0.5001 ulp |
 * |  | float64 | 1 ulp |
 * | cosSin with a decay | float32 | 0.5001 ulp |
 * | cosSin with a decay | float64 | 5 ulp |
 */

import { load, type RopeOptions } from 'posenc';
import { describe, expect, it } from 'vitest';
import { frequency, sinCosAt } from './definition.js';
import {
  abs,
  div,
  exp,
  fromNumber,
  ln,
  mul,
  ONE,
  PI,
  sinCos,
} from './fixed.js';
import { nearQuarterTurns } from './positions.js';
import { Random } from './random.js';
import { FORMATS, Worst } from './worst.js';

const pe = await load();

const HEAD = 24;
const PAIRS = HEAD / 2;

/**
 * Sines and cosines below this are zeros: whole numbers times multiples of π.
 * The library's frequencies have 120 bits, so that it gives less than 1e-25.
 */
const NONE = ONE >> 200n;

/** The frequency of each pair, and its axis. */
interface Pair {
  axis: number;
  frequency: bigint;
}

const plain = (k: number) => frequency(10000, k, HEAD);
const block = (k: number) => frequency(10000, k % 6, PAIRS);
/** π(1 + k (R/2 - 1)/5) of six bands, R = 40. */
const linear = (k: number) => PI + (PI * BigInt((k % 6) * 19)) / 5n;
/** π(R/2)^(k/5) of six bands. */
const octaves = (k: number) => mul(PI, exp((BigInt(k % 6) * ln(20)) / 5n));

const FORMS: [string, RopeOptions['axes'], (k: number) => Pair][] = [
  [
    'sections',
    { type: 'sections', sections: [2, 5, 5] },
    (k) => ({ axis: k < 2 ? 0 : k < 7 ? 1 : 2, frequency: plain(k) }),
  ],
  [
    'interleaved',
    { type: 'interleaved', sections: [6, 3, 3] },
    (k) => ({ axis: k < 9 ? k % 3 : 0, frequency: plain(k) }),
  ],
  [
    'axial',
    { type: 'axial' },
    (k) => ({ axis: k < 6 ? 0 : 1, frequency: block(k) }),
  ],
  [
    'axial, last axis first, in turns',
    { type: 'axial', lastAxisFirst: true, unit: 'turns' },
    (k) => ({ axis: k < 6 ? 1 : 0, frequency: mul(block(k), 2n * PI) }),
  ],
  [
    'axial, linear',
    { type: 'axial', bands: 'linear', maxResolution: 40 },
    (k) => ({ axis: k < 6 ? 0 : 1, frequency: linear(k) }),
  ],
  [
    'axial, octaves',
    { type: 'axial', bands: 'octaves', maxResolution: 40 },
    (k) => ({ axis: k < 6 ? 0 : 1, frequency: octaves(k) }),
  ],
];

describe.each(FORMS)('%s', (_, axes, pairOf) => {
  const rope = pe.rope({ headDim: HEAD, axes });
  const pairs = Array.from({ length: PAIRS }, (_, k) => pairOf(k));
  const random = Random.today(rope.axes);
  const hardest = pairs.flatMap(({ frequency: f }) =>
    f < ONE ? nearQuarterTurns(f, 2 ** 31) : [],
  );
  const list = () =>
    Array.from({ length: 60 }, (_, i) =>
      i % 3 === 0
        ? (hardest[random.integer(0, Math.max(hardest.length - 1, 0))] ?? i)
        : random.integer(-(2 ** 24), 2 ** 24) / (i % 2 === 0 ? 1 : 2 ** 12),
    );
  const positions = Array.from({ length: rope.axes }, list);

  it.each([
    ['float32', 0.5001],
    ['float64', 1],
  ] as const)('%s within %f ulp', (dtype, bound) => {
    const { cos, sin } = rope.cosSin({ positions, dtype });
    const worst = new Worst(FORMATS[dtype]);
    for (let row = 0; row < 60; ++row) {
      pairs.forEach(({ axis, frequency: f }, k) => {
        const p = positions[axis]?.[row] ?? Number.NaN;
        const want = sinCosAt(p, f);
        const where = () => `${p} on axis ${axis}, pair ${k}`;
        for (const [got, exact] of [
          [cos.data[row * PAIRS + k], want.cos],
          [sin.data[row * PAIRS + k], want.sin],
        ] as const) {
          if (abs(exact) < NONE)
            expect(Math.abs(Number(got))).toBeLessThan(1e-25);
          else worst.add(Number(got), exact, where);
        }
      });
    }
    worst.expectWithin(bound);
  });
});

describe('mixed', () => {
  const random = Random.today(77);
  const heads = 3;
  // The second half of a head nearly undoes the first, so that sums cancel.
  const data = random.float32(2 * heads * PAIRS);
  for (let i = 0; i < PAIRS; ++i) {
    data[heads * PAIRS + i] = Math.fround(-(data[i] ?? 0) * (1 + 2 ** -20));
  }
  const shape = [2, heads, PAIRS];
  const frequencies = { data, shape, dtype: 'float32' } as const;
  const rope = pe.rope({ headDim: HEAD, axes: { type: 'mixed', frequencies } });
  const positions = [0, 1].map((axis) =>
    Array.from({ length: 40 }, (_, i) =>
      i < 20 ? i * 1000 + axis : random.integer(-(2 ** 40), 2 ** 40) / 1024,
    ),
  );

  it.each([
    ['float32', 0.5001],
    ['float64', 1],
  ] as const)('%s within %f ulp', (dtype, bound) => {
    const { cos, sin } = rope.cosSin({ positions, dtype });
    expect(cos.shape).toEqual([40, heads, PAIRS]);
    const worst = new Worst(FORMATS[dtype]);
    for (let i = 0; i < cos.data.length; ++i) {
      const row = Math.floor(i / (heads * PAIRS));
      const at = i % (heads * PAIRS);
      const angle = positions.reduce((sum, list, axis) => {
        const f = data[axis * heads * PAIRS + at] ?? Number.NaN;
        return sum + mul(fromNumber(list[row] ?? NaN), fromNumber(f));
      }, 0n);
      const want = sinCos(angle);
      worst.add(Number(cos.data[i]), want.cos, () => `cosine ${i}`);
      worst.add(Number(sin.data[i]), want.sin, () => `sine ${i}`);
    }
    worst.expectWithin(bound);
  });
});

describe.each([
  { scaleBase: 512, centre: 0, smoothing: 0.4 },
  { scaleBase: 64, centre: 1000.5, smoothing: 0.1 },
])('xPos, $scaleBase around $centre', (decay) => {
  const { scaleBase, centre, smoothing } = decay;
  const rope = pe.rope({ headDim: HEAD, decay: { type: 'xpos', ...decay } });
  const positions = [0, 1, 7.25, 500, 1000, 1002, 2000, -900];
  const gamma = fromNumber(smoothing);
  const zetas = Array.from({ length: PAIRS }, (_, k) =>
    div((ONE * 2n * BigInt(k)) / BigInt(HEAD) + gamma, ONE + gamma),
  );

  it.each([
    ['query', 'float32', 0.5001],
    ['key', 'float32', 0.5001],
    ['query', 'float64', 5],
    ['key', 'float64', 5],
  ] as const)('%s, %s within %f ulp', (side, dtype, bound) => {
    const { cos, sin } = rope.cosSin({ positions, side, dtype });
    const worst = new Worst(FORMATS[dtype]);
    positions.forEach((p, row) => {
      const e = div(fromNumber(p) - fromNumber(centre), fromNumber(scaleBase));
      zetas.forEach((zeta, k) => {
        const power = mul(e, lnOf(zeta));
        const factor = exp(side === 'query' ? power : -power);
        const want = sinCosAt(p, plain(k));
        const where = () => `${p}, pair ${k}`;
        const at = row * PAIRS + k;
        worst.add(Number(cos.data[at]), mul(want.cos, factor), where);
        worst.add(Number(sin.data[at]), mul(want.sin, factor), where);
      });
    });
    worst.expectWithin(bound);
  });
});

/** ln of a number from 0 to 1, by Newton's method. */
function lnOf(x: bigint): bigint {
  let y = fromNumber(Math.log(Number(x >> 220n) / 2 ** 100));
  for (let i = 0; i < 4; ++i) y = y - ONE + mul(x, exp(-y));
  return y;
}
