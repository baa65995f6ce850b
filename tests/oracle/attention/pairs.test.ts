/**
 * Every pair of a term, a rotation, a mask, what masked keys hold, positions,
 * shared heads, batches, sinks, caps and factors of queries, in every way in
 * which attention is computed: maps, the output alone, pictures, gradients of
 * the output alone and gradients by all results. Bounds are those of
 * `random-*.test.ts`; gradients are compared along a direction.
 */

import { load } from 'posenc';
import { expect, it } from 'vitest';
import { type Array64, sum } from '../../support/attention-oracle/array.js';
import { Random } from '../random.js';
import { drawn, given } from './made.js';
import {
  FACTORS,
  type PairRow,
  type PairScene,
  pairScene,
} from './pairs-scene.js';
import { allPairs, type Excluded, pairsIn, pairsOf } from './pairs-table.js';
import { arraysOf, numbers, outputOf } from './results.js';

const pe = await load();

/**
 * A mask of -Infinity that is added would be bent by the cap. `added` hides
 * nothing by rule, so that no key is known to be hidden.
 */
const EXCLUDED: readonly Excluded[] = [
  ['mask', 'added', 'more', 'softcap'],
  ['mask', 'added', 'more', 'capped-sinks'],
];

const ROWS = allPairs(FACTORS, EXCLUDED);

it('the table has all pairs', () => {
  const met = new Set(ROWS.flatMap(pairsIn));
  const missing = [...pairsOf(FACTORS, EXCLUDED)].filter(
    (one) => !met.has(one),
  );
  expect(missing).toEqual([]);
});

/** Compares two arrays; what is NaN for the oracle must not look right. */
function expectWithin(
  name: string,
  actual: ArrayLike<number> | undefined,
  expected: readonly number[],
  bound: (want: number) => number,
): void {
  expect(actual?.length, name).toBe(expected.length);
  expected.forEach((want, at) => {
    const got = actual?.[at] as number;
    if (Object.is(got, want) || got === want) return;
    const fits = Number.isFinite(want)
      ? Math.abs(got - want) <= bound(want)
      : !Number.isFinite(got) && want !== -Infinity;
    if (!fits) expect.fail(`${name}[${at}]: ${got} for ${want}`);
  });
}

/** Maps, the output alone, and pictures. */
function checkResults({ options, see, bounds, sizes }: PairScene): void {
  const seen = see();
  const scores = numbers(seen, (s) => s.scores);
  const weights = numbers(seen, (s) => s.weights);
  const output = numbers(seen, outputOf);
  const byScores = () => bounds.scores;
  const byOutput = () => bounds.output;
  const maps = pe.attention(options);
  expectWithin('scores', maps.scores.data, scores, byScores);
  expectWithin('weights', maps.weights.data, weights, bounds.weight);
  expectWithin('output', maps.output?.data, output, byOutput);
  const alone = pe.attention({ ...options, outputs: ['output'] }).output;
  expectWithin('output alone', alone.data, output, byOutput);
  const { queries: height, keys: width } = sizes;
  for (const of of ['scores', 'weights'] as const) {
    const [wanted, bound] =
      of === 'scores' ? [scores, byScores] : [weights, bounds.weight];
    // In a picture of weights, keys that are not seen are -Infinity, too.
    const shown = wanted.map((x, n) =>
      scores[n] === -Infinity ? -Infinity : x,
    );
    const picture = pe.attentionMap({ ...options, of, height, width });
    expectWithin(`picture of ${of}`, picture.data, shown, bound);
  }
}

/** How many derivatives were compared, and how many lay at kinks. */
const counts = { all: 0, kinks: 0 };

/** The derivatives of losses by t at 0; NaN at a kink. */
function slopesOf(f: (t: number) => readonly number[]): number[] {
  const slopes = (h: number) => {
    const [far, near, back, behind] = [2 * h, h, -h, -2 * h].map(f);
    return (near ?? []).map((x, n) => {
      const wide = (far?.[n] as number) - (behind?.[n] as number);
      return (8 * (x - (back?.[n] as number)) - wide) / (12 * h);
    });
  };
  const narrow = slopes(2 ** -15);
  return slopes(2 ** -14).map((wide, n) => {
    const found = narrow[n] as number;
    const allowed = 1e-7 * Math.max(1, Math.abs(wide));
    return Math.abs(wide - found) <= allowed ? found : Number.NaN;
  });
}

function checkGradients(scene: PairScene, number: number): void {
  const { options, see, learned, sizes } = scene;
  const { queries, keys, heads, valueDim } = sizes;
  const random = new Random(9000 + number);
  const items = see().length;
  const drawnOf = (...shape: number[]) => drawn(random, [items, ...shape]);
  const byOutput = drawnOf(queries, heads, valueDim);
  const byWeights = drawnOf(heads, queries, keys);
  const byScores = drawnOf(heads, queries, keys);
  const directions = new Map(
    [...learned].map(([path, { shape }]) => [path, drawn(random, shape)]),
  );
  const weigh = (x: readonly number[], by: Array64) =>
    sum(x.map((y, n) => (y === -Infinity ? 0 : y * (by.data[n] as number))));
  const losses = () => {
    const seen = see();
    const output = weigh(numbers(seen, outputOf), byOutput);
    const weights = weigh(
      numbers(seen, (s) => s.weights),
      byWeights,
    );
    const scores = weigh(
      numbers(seen, (s) => s.scores),
      byScores,
    );
    return [output, output + weights + scores];
  };
  const own = [...learned].map(
    ([path, { data }]) => [path, data.slice()] as const,
  );
  const slopes = slopesOf((t) => {
    for (const [path, before] of own) {
      const by = directions.get(path)?.data;
      learned
        .get(path)
        ?.data.set(before.map((x, n) => x + t * (by?.[n] as number)));
    }
    return losses();
  });
  for (const [path, before] of own) learned.get(path)?.data.set(before);
  const flat = (x: Array64) => given(x).data;
  const upstream = flat(byOutput);
  const more = {
    weightsUpstream: flat(byWeights),
    scoresUpstream: flat(byScores),
  };
  for (const [n, upstreams] of [
    { upstream },
    { upstream, ...more },
  ].entries()) {
    const way = n === 0 ? 'by the output' : 'by all results';
    const gradient = new Map(
      arraysOf(pe.attentionGradient({ ...options, ...upstreams })),
    );
    gradient.delete('frequencies');
    let [slope, size] = [0, 1];
    for (const [path, by] of directions) {
      const data = gradient.get(path);
      expect(data?.length, `${way} ${path}`).toBe(by.data.length);
      data?.forEach((x, place) => {
        if (!Number.isFinite(x)) expect.fail(`${way} ${path}[${place}]: ${x}`);
        const part = x * (by.data[place] as number);
        slope += part;
        size += Math.abs(part);
      });
    }
    checkHidden(scene, gradient, items);
    const wanted = slopes[n] as number;
    ++counts.all;
    if (Number.isNaN(wanted)) ++counts.kinks;
    else expect(Math.abs(slope - wanted), way).toBeLessThan(1e-5 * size);
  }
}

/** The gradients by keys and values that nobody sees are zeros. */
function checkHidden(
  { sees, sizes }: PairScene,
  gradient: ReadonlyMap<string, Float32Array>,
  items: number,
): void {
  const { queries, keys, heads, keyHeads } = sizes;
  for (let row = 0; row < items * keys * keyHeads; ++row) {
    const [b, j] = [
      Math.floor(row / (keys * keyHeads)),
      Math.floor(row / keyHeads) % keys,
    ];
    const seen = Array.from({ length: queries * heads }, (_, n) => {
      const head = n % heads;
      const own = Math.floor((head * keyHeads) / heads) === row % keyHeads;
      return own && sees(b, Math.floor(n / heads), j, head);
    });
    if (seen.includes(true)) continue;
    for (const path of ['k', 'v']) {
      const data = gradient.get(path) as Float32Array;
      const width = data.length / (items * keys * keyHeads);
      const part = data.subarray(row * width, (row + 1) * width);
      expect(
        [...part].every((x) => x === 0),
        `${path} of a hidden key`,
      ).toBe(true);
    }
  }
}

const wordsOf = (row: PairRow) => JSON.stringify(row);

/** Groups of rows, so that progress is seen. */
const GROUPS = Array.from({ length: 8 }, (_, n) => n);

it.each(GROUPS)('pairs meet, part %i', (group) => {
  ROWS.forEach((row, number) => {
    if (number % GROUPS.length !== group) return;
    const scene = pairScene(row, number);
    try {
      checkResults(scene);
      // Of a value that some queries see, NaN reaches all gradients.
      if (row.held !== 'partly') checkGradients(scene, number);
    } catch (error) {
      throw new Error(`row ${number}: ${wordsOf(row)}`, { cause: error });
    }
  });
  expect(counts.kinks).toBeLessThan(counts.all / 10 + 2);
});
