/** Pictures of attention, against its maps pooled by the definition. */

import {
  type AttentionMapOptions,
  type AttentionOptions,
  load,
  type Tensor,
  tensor,
} from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [heads, keyHeads, headDim] = [4, 2, 8];
const made = (shape: readonly number[], seed: number) =>
  tensor(
    noise(
      shape.reduce((count, length) => count * length, 1),
      seed,
    ),
    shape,
  );

/** The numbers of a range that a cell shows. */
function numbersOf(cell: number, cells: number, [from, to]: Range): number[] {
  const count = to - from;
  const begin = Math.floor((cell * count) / cells);
  const end = Math.max(Math.floor(((cell + 1) * count) / cells), begin + 1);
  return Array.from({ length: end - begin }, (_, n) => from + begin + n);
}

type Range = readonly [from: number, to: number];

/** The picture of a whole map, cell by cell, as the contract defines it. */
function pictureOf(
  shown: Tensor<'float32'>,
  scores: Tensor<'float32'>,
  options: AttentionMapOptions,
): number[] {
  const [keys = 0, queries = 0] = [...scores.shape].reverse();
  const range = (
    given: readonly number[] | undefined,
    count: number,
  ): Range => {
    const [from = 0, to = count] = given ?? [];
    return [from, to];
  };
  const queryRange = range(options.queryRange, queries);
  const keyRange = range(options.keyRange, keys);
  const height = options.height ?? Math.min(512, queryRange[1] - queryRange[0]);
  const width = options.width ?? Math.min(512, keyRange[1] - keyRange[0]);
  const rows = numbersOf(0, 1, range(options.rows, height));
  const maps = scores.data.length / (queries * keys);
  const pools = {
    max: [(all: number[]) => Math.max(...all)],
    mean: [meanOf],
    minMax: [
      (all: number[]) => Math.min(...all),
      (all: number[]) => Math.max(...all),
    ],
  }[options.pool ?? 'max'];
  return pools.flatMap((pool) =>
    numbersOf(0, 1, [0, maps]).flatMap((map) =>
      rows.flatMap((y) =>
        numbersOf(0, 1, [0, width]).map((x) => {
          const all = numbersOf(y, height, queryRange).flatMap((i) =>
            numbersOf(x, width, keyRange).flatMap((j) => {
              const at = (map * queries + i) * keys + j;
              const seen = (scores.data[at] as number) > -Infinity;
              return seen ? [shown.data[at] as number] : [];
            }),
          );
          return all.length > 0 ? pool(all) : -Infinity;
        }),
      ),
    ),
  );
}

const meanOf = (all: number[]) =>
  all.reduce((sum, value) => sum + value, 0) / all.length;

/** Compares a picture with the map of `attention`. */
function check(inputs: AttentionOptions, picture: AttentionMapOptions): void {
  const { scores, weights } = pe.attention(inputs);
  const got = pe.attentionMap({ ...inputs, ...picture });
  const shown = picture.of === 'weights' ? weights : scores;
  const wanted = pictureOf(shown, scores, { ...inputs, ...picture });
  expect(got.data).toHaveLength(wanted.length);
  // A mean is rounded to float32, and its sum is in another order.
  const most = picture.pool === 'mean' ? 6e-8 * largest(shown) : 0;
  const wrong = wanted.flatMap((value, cell) => {
    const own = got.data[cell] as number;
    return own === value || Math.abs(own - value) <= most
      ? []
      : [{ cell, own, value }];
  });
  expect(wrong).toEqual([]);
}

const largest = ({ data }: Tensor<'float32'>) =>
  data.reduce(
    (most, x) => (x > -Infinity ? Math.max(most, Math.abs(x)) : most),
    0,
  );

const [queries, keys] = [37, 150];
const q = made([queries, heads, headDim], 1);
const k = made([keys, keyHeads, headDim], 2);

/** Calls of attention, each with another path through tiles, masks or terms. */
const calls: Record<string, AttentionOptions> = {
  'nothing else': { q, k },
  'a causal mask and a rope': {
    ...{ q, k, causal: true, rotary: { method: 'rope', headDim } },
  },
  'a window': { q, k, window: [20, 3], keyStart: 7, queryStart: 40 },
  'a prefix': { q, k, causal: true, prefix: 60, queryStart: 0 },
  'lists of positions': {
    ...{ q, k, causal: true, window: [40, 0] },
    keyPositions: Array.from({ length: keys }, (_, j) => (j * 7) % keys),
    queryPositions: Array.from({ length: queries }, (_, i) => i * 3 + 0.5),
    bias: { method: 'alibi' },
  },
  'lists of positions that rise': {
    ...{ q, k, window: [9.5, 3] },
    keyPositions: Array.from({ length: keys }, (_, j) => Math.floor(j / 3) / 7),
    queryPositions: Array.from({ length: queries }, (_, i) => (i * 29) % 37),
  },
  'biases from specs, a cap and a gate': {
    ...{ q, k, causal: true, softcap: 2 },
    bias: [
      { method: 'alibi' },
      { method: 't5Bias', table: noise(32 * heads, 4), bidirectional: true },
      { method: 'alibi', form: 'key' },
    ],
    gate: { method: 'urpe', table: noise(9 * heads, 3), buckets: 8 },
  },
  'terms that need all keys': {
    ...{ q, k, window: [30, 30], sinks: noise(heads, 6) },
    relative: [
      { method: 'shaw', keyTable: noise(7 * headDim, 4) },
      { method: 'cope', table: noise(16 * headDim, 8) },
    ],
    bias: made([1, queries, keys], 5),
    gate: made([heads, queries, keys], 7),
  },
  'documents and padding': {
    ...{ q, k },
    documents: Array.from({ length: queries }, (_, i) => (i < 12 ? 0 : 1)),
    keyDocuments: Array.from({ length: keys }, (_, j) => (j < 50 ? 0 : 1)),
    keyMask: Array.from({ length: keys }, (_, j) => (j % 11 ? 1 : 0)),
    causal: true,
  },
  'masks of each head': {
    ...{ q, k },
    mask: Array.from({ length: heads }, (_, h) =>
      Array.from({ length: queries }, (_, i) =>
        Array.from({ length: keys }, (_, j) => ((i + j * h) % 3 ? 1 : 0)),
      ),
    ),
  },
  'a batch of embeddings': {
    ...{ x: made([2, 33, 16], 3), heads: 2, headDim, causal: true },
    table: { method: 'sinusoidal' },
    keyWeight: noise(16 * 16, 4),
    bias: { method: 'alibi' },
  },
};

/** Pictures, smaller and larger than the map, whole and in part. */
const pictures: Record<string, AttentionMapOptions> = {
  'every pair': {},
  'odd cells': { width: 31, height: 5 },
  'one cell': { width: 1, height: 1 },
  'a window': { width: 13, height: 7, queryRange: [5, 29], keyRange: [3, 33] },
  'a window larger than its pairs': {
    ...{ width: 50, height: 23, queryRange: [11, 16], keyRange: [9, 30] },
  },
  'some rows': { width: 9, height: 8, rows: [3, 6] },
};

describe.each(Object.entries(calls))('with %s', (_, inputs) => {
  it.each(Object.entries(pictures))('shows %s', (_, picture) => {
    for (const of of ['scores', 'weights'] as const) {
      for (const pool of ['max', 'mean', 'minMax'] as const) {
        check(inputs, { ...picture, of, pool });
      }
    }
  });
});

it('a picture of every pair is the map, but for weights that are masked', () => {
  const options = { ...calls['a window'], window: [2, 0] } as AttentionOptions;
  const { scores, weights } = pe.attention(options);
  expect(pe.attentionMap(options)).toEqual(scores);
  const shown = pe.attentionMap({ ...options, of: 'weights' });
  const seen = weights.data.map((weight, n) =>
    scores.data[n] === -Infinity ? -Infinity : weight,
  );
  expect(shown.data).toEqual(seen);
});

it('keys at the ends of a window are shown, wherever positions round', () => {
  const count = 30;
  const ones = new Float32Array(count * 2).fill(1);
  const inputs = { q: ones, k: ones, heads: 1, headDim: 2 };
  const starts = noise(10, 3).map((x) => 10 * Math.abs(x));
  for (const start of [5.547710041882834, 0.1, 0.3, 0.7, 4.7, ...starts]) {
    for (const mask of [
      { causal: true },
      { window: [2, 2] },
      { window: [3, 0] },
    ] as const) {
      const options = { ...inputs, ...mask, keyStart: start };
      const { scores, weights } = pe.attention(options);
      for (let row = 0; row < count; ++row) {
        const queryRange = [row, row + 1] as const;
        const shown = pe.attentionMap({
          ...options,
          of: 'weights',
          queryRange,
        });
        const whole = Array.from({ length: count }, (_, j) => {
          const n = row * count + j;
          return scores.data[n] === -Infinity ? -Infinity : weights.data[n];
        });
        expect([...shown.data], `${start}, query ${row}`).toEqual(whole);
      }
    }
  }
});

it('tiles do not change a picture, whether keys are cut or not', () => {
  // A bias that is a tensor of zeros needs whole rows. A tile of scores of eight
  // heads has 512 keys, or those of a cell if they are more.
  const [queries, keys] = [150, 3000];
  const options: AttentionOptions = {
    ...{ q: noise(queries * 8 * 4, 1), k: noise(keys * 8 * 4, 2), heads: 8 },
    ...{ headDim: 4, causal: true, window: [1501, 9] },
  };
  const zeros = tensor(new Float32Array(queries * keys), [1, queries, keys]);
  for (const pool of ['max', 'mean', 'minMax'] as const) {
    for (const width of [3, 100]) {
      for (const of of ['scores', 'weights'] as const) {
        const picture = { ...options, of, pool, width, height: 9 };
        const cut = pe.attentionMap(picture);
        expect(pe.attentionMap({ ...picture, bias: zeros })).toEqual(cut);
      }
    }
  }
});

it('rows of a picture have the bits of the whole, and may be run in parts', async () => {
  const options = {
    ...calls['biases from specs, a cap and a gate'],
    ...{ pool: 'minMax', height: 11, width: 40 },
  } as AttentionMapOptions;
  const whole = pe.attentionMap(options);
  const plan = pe.plan({ method: 'attentionMap', ...options });
  expect(plan.shape).toEqual([2, heads, 11, 40]);
  expect(plan.bytes).toBe(2 * heads * 11 * 40 * 4);
  expect(plan.rows).toEqual([0, 11]);
  expect(plan.outputs.map).toMatchObject({ axis: 2 });
  const steps: unknown[] = [];
  const joined = await plan.runInParts({
    cost: plan.cost / 4,
    onProgress({ part, ...step }) {
      const rows = step.rows as [number, number];
      expect(part).toEqual(pe.attentionMap({ ...options, rows }));
      steps.push(step);
    },
  });
  expect(joined).toEqual(whole);
  expect(steps).toEqual([
    { done: 2, total: 11, rows: [0, 2] },
    { done: 4, total: 11, rows: [2, 4] },
    { done: 6, total: 11, rows: [4, 6] },
    { done: 8, total: 11, rows: [6, 8] },
    { done: 10, total: 11, rows: [8, 10] },
    { done: 11, total: 11, rows: [10, 11] },
  ]);
});

it('runs in parts can be aborted', async () => {
  const plan = pe.plan({ method: 'attentionMap', q, k, height: 8 });
  const control = new AbortController();
  const reason = new Error('enough');
  let steps = 0;
  const run = plan.runInParts({
    ...{ signal: control.signal, cost: 1 },
    onProgress({ done }) {
      ++steps;
      if (done === 3) control.abort(reason);
    },
  });
  await expect(run).rejects.toBe(reason);
  expect(steps).toBe(3);
  await expect(
    plan.runInParts({ signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

it('other tasks run between parts, and tables are cut, too', async () => {
  const spec = {
    method: 'sinusoidal',
    length: 100,
    dim: 6,
    rows: [3, 97],
  } as const;
  const plan = pe.plan(spec);
  let turns = 0;
  const count = setInterval(() => ++turns, 0);
  const seen: number[] = [];
  const table = await plan.runInParts({
    cost: plan.cost / 3,
    onProgress: ({ rows }) => seen.push(...rows),
  });
  clearInterval(count);
  expect(table).toEqual(pe.make(spec));
  expect(seen).toEqual([3, 34, 34, 65, 65, 96, 96, 97]);
  const out = new Float32Array(600);
  const whole = pe.plan({ method: 'sinusoidal', length: 100, dim: 6, out });
  const into = await whole.runInParts({ cost: 1 });
  expect(into.data).toBe(out);
  expect(out).toEqual(pe.sinusoidal({ length: 100, dim: 6 }).data);
});

it('numbers that are not above -Infinity are passed over', () => {
  const bias = tensor(new Float32Array(keys * queries), [1, queries, keys]);
  bias.data.fill(-Infinity, 0, 3 * keys);
  bias.data[3 * keys] = NaN;
  bias.data[3 * keys + 1] = Infinity;
  const options = {
    q,
    k,
    bias,
    height: 2,
    width: 2,
    queryRange: [0, 4],
  } as const;
  const [top, , bottom] = pe.attentionMap({ ...options, pool: 'mean' }).data;
  expect([top, bottom]).toEqual([-Infinity, Infinity]);
  const [low] = pe.attentionMap({ ...options, pool: 'minMax' }).data;
  expect(low).toBe(-Infinity);
});

it('wrong pictures are refused', () => {
  const refused = (options: AttentionMapOptions) =>
    thrown(() => pe.attentionMap({ q, k, ...options }));
  expect(refused({ queryRange: [0, 38] })).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'queryRange[1]', value: 38 },
    message:
      'attentionMap: queryRange[1] must be at most 37, the number of queries, got 38',
  });
  expect(refused({ keyRange: [5, 5] })).toMatchObject({
    ...{ code: 'ERR_RANGE', param: 'keyRange[1]' },
    message:
      'attentionMap: keyRange[1] must be more than keyRange[0] = 5, got 5',
  });
  expect(refused({ height: 8, rows: [7, 9] })).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'rows[1]' },
  });
  expect(refused({ width: 0 })).toMatchObject({ code: 'ERR_RANGE' });
  expect(refused({ pool: 'min' as never })).toMatchObject({
    ...{ code: 'ERR_CHOICE', param: 'pool' },
  });
  expect(refused({ q: new Float32Array(0), heads, headDim })).toMatchObject({
    ...{ code: 'ERR_SHAPE', param: 'q.length', value: 0 },
    message: 'attentionMap: q.length must be that of at least one query, got 0',
  });
  const x = made([0, heads * headDim], 1);
  const none = { x, q: undefined, k, heads, keyHeads, headDim };
  expect(refused(none)).toMatchObject({ code: 'ERR_SHAPE', param: 'x.length' });
});
