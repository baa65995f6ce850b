// What is said of two ropes, against the speeds of their pairs.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRope } from '../../../methods/make.js';
import { numbersIn, readNumber } from '../../../plot/read-numbers.js';
import type { Options, Spec } from '../../../state/spec.js';
import { method } from '../method.js';
import { type RopeState, readState } from '../state.js';
import { modelSpec } from './address.js';
import { compareRopes, ofSecond } from './compare.js';
import { nameSides } from './names.js';
import { compareWords, factsOf, readPair } from './words.js';

const initial = readState(new URLSearchParams());
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function rope(options: Options): Spec {
  return { headDim: 64, ...options, method: 'rope' };
}

function compared(first: Spec, second: Spec) {
  const state: RopeState = { ...initial, spec: first, second };
  const comparison = compareRopes(pe, state);
  if (comparison === null) throw new Error('there is a second rope');
  const names = nameSides(first, second);
  const said = compareWords(comparison, names, state);
  return { comparison, names, said };
}

/** Counts pairs by the order of their speeds, as they are. */
function counted(first: Spec, second: Spec) {
  const [a, b] = [first, second].map((spec) => makeRope(pe, spec).frequencies);
  const count = (is: (before: number, after: number) => boolean) =>
    [...(a ?? [])].filter((before, k) => is(before, Number(b?.[k]))).length;
  const near = (x: number, y: number) => Math.abs(y / x - 1) < 1e-12;
  return {
    same: count(near),
    slower: count((x, y) => !near(x, y) && y < x && y > 0),
    faster: count((x, y) => !near(x, y) && y > x),
    still: count((x, y) => x > 0 && y === 0),
    all: a?.length ?? 0,
  };
}

describe.each<[string, () => Spec, () => Spec]>([
  [
    'a schedule by parts',
    () => modelSpec('Llama 3 8B'),
    () => modelSpec('Llama 3.1 8B'),
  ],
  ['a larger base', () => rope({}), () => rope({ theta: 1e6 })],
  ['a smaller base', () => rope({}), () => rope({ theta: 100 })],
  [
    'a share that turns',
    () => rope({}),
    () => rope({ scaling: { type: 'proportional', share: 0.25 } }),
  ],
])('of %s', (_, one, other) => {
  it('counts pairs by their speeds', () => {
    const [first, second] = [one(), other()];
    const { said } = compared(first, second);
    const { same, slower, faster, still, all } = counted(first, second);
    const [told = ''] = said;
    const counts = (word: string) =>
      Number(new RegExp(`(\\d+) (?=${word})`).exec(told)?.[1] ?? 0);
    expect(told).toMatch(new RegExp(`^Of ${all} pairs, `));
    expect(counts('turn as fast in both')).toBe(same);
    expect(counts('turn slower in ')).toBe(slower);
    expect(counts('turn faster in ')).toBe(faster);
    expect(counts('do not turn there at all')).toBe(still);
  });

  it('prints the numbers of the package', () => {
    const spec = other();
    const { comparison, names } = compared(one(), spec);
    const { frequencies, scoreFactor, attentionFactor } = makeRope(pe, spec);
    const facts = factsOf(comparison.second);
    const turning = frequencies.filter((speed) => speed > 0);
    expect(numbersIn(facts.pairs)).toEqual([
      turning.length,
      frequencies.length,
    ]);
    const slowest = (2 * Math.PI) / Math.min(...turning);
    expect(readNumber(facts.slowest)).toBe(Number(slowest.toPrecision(5)));
    expect(readNumber(facts.factor)).toBe(Number(scoreFactor.toPrecision(6)));
    expect(readNumber(facts.cosines)).toBe(
      Number(attentionFactor.toPrecision(6)),
    );
    const line = readPair(comparison, names, 31).replace(names.second, '');
    const speed = Number(frequencies[31]);
    const length = (2 * Math.PI) / speed;
    expect(line).toContain(speed === 0 ? 'no turn' : '');
    if (speed > 0) {
      expect(numbersIn(line)).toContain(Number(length.toPrecision(5)));
    }
  });
});

it('says that equal ropes are equal', () => {
  const { said } = compared(rope({}), rope({}));
  expect(said[0]).toBe('All 32 pairs turn as fast in both.');
});

it('tells of heads of other widths, and of other pairs', () => {
  const { said } = compared(
    rope({ headDim: 64, rotaryDim: 16 }),
    rope({ headDim: 128, layout: 'interleaved' }),
  );
  expect(said[0]).toBe(
    'This rope turns 8 pairs of numbers, the other rope 64.',
  );
  expect(said[1]).toBe(
    'This rope pairs the two halves of the turned numbers, the other rope ' +
      'neighbours.',
  );
  expect(numbersIn(said[2] ?? '')).toEqual([64, 128]);
});

it('tells of ropes that turn nothing', () => {
  const { said, comparison } = compared(
    rope({ rotaryDim: 0 }),
    rope({ rotaryDim: 0 }),
  );
  expect(said[0]).toBe('This rope turns 0 pairs of numbers, the other rope 0.');
  expect(factsOf(comparison.first).slowest).toBe('none turns');
});

it('compares every model with every kind of schedule', () => {
  const spec = modelSpec('Llama 3 8B');
  for (const name of Object.keys(method.presets)) {
    const { said, comparison } = compared(spec, modelSpec(name));
    expect(said.join(' ')).not.toMatch(/NaN|undefined|Infinity/);
    expect(Number.isFinite(comparison.second.score)).toBe(true);
  }
});

it('names the second rope in errors', () => {
  const wrong = { ...initial, second: rope({ theta: 0.5 }) };
  expect(() => compareRopes(pe, wrong)).toThrow(
    expect.objectContaining({ param: 'second.theta', code: 'ERR_RANGE' }),
  );
  // Both ropes are at the same places.
  const far = { ...initial, second: rope({}), queryAt: 1e17 };
  expect(ofSecond('queryStart')).toBe('queryAt');
  expect(() => compareRopes(pe, far)).toThrow();
});
