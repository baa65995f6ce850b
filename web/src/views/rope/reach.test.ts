// The score of a word with itself by distance, its expected curve and its bound
// against whole vectors that the package turns.

import { load, type Posenc } from 'posenc';
import { methods } from 'posenc/descriptions';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  cropOf,
  endsOf,
  farthest,
  reachCells,
  reachIn,
  reachStretches,
} from '../../figures/reach/reach-span.js';
import { numbersOf, type Stretches } from '../../figures/stretches.js';
import { embedWords } from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import { numbersIn } from '../../plot/read-numbers.js';
import type { Options, Spec } from '../../state/spec.js';
import { type Reach, reachOf, withoutSchedule } from './reach.js';
import { countDistances, explainReach, readReach } from './reach-words.js';
import { readState } from './state.js';

const initial = readState(new URLSearchParams());
const some = Float64Array.of(1, 7, 60, 4097, 1e6);
/** Each of them alone. */
const lone: Stretches = { from: some, to: some };
let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function of(options: Options, stretches = lone, sampled?: number): Reach {
  const spec: Spec = { headDim: 64, ...options, method: 'rope' };
  return reachOf(pe, { ...initial, spec }, stretches, sampled);
}

it('has each distance up to a million once, those of a stretch together', () => {
  const { from, to } = reachStretches();
  expect([from[0], to.at(-1)]).toEqual([1, farthest]);
  from.forEach((first, i) => {
    expect(to[i]).toBeGreaterThanOrEqual(first);
    if (i > 0) expect(first).toBe(Number(to[i - 1]) + 1);
  });
  // As wide as each other on an axis of 240 stretches, but for whole distances.
  for (let i = 0; i < from.length; i++) {
    const [first, end] = [Number(from[i]), Number(to[i]) + 1];
    if (end - first > 1)
      expect(end / first).toBeLessThan(10 ** (1 / 40) + 1e-9);
    if (i === from.length - 1 || end - first < 50) continue;
    expect(end / first).toBeGreaterThan(10 ** (1 / 41));
  }
  // Near distances stand alone.
  expect([...to.slice(0, 67)]).toEqual([...from.slice(0, 67)]);
});

it('has more distances of the part that a reader zooms to', () => {
  const near = reachStretches(40, { from: 1000, to: 1100 });
  const all = Array.from({ length: 101 }, (_, i) => 1000 + i);
  expect([...near.from]).toEqual(all);
  expect([...near.to]).toEqual(all);
  const far = reachStretches(40, { from: 500_000, to: 600_000 });
  expect(far.from.length).toBeGreaterThan(200);
  expect([far.from[0], far.to.at(-1)]).toEqual([500_000, 600_000]);
});

it('spreads the distances of a long stretch evenly, both ends among them', () => {
  expect(numbersOf(7, 7, 512)).toEqual([7]);
  expect(numbersOf(5, 9, 5)).toEqual([5, 6, 7, 8, 9]);
  const [from, to, most] = [900_000, 952_000, 512];
  const all = numbersOf(from, to, most);
  expect(all).toHaveLength(most);
  expect([Math.min(...all), Math.max(...all)]).toEqual([from, to]);
  expect(all.every(Number.isInteger)).toBe(true);
  // Each eighth of the stretch has about an eighth of them.
  for (let part = 0; part < 8; part++) {
    const [low, high] = [part, part + 1].map(
      (eighths) => from + ((to - from + 1) * eighths) / 8,
    ) as [number, number];
    const inside = all.filter((one) => one >= low && one < high).length;
    expect(Math.abs(inside - most / 8)).toBeLessThan(4);
  }
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

const spanOf = (from: number[], to: number[], sampled = 512) => ({
  ...{ from: Float64Array.from(from), to: Float64Array.from(to), sampled },
});

it('says which distances there are', () => {
  const [alone, mixed, far, all] = [
    spanOf([1000, 1001, 1002], [1000, 1001, 1002]),
    spanOf([1, 2, 3], [1, 2, 9]),
    spanOf([1, 2, 3], [1, 2, 9000]),
    spanOf([100, 200], [199, 299]),
  ].map(countDistances);
  expect(alone).toBe(
    'The chart has every distance from 1\u202f000 to 1\u202f002, each as a dot.',
  );
  expect(mixed).toMatch(
    /^The chart has every distance from 1 to 9\. Up to 2, each is a dot; /,
  );
  expect(far).toMatch(
    /^The chart has distances .*, up to 512 of each stretch\. /,
  );
  expect(all).toMatch(/299\. The band goes from the least score of a stretch/);
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
      expect(reach.rotary.least[i]).toBe(at(distance));
      expect(reach.rotary.most[i]).toBe(at(distance));
    });
    expect(reach.unscaled === null).toBe(options.scaling === undefined);
  });

  it('gives the least and the most of a stretch, and what is expected', () => {
    // The second has more distances than are computed.
    const stretches = spanOf([40, 5000], [52, 9000]);
    const reach = of(options, stretches, 64);
    const spec = { headDim: 64, ...options, method: 'rope' } as const;
    const rotary = makeRope(pe, spec as Spec);
    const { headDim, softmaxScale, rotaryDim } = rotary;
    const k = embedWords(pe, ['cat'], headDim, initial.likeness);
    const scores = (from: number, to: number) => {
      const positions = Array.from(
        { length: to - from + 1 },
        (_, i) => from + i,
      );
      const q = new Float32Array(positions.length * headDim);
      positions.forEach((_, i) => {
        q.set(k, i * headDim);
      });
      const at = { queryPositions: positions, keyPositions: [0] };
      const { data } = pe.attention({ q, k, heads: 1, rotary, ...at }).scores;
      return Array.from(data);
    };
    const near = scores(40, 52);
    const { least, most } = reach.rotary;
    expect([least[0], most[0]]).toEqual([Math.min(...near), Math.max(...near)]);
    const far = scores(5000, 9000);
    const [low, high] = [Math.min(...far), Math.max(...far)];
    expect(least[1]).toBeGreaterThanOrEqual(low);
    expect(most[1]).toBeLessThanOrEqual(high);
    // Sixty-four of four thousand meet more than half of the swing.
    const swing = Number(most[1]) - Number(least[1]);
    expect(swing).toBeGreaterThan(0.5 * (high - low));
    const distances = Array.from({ length: 13 }, (_, i) => 40 + i);
    const told = pe.analysis.scoreByDistance(spec as never, {
      distances,
    }).scores;
    const mean = told.reduce((sum, one) => sum + one, 0) / 13;
    const wanted = softmaxScale * (2 * mean + headDim - rotaryDim);
    expect(Math.abs(Number(reach.expected?.[0]) - wanted)).toBeLessThan(1e-12);
    const { bounds } = pe.analysis.decayBound(spec as never, { distances });
    const scale = (softmaxScale * reach.smoothness * rotaryDim) / 2;
    const bound = scale * Math.max(...bounds);
    const rest = softmaxScale * (headDim - rotaryDim);
    expect(Math.abs(Number(reach.bound?.[0]) - bound - rest)).toBeLessThan(
      1e-12,
    );
    // Both ends of each are read.
    const line = numbersIn(readReach(reach, 0, false));
    const short = (value: number) => Number(value.toPrecision(4));
    expect(line.slice(0, 4)).toEqual([
      40,
      52,
      ...[least, most].map((end) => short(Number(end[0]))),
    ]);
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
      const all = [rotary.least, unscaled?.least, expected, bound];
      const numbers = all.flatMap((values) =>
        values ? [Number((values[i] as number).toPrecision(4))] : [],
      );
      const told = numbersIn(readReach(reach, i, true));
      expect(told).toEqual([distance, ...numbers]);
      // Without being asked for, the bound is not told.
      const less = numbersIn(readReach(reach, i, false));
      expect(less).toEqual(told.slice(0, -1));
    });
    const [told = '', expects, bounded = ''] = explainReach(reach, true);
    const short = (value: number) => Number(value.toPrecision(4));
    expect(numbersIn(told)).toEqual([
      ...[1, farthest, 0, short(reach.atZero), short(reach.plain)],
    ]);
    expect(numbersIn(bounded)).toEqual([
      Number(reach.smoothness.toPrecision(3)),
    ]);
    expect(explainReach(reach, false)).toEqual([told, expects]);
  });
});

it('says why there is no expected curve', () => {
  const reach = of({ decay: { type: 'xpos', scaleBase: 512 } });
  expect(reach.expected).toBe(null);
  expect(reach.bound).toBe(null);
  expect(explainReach(reach, true)[1]).toMatch(/^No expected curve .*decay/);
  // The package refuses positions where the decay leaves float32.
  expect(Number.isFinite(reach.rotary.least[2])).toBe(true);
  expect(reach.rotary.least[4]).toBeNaN();
  expect(readReach(reach, 4, true)).toBe(
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
