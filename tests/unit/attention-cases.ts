/**
 * Options with which the output of attention alone is computed, and its
 * gradient: masks, terms and sizes of every kind.
 */

import type { AttentionOptions } from 'posenc';
import { noise } from '../support/noise.mjs';

export const sizes = { heads: 4, keyHeads: 2, headDim: 10, valueDim: 9 };
const { heads, keyHeads, headDim, valueDim } = sizes;
export const [queries, keys] = [70, 150];
const q = noise(queries * heads * headDim, 1).map((x) => 2 * x);
const k = noise(keys * keyHeads * headDim, 2).map((x) => 2 * x);
const v = noise(keys * keyHeads * valueDim, 3);
export const inputs = { q, k, v, ...sizes };

const map = (seed: number) => ({
  data: noise(heads * queries * keys, seed),
  shape: [heads, queries, keys],
  dtype: 'float32' as const,
});
const ints = (length: number, of: (n: number) => number) =>
  Array.from({ length }, (_, n) => of(n));

export const cases: Record<string, Partial<AttentionOptions>> = {
  plain: {},
  causal: { causal: true },
  'causal, with a prefix': { causal: true, prefix: 7 },
  'a window': { window: [10, 3] },
  'a window and a prefix': { causal: true, window: [10, 0], prefix: 70 },
  'positions between integers': { causal: true, keyStart: 0.1 },
  'lists of positions': {
    causal: true,
    keyPositions: ints(keys, (j) => 1.5 * j),
    queryPositions: ints(queries, (i) => 1.5 * i + 80),
  },
  'queries before all keys': { causal: true, queryStart: -20, keyStart: 0 },
  documents: {
    documents: ints(queries, (i) => i >> 4),
    keyDocuments: ints(keys, (j) => j >> 5),
  },
  'a key mask': { keyMask: ints(keys, (j) => Number(j < 64 || j > 130)) },
  'a key mask and a window': {
    ...{ causal: true, window: [40, 0], prefix: 20 },
    keyMask: ints(keys, (j) => Number(j % 7 > 1)),
  },
  'documents and a window': {
    ...{ causal: true, window: [20, 0] },
    documents: ints(queries, (i) => i >> 4),
    keyDocuments: ints(keys, (j) => (j - 80) >> 4).map((x) => Math.max(x, 0)),
    keyMask: ints(keys, (j) => Number(j % 7 > 1)),
  },
  'positions that fall': {
    causal: true,
    keyPositions: ints(keys, (j) => (j * 29) % keys),
    queryPositions: ints(queries, (i) => 2 * i),
  },
  'a mask for each head': {
    causal: true,
    mask: {
      data: Uint8Array.from(map(4).data, (x) => Number(x > 0)),
      shape: [heads, queries, keys],
    } as never,
  },
  rotary: { rotary: { method: 'rope', headDim }, causal: true },
  'a bias by distance': { bias: { method: 'alibi' }, causal: true },
  'a bias by distance, for fewer heads': {
    bias: { method: 'alibi', heads: 3 },
  },
  'biases by distance with weights': {
    bias: [
      { method: 'alibi', slopes: noise(heads, 11).map((x) => x / 16) },
      { method: 't5Bias', table: noise(32 * heads, 12) },
    ],
    causal: true,
  },
  'a gate by distance': {
    gate: {
      ...{ method: 'urpe', form: 'offset', maxLength: keys },
      table: noise((2 * keys - 1) * heads, 13),
    },
  },
  'a bias from lists of positions': {
    bias: { method: 'alibi' },
    keyPositions: ints(keys, (j) => 2 * j),
    queryPositions: ints(queries, (i) => 2 * i),
  },
  'two biases': { bias: [{ method: 'alibi' }, map(5)], softcap: 3 },
  'a bias, a gate and sinks': {
    ...{ bias: map(5), gate: map(8), sinks: noise(heads, 9) },
    window: [40, 0],
  },
  'a relative term': {
    relative: {
      method: 'shaw',
      ...{ keyTable: noise(17 * headDim, 6), left: 8, right: 8 },
    },
  },
  'values by position': {
    relative: {
      method: 'shaw',
      ...{ keyTable: noise(17 * headDim, 6), left: 8, right: 8 },
      valueTable: noise(17 * valueDim, 7),
    },
  },
  'a gate': { gate: map(8), causal: true },
  sinks: { sinks: noise(heads, 9), causal: true },
  'an output layer': { outputWeight: noise(5 * heads * valueDim, 10) },
};
