/**
 * Options for calls whose examples lack what a certain option needs beside it:
 * sizes, weights that go together, or the results of other methods.
 */

const numbers = (length: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin(i + 1));

const rows = (count: number, width: number) =>
  Array.from({ length: count }, (_, i) =>
    Array.from(numbers(width), (x) => x + i),
  );

const one = { heads: 1, headDim: 4 };
const given = { q: numbers(12), k: numbers(12), v: numbers(12), ...one };
const embedded = { x: rows(3, 4), ...one };
const weights = {
  ...{ ...embedded, queryWeight: numbers(16), keyWeight: numbers(16) },
  ...{ valueWeight: numbers(16), outputWeight: numbers(16) },
};
const chosen = { ...given, documents: [0, 0, 0] };
const normed = { ...given, queryNorm: numbers(4), keyNorm: numbers(4) };
const axes = { type: 'axial', count: 2 };
const turned = {
  ...given,
  rotary: { method: 'rope', headDim: 4, axes },
};
const attention = [
  given,
  turned,
  { ...turned, keyAxisPositions: [0, 1, 2] },
  chosen,
  normed,
  { ...given, causal: true },
  one,
  { q: numbers(12), ...one },
  embedded,
  weights,
];
const complex = {
  ...{ dim: 2, length: 3, words: 2, tokens: [0, 1, 1] },
  ...{ upstreamReal: numbers(6), upstreamImaginary: numbers(6) },
};
const { length: _, ...complexPlaces } = complex;
const floater = { length: 3, dim: 4, hidden: 2, upstream: numbers(12) };
const windows = { length: 6, dim: 4, window: 3 };
const products = {
  ...{ q: rows(3, 4).map((row) => [row]), k: rows(3, 4).map((row) => [row]) },
  ...{ relative: [[[1, 0]], [[0.5, 1]], [[-1, 0.5]]], table: rows(2, 2) },
};
const squares = { bias: { method: 'alibi', heads: 2 }, heads: 2 };

type Bases = Readonly<Record<string, readonly Record<string, unknown>[]>>;

/** By method; those of `attentionGradient` have an upstream, too. */
export const bases: Bases = {
  attention,
  attentionMap: attention,
  attentionGradient: attention.flatMap((base) => [
    { ...base, upstream: numbers(12) },
    base,
  ]),
  biasGradient: [
    { ...squares, queries: 3, keys: 3, upstream: numbers(18) },
    { ...squares, keys: 3, upstream: numbers(18) },
    { ...squares, queries: 3, upstream: numbers(18) },
    {
      bias: { method: 't5Bias', heads: 2, buckets: 4, maxDistance: 8 },
      ...{ queries: 3, keys: 3, upstream: numbers(18) },
    },
  ],
  complexOrderGradient: [complex, complexPlaces],
  continuousGridBias: [
    {
      ...{ heads: 2, grid: [2, 2], hidden: 8, firstWeight: numbers(16) },
      ...{ firstBias: numbers(8), secondWeight: numbers(16) },
    },
  ],
  decay: [{ slopes: [0.5, 0.25], queries: 3 }],
  decayFactors: [
    { slopes: [0.5, 0.25], length: 3 },
    { slopes: [0.5, 0.25], length: 3, retention: 'rows' },
  ],
  floaterGradient: [floater, { ...floater, length: undefined }],
  gridBias: [{ heads: 2, grid: [2, 2] }],
  learnedGradient: [
    { length: 3, dim: 4, tableLength: 8 },
    { dim: 4, tableLength: 8, upstream: numbers(12) },
  ],
  normalised: [{ span: 4, dim: 4 }],
  polynomial: [{ span: 4, dim: 4 }],
  radial: [{ span: 4, dim: 4 }],
  relativeLogits: [{ ...products, dim: 2, ...one, queries: 3, keys: 3 }],
  resample: [{ from: [2, 2], to: [3, 3], dim: 4 }],
  transformerXL: [
    {
      ...{ q: products.q, k: products.k, ...one },
      ...{ table: numbers(20), positionWeight: undefined },
    },
  ],
  urpe: [
    { heads: 1, queries: 3, keys: 3, maxLength: 4 },
    { heads: 1, queries: 3 },
  ],
  windowed: [windows, { ...windows, kind: 'block' }],
  windowedCollisions: [
    windows,
    { ...windows, kind: 'block' },
    { dim: 4, window: 3 },
  ],
};
