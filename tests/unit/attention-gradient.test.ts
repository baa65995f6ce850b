/**
 * The gradient of attention against differences of attention itself. The
 * outputs are float32, so that differences are right to about 1e-3.
 */

import { type AttentionOptions, load, type Tensor, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { noise } from '../support/noise.mjs';
import { thrown } from './thrown.js';

const pe = await load();
const [batch, queries, keys] = [2, 5, 6];
const [heads, keyHeads, headDim, valueDim, dim] = [4, 2, 4, 3, 6];
const made = (shape: readonly number[], seed: number) =>
  tensor(
    noise(
      shape.reduce((count, length) => count * length, 1),
      seed,
    ),
    shape,
  );
const given = () => ({
  q: made([batch, queries, heads, headDim], 1),
  k: made([batch, keys, keyHeads, headDim], 2),
  v: made([batch, keys, keyHeads, valueDim], 3),
});

type Path = readonly (string | number)[];
type Found = Record<string | number, unknown>;
const at = (value: unknown, path: Path) =>
  path.reduce((found, name) => (found as Found)[name], value);

const cases: [string, () => AttentionOptions, Path[]][] = [
  [
    'masks, cap, sinks, gate and biases of a batch',
    () => ({
      ...{ ...given(), causal: true, window: [3, 0], softcap: 2 },
      ...{ sinks: noise(heads, 4), gate: made([heads, queries, keys], 5) },
      bias: [
        made([batch, 1, queries, keys], 6),
        { method: 'alibi', slopes: noise(heads, 7) },
      ],
    }),
    [
      ['q'],
      ['k'],
      ['v'],
      ['sinks'],
      ['gate'],
      ['bias', 0],
      ['bias', 1, 'slopes'],
    ],
  ],
  [
    'a rope, relative terms, factors of queries and an output layer',
    () => ({
      ...{ ...given(), rotary: { method: 'rope', headDim } },
      relative: {
        method: 'shaw',
        keyTable: made([7, headDim], 8),
        valueTable: made([7, valueDim], 9),
      },
      queryScale: made([queries], 10),
      outputWeight: made([5, heads * valueDim], 11),
      outputBias: noise(5, 12),
    }),
    [
      ...[['q'], ['k'], ['v'], ['outputWeight'], ['outputBias']],
      ...[
        ['relative', 'keyTable'],
        ['relative', 'valueTable'],
      ],
    ],
  ],
  [
    'embeddings with a table',
    () => ({
      ...{ x: made([batch, queries, dim], 13), heads: 2, causal: true },
      ...{ table: made([queries, dim], 14), tableScale: 0.5 },
      ...{ queryWeight: made([8, dim], 15), keyWeight: made([4, dim], 16) },
      ...{ keyBias: noise(4, 17), outputWeight: made([5, 12], 18) },
    }),
    [
      ...[['x'], ['table'], ['queryWeight'], ['keyWeight'], ['keyBias']],
      ['outputWeight'],
    ],
  ],
  [
    'embeddings of another sequence',
    () => ({
      ...{ x: made([queries, 8], 19), context: made([keys, dim], 20) },
      ...{ heads: 2, keyHeads: 1, queryWeight: made([8, 8], 21) },
      ...{ keyWeight: made([4, dim], 22), valueWeight: made([3, dim], 23) },
      valueBias: noise(3, 24),
    }),
    [['x'], ['context'], ['queryWeight'], ['valueWeight'], ['valueBias']],
  ],
];

describe.each(cases)('%s', (_, make, paths) => {
  const options = make();
  const { output, weights } = pe.attention(options);
  const upstream = made(output?.shape ?? [], 31);
  const weightsUpstream = made(weights.shape, 32);
  const scoresUpstream = made(weights.shape, 33);
  const gradient = pe.attentionGradient({
    ...{ ...options, upstream, weightsUpstream, scoresUpstream },
  });
  /** The sum of all results, each times its upstream. */
  const loss = () => {
    const result = pe.attention(options);
    let sum = 0;
    const add = ({ data }: Tensor<'float32'>, by: Tensor<'float32'>) => {
      data.forEach((one, i) => {
        if (one !== -Infinity) sum += one * (by.data[i] ?? NaN);
      });
    };
    add(result.output as Tensor<'float32'>, upstream);
    add(result.weights, weightsUpstream);
    add(result.scores, scoresUpstream);
    return sum;
  };

  it.each(paths.map((path) => [path.join('.'), path] as const))(
    '%s',
    (_, path) => {
      const value = at(options, path) as { data?: Float32Array };
      const data = value.data ?? (value as unknown as Float32Array);
      const found = at(gradient, path) as Tensor<'float32'>;
      expect(found.data.length).toBe(data.length);
      if (value.data) {
        expect(found.shape).toEqual((value as Tensor<'float32'>).shape);
      }
      let largest = 0;
      for (let i = 0; i < data.length; i += 1 + (data.length >> 4)) {
        const was = data[i] as number;
        data[i] = was + 2 ** -7;
        const above = loss();
        data[i] = was - 2 ** -7;
        const below = loss();
        data[i] = was;
        const difference = (above - below) * 2 ** 6;
        expect(Math.abs(difference - (found.data[i] ?? NaN))).toBeLessThan(
          2e-3,
        );
        largest = Math.max(largest, Math.abs(difference));
      }
      expect(largest).toBeGreaterThan(0.05);
    },
  );
});

it('the gradient by the frequencies of a rope', () => {
  const options = given();
  const upstream = made([batch, queries, heads, valueDim], 41);
  const run = (frequencies: number[]) => ({
    ...{
      ...options,
      rotary: { method: 'rope', headDim, frequencies } as const,
    },
  });
  const { frequencies } = pe.attentionGradient({ ...run([1, 0.25]), upstream });
  const loss = (of: number[]) =>
    pe
      .attention(run(of))
      .output?.data.reduce(
        (sum, x, i) => sum + x * (upstream.data[i] ?? NaN),
        0,
      );
  const above = loss([1 + 2 ** -8, 0.25]) ?? NaN;
  const below = loss([1 - 2 ** -8, 0.25]) ?? NaN;
  const difference = (above - below) * 2 ** 7;
  expect(frequencies?.data[0]).toBeCloseTo(difference, 3);
});

it('no gradient reaches a key that nobody sees', () => {
  const options = { ...given(), keyMask: [1, 1, 0, 1, 1, 1] };
  const upstream = made([batch, queries, heads, valueDim], 42);
  const { k, v } = pe.attentionGradient({ ...options, upstream });
  for (const found of [k, v]) {
    const width = (found?.data.length ?? 0) / (batch * keys);
    const row = found?.data.subarray(2 * width, 3 * width) ?? [];
    expect(row.every((x) => x === 0)).toBe(true);
    expect(found?.data.some((x) => x !== 0)).toBe(true);
  }
});

it.each<[string, object, string, string]>([
  ['no upstream', {}, 'ERR_MISSING', 'upstream'],
  ['no values', { v: undefined, upstream: [1] }, 'ERR_MISSING', 'v'],
  ['too few', { upstream: [1] }, 'ERR_SHAPE', 'upstream.length'],
  [
    'heads before queries',
    { upstream: made([batch, heads, queries, valueDim], 1) },
    'ERR_SHAPE',
    'upstream',
  ],
  [
    'a batch without its axis',
    { upstream: made([batch * queries, heads, valueDim], 1) },
    'ERR_SHAPE',
    'upstream',
  ],
  [
    'weights of queries before heads',
    { weightsUpstream: made([batch, queries, heads, keys], 1) },
    'ERR_SHAPE',
    'weightsUpstream',
  ],
  [
    'few weights',
    { weightsUpstream: [1] },
    'ERR_SHAPE',
    'weightsUpstream.length',
  ],
])('%s', (_, options, code, param) => {
  const run = () => pe.attentionGradient({ ...given(), ...options } as never);
  expect(thrown(run)).toMatchObject({ code, param });
});
