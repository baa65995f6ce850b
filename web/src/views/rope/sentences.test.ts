// Every sentence with a number in it that the view of RoPE prints, for every
// model: the numbers are computed anew from the package's rope, and what is
// printed as a product or a difference is checked as a reader would check it.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { pairWords, scoreWords } from '../../figures/arrows/words.js';
import {
  countPairs,
  describeLengths,
  describePair,
} from '../../figures/spans/span-words.js';
import { computeSpans } from '../../figures/spans/spans.js';
import { makeRope } from '../../methods/make.js';
import { numbersIn, readNumber } from '../../plot/read-numbers.js';
import type { Options, Spec } from '../../state/spec.js';
import { lengthsOf } from './lengths.js';
import { meetWords } from './meeting.js';
import { method } from './method.js';
import { scaleWords } from './scale-words.js';
import { type RopeState, readState } from './state.js';

const initial = readState(new URLSearchParams());
const turn = 2 * Math.PI;
let pe: Posenc;

/** The spans of a state, as the view asks for them. */
const spansOf = (state: RopeState) =>
  computeSpans(pe, state.spec, lengthsOf(method, state.spec, state));

beforeAll(async () => {
  pe = await load();
});

const models = Object.entries(methods.rope.presets).map(
  ([name, preset]): [string, Spec] => [
    name,
    { headDim: 64, ...(preset as Options), method: 'rope' },
  ],
);
const schedules: [string, Spec][] = [
  ['the first state', initial.spec],
  ['ntk', { headDim: 64, scaling: { type: 'ntk', factor: 3 }, method: 'rope' }],
  ['no pairs', { headDim: 16, rotaryDim: 0, method: 'rope' }],
  ['few pairs', { headDim: 6, theta: 3, method: 'rope' }],
];
const all = [...models, ...schedules];

/** Whether a printed number is a value, to a number of digits at least. */
function says(printed: string | undefined, value: number, digits: number) {
  const unit = Math.abs(value) * 10 ** (1 - digits);
  const off = Math.abs(readNumber(printed ?? '') - value);
  expect(off, `${printed}, not ${value}`).toBeLessThanOrEqual(0.5001 * unit);
}

/** A number to so many digits as another one is printed. */
function rounded(value: number, printed: string): number {
  const plain = printed.replace(/(?:e|\u00d7).*$|[^\d.].*$/, '');
  const digits = plain.replace(/^0[.0]*|\D/g, '').length || 1;
  return Number(value.toPrecision(digits));
}

function stateOf(spec: Spec, patch: Partial<RopeState> = {}): RopeState {
  return { ...initial, ...patch, spec };
}

describe.each(all)('the pairs of %s', (_, spec) => {
  /** Frequencies with and without the schedule, by the package itself. */
  function frequencies() {
    const { scaling: __, ...plain } = spec;
    const before = makeRope(pe, { ...plain, method: 'rope' }).frequencies;
    const after = makeRope(pe, spec).frequencies;
    return { before, after };
  }

  it('are counted as by hand', () => {
    const { before, after } = frequencies();
    const spans = spansOf(stateOf(spec));
    const words = countPairs(spans);
    const still = after.filter((w) => w === 0).length;
    const count = after.length;
    const said = (some: number) => `${some} of ${count}`;
    expect(words.still).toBe(said(still));
    const { trained, target } = spans;
    if (trained === null || target === null) {
      expect(words.partial).toMatch(/^not known/);
      return;
    }
    const slow = [...after.keys()].filter(
      (k) =>
        Number(after[k]) > 0 && (Number(before[k]) * trained.value) / turn < 1,
    );
    expect(words.partial).toBe(said(slow.length));
    const { contextLength = target.value } = spec;
    const far = makeRope(pe, { ...spec, contextLength }).frequencies;
    const beyond = slow.filter(
      (k) =>
        Number(far[k]) * target.value >
        Number(before[k]) * trained.value * (1 + 1e-12),
    );
    expect(words.beyond).toBe(said(beyond.length));
    // Pairs are counted once: those that never turn are no slow ones.
    expect(slow.length + still).toBeLessThanOrEqual(count);
  });

  it('have the wavelengths of their frequencies', () => {
    const { before, after } = frequencies();
    const spans = spansOf(stateOf(spec));
    for (const k of spans.pairs.keys()) {
      const text = describePair(spans, k);
      const [number, ...lengths] = numbersIn(text);
      expect(number).toBe(k);
      const wanted = [Number(before[k])];
      if (before[k] !== after[k]) wanted.push(Number(after[k]));
      const turning = wanted.filter((w) => w > 0);
      expect(lengths).toHaveLength(turning.length);
      turning.forEach((w, i) => {
        says(String(lengths[i]), turn / w, 5);
      });
      expect(text.includes('no turn')).toBe(turning.length < wanted.length);
    }
  });

  it('are compared with lengths that say where they come from', () => {
    const spans = spansOf(stateOf(spec));
    const text = describeLengths(spans);
    const { trained, target, model } = spans;
    if (trained === null) {
      expect(text).toMatch(/sees pictures/);
      return;
    }
    const after = (words: string) => readNumber(text.split(words)[1] ?? '');
    expect(after('trained on')).toBe(trained.value);
    if (target && target.source !== 'assumed') {
      expect(after('to be used on')).toBe(target.value);
    }
    const known = model && methods.rope.lengths?.[model as never];
    if (known) expect(text).toContain(model);
    else expect(text).toMatch(/assumed|of the schedule/);
  });

  it('add up to the score in the digits that are printed', () => {
    for (const places of [
      { queryAt: 12, keyAt: 5 },
      { queryAt: 30_001, keyAt: 3, query: 0, key: 9 },
      { queryAt: 1001, keyAt: 1001, query: 4, key: 4 },
      { queryAt: 0, keyAt: 700, likeness: 0 },
    ]) {
      const meeting = meetWords(pe, stateOf(spec, places));
      const words = scoreWords(meeting);
      says(words.score, meeting.score, 5);
      says(words.scale, meeting.scale, 5);
      says(words.sum, meeting.sum, 5);
      says(words.moved, meeting.moved, 5);
      const product = readNumber(words.scale) * readNumber(words.sum);
      if (words.sign === '=') {
        expect(Number(product.toPrecision(5))).toBe(readNumber(words.score));
      } else {
        // The package adds in float32: the largest products are rounded.
        const sizes = meeting.pairs.map(({ product }) => Math.abs(product));
        const size = meeting.scale * Math.max(1, ...sizes);
        const off = Math.abs(product - readNumber(words.score));
        expect(off).toBeLessThan(64 * size * 2 ** -23);
      }
      expect(numbersIn(words.count)).toEqual([meeting.pairs.length]);
      const { queryAt, keyAt } = places;
      const first = Math.min(queryAt, keyAt);
      expect(numbersIn(words.where)).toEqual([queryAt - first, keyAt - first]);
      says(words.change, meeting.score - meeting.moved, 2);
    }
  });

  it('turn by angles whose numbers agree', () => {
    const [queryAt, keyAt] = [4321, 17];
    const meeting = meetWords(pe, stateOf(spec, { queryAt, keyAt }));
    const { frequencies } = makeRope(pe, spec);
    for (const [k, w] of frequencies.entries()) {
      const words = pairWords(meeting, k);
      if (words === undefined) throw new Error(`no pair ${k}`);
      expect(numbersIn(words.title)).toEqual([k, frequencies.length]);
      const angle = (name: 'query-angle' | 'key-angle' | 'between-angle') => {
        const [radians = '', turns = ''] = words[name].split(' rad = ');
        const own = readNumber(radians) / turn;
        const told = turns.replace(/ turns$/, '');
        expect(rounded(own, told), words[name]).toBe(readNumber(told));
        return radians;
      };
      says(angle('query-angle'), queryAt * w, 6);
      says(angle('key-angle'), keyAt * w, 6);
      const between = angle('between-angle');
      says(between, (queryAt - keyAt) * w, 6);
      const difference =
        readNumber(angle('query-angle')) - readNumber(angle('key-angle'));
      expect(rounded(difference, between)).toBe(readNumber(between));
      says(words.frequency, w, 6);
      if (w === 0) {
        expect(words.wavelength).toMatch(/^never/);
      } else {
        says(words.wavelength, turn / w, 6);
        const own = turn / readNumber(words.frequency);
        expect(Number(own.toPrecision(6))).toBe(readNumber(words.wavelength));
      }
      const [part = 0, scale = 0, product = 0] = numbersIn(words.part);
      expect(Number((scale * product).toPrecision(5))).toBe(part);
      expect(readNumber(words.product)).toBe(product);
      says(words.product, meeting.pairs[k]?.product ?? 0, 5);
    }
  });

  it('are scaled by factors that multiply', () => {
    const rope = makeRope(pe, spec);
    const words = scaleWords(rope, true);
    const { attentionFactor, softmaxScale, scoreFactor } = rope;
    says(words['attention-factor'], attentionFactor, 8);
    says(words['attention-square'], attentionFactor ** 2, 8);
    says(words['softmax-scale'], softmaxScale, 8);
    says(words['turned-scale'], scoreFactor, 8);
    const square = readNumber(words['attention-factor']) ** 2;
    expect(rounded(square, words['attention-square'])).toBe(
      readNumber(words['attention-square']),
    );
    const whole =
      readNumber(words['softmax-scale']) *
      readNumber(words['attention-square']);
    expect(Number(whole.toPrecision(8))).toBe(
      readNumber(words['turned-scale']),
    );
  });
});
