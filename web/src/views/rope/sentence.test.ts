// Moving keeps the scores with RoPE; rearranging words changes them.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../plot/grid.js';
import { withOption } from '../../state/spec.js';
import { computeProfile, computeSentence, largestChange } from './sentence.js';
import { type RopeState, readState, scene, writeState } from './state.js';

const initial: RopeState = {
  ...readState(new URLSearchParams()),
  start: 0,
  order: [],
};
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function sentence(patch: Partial<RopeState>) {
  return computeSentence(pe, { ...initial, ...patch });
}

describe('computeSentence', () => {
  it('keeps the scores of a sentence that moves', () => {
    for (const start of [1, 5000, 100_000]) {
      const { rotary, plain, added } = sentence({ start });
      expect(rotary.moved).toBeLessThan(1e-5);
      expect(added.moved).toBeGreaterThan(0.1);
      expect(plain.moved).toBe(0);
    }
  });

  it('tells orders apart with RoPE and not without', () => {
    const { words, rotary, plain } = sentence({
      text: 'dog bites man',
      order: [2, 1, 0],
    });
    expect(words).toEqual(['man', 'bites', 'dog']);
    expect(rotary.reordered).toBeGreaterThan(0.01);
    expect(plain.reordered).toBeLessThan(1e-6);
  });

  it('marks what the mask hides, and compares without the mask', () => {
    const { rotary } = sentence({ causal: true, order: [1, 0] });
    expect(valueAt(rotary.scores, 0, 1)).toBe(-Infinity);
    expect(valueAt(rotary.weights, 0, 1)).toBe(-Infinity);
    expect(valueAt(rotary.weights, 0, 0)).toBe(1);
    expect(rotary.moved).toBe(0);
  });

  it.each([
    [{ text: ' ' }, 'PAGE_EMPTY', 'text'],
    [{ spec: { method: 'rope', headDim: 63 } }, 'ERR_RANGE', 'headDim'],
    [{ spec: { method: 'rope', headDim: 10_000 } }, 'PAGE_LIMIT', 'headDim'],
    [{ likeness: 1.1 }, 'PAGE_RANGE', 'likeness'],
    [{ start: Number.NaN }, 'ERR_', 'keyStart'],
  ])('refuses %o', (patch, code, param) => {
    const said = { code: expect.stringContaining(code), param };
    expect(() => sentence(patch)).toThrow(expect.objectContaining(said));
  });
});

it('profiles a word from distance 0 on', () => {
  const { word, rotary, plain } = computeProfile(pe, { ...initial, word: 5 });
  expect(word).toBe('dog');
  expect(rotary[0]).toBeCloseTo(plain[0] ?? 0, 4);
  expect(Math.max(...rotary.slice(1))).toBeLessThan(rotary[0] ?? 0);
  expect(new Set(plain).size).toBe(1);
});

it('has an address of what differs from its first state', () => {
  const query = (state: RopeState) => new URLSearchParams(writeState(state));
  const first = readState(new URLSearchParams());
  expect(writeState(first)).toBe('');
  const other = {
    ...first,
    spec: withOption(withOption(first.spec, 'rotaryDim', 32), 'theta', 5e5),
    start: 0,
  };
  expect(writeState(other)).toBe('rotaryDim=32&theta=500000&start=0');
  expect(readState(query(other))).toEqual(other);
  for (const name of Object.keys(methods.rope.parameters)) {
    expect(Object.keys(scene)).not.toContain(name);
  }
});

it('compares scores of the same two words', () => {
  const a = { rows: 2, columns: 2, values: Float32Array.of(1, 2, 3, 4) };
  const b = { rows: 2, columns: 2, values: Float32Array.of(4, 3, 2, 1) };
  expect(largestChange(a, a, (i) => i)).toBe(0);
  expect(largestChange(a, b, (i) => i)).toBe(3);
  expect(largestChange(a, b, (i) => 1 - i)).toBe(0);
});
