// Both texts: the words that they share, and what the package makes of them.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../../figures/words/words.js';
import { firstSpec } from '../../../methods/learned.js';
import { slots } from '../state/slots.js';
import {
  type AttentionState,
  readState,
  shownNumbers,
} from '../state/state.js';
import { exampleGroups } from '../story/examples.js';
import {
  type Changes,
  tellApart,
  tellBlank,
  tellChanges,
  writePlace,
} from '../story/words.js';
import { attendSide, gridOf } from './attend.js';
import { roundingOf } from './rounding.js';
import { apartOf, computePairing, sharedRun, textsOf } from './story.js';

const initial = readState(new URLSearchParams());
const example = exampleGroups
  .flatMap(({ examples }) => examples)
  .find(({ beside }) => beside !== '');
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

it.each([
  ['a b c', 'x a b c y', { first: 0, second: 1, count: 3 }],
  ['a b', 'c d', { first: 0, second: 0, count: 0 }],
  ['a a b', 'a b a a b', { first: 0, second: 2, count: 3 }],
  ['', 'a', { first: 0, second: 0, count: 0 }],
])('%j shares with %j', (a, b, run) => {
  expect(sharedRun(splitWords(a), splitWords(b))).toEqual(run);
});

describe('the first texts', () => {
  it('are moved and reordered', () => {
    expect(textsOf(initial)).toEqual({
      early: { words: ['the', 'dog', 'bites', 'the', 'man'], at: 0 },
      late: { words: ['the', 'man', 'bites', 'the', 'dog'], at: 100 },
      places: [0, 4, 2, 3, 1],
    });
  });

  it('have the same scores without position, and others with a rope', () => {
    const [none, rope] = [{}, { rotation: { method: 'rope' } }].map((side) =>
      computePairing(pe, initial, side),
    );
    expect(none?.most.scores).toBe(0);
    expect(rope?.most.scores).toBeGreaterThan(0.5);
    const straight = { ...initial, order: [] };
    const moved = computePairing(pe, straight, initial.b);
    expect(moved.most.scores).toBeLessThan(1e-4);
    expect(moved.most.scores).toBeGreaterThan(0);
  });
});

const offered = slots.flatMap((slot) =>
  slot.methods.map((method) => [method.name, slot, method] as const),
);

describe.each([
  ['the same words', { start: 9 }],
  [
    'the same words in another order, masked',
    { order: [4, 2, 0, 3, 1], causal: true },
  ],
  [
    'another sentence',
    { text: example?.text, beside: example?.beside, start: 7 },
  ],
])('%s', (_, patch) => {
  const state = { ...initial, ...patch } as AttentionState;
  const { early, late, places } = textsOf(state);
  const typed = splitWords(state.text);
  const second =
    state.beside === '' ? [...late.words] : [...splitWords(state.beside)];
  const offset = late.at - state.start;

  it('stand where they are said to stand', () => {
    expect(second.slice(offset, offset + late.words.length)).toEqual([
      ...late.words,
    ]);
    expect(places.map((place) => typed[early.at + place])).toEqual(late.words);
    expect(offset > 5).toBe(state.beside !== '');
  });

  it.each(offered)(
    '%s: every change is that of the sentences',
    (_, slot, method) => {
      const side = { [slot.family]: firstSpec(method) };
      const { heads, headDim, likeness, causal, start } = state;
      const ask = { heads, headDim, likeness, causal };
      const one = attendSide(pe, side, { ...ask, words: typed, start: 0 });
      const two = attendSide(pe, side, { ...ask, words: second, start });
      const pairing = computePairing(pe, state, side);
      const count = late.words.length;
      const most = { scores: 0, weights: 0 };
      for (const what of shownNumbers) {
        for (let head = 0; head < heads; head++) {
          for (let i = 0; i < count; i++) {
            for (let j = 0; j < count; j++) {
              const [from, to] = [places[i], places[j]] as [number, number];
              const at = (head * count + i) * count + j;
              const before =
                one[what].values[
                  (head * typed.length + early.at + from) * typed.length +
                    early.at +
                    to
                ];
              const after =
                two[what].values[
                  (head * second.length + offset + i) * second.length +
                    offset +
                    j
                ];
              expect(pairing.late[what].values[at]).toBe(after);
              const change = Math.fround(Number(after) - Number(before));
              const seen = Number.isFinite(change) && before !== -Infinity;
              const own = pairing.change[what].values[at];
              expect(own).toBe(seen ? change : Number.NaN);
              if (seen) most[what] = Math.max(most[what], Math.abs(change));
            }
          }
        }
      }
      expect(pairing.most).toEqual(most);
    },
  );
});

it('refuses two sentences without a word in common', () => {
  expect(() => textsOf({ ...initial, beside: 'x y' })).toThrow(
    expect.objectContaining({ code: 'PAGE_EMPTY', param: 'beside' }),
  );
});

it('B minus A is the difference of two maps, where both see a pair', () => {
  const grid = (...values: number[]) => ({
    values: Float32Array.from(values),
    ...{ rows: 1, columns: values.length },
  });
  const apart = apartOf(grid(1, 2, -Infinity), grid(4, -1, 3));
  expect([...apart.values]).toEqual([3, -3, Number.NaN]);
  const state = { ...initial, order: [] };
  const [a, b] = [{}, initial.b].map((side) =>
    gridOf(computePairing(pe, state, side).late.scores, 1),
  );
  if (!a || !b) throw new Error('no maps');
  expect(apartOf(a, b).values[1]).toBe(
    Math.fround(Number(b.values[1]) - Number(a.values[1])),
  );
});

describe('the words about changes', () => {
  const rounding = roundingOf('scores', { scores: 8, weights: 1 });
  const changes: Changes = {
    ...{ show: 'scores', moved: 2e-6, reordered: 1.25, rounding },
    beside: null,
  };

  it('name what is rounding', () => {
    expect(tellChanges(changes, 1000, [0, 2, 1])).toEqual({
      says: 'The order changes scores, the move does not',
      told: [
        {
          ...{ name: 'moved', when: 'moved by 1\u202f000', most: null },
          same: 'the same, but for rounding',
        },
        expect.objectContaining({ when: 'reordered', most: '1.25' }),
      ],
    });
    const none = tellChanges({ ...changes, moved: 0 }, 1, [0]).told[0];
    expect([none?.most, none?.same]).toEqual([null, 'the same']);
  });

  it.each([
    [{ moved: 1 }, 9, [1, 0], 'The move and the order change scores'],
    [
      { moved: 1, reordered: 0 },
      9,
      [1, 0],
      'The move changes scores, the order does not',
    ],
    [{ reordered: 1e-7 }, 9, [1, 0], 'No score changes'],
    [{ moved: 1 }, 9, [0, 1], 'The move changes scores'],
    [{ moved: 0 }, 0, [1, 0], 'The order changes scores'],
    [{ moved: 0, reordered: 0 }, 0, [0, 1], 'The late text is the early one'],
    [{ show: 'weights' }, 0, [1, 0], 'The order changes weights'],
    [{ show: 'weights', moved: 0 }, 1, [0], 'No weight changes'],
  ] as const)('%o, moved by %i into %o: %s', (patch, start, order, says) => {
    expect(tellChanges({ ...changes, ...patch }, start, order).says).toBe(says);
  });

  it('tell of another sentence', () => {
    expect(tellChanges({ ...changes, beside: 0.5 }, 0, [0])).toEqual({
      says: 'The other sentence changes scores',
      told: [expect.objectContaining({ name: 'beside', most: '0.5' })],
    });
    const none: Changes = { ...changes, beside: 1e-6, show: 'weights' };
    expect(tellChanges(none, 0, [0]).says).toBe(
      'The other sentence changes no weight',
    );
  });

  it('tell how far B is from A', () => {
    const { says, told } = tellApart(
      'weights',
      { early: 0.25, late: 0 },
      rounding,
    );
    expect(says).toBe('A and B give different weights');
    expect(told.map(({ when, most, same }) => [when, most ?? same])).toEqual([
      ['early text', '0.25'],
      ['late text', 'the same'],
    ]);
    const none = tellApart('scores', { early: 0, late: 1e-6 }, rounding);
    expect(none.says).toBe('A and B give the same scores');
  });

  it('name one position, and several', () => {
    expect(writePlace(3, 1)).toBe('position 3');
    expect(writePlace(1000, 5)).toBe('positions 1\u202f000 to 1\u202f004');
  });
});

it('every example is one that the page can show', () => {
  for (const { examples } of exampleGroups) {
    for (const { text, order, beside } of examples) {
      const state = { ...initial, text, order, beside };
      expect(textsOf(state).late.words.length).toBeGreaterThan(4);
    }
  }
});

it('says of a map that it has no difference, and of rounding that it is', () => {
  // 8 is the largest score; the next number of float32 is 2^-20 away.
  const rounding = roundingOf('scores', { scores: 8, weights: 1 });
  expect(tellBlank(0, rounding)).toBe('0 everywhere');
  expect(tellBlank(2 ** -20, rounding)).toBe('0 everywhere, but for rounding');
  expect(tellBlank(0.001, rounding)).toBe('');
  expect(tellBlank(null, rounding)).toBe('no finite number');
});

it('rounds weights as far as the softmax passes on the rounding of scores', () => {
  const scores = 8;
  const off = roundingOf('scores', { scores, weights: 1 });
  // Two scores that are off in opposite ways change a share most.
  const share = (by: number) => 1 / (1 + Math.exp(-2 * by));
  expect(share(off) - share(-off)).toBeLessThan(
    roundingOf('weights', { scores, weights: 0.5 }),
  );
});
