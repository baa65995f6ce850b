// The score of a word with itself by distance, its expected curve and its bound
// against whole vectors that the package turns.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import { embedWords } from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import { numbersIn } from '../../plot/read-numbers.js';
import type { Options, Spec } from '../../state/spec.js';
import { type Reach, reachOf, withoutSchedule } from './reach.js';
import {
  cropOf,
  endsOf,
  farthest,
  reachCells,
  reachDistances,
  reachIn,
} from './reach-span.js';
import { countDistances, explainReach, readReach } from './reach-words.js';
import { readState } from './state.js';

const initial = readState(new URLSearchParams());
const some = Float64Array.of(1, 7, 60, 4097, 1e6);
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function of(options: Options, distances = some): Reach {
  const spec: Spec = { headDim: 64, ...options, method: 'rope' };
  return reachOf(pe, { ...initial, spec }, distances);
}

it('has distances as far as a million, many in each decade', () => {
  const distances = reachDistances();
  expect(distances[0]).toBe(1);
  expect(distances.at(-1)).toBe(farthest);
  expect(
    distances.every((d, i) => i === 0 || d > Number(distances[i - 1])),
  ).toBe(true);
  for (let decade = 10; decade < farthest; decade *= 10) {
    const inside = distances.filter((d) => d >= decade && d < 10 * decade);
    expect(inside.length).toBeGreaterThan(20);
  }
});

it('has more distances of the part that a reader zooms to', () => {
  expect([...reachDistances(40, { from: 1000, to: 1100 })]).toEqual(
    Array.from({ length: 101 }, (_, i) => 1000 + i),
  );
  const far = reachDistances(40, { from: 500_000, to: 600_000 });
  expect(far.length).toBeGreaterThan(200);
  expect([far[0], far.at(-1)]).toEqual([500_000, 600_000]);
});

it('names the distances in an address, and takes wrong ones', () => {
  expect(endsOf([])).toEqual({ from: 1, to: farthest });
  expect(endsOf([100, 2000])).toEqual({ from: 100, to: 2000 });
  expect(endsOf([0, 3])).toEqual({ from: 1, to: 8 });
  expect(endsOf([9e8, 2])).toEqual({ from: farthest - 7, to: farthest });
  expect(cropOf(endsOf([])).columns).toEqual({
    ...{ from: 0, count: reachCells.columns },
  });
  expect(reachIn(cropOf(endsOf([])))).toEqual([]);
  for (const ends of [
    [1, 10],
    [100, 2000],
    [5, 12],
    [1000, 1_000_000],
  ]) {
    const [from = 0, to = 0] = reachIn(cropOf(endsOf(ends)));
    // A step of the axis is 0.23 % of a distance.
    expect(Math.abs(from / Number(ends[0]) - 1)).toBeLessThan(0.0013);
    expect(Math.abs(to / Number(ends[1]) - 1)).toBeLessThan(0.0024);
  }
});

it('says which distances there are', () => {
  expect(countDistances([1000, 1001, 1002])).toBe(
    'The chart has every distance from 1\u202f000 to 1\u202f002.',
  );
  expect(countDistances([1, 2, 9])).toMatch(/^The chart has 3 distances; /);
});

const yarn = { type: 'yarn', factor: 4, originalMaxPosition: 4096 };

describe.each<[string, Options]>([
  ['plain', {}],
  ['turned in part', { headDim: 96, rotaryDim: 24 }],
  ['with YaRN', { scaling: yarn }],
  ['of Llama 3.1', { ...(methods.rope.presets['Llama 3.1 8B'] as Options) }],
])('a rope %s', (_, options) => {
  it('gives the score of the word with itself', () => {
    const reach = of(options);
    const rotary = pe.rope({ headDim: 64, ...options } as never);
    const { headDim } = rotary;
    const x = embedWords(pe, ['cat'], headDim, initial.likeness);
    const at = (queryStart: number) =>
      pe.attention({
        ...{ q: x, k: x, heads: 1, rotary, queryStart, keyStart: 0 },
      }).scores.data[0];
    expect(reach.word).toBe('cat');
    expect(reach.atZero).toBe(at(0));
    some.forEach((distance, i) => {
      expect(reach.rotary[i]).toBe(at(distance));
    });
    expect(reach.unscaled === null).toBe(options.scaling === undefined);
  });

  it('expects the mean over words drawn at random', () => {
    const { expected } = of(options);
    const rotary = pe.rope({ headDim: 64, ...options } as never);
    const { headDim } = rotary;
    const count = 400;
    const words = Array.from({ length: count }, (_, i) => `word${i}`);
    const x = embedWords(pe, words, headDim, 0);
    const mean = (distance: number) => {
      let sum = 0;
      for (let i = 0; i < count; i++) {
        const q = x.subarray(i * headDim, (i + 1) * headDim);
        const ask = {
          q,
          k: q,
          heads: 1,
          rotary,
          queryStart: distance,
          keyStart: 0,
        };
        sum += pe.attention(ask).scores.data[0] as number;
      }
      return sum / count;
    };
    const { softmaxScale, attentionFactor } = rotary;
    // Five standard errors: a component's square has variance 2.
    const error =
      5 *
      softmaxScale *
      attentionFactor ** 2 *
      Math.sqrt((2 * headDim) / count);
    some.forEach((distance, i) => {
      expect(Math.abs(Number(expected?.[i]) - mean(distance))).toBeLessThan(
        error,
      );
    });
  });

  it('bounds the scores of smooth vectors', () => {
    const { bound, smoothness } = of(options);
    const rotary = pe.rope({ headDim: 64, ...options } as never);
    const { headDim, rotaryDim } = rotary;
    const pairs = rotaryDim / 2;
    // Products that fall evenly to 0, fall late, or rise and fall.
    const shapes: ((k: number) => number)[] = [
      (k) => smoothness * (pairs - k),
      (k) => smoothness * Math.min(3, pairs - k),
      (k) => smoothness * Math.min(k + 1, pairs - k),
    ];
    for (const product of shapes) {
      const q = new Float32Array(headDim);
      for (let k = 0; k < pairs; k++) {
        const first = rotary.layout === 'half' ? k : 2 * k;
        q[first] = Math.sqrt(product(k));
      }
      some.forEach((distance, i) => {
        const ask = {
          q,
          k: q,
          heads: 1,
          rotary,
          queryStart: distance,
          keyStart: 0,
        };
        const score = pe.attention(ask).scores.data[0] as number;
        expect(Math.abs(score)).toBeLessThanOrEqual(Number(bound?.[i]) + 1e-4);
      });
    }
  });

  it('is read as it is', () => {
    const reach = of(options);
    some.forEach((distance, i) => {
      const { rotary, unscaled, expected, bound } = reach;
      const numbers = [rotary, unscaled, expected, bound].flatMap((values) =>
        values === null ? [] : [Number((values[i] as number).toPrecision(4))],
      );
      expect(numbersIn(readReach(reach, i))).toEqual([distance, ...numbers]);
    });
    const [told = '', bounded = ''] = explainReach(reach);
    const { length } = reach.distances;
    const short = (value: number) => Number(value.toPrecision(4));
    expect(numbersIn(told)).toEqual([
      ...[length, 0, short(reach.atZero), short(reach.plain)],
    ]);
    expect(numbersIn(bounded)).toEqual([
      Number(reach.smoothness.toPrecision(3)),
    ]);
  });
});

it('says why there is no expected curve', () => {
  const reach = of({ decay: { type: 'xpos', scaleBase: 512 } });
  expect(reach.expected).toBe(null);
  expect(reach.bound).toBe(null);
  expect(explainReach(reach)[1]).toMatch(/^No expected curve .*decay/);
  // The package refuses positions where the decay leaves float32.
  expect(Number.isFinite(reach.rotary[2])).toBe(true);
  expect(reach.rotary[4]).toBeNaN();
  expect(readReach(reach, 4)).toBe(
    'distance 1\u202f000\u202f000 · with RoPE not to be told',
  );
});

it('takes the schedule away, and nothing else', () => {
  const spec: Spec = { method: 'rope', headDim: 64, theta: 5, scaling: yarn };
  expect(withoutSchedule(spec)).toEqual({
    method: 'rope',
    headDim: 64,
    theta: 5,
  });
  expect(withoutSchedule({ method: 'rope', headDim: 64 })).toBe(null);
  const plain = { ...spec, scaling: { type: 'default' } };
  expect(withoutSchedule(plain)).toBe(null);
  const { unscaled } = of({ scaling: yarn, theta: 5e5 });
  const { rotary } = of({ theta: 5e5 });
  expect(unscaled).toEqual(rotary);
  expect(makeRope(pe, spec).theta).toBe(5);
});
