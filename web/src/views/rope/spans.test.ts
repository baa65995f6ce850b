// Wavelengths against the lengths of training and of use.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  computeSpans,
  type Span,
  type Spans,
} from '../../figures/spans/spans.js';
import type { Spec } from '../../state/spec.js';
import { lengthsOf } from './lengths.js';
import { method } from './method.js';
import { type RopeState, readState } from './state.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

/** The spans of a state, as the view asks for them. */
const spansOf = (state: RopeState) =>
  computeSpans(pe, state.spec, lengthsOf(method, state.spec, state));

beforeAll(async () => {
  pe = await load();
});

/** The numbers of the pairs for which something holds. */
function those({ pairs }: Spans, holds: (pair: Span) => boolean): number[] {
  return [...pairs.keys()].filter((k) => holds(pairs[k] as Span));
}

const partial = (pair: Span) => pair.partial;
const beyond = (pair: Span) => pair.beyond;

describe('computeSpans', () => {
  it('knows the pairs that complete no turn in training', () => {
    const spans = spansOf({ ...initial, trained: 4096, target: 8192 });
    // 2π · 10000^(k/32) > 4096 from k = 22.5 on.
    const slow = [23, 24, 25, 26, 27, 28, 29, 30, 31];
    expect(those(spans, partial)).toEqual(slow);
    expect(those(spans, beyond)).toEqual(slow);
    expect(spans.pairs[16]?.before).toBeCloseTo(2 * Math.PI * 100, 10);
    expect(those(spans, (p) => p.before !== p.after)).toEqual([]);
  });

  it('finds no new angle at the length of training', () => {
    const spans = spansOf({ ...initial, target: 4096 });
    expect(those(spans, beyond)).toEqual([]);
  });

  it('finds no new angle where a schedule stretches all slow pairs', () => {
    const spec: Spec = {
      ...{ method: 'rope', headDim: 128, theta: 500_000 },
      scaling: { type: 'llama3', factor: 8, originalMaxPosition: 8192 },
    };
    const spans = spansOf({ ...initial, spec, target: 65_536 });
    expect(those(spans, partial)).toHaveLength(29);
    expect(those(spans, beyond)).toEqual([]);
    const { before = 0, after, kind } = spans.pairs[63] ?? {};
    expect(after).toBeCloseTo(8 * before, 3);
    expect(kind).toBe('interpolated');
    const further = spansOf({ ...initial, spec, target: 65_537 });
    expect(those(further, beyond)).toEqual(those(spans, partial));
    // Llama 3.1 is made for 131 072 positions, which are more than 8 × 8192.
    const { target, ...own } = spansOf({ ...initial, spec });
    expect(target?.value).toBe(131_072);
    expect(own.pairs.filter(beyond)).toHaveLength(29);
  });

  it('knows pairs that never turn', () => {
    const scaling = { type: 'proportional', share: 0.25 };
    const spec: Spec = { method: 'rope', headDim: 64, scaling };
    const spans = spansOf({ ...initial, spec });
    const still = those(spans, (pair) => pair.still);
    expect(still).toEqual(Array.from({ length: 24 }, (_, k) => 8 + k));
    // A pair that never turns is none of the slow ones.
    expect(those(spans, partial)).toEqual([]);
    expect(those(spans, beyond)).toEqual([]);
  });

  // 2π · theta^(2k/d) > trained, by hand.
  it.each([
    ['Llama 3 8B', 29],
    ['Qwen2 7B', 24],
    ['Phi-2', 5],
    ['GPT-NeoX 20B', 4],
    ['GPT-J 6B', 11],
    ['Gemma 4 26B global', 0],
  ] as const)('%s: %i pairs turn less than once', (name, count) => {
    const preset = methods.rope.presets[name];
    const spec: Spec = { ...preset, method: 'rope' };
    const spans = spansOf({ ...initial, spec });
    expect(those(spans, partial)).toHaveLength(count);
  });

  it('makes schedules of the length for the target', () => {
    const scaling = { type: 'dynamic', factor: 2, maxPosition: 2048 };
    const spec: Spec = { method: 'rope', headDim: 64, scaling };
    const spans = spansOf({ ...initial, spec });
    expect(those(spans, (p) => p.before !== p.after)).toEqual([]);
    const { after = 0, reached } = spans.pairs[31] ?? {};
    expect(reached).toBeGreaterThan(2.9 * after);
  });

  it.each([
    ['trained', 0],
    ['target', Number.NaN],
    ['target', 1.5],
  ])('refuses %s = %f', (param, length) => {
    const said = { code: 'PAGE_RANGE', param };
    expect(() => spansOf({ ...initial, [param]: length })).toThrow(
      expect.objectContaining(said),
    );
  });
});
