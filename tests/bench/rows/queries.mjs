// @ts-check
/** A few queries: one against a long cache, and calls that compute little. */

import { noise } from '../../support/noise.mjs';
import { NAMES } from '../peers/names.mjs';

/** @typedef {import('../judge.mjs').Group} Group */

/**
 * Attention as a graph of single operators: for each key head, the queries that
 * read it.
 * @type {import('../../support/onnx.mjs').Graph}
 */
const STEPS = {
  inputs: { q: { axes: 3 }, k: { axes: 3 }, v: { axes: 3 } },
  nodes: [
    { op: 'MatMul', from: ['q', 'k'], to: 'scores' },
    { op: 'Softmax', from: ['scores'], to: 'weights', integers: { axis: 2 } },
    { op: 'MatMul', from: ['weights', 'v'], to: 'y' },
  ],
  outputs: { y: { axes: 3 } },
  versions: { '': 17 },
};

const COPY = 'copy loop';

/** @type {Group} */
const cache = {
  title: 'one query of 32 heads against 4096 keys of 8 × 128',
  quick: true,
  async open({ pe, yardsticks, peers }) {
    const [heads, keyHeads, headDim, keys] = [32, 8, 128, 4096];
    const floats = keys * keyHeads * headDim;
    const shape = [keys, keyHeads, headDim];
    const [k, v] = [pe.resident({ shape }), pe.resident({ shape })];
    const q = pe.resident({ shape: [1, heads, headDim] });
    k.data.set(noise(floats, 31));
    v.data.set(noise(floats, 32));
    q.data.set(noise(heads * headDim, 33));
    const spare = pe.resident({ shape });
    const given = { q, k, v, heads, keyHeads, headDim };
    const share = heads / keyHeads;
    const onnx = await peers.onnx?.runner(STEPS, {
      q: { data: q.data.slice(), shape: [keyHeads, share, headDim] },
      // It gets keys and values as it likes them: a head after another.
      k: { data: noise(floats, 31), shape: [keyHeads, headDim, keys] },
      v: { data: noise(floats, 32), shape: [keyHeads, keys, headDim] },
    });
    return {
      unit: 'GB/s',
      // Keys and values are read once.
      amount: 2 * floats * 4,
      yardstick: {
        name: COPY,
        run: () =>
          yardsticks.copyLoop(k.data.byteOffset, spare.data.byteOffset, floats),
      },
      rows: [
        {
          name: 'resident, output alone',
          run: () => pe.attention({ ...given, outputs: ['output'] }),
          targets: { [NAMES.onnx]: 2, [COPY]: 0.6 },
        },
      ],
      peers: { [NAMES.onnx]: onnx && { run: onnx } },
      close() {
        for (const one of [k, v, q, spare]) one.dispose();
      },
    };
  },
};

/** Calls of a measurement: so many that the engine has compiled them. */
const CALLS = 1024;

/** @param {number} queries @param {number} keys @returns {Group} */
const small = (queries, keys) => ({
  title: `attention 8 × ${queries} × ${keys} × 64`,
  quick: true,
  async open({ pe, peers }) {
    const [heads, headDim] = [8, 64];
    const q = noise(queries * heads * headDim, 34);
    const [k, v] = [35, 36].map((seed) => noise(keys * heads * headDim, seed));
    const given = /** @type {any} */ ({ q, k, v, heads, headDim });
    const onnx = await peers.onnx?.runner(STEPS, {
      q: { data: q, shape: [heads, queries, headDim] },
      k: { data: /** @type {any} */ (k), shape: [heads, headDim, keys] },
      v: { data: /** @type {any} */ (v), shape: [heads, keys, headDim] },
    });
    return {
      unit: 'GFLOP/s',
      amount: 4 * heads * queries * keys * headDim,
      rows: [
        {
          name: 'output alone',
          units: CALLS,
          run() {
            for (let i = 0; i < CALLS; ++i) {
              pe.attention({ ...given, outputs: ['output'] });
            }
          },
        },
      ],
      peers: { [NAMES.onnx]: onnx && { run: onnx } },
    };
  },
});

export const queries = [cache, small(1, 64), small(16, 16)];
