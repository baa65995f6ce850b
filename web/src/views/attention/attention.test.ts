// Every method that the page offers, in a sentence that moves, and the
// addresses of configurations.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { computeIndices } from '../../figures/rows/indices.js';
import { splitWords } from '../../figures/words/words.js';
import { firstSpec, ownNames } from '../../methods/learned.js';
import type { Spec } from '../../state/spec.js';
import { attendSide, gridOf } from './numbers/attend.js';
import { checkState, compareSide, shownWords } from './numbers/compare.js';
import { computeProfile } from './numbers/profile.js';
import { roundingOf } from './numbers/rounding.js';
import { type Side, slots, titleOf } from './state/slots.js';
import {
  type AttentionState,
  readState,
  scene,
  shownNumbers,
  sides,
  writeState,
} from './state/state.js';
import { exampleGroups } from './story/examples.js';

/** A sentence of seven words that has not been moved or reordered. */
const initial = readState(
  new URLSearchParams('start=0&text=Tom likes apple, but hates orange'),
);
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function sideWith(family: string, spec: object): Side {
  return { [family]: spec };
}

const offered = slots.flatMap((slot) =>
  slot.methods.map((method) => ({ slot, method, name: method.name })),
);

it('offers methods of several families', () => {
  const families = new Set(offered.map(({ slot }) => slot.family));
  expect(families).toContain('table');
  expect(families).toContain('rotation');
});

/**
 * Methods of the other families whose scores depend on the place of a word, too:
 * FIRE divides by the position of the query, the forgetting gates and the
 * vectors of TUPE belong to positions.
 */
const placed = ['fire', 'forgetting', 'tupe'];

describe.each(offered)('$name', ({ slot: { family }, method }) => {
  const side = sideWith(family, firstSpec(method));

  it('attends with its first options', () => {
    const { scores, weights, steps } = compareSide(pe, initial, side);
    const size = initial.heads * 7 * 7;
    expect(scores.values).toHaveLength(size);
    expect(weights.values).toHaveLength(size);
    expect(scores.values.every(Number.isFinite)).toBe(true);
    expect([steps.scores.moved, steps.weights.moved]).toEqual([0, 0]);
    const { heads } = computeProfile(pe, initial, side);
    expect(heads).toHaveLength(initial.heads);
  });

  it('changes the scores or the weights', () => {
    const { heads, headDim, likeness, causal } = initial;
    const words = shownWords(initial);
    const ask = { heads, headDim, likeness, causal, words, start: 3 };
    const [own, plain] = [side, {}].map((one) => attendSide(pe, one, ask));
    const same =
      own?.scores.values.join() === plain?.scores.values.join() &&
      own?.weights.values.join() === plain?.weights.values.join();
    expect(same).toBe(false);
  });

  it.each(shownNumbers)(
    'keeps its %s if it is relative, and changes them if not',
    (show) => {
      for (const causal of [false, true]) {
        const state = { ...initial, start: 100, causal };
        const { steps } = compareSide(pe, state, side);
        const rounding = roundingOf(show, {
          scores: steps.scores.largest,
          weights: steps.weights.largest,
        });
        const absolute = family === 'table' || placed.includes(method.name);
        const { moved } = steps[show];
        if (absolute) expect(moved).toBeGreaterThan(4 * rounding);
        else expect(moved).toBeLessThan(4 * rounding);
      }
    },
  );

  it('comes back from an address', () => {
    const state: AttentionState = { ...initial, a: {}, b: side };
    const again = readState(new URLSearchParams(writeState(state)));
    expect(again.a).toEqual({});
    expect(titleOf(again.b)).toBe(method.title);
    expect(writeState(again)).toBe(writeState(state));
  });

  it('leaves out of its controls what attention gives it', () => {
    for (const name of ['q', 'k', 'length', 'queries', 'headDim', 'dtype']) {
      expect(ownNames(method)).not.toContain(name);
    }
  });
});

it.each<[string, Spec]>([
  ['relative', { method: 'deberta', buckets: 8, maxRelativePositions: 32 }],
  ['relative', { method: 'relativeKey', maxPosition: 100, form: 'keyQuery' }],
  ['relative', { method: 'shaw', left: 3, right: 0, beyond: 'zero' }],
  ['gate', { method: 'urpe', form: 'offset', maxLength: 300 }],
])('draws a %s with arrays that fit its options: %o', (family, spec) => {
  const { scores } = compareSide(pe, initial, sideWith(family, spec));
  expect(scores.values.every(Number.isFinite)).toBe(true);
});

it('computes the maps of each head by the package', () => {
  const state = { ...initial, causal: true, start: 5 };
  const side = { rotation: { method: 'rope' } };
  const { scores, weights } = compareSide(pe, state, side);
  const map = gridOf(scores, 2);
  expect([map.rows, map.columns]).toEqual([7, 7]);
  expect(map.values[1]).toBe(-Infinity);
  expect(gridOf(weights, 2).values[1]).toBe(-Infinity);
  expect(gridOf(weights, 2).values[0]).toBe(1);
});

it('tells two orders of the same words apart, unless there is no position', () => {
  for (const { examples } of exampleGroups) {
    const [first, second] = examples;
    if (!second || second.text !== first?.text) continue;
    const state = { ...initial, text: second.text, order: second.order };
    expect(shownWords(state)).toEqual(splitWords(second.label));
    const none = compareSide(pe, state, {});
    expect(none.steps.scores.reordered).toBe(0);
    expect(none.steps.weights.reordered).toBeLessThan(1e-6);
    const rope = compareSide(pe, state, { rotation: { method: 'rope' } });
    expect(rope.steps.scores.reordered).toBeGreaterThan(0.1);
    expect(rope.steps.weights.reordered).toBeGreaterThan(0.01);
  }
});

it('a mask lets a reordered word have another weight, and no other score', () => {
  const state = { ...initial, causal: true, order: [1, 0, 2, 3, 4, 5, 6] };
  const { scores, weights, steps } = compareSide(pe, state, {});
  expect(steps.scores.reordered).toBe(0);
  // The second word shares its weight with the first: it sees both. Typed, the
  // first saw itself alone.
  const own = gridOf(weights, 0).values[8];
  expect(steps.weights.reordered).toBeGreaterThanOrEqual(
    Math.fround(1 - Number(own)),
  );
  expect(Number.isFinite(steps.weights.reordered)).toBe(true);
  expect(scores.values[1]).toBe(-Infinity);
});

describe('the rows of pairs', () => {
  it('are those of the package, without those that are none', () => {
    const scheme = { type: 'zero', left: 1, right: 0 };
    const { grid, distinct } = computeIndices(pe, scheme, 3);
    const none = Number.NaN;
    expect([...grid.values]).toEqual([1, none, none, 0, 1, none, none, 0, 1]);
    expect(distinct).toBe(2);
  });

  it.each([0, 1.5, 513, Number.NaN])(
    'are not drawn for %d positions',
    (size) => {
      const scheme = { type: 'clip', left: 1, right: 1 };
      expect(() => computeIndices(pe, scheme, size)).toThrow(
        expect.objectContaining({ code: 'PAGE_RANGE', param: 'size' }),
      );
    },
  );
});

it.each([
  [{ text: ' ' }, 'PAGE_EMPTY', 'text'],
  [{ heads: 0 }, 'PAGE_RANGE', 'heads'],
  [{ headDim: 1.5 }, 'PAGE_RANGE', 'headDim'],
  [{ likeness: 2 }, 'PAGE_RANGE', 'likeness'],
])('refuses %o', (patch, code, param) => {
  expect(() => checkState({ ...initial, ...patch })).toThrow(
    expect.objectContaining({ code, param }),
  );
});

describe('the address', () => {
  it.each([
    '',
    'start=100&b.rotation.theta=500000',
    'a.table.method=learned&a.table.init=xavier',
    'a={}',
    'b.rotation.method=&a.rotation.method=rope&a.rotation.rotaryDim=8',
    'scheme.type=t5&scheme.buckets=8&size=40',
    'text=to+be+or+not&order=3.2.1.0&heads=2&head=1',
  ])('of %s comes back', (text) => {
    const state = readState(new URLSearchParams(text));
    const again = readState(new URLSearchParams(writeState(state)));
    expect(again).toEqual(state);
  });

  it('ignores methods that the package does not have', () => {
    const state = readState(
      new URLSearchParams('a.table.method=nobody&b.bias=7&b.zzz.method=rope'),
    );
    expect(state.a).toEqual({});
    expect(state.b).toEqual(initial.b);
  });

  it('has no member with the name of a configuration', () => {
    for (const name of [...sides, 'scheme']) {
      expect(Object.keys(scene)).not.toContain(name);
    }
  });
});
