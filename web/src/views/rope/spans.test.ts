// Wavelengths against the lengths of training and of use.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Spec } from '../../state/spec.js';
import { computeSpans, decadesOf, lengthsOf, unscaled } from './spans.js';
import { readState } from './state.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

describe('computeSpans', () => {
  it('counts the pairs that complete no turn in training', () => {
    const spans = computeSpans(pe, { ...initial, trained: 4096, target: 8192 });
    // 2π · 10000^(k/32) > 4096 from k = 22.5 on.
    expect(spans.partial.indexOf(true)).toBe(23);
    expect(spans.partial.filter(Boolean)).toHaveLength(9);
    expect(spans.beyond).toEqual(spans.partial);
    expect(spans.before[16]).toBeCloseTo(2 * Math.PI * 100, 10);
    expect(spans.after).toEqual(spans.before);
  });

  it('finds no new angle at the length of training', () => {
    const { beyond } = computeSpans(pe, { ...initial, target: 4096 });
    expect(beyond).not.toContain(true);
  });

  it('finds no new angle where a schedule stretches all slow pairs', () => {
    const spec: Spec = {
      ...{ method: 'rope', headDim: 128, theta: 500_000 },
      scaling: { type: 'llama3', factor: 8, originalMaxPosition: 8192 },
    };
    const spans = computeSpans(pe, { ...initial, spec });
    expect(spans.partial.filter(Boolean).length).toBeGreaterThan(20);
    expect(spans.beyond).not.toContain(true);
    expect(spans.after[63]).toBeCloseTo(8 * (spans.before[63] as number), 3);
    const further = computeSpans(pe, { ...initial, spec, target: 65_537 });
    expect(further.beyond).toEqual(spans.partial);
  });

  it('knows pairs that never turn', () => {
    const scaling = { type: 'proportional', share: 0.25 };
    const spec: Spec = { method: 'rope', headDim: 64, scaling };
    const { after, beyond } = computeSpans(pe, { ...initial, spec });
    expect(after.indexOf(Infinity)).toBe(8);
    expect(beyond).not.toContain(true);
  });

  it('makes schedules of the length for the target', () => {
    const scaling = { type: 'dynamic', factor: 2, maxPosition: 2048 };
    const spec: Spec = { method: 'rope', headDim: 64, scaling };
    const { before, after, reached } = computeSpans(pe, { ...initial, spec });
    expect(after).toEqual(before);
    expect(reached[31]).toBeGreaterThan(2.9 * (after[31] as number));
  });

  it.each([
    ['trained', 0],
    ['target', Number.NaN],
    ['target', 1.5],
  ])('refuses %s = %f', (param, length) => {
    const said = { code: 'PAGE_RANGE', param };
    expect(() => computeSpans(pe, { ...initial, [param]: length })).toThrow(
      expect.objectContaining(said),
    );
  });
});

it('takes what belongs to the schedule away', () => {
  const spec: Spec = {
    ...{ method: 'rope', headDim: 64, contextLength: 9000 },
    scaling: { type: 'linear', factor: 4 },
  };
  expect(unscaled(spec)).toEqual({ method: 'rope', headDim: 64 });
});

it.each([
  [{ type: 'default' }, { trained: 4096, target: 4096 }],
  [
    { type: 'linear', factor: 4 },
    { trained: 4096, target: 16_384 },
  ],
  [
    { type: 'yarn', factor: 4, originalMaxPosition: 32_768 },
    { trained: 32_768, target: 131_072 },
  ],
  [
    { type: 'dynamic', factor: 2, maxPosition: 2048 },
    { trained: 2048, target: 4096 },
  ],
  [
    { type: 'longrope', originalMaxPosition: 4096, maxPosition: 131_072 },
    { trained: 4096, target: 131_072 },
  ],
])('reads the lengths of %o', (scaling, wanted) => {
  expect(lengthsOf({ scaling })).toEqual(wanted);
  const longer = { ...wanted, target: 300_000 };
  expect(lengthsOf({ scaling, contextLength: 300_000 })).toEqual(longer);
});

it('shows whole decades, and no level without an end', () => {
  expect(decadesOf([6.3, 4096, Infinity])).toEqual([1, 10_000]);
  expect(decadesOf([20, 100])).toEqual([10, 1000]);
});
