/**
 * Attention and its gradient against the oracle, on random configurations:
 * methods together, sizes of every kind, positions with gaps, masks, batches.
 *
 * | what | bound, with δ = 2^-24 (headDim + 40) of the absolute sum of products |
 * |---|---|
 * | scores, and the sum of the terms | δ |
 * | weights | a share of 2δ + (keys + 8) 2^-24 |
 * | output | that of the weights, and (keys + 2) 2^-24, of the largest value |
 * | gradients | 1e-5 of the largest of an array, or 1e-5 |
 */

import { load, type Tensor } from 'posenc';
import { expect, it } from 'vitest';
import { sum } from '../../support/attention-oracle/array.js';
import { slopeAt } from '../../support/attention-oracle/differences.js';
import { times } from '../../support/sample.mjs';
import { Random } from '../random.js';
import { drawn, given } from './made.js';
import {
  type Configuration,
  configuration,
  type Subject,
} from './random-scene.js';
import { arraysOf, numbers, outputOf } from './results.js';

const pe = await load();

/** Compares two arrays, and names the first place that is off. */
function expectWithin(
  name: string,
  actual: ArrayLike<number>,
  expected: readonly number[],
  bound: (want: number) => number,
): void {
  expect(actual.length, name).toBe(expected.length);
  for (const [at, want] of expected.entries()) {
    const got = actual[at] as number;
    if (got === want) continue;
    const error = Math.abs(got - want);
    // Written so that NaN fails.
    if (error <= bound(want)) continue;
    expect.fail(`${name}[${at}]: ${got} for ${want}, bound ${bound(want)}`);
  }
}

/** The numbers of an optional result. */
const dataOf = (made: Tensor<'float32'> | undefined) => made?.data ?? [];

function checkResults({ options, see, bounds }: Configuration): void {
  const { scores, weights, output, terms } = pe.attention({
    ...options,
    terms: true,
  });
  const seen = see();
  const within = () => bounds.scores;
  expectWithin(
    'scores',
    scores.data,
    numbers(seen, (s) => s.scores),
    within,
  );
  const { weight } = bounds;
  expectWithin(
    'weights',
    weights.data,
    numbers(seen, (s) => s.weights),
    weight,
  );
  const wanted = numbers(seen, outputOf);
  expectWithin('output', dataOf(output), wanted, () => bounds.output);
  const alone = pe.attention({ ...options, outputs: ['output'] }).output;
  expectWithin('output alone', dataOf(alone), wanted, () => bounds.output);
  const sums = Float32Array.from(scores.data, () => 0);
  for (const term of Object.values(terms ?? {})) {
    term.data.forEach((x, at) => {
      sums[at] = (sums[at] as number) + x;
    });
  }
  expectWithin(
    'terms',
    sums,
    numbers(seen, (s) => s.sums),
    within,
  );
}

/** Gradients that are not compared with those of the oracle. */
const OTHERS = ['frequencies'];

/** Numbers of an array whose derivatives are computed. */
const PLACES = 4;

/**
 * Compares gradients with slopes of the oracle's sum; adds to `counts` how many
 * it compared, and how many places were kinks.
 */
function checkGradients(
  random: Random,
  made: Configuration,
  counts: { all: number; kinks: number },
): void {
  const { options, see, learned, sizes } = made;
  const { queries, heads, valueDim } = sizes;
  const items = see().length;
  const upstream = drawn(random, [items, queries, heads, valueDim]);
  const gradient = pe.attentionGradient({
    ...options,
    upstream: given(upstream).data,
  });
  const arrays = new Map(arraysOf(gradient));
  for (const path of OTHERS) arrays.delete(path);
  expect([...arrays.keys()].sort()).toEqual([...learned.keys()].sort());
  const loss = () =>
    sum(numbers(see(), outputOf).map((x, at) => x * (upstream.data[at] ?? 0)));
  for (const [path, array] of learned) {
    const all = arrays.get(path) as Float32Array;
    expect(all.length, path).toBe(array.data.length);
    const most = all.reduce((a, b) => Math.max(a, Math.abs(b)), 1);
    for (let trial = 0; trial < PLACES; ++trial) {
      const place = random.integer(0, all.length - 1);
      const slope = slopeAt(loss, array, place);
      ++counts.all;
      if (Number.isNaN(slope)) ++counts.kinks;
      else {
        const error = Math.abs((all[place] as number) - slope);
        expect(error / most, `${path}[${place}]`).toBeLessThan(1e-5);
      }
    }
  }
}

/** The options of a configuration, without its numbers. */
function wordsOf({ options, sizes }: Configuration): string {
  return JSON.stringify({ ...options, sizes }, (_, value) =>
    value && typeof value === 'object' && 'shape' in value && 'data' in value
      ? `[${value.shape}]`
      : value,
  );
}

/**
 * Tests random configurations of a subject. Each has a file of its own, because
 * a deep run takes minutes of a processor for each.
 */
export function testRandom(name: Subject): void {
  it('have the scores, weights and outputs of the oracle', () => {
    for (let trial = 0; trial < times(60, 2000); ++trial) {
      const random = Random.today(`${name} ${trial}`);
      const made = configuration(random, name);
      try {
        checkResults(made);
      } catch (error) {
        throw new Error(`trial ${trial}: ${wordsOf(made)}`, { cause: error });
      }
    }
  });

  it('have the gradients of finite differences', () => {
    const counts = { all: 0, kinks: 0 };
    for (let trial = 0; trial < times(3, 400); ++trial) {
      const random = Random.today(`${name} gradient ${trial}`);
      const made = configuration(random, name);
      try {
        checkGradients(random, made, counts);
      } catch (error) {
        throw new Error(`trial ${trial}: ${wordsOf(made)}`, { cause: error });
      }
    }
    expect(counts.kinks).toBeLessThan(counts.all / 20);
  });
}
