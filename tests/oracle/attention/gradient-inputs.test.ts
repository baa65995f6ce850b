/**
 * `attentionGradient` has a gradient for every array that was given: those of
 * attention's own options, and those of each term. The lists come from the
 * descriptions, so that a new option of an array fails here until it has one.
 */

import { load, type Tensor, tensor } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { Array64, range, sum } from '../../support/attention-oracle/array.js';
import { attend } from '../../support/attention-oracle/attention.js';
import { alibi } from '../../support/attention-oracle/biases.js';
import { slopeAt } from '../../support/attention-oracle/differences.js';
import { causal } from '../../support/attention-oracle/masks.js';
import { project } from '../../support/attention-oracle/networks.js';
import {
  product,
  query,
  shaw,
} from '../../support/attention-oracle/relative.js';
import { turnBy } from '../../support/attention-oracle/rotation.js';
import { Random } from '../random.js';
import { inHeads } from './layout.js';
import { drawn, given } from './made.js';
import { MAKERS } from './pairs-scene.js';
import { imageBiases } from './random-biases.js';
import { imageRelatives } from './random-relative.js';

const pe = await load();

interface Described {
  readonly name: string;
  readonly family?: string;
  readonly parameters: Readonly<
    Record<string, { readonly kind: string; readonly tensor?: boolean }>
  >;
}
const all = Object.values(methods) as unknown as readonly Described[];

/** The names of the options that are arrays. */
const arrayOptions = ({ parameters }: Described): string[] =>
  Object.entries(parameters).flatMap(([name, { kind, tensor }]) =>
    kind === 'floats' || tensor ? [name] : [],
  );

describe('the terms of the oracle learn every array that a method takes', () => {
  const image = { grid: [2, 3], prefix: 0 } as const;
  const makers = [
    ...MAKERS,
    ...[imageBiases, imageRelatives].flatMap((of) =>
      Object.values(of).map((maker) => maker(image)),
    ),
  ];
  const sizes = {
    ...{ heads: 2, keyHeads: 2, headDim: 4, valueDim: 3 },
    ...{ queries: 6, keys: 6 },
  };
  const learned = new Map<unknown, Set<string>>();
  for (const [n, maker] of makers.entries()) {
    for (const seed of range(40)) {
      const made = maker(new Random((100 * n + seed + 1) * 40503001), sizes);
      const { method } = made.spec;
      const names = learned.get(method) ?? new Set();
      for (const name of Object.keys(made.learned)) names.add(name);
      learned.set(method, names);
    }
  }
  const terms = all.filter(({ family }) =>
    ['relative', 'bias', 'gate'].includes(family ?? ''),
  );
  it.each(terms.map((one) => [one.name, one] as const))('%s', (name, one) => {
    const arrays = arrayOptions(one).filter((of) => of !== 'q' && of !== 'k');
    expect([...(learned.get(name) ?? [])]).toEqual(
      expect.arrayContaining(arrays),
    );
  });
});

const [queries, keys, heads, keyHeads, headDim, valueDim, dim, width] = [
  ...[4, 5, 4, 2, 4, 3, 5, 6],
] as [number, number, number, number, number, number, number, number];
const random = new Random(77);
const of = (...shape: number[]) => drawn(random, shape);
const at = { queryAt: range(queries).map((i) => i + 1), keyAt: range(keys) };
const TABLE_SCALE = 0.7;

/** What acts on scores and weights. */
const scores = {
  queryScale: of(queries),
  queryNorm: of(headDim),
  keyNorm: of(headDim),
  queryNormBias: of(headDim),
  keyNormBias: of(headDim),
  logitScale: of(heads),
  sinks: of(heads),
  gate: of(heads, queries, keys),
  'bias.0': of(1, queries, keys),
  'bias.1.slopes': of(heads),
  'relative.keyTable': of(5, headDim),
  'relative.valueTable': of(5, valueDim),
};
const plain = {
  q: of(queries, heads, headDim),
  k: of(keys, keyHeads, headDim),
  v: of(keys, keyHeads, valueDim),
};
const made = {
  x: of(queries, dim),
  context: of(keys, dim),
  table: of(6, dim),
  queryWeight: of(heads * headDim, dim),
  keyWeight: of(keyHeads * headDim, dim),
  valueWeight: of(keyHeads * valueDim, dim),
  outputWeight: of(width, heads * valueDim),
  queryBias: of(heads * headDim),
  keyBias: of(keyHeads * headDim),
  valueBias: of(keyHeads * valueDim),
  outputBias: of(width),
};
type Arrays = Readonly<Record<string, Array64>>;

/** Embeddings with the rows of the table. */
const added = (x: Array64, rows: readonly number[]) =>
  Array64.of(x.shape, (i, c) => {
    const row = rows[i as number] as number;
    return (
      x.at(i as number, c as number) +
      TABLE_SCALE * made.table.at(row, c as number)
    );
  });

function inputsOf(projected: boolean): typeof plain {
  if (!projected) return plain;
  const x = added(made.x, at.queryAt);
  const context = added(made.context, at.keyAt);
  const part = (
    name: 'query' | 'key' | 'value',
    from: Array64,
    count: number,
  ) => {
    const layer = { weight: made[`${name}Weight`], bias: made[`${name}Bias`] };
    return inHeads(project(layer, from), count);
  };
  return {
    q: part('query', x, heads),
    k: part('key', context, keyHeads),
    v: part('value', context, keyHeads),
  };
}

/** Heads less their mean, divided by their deviation, with weights. */
const normalised = (x: Array64, weight: Array64, bias: Array64) =>
  Array64.of(x.shape, (i, h, c) => {
    const row = range(headDim).map((d) => x.at(i as number, h as number, d));
    const mean = sum(row) / headDim;
    const variance = sum(row.map((one) => (one - mean) ** 2)) / headDim;
    const away = (row[c as number] as number) - mean;
    const normal = away / Math.sqrt(variance + EPSILON);
    return weight.at(c as number) * normal + bias.at(c as number);
  });
const EPSILON = 0.125;

/** Scores, weights and output of the oracle. */
function seen(projected: boolean) {
  const { q: plainQ, k: plainK, v } = inputsOf(projected);
  const q = normalised(plainQ, scores.queryNorm, scores.queryNormBias);
  const k = normalised(plainK, scores.keyNorm, scores.keyNormBias);
  const turn = turnBy({ pairs: headDim / 2, base: 10, layout: 'half' });
  const ends = { left: 2, right: 2, beyond: 'clip' } as const;
  const map = scores['bias.0'];
  const result = attend({
    q: Array64.of(q.shape, (i, h, c) => {
      const factor = Math.exp(scores.logitScale.at(h as number));
      const own = factor * scores.queryScale.at(i as number);
      return own * q.at(i as number, h as number, c as number);
    }),
    ...{ k, v, ...at, scale: 1, softCap: 2 },
    ...{ turnQuery: turn, turnKey: turn, sinks: scores.sinks },
    relative: { shaw: product(query, shaw(scores['relative.keyTable'], ends)) },
    bias: {
      map: ({ i, j }) => map.at(0, i, j),
      alibi: alibi('symmetric', scores['bias.1.slopes']),
    },
    values: shaw(scores['relative.valueTable'], ends),
    gate: ({ head, i, j }) => scores.gate.at(head, i, j),
    sees: causal(at.queryAt, at.keyAt),
  });
  const output = result.output as Array64;
  if (!projected) return { ...result, output };
  const flat = new Array64([queries, heads * valueDim], output.data);
  const layer = { weight: made.outputWeight, bias: made.outputBias };
  return { ...result, output: project(layer, flat) };
}

/** The options of the package for some arrays. */
function optionsOf(inputs: Arrays) {
  const own = Object.entries({ ...inputs, ...scores }).filter(
    ([name]) => !name.includes('.'),
  );
  return {
    ...Object.fromEntries(own.map(([name, array]) => [name, given(array)])),
    ...{ heads, keyHeads, headDim, valueDim, softcap: 2 },
    ...{ norm: 'layer', normEpsilon: EPSILON },
    ...{ causal: true, queryStart: 1, keyStart: 0 },
    ...(inputs.table && { tableScale: TABLE_SCALE }),
    rotary: { method: 'rope', headDim, theta: 10 } as const,
    bias: [
      given(scores['bias.0']),
      { method: 'alibi', slopes: given(scores['bias.1.slopes']) },
    ],
    relative: {
      ...{ method: 'shaw', left: 2, right: 2, beyond: 'clip' },
      keyTable: given(scores['relative.keyTable']),
      valueTable: given(scores['relative.valueTable']),
    },
  };
}

it('these inputs are all that attention takes', () => {
  const description = all.find(({ name }) => name === 'attention') as Described;
  const names = Object.keys({ ...plain, ...made, ...scores }).map(
    (name) => name.split('.')[0],
  );
  expect([...new Set(names)]).toEqual(
    expect.arrayContaining(arrayOptions(description)),
  );
});

/** The array of a gradient at a path. */
const found = (gradient: unknown, path: string) =>
  path.split('.').reduce((inner, name) => Object(inner)[name], gradient) as
    | Tensor<'float32'>
    | undefined;

describe.each([
  ['queries, keys and values', plain, false],
  ['embeddings and weights', made, true],
] as const)('%s', (_, inputs, projected) => {
  const { output } = seen(projected);
  const byOutput = of(...output.shape);
  const byWeights = of(heads, queries, keys);
  const byScores = of(heads, queries, keys);
  const weigh = (x: Array64, by: Array64) =>
    sum(
      [...x.data].map((y, n) => (y === -Infinity ? 0 : y * (by.data[n] ?? 0))),
    );

  it.each([
    ['by the output', false],
    ['by all results', true],
  ] as const)('%s', (_way, every) => {
    const flat = (x: Array64) => given(x).data;
    const gradient = pe.attentionGradient({
      ...optionsOf(inputs),
      upstream: flat(byOutput),
      ...(every && { weightsUpstream: flat(byWeights) }),
      ...(every && { scoresUpstream: flat(byScores) }),
    } as never);
    const loss = () => {
      const now = seen(projected);
      const more = every
        ? weigh(now.weights, byWeights) + weigh(now.scores, byScores)
        : 0;
      return weigh(now.output, byOutput) + more;
    };
    for (const [path, array] of Object.entries({ ...inputs, ...scores })) {
      const own = found(gradient, path);
      expect(own?.shape, path).toEqual([...array.shape]);
      // One place for each way: a slope takes many looks at the oracle.
      for (const place of [every ? 0 : array.data.length - 1]) {
        const slope = slopeAt(loss, array, place);
        const error = Math.abs((own?.data[place] ?? Number.NaN) - slope);
        expect(error, `${path}[${place}]`).toBeLessThan(2e-5);
      }
    }
    expect(gradient.frequencies?.shape).toEqual([headDim / 2]);
  });
});

it('a factor of zero has a gradient, too', () => {
  const made = (numbers: readonly number[], ...shape: number[]) =>
    tensor(Float32Array.from(numbers), shape);
  const { queryScale } = pe.attentionGradient({
    q: made([1, 2, 3, 4], 2, 1, 2),
    k: made([1, 0, 0, 1], 2, 1, 2),
    v: made([1, -1], 2, 1, 1),
    queryScale: made([0, 0.5], 2),
    upstream: Float32Array.of(1, 1),
  });
  // With weights of 1/2 each, the output's slope by the scores is 1/2, -1/2.
  const slope = (1 - 2) * 0.5 * Math.SQRT1_2;
  expect(queryScale?.data[0]).toBeCloseTo(slope, 6);
});
