// Two sentences are compared by the words that they share.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../figures/words/words.js';
import { attendSide } from './attend.js';
import { computeBeside, sharedRun } from './beside.js';
import { describeBeside, describePairing } from './beside-words.js';
import { exampleGroups } from './examples.js';
import { firstSpec, slots } from './slots.js';
import { type AttentionState, readState, sides } from './state.js';

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

describe('the same words early and late', () => {
  const state: AttentionState = {
    ...initial,
    text: example?.text ?? '',
    beside: example?.beside ?? '',
  };
  const early = splitWords(state.text);
  const late = splitWords(state.beside);
  const offset = late.length - early.length;

  it('are all words of the first sentence, at the end of the second', () => {
    expect(late.slice(offset)).toEqual([...early]);
    expect(offset).toBeGreaterThan(5);
  });

  const offered = slots.flatMap((slot) =>
    slot.methods.map((method) => [method.name, slot, method] as const),
  );

  it.each(offered)(
    '%s: every number is that of the sentences',
    (_, slot, method) => {
      const b = { [slot.family]: firstSpec(method) };
      for (const more of [{}, { start: 9, causal: true }]) {
        const asked = { ...state, ...more, b };
        const beside = computeBeside(pe, asked);
        expect(beside?.firstAt).toBe(asked.start);
        expect(beside?.secondAt).toBe(asked.start + offset);
        const { heads, headDim, likeness, start, causal } = asked;
        const ask = { heads, headDim, likeness, start, causal };
        for (const side of sides) {
          const scoresOf = (words: readonly string[]) =>
            attendSide(pe, asked[side], { ...ask, words }).scores.values;
          const [one, two] = [scoresOf(early), scoresOf(late)];
          let most = 0;
          for (let head = 0; head < heads; head++) {
            for (let i = 0; i < early.length; i++) {
              for (let j = 0; j < early.length; j++) {
                const here = one[(head * early.length + i) * early.length + j];
                const row = (head * late.length + offset + i) * late.length;
                const there = two[row + offset + j];
                const off = Math.abs(Number(there) - Number(here));
                if (off < Infinity) most = Math.max(most, Math.fround(off));
              }
            }
          }
          const pairing = beside?.sides[side];
          expect(pairing?.most).toBeCloseTo(most, 5);
        }
      }
    },
  );

  it('differ with a table, and not with a rope', () => {
    const beside = computeBeside(pe, state);
    if (beside === null) throw new Error('no words are shared');
    expect(describeBeside(beside)).toBe(
      `“I went to the river bank” stands at 0 to 5 in the first sentence, ` +
        `and at ${offset} to ${offset + 5} in the second.`,
    );
    const { a, b } = beside.sides;
    expect(a.most).toBeGreaterThan(0.1);
    expect(describePairing('A', a)).not.toMatch(/rounding/);
    expect(b.most).toBeLessThan(1e-4);
    expect(describePairing('B', b)).toMatch(/which is rounding$/);
  });

  it('are not there without a second sentence', () => {
    expect(computeBeside(pe, { ...state, beside: '' })).toBe(null);
    expect(computeBeside(pe, { ...state, beside: 'x y' })).toBe(null);
  });
});
