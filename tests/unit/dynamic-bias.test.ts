/** Dynamic position bias. */

import { load } from 'posenc';
import { describe, expect, it } from 'vitest';
import { testGradients, testMaps } from './bias-maps.js';
import { thrown } from './thrown.js';

const pe = await load();

const heads = 2;
const dim = 3;

type Layer = Readonly<Record<string, readonly number[]>>;

/** Multiples of 2^-8, different for each seed. */
const some = (length: number, seed: number) =>
  Array.from(
    { length },
    (_, i) => Math.round(256 * Math.sin(i * 1.7 + seed)) / 256,
  );

function layersOf(depth: number, norm: boolean): Layer[] {
  const hidden = Array.from({ length: depth }, (_, l) => ({
    weight: some(dim * (l === 0 ? 1 : dim), l),
    bias: some(dim, l + 0.3),
    ...(norm && { gain: some(dim, l + 0.5), shift: some(dim, l + 0.7) }),
  }));
  const last = { weight: some(heads * dim, 8), bias: some(heads, 9) };
  return [...hidden, last];
}

/** One layer by its definition. */
function through(layer: Layer, x: readonly number[], last: boolean): number[] {
  const { weight = [], bias = [], gain, shift } = layer;
  let y = bias.map((b, o) =>
    x.reduce((sum, v, i) => sum + (weight[o * x.length + i] as number) * v, b),
  );
  if (gain && shift) {
    const mean = y.reduce((a, b) => a + b) / y.length;
    const variance = y.reduce((a, b) => a + (b - mean) ** 2, 0) / y.length;
    const deviation = Math.sqrt(variance + 1e-5);
    y = y.map(
      (v, o) =>
        ((v - mean) / deviation) * (gain[o] as number) + (shift[o] as number),
    );
  }
  return last ? y : y.map((v) => v / (1 + Math.exp(-v)));
}

describe.each([
  { depth: 1, norm: false, logDistance: false },
  { depth: 2, norm: true, logDistance: true },
  { depth: 3, norm: false, logDistance: true },
  { depth: 3, norm: true, logDistance: false },
])('%o', ({ depth, norm, logDistance }) => {
  const layers = layersOf(depth, norm);
  const bias = { method: 'dynamicBias', heads, layers, logDistance };
  testMaps(bias, (h, i, j) => {
    const d = i - j;
    const x = logDistance ? Math.sign(d) * Math.log1p(Math.abs(d)) : d;
    const out = layers.reduce(
      (y, layer, l) => through(layer, y, l === depth),
      [x],
    );
    return out[h] as number;
  });
  const weights = Object.fromEntries(
    layers.flatMap((layer, l) =>
      Object.entries(layer).map(([param, list]) => [
        `layers[${l}].${param}`,
        list,
      ]),
    ),
  );
  testGradients(weights, (changed) => ({
    ...bias,
    layers: layers.map((layer, l) =>
      Object.fromEntries(
        Object.keys(layer).map((param) => [
          param,
          changed[`layers[${l}].${param}`],
        ]),
      ),
    ),
  }));
});

it('has a shift of zeros by default', () => {
  const [first = {}, last = {}] = layersOf(1, true);
  const { shift: _, ...without } = first;
  const zeros = { ...first, shift: [0, 0, 0] };
  const map = (layer: object) =>
    pe.dynamicBias({ heads, layers: [layer, last], queries: 5 } as never).data;
  expect(map(without)).toEqual(map(zeros));
  expect(map(without)).not.toEqual(map(first));
});

const one = { weight: [1], bias: [1] };
it.each<[object, string, string]>([
  [{}, 'layers', 'ERR_MISSING'],
  [{ layers: [one] }, 'layers.length', 'ERR_SHAPE'],
  [
    { layers: [{ bias: [1] }, one] },
    ...(['layers[0].weight', 'ERR_MISSING'] as const),
  ],
  [
    { layers: [{ weight: [], bias: [] }, one] },
    ...(['layers[0].bias.length', 'ERR_SHAPE'] as const),
  ],
  [
    { layers: [one, { weight: [1, 2], bias: [1] }, one] },
    ...(['layers[1].weight.length', 'ERR_SHAPE'] as const),
  ],
  [
    { layers: [{ ...one, gain: [1] }, one, one] },
    ...(['layers[1].gain', 'ERR_MISSING'] as const),
  ],
  [
    { layers: [one, { ...one, gain: [1] }] },
    ...(['layers[1].gain', 'ERR_RANGE'] as const),
  ],
  [
    { layers: [{ ...one, shift: [1] }, one] },
    ...(['layers[0].shift', 'ERR_RANGE'] as const),
  ],
])('refuses %o', (options, param, code) => {
  const all = { heads: 1, queries: 1, ...options };
  const call = () => pe.dynamicBias(all as never);
  expect(thrown(call)).toMatchObject({ param, code });
});
