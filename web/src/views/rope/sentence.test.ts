// Moving keeps the scores with RoPE; rearranging words changes them.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { valueAt } from '../../plot/grid.js';
import { withOption } from '../../state/spec.js';
import { computeSentence, differenceOf, largestChange } from './sentence.js';
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

describe('the map of differences', () => {
  const swapped = [0, 5, 2, 3, 4, 1, 6, 7, 8, 9];

  it('is the same cell with and without position', () => {
    const all = sentence({ start: 30 });
    for (const way of ['rotary', 'added'] as const) {
      const map = differenceOf(all, way, 'scores', 'plain');
      const [row, column] = [3, 7];
      const cell = valueAt(all[way].scores, row, column);
      const plain = valueAt(all.plain.scores, row, column);
      expect(valueAt(map, row, column)).toBe(Math.fround(cell - plain));
    }
  });

  it('shows what the ledger says', () => {
    const all = sentence({ start: 700, order: swapped });
    for (const way of ['rotary', 'added', 'plain'] as const) {
      for (const other of ['moved', 'reordered'] as const) {
        const { values } = differenceOf(all, way, 'scores', other);
        const most = Math.max(...values.map(Math.abs));
        expect(most).toBeCloseTo(all[way][other], 5);
      }
    }
  });

  it('follows the two words to their first places', () => {
    const all = sentence({ order: swapped });
    const typed = sentence({});
    const map = differenceOf(all, 'rotary', 'scores', 'reordered');
    // The cat is now the 6th word, and was the 2nd.
    const [here, there] = [
      valueAt(all.rotary.scores, 5, 9),
      valueAt(typed.rotary.scores, 1, 9),
    ];
    expect(valueAt(map, 5, 9)).toBe(Math.fround(here - there));
  });

  it('hides what the mask hides', () => {
    const all = sentence({ causal: true });
    const map = differenceOf(all, 'rotary', 'weights', 'plain');
    expect(valueAt(map, 0, 1)).toBe(-Infinity);
    expect(valueAt(map, 1, 0)).toBeGreaterThan(-1);
  });
});

it('has an address of what differs from its first state', () => {
  const query = (state: RopeState) => new URLSearchParams(writeState(state));
  const first = readState(new URLSearchParams());
  expect(writeState(first)).toBe('');
  const other = {
    ...first,
    spec: withOption(withOption(first.spec, 'rotaryDim', 32), 'theta', 5e5),
    start: 12,
  };
  expect(writeState(other)).toBe('rotaryDim=32&theta=500000&start=12');
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
