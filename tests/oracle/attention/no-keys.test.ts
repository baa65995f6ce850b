/** Without keys there is nothing to attend to: zeros, beside every term. */

import { type AttentionOptions, load, type Tensor, tensor } from 'posenc';
import { methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { thrown } from '../../unit/thrown.js';
import { Random } from '../random.js';
import type { Made, Maker } from './made.js';
import { MAKERS } from './pairs-scene.js';

const pe = await load();
const RELATIVE: readonly unknown[] = Object.values(methods)
  .filter((one) => 'family' in one && one.family === 'relative')
  .map(({ name }) => name);
const sizes = {
  ...{ heads: 4, keyHeads: 2, headDim: 6, valueDim: 3 },
  ...{ queries: 5, keys: 0 },
};
const { heads, keyHeads, headDim, valueDim, queries } = sizes;
const random = new Random(3);
const numbers = (...shape: number[]) =>
  tensor(random.float32(shape.reduce((a, b) => a * b, 1)), shape);

const empty = {
  q: numbers(queries, heads, headDim),
  k: numbers(0, keyHeads, headDim),
  v: numbers(0, keyHeads, valueDim),
  // Gates of positions cover these.
  ...{ queryStart: 3, keyStart: 0 },
};
const output = [queries, heads, valueDim];
const upstream = random.float32(queries * heads * valueDim);

/** Expects zeros of every way, and gradients in the shapes of the arrays. */
function expectZeros(options: AttentionOptions, shape = output): void {
  const maps = pe.attention({ ...options, terms: true });
  expect(maps.scores.shape.slice(-3)).toEqual([heads, queries, 0]);
  expect(maps.weights.shape).toEqual(maps.scores.shape);
  for (const term of Object.values(maps.terms ?? {})) {
    expect(term.shape).toEqual(maps.scores.shape);
  }
  const alone = pe.attention({ ...options, outputs: ['output'] });
  for (const one of [maps.output, alone.output]) {
    expect(one?.shape).toEqual(shape);
    expect(one?.data.every((x) => x === 0)).toBe(true);
  }
}

/** The option of a term by what its maker gives. */
function optionsOf(made: Made): AttentionOptions {
  const spec = made.spec as never;
  if (made.gate) return { gate: spec };
  const relative = RELATIVE.includes(made.spec.method);
  return relative ? { relative: spec } : { bias: spec };
}

const tensors = (gradient: unknown): Tensor<'float32'>[] => {
  if (typeof gradient !== 'object' || gradient === null) return [];
  if ('data' in gradient) return [gradient as Tensor<'float32'>];
  return Object.values(gradient).flatMap(tensors);
};

describe('beside every term', () => {
  it.each(MAKERS.map((maker, n) => [n, maker] as [number, Maker]))(
    'number %i',
    (n, maker) => {
      const made = maker(new Random(n + 1), sizes);
      const options = { ...empty, ...optionsOf(made) };
      expectZeros(options);
      for (const more of [{}, { scoresUpstream: new Float32Array(0) }]) {
        const gradient = pe.attentionGradient({
          ...options,
          upstream,
          ...more,
        });
        const all = tensors(gradient);
        expect(all.length).toBe(3 + Object.keys(made.learned).length);
        expect(all.every(({ data }) => data.every((x) => x === 0))).toBe(true);
        expect(gradient.k?.shape).toEqual([0, keyHeads, headDim]);
        expect(gradient.v?.shape).toEqual([0, keyHeads, valueDim]);
      }
    },
  );
});

describe('beside other options', () => {
  it.each<[string, AttentionOptions]>([
    ['nothing', {}],
    ['a rope', { rotary: { method: 'rope', headDim } }],
    ['a causal window', { causal: true, window: [3, 0] }],
    ['a prefix', { causal: true, prefix: 2 }],
    ['documents', { documents: [0, 0, 1, 1, 2], keyDocuments: [] }],
    ['padding', { keyMask: [] }],
    ['a mask', { mask: tensor(new Float32Array(0), [queries, 0]) }],
    ['sinks and a cap', { sinks: random.float32(heads), softcap: 2 }],
    ['factors of queries', { queryScale: numbers(queries) }],
    ['flat arrays', { v: new Float32Array(0), valueDim, heads, keyHeads }],
  ])('%s', (_, options) => {
    const all = { ...empty, ...options };
    expectZeros(all);
    const gradient = pe.attentionGradient({ ...all, upstream });
    for (const { data } of tensors(gradient)) {
      expect(data.every((x) => x === 0)).toBe(true);
    }
  });

  it('a batch', () => {
    const batch = {
      q: numbers(2, queries, heads, headDim),
      k: numbers(2, 0, keyHeads, headDim),
      v: numbers(2, 0, keyHeads, valueDim),
    };
    expectZeros(batch, [2, ...output]);
  });

  it('an output layer gives its bias', () => {
    const dim = 4;
    const options = {
      ...{ q: empty.q, context: numbers(0, dim), keyHeads },
      keyWeight: random.float32(keyHeads * headDim * dim),
      valueWeight: random.float32(keyHeads * valueDim * dim),
      outputWeight: random.float32(2 * heads * valueDim),
      outputBias: Float32Array.of(3, -1),
    };
    const rows = Float32Array.from({ length: 2 * queries }, (_, n) =>
      n % 2 === 0 ? 3 : -1,
    );
    expect(pe.attention(options).output?.data).toEqual(rows);
    const alone = pe.attention({ ...options, outputs: ['output'] });
    expect(alone.output.data).toEqual(rows);
    const gradient = pe.attentionGradient({
      ...options,
      upstream: new Float32Array(2 * queries).fill(1),
    });
    expect([...(gradient.outputBias?.data ?? [])]).toEqual([queries, queries]);
    expect(gradient.outputWeight?.data.every((x) => x === 0)).toBe(true);
    expect(gradient.context?.shape).toEqual([0, dim]);
  });
});

it('values of no keys are as wide as heads, unless valueDim says else', () => {
  const flat = { ...empty, v: new Float32Array(0), heads, keyHeads };
  expect(pe.attention(flat).output?.shape).toEqual([queries, heads, headDim]);
});

it('a picture needs keys', () => {
  const { v: _, ...rest } = empty;
  expect(thrown(() => pe.attentionMap(rest))).toMatchObject({
    code: 'ERR_SHAPE',
    param: 'k.length',
  });
});
