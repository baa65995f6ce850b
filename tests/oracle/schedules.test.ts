/**
 * The stated accuracy of every schedule of a rope, against the oracle.
 *
 * | what | bound |
 * |---|---|
 * | frequencies, float64 | 0.5001 ulp |
 * | cosines and sines, float32, |position| <= 2^31 | 0.5001 ulp |
 * | cosines and sines, float64, |position| <= 2^31 | 1 ulp |
 *
 * whatever their factor is.
 */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { sinCosAt } from './definition.js';
import { mul } from './fixed.js';
import { FRACTIONS, nearQuarterTurns } from './positions.js';
import {
  attentionFactor,
  type Scaling,
  type Spec,
  scaledFrequency,
} from './schedules.js';
import { FLOAT64, round } from './ulp.js';
import { FORMATS, valueAt, Worst } from './worst.js';

const pe = await load();

/** Divisors that grow, as those of LongRoPE do. */
const divisors = (pairs: number, most: number) =>
  Array.from({ length: pairs }, (_, k) => 1 + ((most - 1) * k) / pairs);

const spec = (
  theta: number,
  rotaryDim: number,
  scaling: Scaling,
  contextLength?: number,
): Spec => ({
  theta,
  rotaryDim,
  scaling,
  ...(contextLength !== undefined && { contextLength }),
});

const longrope = {
  type: 'longrope',
  shortFactor: divisors(24, 3),
  longFactor: divisors(24, 64),
  originalMaxPosition: 4096,
  maxPosition: 131072,
} as const;

const SPECS: readonly Spec[] = [
  spec(10000, 32, { type: 'linear', factor: 2.5 }),
  spec(10000, 32, { type: 'linear', factor: 3, divide: 'positions' }),
  spec(10000, 128, { type: 'ntk', factor: 8 }),
  spec(500000, 4, { type: 'ntk', factor: 1000 }),
  spec(10000, 64, { type: 'ntk', factor: 7, form: 'fixed' }),
  spec(10000, 64, { type: 'ntk', factor: 7, form: 'mixed' }),
  spec(10000, 20, { type: 'ntk', factor: 4, form: 'mixed', exponent: 0.3 }),
  spec(10000, 64, { type: 'dynamic', factor: 2, maxPosition: 2048 }, 6000),
  spec(1e6, 128, { type: 'dynamic', factor: 2.5, maxPosition: 32768 }, 99999),
  spec(10000, 32, { type: 'dynamic', form: 'linear', maxPosition: 513 }, 1024),
  spec(10000, 128, { type: 'dynamic', form: 'alpha', factor: 1000 }, 9999),
  spec(1e6, 128, { type: 'yarn', factor: 4, originalMaxPosition: 32768 }),
  spec(150000, 64, {
    ...{ type: 'yarn', factor: 32, originalMaxPosition: 4096 },
    truncate: false,
  }),
  spec(10000, 64, {
    ...{ type: 'yarn', factor: 40, originalMaxPosition: 4096 },
    ...{ mscale: 1, mscaleAllDim: 1 },
  }),
  spec(50000, 64, {
    ...{ type: 'yarn', factor: 32, originalMaxPosition: 4096 },
    ...{ betaFast: 1, betaSlow: 1, attentionFactor: 1 },
  }),
  // Both ends become 0, as the trained context has less than a turn.
  spec(10000, 32, { type: 'yarn', factor: 2, originalMaxPosition: 6 }),
  spec(10000, 128, {
    ...{ type: 'yarn', factor: 16, originalMaxPosition: 8192 },
    ...{ extrapolationFactor: 0.75, magnitude: 0.9, slope: 0.07 },
  }),
  spec(10000, 128, {
    ...{ type: 'yarn', factor: 16, originalMaxPosition: 8192 },
    ...{ blend: 'log', truncate: false },
  }),
  spec(10000, 128, {
    ...{ type: 'ntkByParts', factor: 4, originalMaxPosition: 2048 },
  }),
  spec(10000, 64, {
    ...{ type: 'ntkByParts', factor: 3, originalMaxPosition: 2048 },
    ...{ ntkFactor: 0.5, extrapolationFactor: 0.25 },
  }),
  // Dynamic position extrapolation: at noise, nearly done, and without time.
  ...[1, 0.35, 0.07, 0.004, 2 ** -20, undefined].map((time) =>
    spec(10000, 40, {
      ...{ type: 'resolution', patches: [150], basePatches: 64 },
      ...(time !== undefined && { time }),
    }),
  ),
  spec(256, 24, {
    ...{ type: 'resolution', patches: [97], basePatches: 83, time: 0.6 },
  }),
  // All pairs turn less than twice, and nearly all less than 0.75 times.
  spec(10000, 24, { type: 'resolution', patches: [5], basePatches: 3 }),
  spec(10000, 32, { type: 'resolution', patches: [83], basePatches: 83 }),
  ...[1, 0.3, undefined].map((time) =>
    spec(5000, 20, {
      ...{ type: 'resolution', patches: [200], basePatches: 83, form: 'ntk' },
      ...(time !== undefined && { time }),
    }),
  ),
  spec(10000, 48, longrope),
  spec(10000, 48, longrope, 4097),
  spec(500000, 128, {
    ...{ type: 'llama3', factor: 8, originalMaxPosition: 8192 },
  }),
  spec(10000, 64, {
    ...{ type: 'llama3', factor: 4, originalMaxPosition: 4096 },
    ...{ lowFreqFactor: 2, highFreqFactor: 8.5 },
  }),
  spec(1e6, 32, { type: 'proportional', share: 0.4, factor: 3 }),
  spec(500000, 16, { type: 'factors', factors: divisors(8, 32) }),
];

const titled = SPECS.map((one) => {
  const { type, ...rest } = one.scaling;
  const short = JSON.stringify(rest, (_, value) =>
    Array.isArray(value) ? `${value.length} numbers` : value,
  );
  const title = `${type} ${short} theta ${one.theta}, ${one.rotaryDim} wide`;
  return [title, one] as const;
});

describe.each(titled)('%s', (_, one) => {
  const { rotaryDim, ...options } = one;
  const rope = pe.rope({ headDim: rotaryDim, ...options });
  const pairs = rotaryDim / 2;

  it('frequencies', () => {
    const worst = new Worst(FLOAT64);
    for (let k = 0; k < pairs; ++k) {
      const exact = scaledFrequency(one, k);
      worst.add(rope.frequencies[k] ?? NaN, exact, () => `pair ${k}`);
    }
    worst.expectWithin(0.5001);
  });

  it('cosines and sines', () => {
    const some = [...new Set([0, 1, pairs >> 1, pairs - 2, pairs - 1])];
    const exact = some.map((k) => scaledFrequency(one, k));
    const positions = [
      ...[0, 1, 2, 255, 256, 65537, -1, -300, 2 ** 31],
      ...FRACTIONS.filter((p) => Math.abs(p) <= 2 ** 31),
      ...exact.flatMap((f) => (f > 0n ? nearQuarterTurns(f, 2 ** 31) : [])),
    ];
    const factor = attentionFactor(one);
    expect(rope.attentionFactor).toBe(round(factor, FLOAT64));
    for (const dtype of ['float32', 'float64'] as const) {
      const tables = rope.cosSin({ positions, dtype });
      const worst = new Worst(FORMATS[dtype]);
      positions.forEach((position, row) => {
        some.forEach((k, i) => {
          const values = sinCosAt(position, exact[i] ?? 0n);
          for (const wave of ['sin', 'cos'] as const) {
            const got = valueAt(tables[wave], row * pairs + k);
            const want = mul(values[wave], factor);
            worst.add(got, want, () => `${wave} ${position}, pair ${k}`);
          }
        });
      });
      worst.expectWithin({ float32: 0.5001, float64: 1 }[dtype]);
    }
  });
});

it('every schedule is among them', () => {
  const types = new Set(SPECS.map(({ scaling }) => scaling.type));
  const all = ['linear', 'ntk', 'dynamic', 'yarn', 'ntkByParts', 'longrope'];
  expect([...types].sort()).toEqual(
    [...all, 'llama3', 'proportional', 'factors', 'resolution'].sort(),
  );
});
