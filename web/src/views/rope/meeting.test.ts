// The products of pairs against whole vectors that the package turns.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  pairPlaces,
  pairShown,
  spreadPairs,
} from '../../figures/arrows/pairs.js';
import { embedWords, splitWords } from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import type { Spec } from '../../state/spec.js';
import { compareWays, meetWords, ownPlaces, placesOf } from './meeting.js';
import { type RopeState, readState } from './state.js';

const initial = {
  ...readState(new URLSearchParams()),
  ...{ queryAt: 12, keyAt: 5 },
};
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

/** The score of two words of a sentence that is attended as a whole. */
function wholeScore(state: RopeState): number {
  const words = splitWords(state.text);
  const rotary = makeRope(pe, state.spec);
  const { queryAt, keyAt } = placesOf(state);
  const x = embedWords(pe, words, rotary.headDim, state.likeness);
  const { scores } = pe.attention({
    q: x,
    k: x,
    heads: 1,
    rotary,
    queryPositions: words.map((_, i) => queryAt + i - state.query),
    keyPositions: words.map((_, i) => keyAt + i - state.key),
  });
  return scores.data[state.query * words.length + state.key] as number;
}

const specs: readonly Partial<Spec>[] = [
  { headDim: 64 },
  { headDim: 64, layout: 'interleaved', theta: 500_000 },
  { headDim: 96, rotaryDim: 24 },
  { headDim: 80, rotaryDim: 32, layout: 'interleaved', precision: 'torch' },
  { headDim: 2 },
  { headDim: 24, rotaryDim: 16, rotaryStart: 8 },
  { headDim: 64, rotaryDim: 32, layout: 'interleaved', outLayout: 'half' },
  // A layer without positions.
  { headDim: 16, rotaryDim: 0 },
  {
    headDim: 64,
    rotaryDim: 32,
    scaling: {
      ...{ type: 'yarn', factor: 4, originalMaxPosition: 4096 },
      ...{ mscale: 1, mscaleAllDim: 0.5 },
    },
  },
];

describe.each(specs)('the meeting of two words with %o', (options) => {
  const spec: Spec = { ...options, method: 'rope' };

  it.each([
    { queryAt: 12, keyAt: 5 },
    { queryAt: 3, keyAt: 90_000, query: 0, key: 9 },
    { queryAt: -4, keyAt: 0.5, query: 5, key: 5 },
  ])('adds up to the score of the whole sentence at %o', (places) => {
    const state = { ...initial, ...places, spec };
    const { score, sum, scale, moved } = meetWords(pe, state);
    expect(score).toBe(wholeScore(state));
    // The package adds in float32, the page in float64.
    expect(Math.abs(scale * sum - score)).toBeLessThan(1e-5);
    // Angles that are rounded to float32 change with the position.
    const exact = spec.precision === undefined;
    expect(Math.abs(moved - score)).toBeLessThan(exact ? 1e-5 : 0.1);
  });

  it('turns each arrow by its angle, and scales it', () => {
    const { attentionFactor } = makeRope(pe, spec);
    const { pairs } = meetWords(pe, { ...initial, spec });
    for (const { query, key } of pairs) {
      for (const { before, after, angle } of [query, key]) {
        const [a, b] = before;
        const cos = attentionFactor * Math.cos(angle);
        const sin = attentionFactor * Math.sin(angle);
        expect(after[0]).toBeCloseTo(a * cos - b * sin, 4);
        expect(after[1]).toBeCloseTo(b * cos + a * sin, 4);
      }
    }
  });
});

describe.each<Partial<Spec>>([
  { headDim: 16, decay: { type: 'xpos', scaleBase: 2 ** 20 } },
  { headDim: 12, axes: { type: 'sections', sections: [2, 2, 2] } },
  { headDim: 16, axes: { type: 'axial', count: 2 } },
])('the meeting with %o', (options) => {
  const spec: Spec = { ...options, method: 'rope' };

  it('adds up to the score of the whole sentence', () => {
    const state = { ...initial, queryAt: 3000, keyAt: 70_000, spec };
    const { score, sum, scale, moved } = meetWords(pe, state);
    expect(score).toBe(wholeScore(state));
    expect(Math.abs(scale * sum - score)).toBeLessThan(1e-5);
    expect(Math.abs(moved - score)).toBeLessThan(1e-5);
  });
});

it('draws no mixtures of frequencies', () => {
  const mixtures: readonly Partial<Spec>[] = [
    { axes: { type: 'mixed', frequencies: [1, 2].map((x) => [[x, x]]) } },
    {
      scaling: {
        ...{ type: 'fope', count: 1 },
        ...{ cosines: [1], sines: [1] },
      },
    },
  ];
  for (const options of mixtures) {
    const spec: Spec = { ...options, headDim: 4, method: 'rope' };
    const compute = () => meetWords(pe, { ...initial, spec });
    expect(compute).toThrow(/one frequency each/);
  }
});

it('knows the places that the package turns together', () => {
  for (const layout of ['half', 'interleaved'] as const) {
    const rope = pe.rope({ headDim: 12, rotaryDim: 8, rotaryStart: 2, layout });
    pairPlaces(layout, rope).forEach(([a, b], k) => {
      const unit = new Float32Array(12);
      unit[a] = 1;
      const { data } = rope.rotate(unit, { heads: 1, start: 1 });
      const angle = rope.frequencies[k] as number;
      expect(data[b]).toBe(Math.fround(Math.sin(angle)));
    });
  }
});

it('leaves the components that no pair turns to the rest', () => {
  const at = (rotaryDim: number) =>
    meetWords(pe, {
      ...initial,
      spec: { method: 'rope', headDim: 8, rotaryDim },
    });
  expect(at(8)).toMatchObject({ rest: 0, hasRest: false });
  expect(at(6).hasRest).toBe(true);
  const x = embedWords(pe, ['cat', 'dog'], 8, initial.likeness);
  const rest =
    (x[6] as number) * (x[14] as number) + (x[7] as number) * (x[15] as number);
  expect(at(6).rest).toBeCloseTo(rest, 12);
  const none = at(0);
  expect(none).toMatchObject({ pairs: [], hasRest: true, sum: none.rest });
});

it.each([
  [32, 6, [0, 6, 12, 19, 25, 31]],
  [3, 6, [0, 1, 2]],
  [1, 6, [0]],
  [0, 6, []],
])('spreads over %i pairs', (pairs, most, wanted) => {
  expect(spreadPairs(pairs, most)).toEqual(wanted);
});

it.each([
  [6, 32, 6],
  [40, 32, 31],
  [-3, 32, 0],
  [1.6, 32, 2],
  [Number.NaN, 32, 0],
  [5, 0, -1],
])('shows for pair %f of %i pair %i', (wanted, pairs, shown) => {
  expect(pairShown(wanted, pairs)).toBe(shown);
});

describe('the arrows', () => {
  const first = readState(new URLSearchParams());

  it('start where the sentence has the two words', () => {
    expect(ownPlaces(first)).toEqual({ queryAt: 1, keyAt: 5 });
    expect(placesOf(first)).toEqual({ queryAt: 1, keyAt: 5 });
    expect(placesOf({ ...first, start: 40 })).toEqual({
      queryAt: 41,
      keyAt: 45,
    });
    // The cat and the dog have changed places.
    const order = [0, 5, 2, 3, 4, 1, 6, 7, 8, 9];
    expect(placesOf({ ...first, order })).toEqual({ queryAt: 5, keyAt: 1 });
    expect(placesOf({ ...first, query: 99 })).toMatchObject({ queryAt: 0 });
  });

  it('go where the reader puts them', () => {
    const state = { ...first, queryAt: 70, keyAt: undefined };
    expect(placesOf(state)).toEqual({ queryAt: 70, keyAt: 5 });
  });
});

describe('the scores in three ways', () => {
  it.each([
    [12, 5],
    [0, 300],
    [90_000, 90_003],
  ])('with the query at %i and the key at %i', (queryAt, keyAt) => {
    const state = { ...initial, queryAt, keyAt };
    const live = compareWays(pe, state, meetWords(pe, state));
    const words = splitWords(state.text);
    const [cat, dog] = [1, 5].map((i) =>
      embedWords(pe, [words[i] as string], 64, state.likeness),
    ) as [Float32Array, Float32Array];
    const dot = (a: ArrayLike<number>, b: ArrayLike<number>) =>
      Array.from(a).reduce((sum, x, i) => sum + x * Number(b[i]), 0) / 8;
    // The table is computed here from its formula.
    const added = (x: Float32Array, position: number) =>
      Array.from(x, (value, i) => {
        const angle = position * 10_000 ** ((-2 * Math.floor(i / 2)) / 64);
        return value + (i % 2 === 0 ? Math.sin(angle) : Math.cos(angle));
      });
    const first = Math.min(queryAt, keyAt);
    expect(live.from).toEqual({
      queryAt: queryAt - first,
      keyAt: keyAt - first,
    });
    expect(live.plain.here).toBeCloseTo(dot(cat, dog), 4);
    expect(live.plain.moved).toBe(live.plain.here);
    expect(live.added.here).toBeCloseTo(
      dot(added(cat, queryAt), added(dog, keyAt)),
      4,
    );
    expect(live.added.moved).toBeCloseTo(
      dot(added(cat, queryAt - first), added(dog, keyAt - first)),
      4,
    );
    expect(live.rotary.here).toBeCloseTo(live.rotary.moved, 4);
  });
});
