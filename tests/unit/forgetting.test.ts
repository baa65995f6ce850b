/** The forgetting bias. */

import { load, tensor } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const heads = 2;
const gates = [1, -2, 0.5, 3, -0.25, 8, 2, 0, -4, 1.5, 6, -0.5, 1, 2];
const bias = { method: 'forgetting', heads, gates };

describe.each([
  ['sigmoid', (gate: number) => -Math.log1p(Math.exp(-gate))],
  ['softplus', (gate: number) => -Math.log1p(Math.exp(gate))],
  ['log', (gate: number) => gate],
])('the sums of gates of the form %s', (gateForm, logOf) => {
  const formed = { ...bias, gateForm };
  testMaps(formed, (h, i, j) => {
    let sum = 0;
    for (let t = j + 1; t <= i; ++t) sum += logOf(gates[t * heads + h] ?? NaN);
    return sum;
  });
  testGradients({ gates }, (weights) => ({ ...formed, ...weights }));
});

it('counts the rows of gates from a position', () => {
  const options = { heads, queries: 3, keys: 5 };
  const first = pe.forgetting({ ...options, gates });
  const later = pe.forgetting({
    ...{ ...options, gates, gateStart: 100, keyStart: 100 },
  });
  expect(later.data).toEqual(first.data);
});

it('takes the gates of each item of a batch', () => {
  const [queries, headDim] = [3, 2];
  const some = (shape: readonly number[], seed: number) => {
    const length = shape.reduce((a, b) => a * b, 1);
    const data = Float32Array.from({ length }, (_, i) => Math.sin(i + seed));
    return { data, shape, dtype: 'float32' as const };
  };
  const inputs = [1, 2, 3, 4].map((seed) =>
    some(seed < 4 ? [2, queries, heads, headDim] : [2, queries, heads], seed),
  );
  const item = (n: number) =>
    inputs.map(({ data, shape, dtype }) => {
      const [, ...rest] = shape;
      const each = data.length / 2;
      return { data: data.slice(n * each, (n + 1) * each), shape: rest, dtype };
    });
  const run = ([q, k, v, gates]: typeof inputs) => {
    const bias = { method: 'forgetting', gates } as const;
    const options = { q, k, v, bias, causal: true } as never as {
      q: Float32Array;
      k: Float32Array;
    };
    const { weights } = pe.attention(options);
    const upstream = v;
    const found = pe.attentionGradient({ ...options, upstream } as never);
    const gradient = found.bias as unknown as { gates: { data: Float32Array } };
    return [weights.data, gradient.gates.data];
  };
  const [first, second] = [run(item(0)), run(item(1))];
  const both = run(inputs);
  both.forEach((data, i) => {
    const parts = [first[i] as Float32Array, second[i] as Float32Array];
    expect([...data]).toEqual(parts.flatMap((part) => [...part]));
  });
});

it('takes the gates of all items of a batch as one list, too', () => {
  const sine = (length: number) =>
    Float32Array.from({ length }, (_, i) => Math.sin(i * i));
  const sizes = { batch: 2, heads: 3, headDim: 2, causal: true };
  const [q, data] = [sine(2 * 5 * 3 * 2), sine(2 * 5 * 3)];
  const inputs = { q, k: q, v: q, ...sizes };
  const of = (gates: unknown) => {
    const bias = { method: 'forgetting', gates } as never;
    const { bias: gradient } = pe.attentionGradient({
      ...{ ...inputs, bias, upstream: q },
    });
    return [pe.attention({ ...inputs, bias }), gradient];
  };
  const want = of({ data, dims: [2, 5, 3], type: 'float32' });
  expect(of(data)).toEqual(want);
  expect(of({ data, dims: [30], type: 'float32' })).toEqual(want);
});

it('takes the gates of one item for all of a batch', () => {
  const q = new Float32Array(2 * 5 * 3 * 2).map((_, i) => Math.sin(i * i));
  const inputs = { q, k: q, batch: 2, heads: 3, headDim: 2, causal: true };
  const data = new Float32Array(15).map((_, i) => Math.cos(i));
  const of = (...dims: number[]) => {
    const gates = { data, dims, type: 'float32' };
    return pe.attention({ ...inputs, bias: { method: 'forgetting', gates } });
  };
  expect(of(1, 5, 3)).toEqual(of(5, 3));
  expect(of(15)).toEqual(of(5, 3));
});

it('refuses gates of another number of items', () => {
  const q = new Float32Array(2 * 3 * heads * 2);
  const four = { data: q, shape: [2, 3, heads, 2], dtype: 'float32' } as const;
  const data = new Float32Array(3 * 3 * heads);
  const three = { data, shape: [3, 3, heads], dtype: 'float32' } as const;
  const bias = { method: 'forgetting', gates: three } as const;
  const call = () => pe.attention({ q: four, k: four, bias });
  const param = 'bias.gates';
  expect(thrown(call)).toMatchObject({ param, code: 'ERR_SHAPE' });
});

it('names a gate of a batch by its place in the whole array', () => {
  const q = tensor(new Float32Array(2 * 3 * heads * 2), [2, 3, heads, 2]);
  const data = new Float32Array(2 * 3 * heads);
  data[3 * heads + 1] = Number.NaN;
  const gates = tensor(data, [2, 3, heads]);
  const bias = { method: 'forgetting', gates } as const;
  expect(thrown(() => pe.attention({ q, k: q, bias }))).toMatchObject({
    ...{ param: `bias.gates[${3 * heads + 1}]`, code: 'ERR_RANGE' },
  });
});

it.each<[object, string, string]>([
  [{ queries: 1 }, 'gates', 'ERR_MISSING'],
  [{ queries: 1, gates: [1, 2, 3] }, 'gates.length', 'ERR_SHAPE'],
  [{ queries: 1, gates: [] }, 'gates.length', 'ERR_SHAPE'],
  [{ queries: 8, gates }, 'gates', 'ERR_SHAPE'],
  [{ queries: 1, gates, gateStart: 1 }, 'gates', 'ERR_SHAPE'],
  [{ queries: 1, gates, gateStart: 0.5 }, 'gateStart', 'ERR_RANGE'],
  [{ queries: 1, gates, gateForm: 'tanh' }, 'gateForm', 'ERR_CHOICE'],
  [
    { queries: 1, gates: gates.map((g, i) => (i === 2 ? NaN : g)) },
    'gates[2]',
    'ERR_RANGE',
  ],
  [
    {
      queries: 1,
      gateForm: 'log',
      gates: gates.map((g, i) => (i ? g : -Infinity)),
    },
    'gates[0]',
    'ERR_RANGE',
  ],
])('refuses %o', (options, param, code) => {
  const call = () => pe.forgetting({ heads, ...options } as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
