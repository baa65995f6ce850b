// States that nobody would think of: each is drawn with the numbers of the
// program that the page shows, or refused with a code and the name of an option.

import { load, type Posenc } from 'posenc';
import type { DescribedParameter, Family } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '../../figures/words/words.js';
import { firstSpec, ownNames } from '../../methods/learned.js';
import type { Options, SpecValue } from '../../state/spec.js';
import { compute } from './numbers/computed.js';
import { writeProgram } from './snippet.js';
import { type Side, slots } from './state/slots.js';
import { type AttentionState, readState } from './state/state.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

type Made = Record<
  'a' | 'b',
  Record<'scores' | 'weights', { data: Float32Array }>
>;

/** What the program of a state makes, which the page shows. */
function run(state: AttentionState, words: readonly string[]): Made {
  const body = writeProgram(pe, state, words)
    .replace("import { load } from 'posenc';", '')
    .replace('const pe = await load();', '');
  return new Function('pe', `${body}\nreturn { a, b };`)(pe);
}

/** -0 for 0, and nothing for what a mask hides. */
const plain = (values: Float32Array) =>
  Array.from(values, (value) => (Number.isFinite(value) ? value + 0 : null));

/** Compares both texts of a state with its program. */
function compare(state: AttentionState): void {
  const { value, failure } = compute(pe, state);
  expect(failure).toBeNull();
  if (value === null) return;
  const { early, late, places } = value.story;
  expect(late.words).toEqual(places.map((place) => early.words[place]));
  for (const [when, text, start] of [
    ['early', early, 0],
    ['late', late, state.start],
  ] as const) {
    const made = run({ ...state, start }, text.words);
    for (const side of ['a', 'b'] as const) {
      const own = value.story.sides[side][when];
      expect(plain(own.scores.values)).toEqual(plain(made[side].scores.data));
      const shares = made[side].weights.data.map((weight, i) =>
        made[side].scores.data[i] === -Infinity ? -Infinity : weight,
      );
      expect(plain(own.weights.values)).toEqual(plain(shares));
    }
  }
}

const everything: Side = {
  table: { method: 'sinusoidal' },
  rotation: { method: 'rope' },
  relative: { method: 'shaw', left: 2, right: 1 },
  bias: { method: 'alibi' },
  gate: { method: 'urpe', buckets: 16 },
};

it.each<[string, Partial<AttentionState>]>([
  ['one word', { text: 'alone', order: [] }],
  ['one word, far out', { text: 'alone', order: [], start: 99_999 }],
  ['equal words', { text: 'the the the the', order: [] }],
  ['equal words, masked', { text: 'a a a', order: [2, 0, 1], causal: true }],
  ['words that are one', { likeness: 1 }],
  ['words that share nothing', { likeness: 0 }],
  ['one head of two numbers', { heads: 1, headDim: 2 }],
  ['a table, a rope and a bias', { a: everything, start: 40, causal: true }],
  ['a fraction of a position', { start: 0.5 }],
  ['before the first position', { start: -7 }],
])('%s', (_, patch) => compare({ ...initial, ...patch }));

it('draws the first 48 of 60 words', () => {
  const text = Array.from({ length: 60 }, (_, i) => `w${i}`).join(' ');
  const state = { ...initial, text, order: [], heads: 2, headDim: 4 };
  compare(state);
  const { value } = compute(pe, state);
  expect(value?.story.late.words).toEqual(splitWords(text));
  expect(value?.story.late.words).toHaveLength(48);
});

/** Values that a control of an option can have, besides the first ones. */
function choicesOf(parameter: DescribedParameter): readonly SpecValue[] {
  if (parameter.kind === 'choice') return parameter.choices;
  if (parameter.kind === 'boolean') return [true, false];
  if (parameter.kind !== 'number') return [];
  const { min } = parameter as { readonly min?: number };
  return min === undefined ? [1, 2.5] : [min, 1, 2.5];
}

const odd = slots.flatMap((slot) =>
  slot.methods.map((method) => {
    const first = firstSpec(method);
    const specs = ownNames(method).flatMap((name): Options[] => {
      const parameter = method.parameters[name];
      const values = parameter ? choicesOf(parameter) : [];
      return values.map((value) => ({ ...first, [name]: value }));
    });
    return { name: method.name, family: slot.family, specs };
  }),
);

describe.each(odd)('$name', ({ family, specs }) => {
  const stateOf = (spec: Options): AttentionState => ({
    ...{ ...initial, heads: 2, headDim: 8, text: 'one two one', order: [] },
    b: { [family as Family]: spec } as Side,
  });

  it('with each value of an option is drawn, or names what is wrong', () => {
    for (const spec of specs) {
      const state = stateOf(spec);
      const { value, failure } = compute(pe, state);
      if (value === null) {
        const { code, message, param } = failure;
        expect(code, JSON.stringify(spec)).toMatch(/^(ERR|PAGE)_/);
        expect(message.length).toBeGreaterThan(10);
        expect(param, message).not.toBe('');
      } else compare(state);
    }
  });
});
