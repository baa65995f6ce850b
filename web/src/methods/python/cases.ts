// The calls whose Python programs were run in PyTorch, for the test.

import { methods } from 'posenc/descriptions';
import type { Options, Spec } from '../../state/spec.js';
import type { Range } from './rope.js';

export interface Case {
  readonly spec: Spec;
  readonly range?: Range;
}

const small = { length: 5, dim: 8 } as const;

/** The presets of a table, at a small size. */
const presetsOf = (
  name: 'sinusoidal' | 'learned' | 'sinusoidalGrid',
  size: Options = small,
) =>
  Object.keys(methods[name].presets).map((preset) => ({
    ...{ method: name, ...size, preset },
  }));

const sinusoidal = [
  { ...small },
  { ...small, layout: 'blocks' },
  { ...small, layout: 'blocks', cosinesFirst: true },
  { ...small, cosinesFirst: true, base: 500, start: 2000, step: 3 },
  { ...small, dim: 7 },
  { ...small, dim: 7, layout: 'blocks' },
  { ...small, dim: 7, odd: 'zero' },
  { ...small, dim: 7, layout: 'blocks', odd: 'zero', shift: 1 },
  { ...small, dim: 7, layout: 'blocks', shift: 1 },
  { ...small, shift: 1, frequencyScale: 0.5, scale: 2.5 },
  { dim: 8, positions: [0, 7, 1.5] },
  { ...small, start: -2, zeroPosition: 1, overRootDim: true },
  { ...small, length: 40, start: 2000, precision: 'torch' },
  { ...small, dtype: 'float64' },
  { ...small, dtype: 'bfloat16' },
  { ...small, dtype: 'float16' },
].map((options) => ({ method: 'sinusoidal', ...options }));

const plane = { grid: [2, 3], dim: 12 } as const;

const grids = [
  { ...plane },
  { grid: [5], dim: 6 },
  { grid: [2, 3, 2], dim: 18 },
  { grid: [2, 2, 3], dim: 12, layout: 'waves', lastAxisFirst: true },
  { ...plane, layout: 'interleaved', base: 100, start: 3, shift: 1 },
  { ...plane, dim: 13, share: 'down', classTokens: 2 },
  { ...plane, dim: 10, layout: 'interleaved', share: 'up' },
  { ...plane, dim: 14, layout: 'waves', includeCoordinates: true },
  { ...plane, dim: 14, layout: 'interleaved', includeCoordinates: true },
  { ...plane, normalise: 'last', start: 1, offset: -0.5 },
  { grid: [1, 3], dim: 12, normalise: 'symmetric', offset: 0.25, start: -2 },
  { ...plane, bands: 'linear', normalise: 'symmetric', maxResolution: 14 },
  { ...plane, bands: 'octaves', maxResolution: 60 },
  { coordinates: [0, 1, 2.5, -3, 7, 0.125], dim: 8 },
  { coordinates: [0, 1, 2.5], axes: 1, dim: 4 },
  { grid: [20, 2], dim: 8, start: 500, precision: 'torch' },
  { ...plane, dtype: 'float64' },
  { ...plane, dtype: 'float16', classTokens: 1 },
].map((options) => ({ method: 'sinusoidalGrid', ...options }));

const learned = [
  { ...small, start: 3 },
  { ...small, tableLength: 9, offset: 2, scale: 3 },
  { ...small, tableLength: 9, normalise: 'l2', overRootDim: true, start: 2 },
].map((options) => ({ method: 'learned', ...options }));

const wide = { headDim: 16 } as const;

const rope = [
  { ...wide },
  { ...wide, layout: 'interleaved', theta: 500000 },
  { ...wide, layout: 'interleaved', outLayout: 'half' },
  { ...wide, rotaryDim: 8, rotaryStart: 4 },
  { ...wide, scaling: { type: 'linear', factor: 4 } },
  {
    ...wide,
    contextLength: 300,
    scaling: { type: 'dynamic', factor: 2, maxPosition: 100 },
  },
  {
    ...wide,
    contextLength: 64,
    scaling: { type: 'dynamic', factor: 2, maxPosition: 100 },
  },
  { ...wide, scaling: { type: 'yarn', factor: 4, originalMaxPosition: 256 } },
  {
    ...wide,
    scaling: {
      ...{ type: 'yarn', factor: 32, originalMaxPosition: 4096 },
      ...{ truncate: false, mscale: 1, mscaleAllDim: 0.5, betaFast: 20 },
    },
  },
  { ...wide, scaling: { type: 'llama3', factor: 8, originalMaxPosition: 64 } },
  { ...wide, scaling: { type: 'proportional', share: 0.4, factor: 2 } },
].map((options) => ({ method: 'rope', ...options }));

/** What the models of the package's presets have, whose forms are usual. */
const models = Object.values(methods.rope.presets as Record<string, Options>)
  .filter((preset) => !('axes' in preset || 'decay' in preset))
  .map((preset) => ({ method: 'rope', ...preset }));

const biases = [
  { method: 'alibi', heads: 8, queries: 5, keys: 5 },
  { method: 'alibi', heads: 12, queries: 3, keys: 5, form: 'causal' },
  { method: 'alibi', heads: 5, queries: 3, form: 'key', keyStart: 4 },
  { method: 'alibi', heads: 6, queries: 4, order: 'sorted', maxBias: 16 },
  { method: 'alibi', heads: 2, queries: 4, slopes: [0.5, 0.1], biasScale: 0.5 },
  { method: 't5Bias', heads: 2, queries: 40 },
  { method: 't5Bias', heads: 2, queries: 2, keys: 150, queryStart: 0 },
  { method: 't5Bias', heads: 2, queries: 150, keys: 2, bidirectional: false },
  {
    ...{ method: 't5Bias', heads: 3, queries: 4, keys: 60, queryStart: 9 },
    ...{ buckets: 12, maxDistance: 50, biasScale: 2 },
  },
];

const columns = [
  { method: 'exponential', ...small },
  { method: 'exponential', length: 4, dim: 1, shortest: 3, start: -2 },
  { method: 'exponential', ...small, shortest: 0.5, longest: 64, step: 3 },
  { method: 'exponential', ...small, dtype: 'float64' },
  { method: 'normalised', length: 6, dim: 2 },
  { method: 'normalised', length: 6, domain: 'fraction', start: 3, span: 20 },
  { method: 'normalised', length: 1, domain: 'symmetric', dtype: 'float16' },
  { method: 'normalised', positions: [0, 7, 1.5], span: 9 },
  { method: 'polynomial', ...small },
  { method: 'polynomial', ...small, basis: 'legendre', domain: 'unit' },
  { method: 'polynomial', ...small, basis: 'monomial', span: 12, start: 2 },
  { method: 'polynomial', length: 5, dim: 1, dtype: 'float64' },
  { method: 'radial', ...small },
  { method: 'radial', length: 7, dim: 1 },
  { method: 'radial', positions: [3.5, 0], span: 8, dim: 4, width: 0.5 },
  { method: 'code', length: 6 },
  { method: 'code', length: 4, kind: 'integer', dim: 2, start: -1 },
  { method: 'code', length: 4, kind: 'one-hot', step: 2 },
  { method: 'code', positions: [9, 1, 4], kind: 'binary', dim: 5 },
  { method: 'tile', length: 11, dim: 3, tableLength: 4 },
  { method: 'tile', length: 11, dim: 3, tableLength: 5, prefix: 2, start: 1 },
  { method: 'windowed', length: 9, dim: 3, window: 4 },
  { method: 'windowed', length: 9, dim: 3, window: 4, kind: 'block', start: 2 },
];

const more = [
  { method: 'kerple', heads: 2, queries: 5 },
  {
    ...{ method: 'kerple', heads: 2, queries: 3, keys: 6, form: 'power' },
    ...{ scale: [0.5, 0.001], exponent: [1.5, 3], bidirectional: false },
  },
  {
    ...{ method: 'kerple', heads: 2, queries: 4, scale: [2, 1.5] },
    ...{ rate: [0.03, 0.1], exponent: [0.5, 1] },
  },
  { method: 'kerple', heads: 1, queries: 4, form: 'factor', scale: [0.25] },
  { method: 'sandwich', heads: 3, queries: 5, dim: 16 },
  {
    ...{ method: 'sandwich', heads: 2, queries: 4, keys: 7, dim: 8 },
    ...{ form: 'nemo', bidirectional: false, base: 500, compression: 4 },
  },
  { method: 'clippedBias', heads: 2, left: 2, right: 1, queries: 5 },
  {
    ...{ method: 'clippedBias', heads: 2, left: 1, right: 2, queries: 4 },
    ...{ keys: 6, beyond: 'zero', biasScale: 0.5 },
  },
  { method: 'clippedBias', heads: 1, maxDistance: 3, queries: 6 },
  { method: 'fire', heads: 2, queries: 6 },
  {
    ...{ method: 'fire', heads: 1, queries: 4, keys: 9, c: -0.5 },
    ...{ threshold: 4, thresholdFactor: 0.5 },
  },
];

const shape = { heads: 2, headDim: 4, queries: 5 } as const;

const relatives = [
  { method: 'shaw', ...shape, left: 2, right: 1 },
  { method: 'shaw', ...shape, left: 2, right: 0, beyond: 'zero', keys: 7 },
  { method: 'shaw', ...shape, left: 1, right: 3, reversed: true, scale: 0.5 },
  { method: 'shaw', ...shape, left: 3, right: 3, keyStart: 4, queryStart: 0 },
  { method: 'shaw', ...shape, left: 2, right: 2, source: 'sinusoidal' },
  { method: 'shaw', heads: 1, headDim: 5, queries: 3, left: 1, right: 1 },
  { method: 'transformerXL', ...shape, dim: 6 },
  { method: 'transformerXL', ...shape, keys: 8, scale: 0.5 },
  { method: 'transformerXL', ...shape, dim: 5, layout: 'interleaved' },
  { method: 'transformerXL', ...shape, dim: 7, base: 100, clampLength: 2 },
  { method: 'transformerXL', ...shape, dim: 6, shift: 1, queryStart: 9 },
  {
    ...{ method: 'transformerXL', heads: 1, headDim: 3, queries: 2, keys: 4 },
    ...{ dim: 4, keyStart: 100, queryStart: 60, scale: 3 ** -0.5 },
  },
];

const keys = [
  { method: 'relativeKey', ...shape, maxPosition: 6 },
  { method: 'relativeKey', ...shape, maxPosition: 9, keys: 7, scale: 0.5 },
  { method: 'relativeKey', ...shape, maxPosition: 5, form: 'keyQuery' },
];

const projected = [
  { method: 'xlnet', ...shape, dim: 6 },
  { method: 'xlnet', ...shape, keys: 8, dim: 7, mirrored: true, scale: 0.5 },
  { method: 'deberta', ...shape, maxRelativePositions: 4 },
  {
    ...{ method: 'deberta', ...shape, keys: 9, maxRelativePositions: 12 },
    ...{ p2p: true, sign: 'paper', normalised: true, scale: 24 ** -0.5 },
  },
  {
    ...{ method: 'deberta', heads: 1, headDim: 3, queries: 3, keys: 60 },
    ...{ buckets: 8, maxRelativePositions: 40, p2c: false, queryStart: 20 },
  },
  { method: 'deberta', ...shape, buckets: 6, c2p: false, scale: 0.5 },
  { method: 'tupe', ...shape },
  { method: 'tupe', ...shape, keys: 7, queryStart: 0, scale: 8 ** -0.5 },
  { method: 'tupe', ...shape, classToken: false, normalised: false },
  { method: 'tupe', ...shape, keyStart: 3, normEpsilon: 0.01 },
  { method: 'cope', ...shape },
  { method: 'cope', ...shape, keys: 7, causal: false, scale: 0.5 },
  { method: 'cope', ...shape, queryStart: 9, scaled: false, scale: 3 },
];

const gates = [
  { method: 'urpe', heads: 2, queries: 40 },
  { method: 'urpe', heads: 2, queries: 2, keys: 150, queryStart: 0 },
  {
    ...{ method: 'urpe', heads: 1, queries: 4, keys: 60, queryStart: 9 },
    ...{ buckets: 12, maxDistance: 50, maxLength: 70 },
  },
  {
    method: 'urpe',
    heads: 3,
    queries: 4,
    keys: 6,
    form: 'offset',
    maxLength: 6,
  },
];

const extended = [
  { method: 'hierarchical', length: 14, dim: 3, tableLength: 4 },
  {
    ...{ method: 'hierarchical', positions: [0, 24, 7], dim: 2 },
    ...{ tableLength: 5, alpha: 0.3, dtype: 'float64' },
  },
];

export const cases: readonly Case[] = [
  ...sinusoidal.map((spec) => ({ spec })),
  ...presetsOf('sinusoidal').map((spec) => ({ spec })),
  ...presetsOf('learned').map((spec) => ({
    spec: { ...spec, tableLength: 8 },
  })),
  ...learned.map((spec) => ({ spec })),
  ...rope.map((spec) => ({ spec, range: { length: 3, start: 40 } })),
  ...models.map((spec) => ({ spec, range: { length: 2, start: 7 } })),
  ...biases.map((spec) => ({ spec })),
  ...grids.map((spec) => ({ spec })),
  ...presetsOf('sinusoidalGrid', { grid: [2, 3], dim: 14 })
    .filter(({ preset }) => /^(multidim|tensor2tensor|fourier)/.test(preset))
    .map((spec) => ({ spec })),
  ...presetsOf('sinusoidalGrid', plane)
    .filter(({ preset }) => /^(mae|timm|detr)/.test(preset))
    .map((spec) => ({ spec })),
  ...[...relatives, ...projected].map((spec) => ({ spec })),
  ...[...gates, ...extended].map((spec) => ({ spec })),
  ...[...columns, ...more, ...keys].map((spec) => ({ spec })),
];
