// @ts-check
/** Attention whole, and its gradient beside it. */

import { noise } from '../../support/noise.mjs';
import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';
import { peakOf } from './products.mjs';

/** @typedef {import('../judge.mjs').Group} Group */
/** @typedef {import('../judge.mjs').Contest} Contest */

/**
 * Causal attention as a graph of single operators, without rotation.
 * @type {import('../../support/onnx.mjs').Graph}
 */
const STEPS = {
  inputs: {
    q: { axes: 3 },
    k: { axes: 3 },
    v: { axes: 3 },
    mask: { axes: 2 },
  },
  nodes: [
    { op: 'MatMul', from: ['q', 'k'], to: 'scores' },
    { op: 'Add', from: ['scores', 'mask'], to: 'masked' },
    { op: 'Softmax', from: ['masked'], to: 'weights', integers: { axis: 2 } },
    { op: 'MatMul', from: ['weights', 'v'], to: 'y' },
  ],
  outputs: { y: { axes: 3 } },
  versions: { '': 17 },
};

/**
 * ONNX Runtime's own operator, causal.
 * @param {number} heads @returns {import('../../support/onnx.mjs').Graph}
 */
export const fusedAttention = (heads) => ({
  inputs: { q: { axes: 3 }, k: { axes: 3 }, v: { axes: 3 } },
  nodes: [
    {
      op: 'MultiHeadAttention',
      domain: 'com.microsoft',
      from: ['q', 'k', 'v'],
      to: 'y',
      integers: { num_heads: heads, unidirectional: 1 },
    },
  ],
  outputs: { y: { axes: 3 } },
  versions: { '': 17, 'com.microsoft': 1 },
});

/** -Infinity above the diagonal. @param {number} length */
function causalMask(length) {
  const mask = new Float32Array(length * length);
  for (let i = 0; i < length; ++i) {
    mask.fill(Number.NEGATIVE_INFINITY, i * length + i + 1, (i + 1) * length);
  }
  return { data: mask, shape: [length, length] };
}

/**
 * @param {number} heads @param {number} length @param {number} dim
 * @param {boolean} quick @returns {Group}
 */
const causal = (heads, length, dim, quick) => ({
  title: `causal attention ${heads} × ${length} × ${dim}`,
  quick,
  async open(bench) {
    const { pe, peers } = bench;
    const { onnx, tf, native } = peers;
    const { attentionInJavaScript } = await freshPlain(`attention ${length}`);
    const size = heads * length * dim;
    const [q, k, v] = [noise(size, 11), noise(size, 12), noise(size, 13)];
    const given = { q, k, v, heads, headDim: dim, causal: true };
    const rotary = pe.rope({ headDim: dim });
    const bySteps = [heads, length, dim];
    const mask = causalMask(length);
    const steps = await onnx?.runner(STEPS, {
      q: { data: q, shape: bySteps },
      k: { data: k, shape: [heads, dim, length] },
      v: { data: v, shape: bySteps },
      mask,
    });
    const whole = [1, length, heads * dim];
    const own = await onnx?.runner(fusedAttention(heads), {
      q: { data: q, shape: whole },
      k: { data: k, shape: whole },
      v: { data: v, shape: whole },
    });
    const head = length * dim;
    const [tq, tk, tv] = tf
      ? [q, k, v].map((x) => tf.tensor(x.subarray(0, head), [length, dim]))
      : [];
    const tMask = tf?.tensor(mask.data, mask.shape);
    const tfSteps = () =>
      tf.tidy(() =>
        tf.matMul(
          tf.softmax(tf.add(tf.matMul(tq, tk, false, true), tMask)),
          tv,
        ),
      );
    const sizes = { heads, length, dim };
    const numpy = native?.contestant('NumPy', 'attention', sizes);
    const torch = native?.contestant('PyTorch', 'attention', sizes);
    const peak = peakOf(bench);
    // One head, where all of them would take seconds.
    const one = { units: 1 / heads };
    const out = new Float32Array(head);
    return {
      unit: 'GFLOP/s',
      // Queries see half of the keys; each pair takes two products of `dim`.
      amount: 2 * heads * length * length * dim,
      yardstick: peak.yardstick,
      rows: [
        {
          name: 'rotated, output alone',
          run: () => pe.attention({ ...given, rotary, outputs: ['output'] }),
          targets: { [NAMES.onnx]: 3 },
        },
        {
          name: 'output alone',
          run: () => pe.attention({ ...given, outputs: ['output'] }),
        },
        {
          name: 'rotated, with scores and weights',
          run: () => pe.attention({ ...given, rotary }),
        },
      ],
      peers: {
        [NAMES.plain]: {
          ...one,
          run: () =>
            attentionInJavaScript(
              out,
              q.subarray(0, head),
              k.subarray(0, head),
              v.subarray(0, head),
              dim,
            ),
        },
        [NAMES.onnx]: steps && { run: steps },
        'onnxruntime-web, MultiHeadAttention': own && { run: own },
        [NAMES.tf]: tf && { ...one, run: () => tf.dispose(tfSteps()) },
        [NAMES.numpy]: numpy && { run: numpy },
        [NAMES.torch]: torch && { run: torch },
      },
      close() {
        peak.close();
        tf?.dispose([tq, tk, tv, tMask]);
      },
    };
  },
});

/** Scores pooled to a picture, beside the multiplier. @type {Group} */
const picture = {
  title: 'picture of attention 8192 × 8192 × 64',
  open(bench) {
    const { pe } = bench;
    const [length, dim] = [8192, 64];
    const given = {
      ...{ q: noise(length * dim, 23), k: noise(length * dim, 24) },
      ...{ heads: 1, headDim: dim, width: 512, height: 512 },
    };
    const peak = peakOf(bench);
    return {
      unit: 'GFLOP/s',
      amount: 2 * length * length * dim,
      yardstick: peak.yardstick,
      rows: /** @type {const} */ (['scores', 'weights']).map((of) => ({
        name: of,
        run: () => pe.attentionMap({ ...given, of }),
      })),
      close: peak.close,
    };
  },
};

/**
 * The gradient, which may take three times as long as the output.
 * @param {string} name
 * @param {(sizes: { heads: number, headDim: number }) => object} terms
 * @returns {Group}
 */
const gradient = (name, terms) => ({
  title: `gradient of attention 4 × 256 × 64, ${name}`,
  open: ({ pe }) => backwardBesideForward(pe, [4, 256, 64], terms, {}),
});

/**
 * The gradient by the output alone, where neither pass holds maps.
 * @type {Group}
 */
const causalGradient = {
  title: 'gradient of attention 8 × 2048 × 64, causal',
  open: ({ pe }) =>
    backwardBesideForward(pe, [8, 2048, 64], () => ({ causal: true }), {
      outputs: ['output'],
    }),
};

/**
 * @param {import('posenc').Posenc} pe
 * @param {readonly [heads: number, length: number, headDim: number]} sizes
 * @param {(sizes: { heads: number, headDim: number }) => object} terms
 * @param {object} wanted which results the forward pass gives
 * @returns {import('../judge.mjs').Contest}
 */
function backwardBesideForward(pe, [heads, length, headDim], terms, wanted) {
  const size = heads * length * headDim;
  const [q, k, v] = [noise(size, 14), noise(size, 15), noise(size, 16)];
  const upstream = noise(size, 17);
  const given = /** @type {any} */ ({
    ...{ q, k, v, heads, headDim },
    ...terms({ heads, headDim }),
  });
  return {
    unit: '',
    amount: 0,
    rows: [
      {
        name: 'forward',
        run: () => pe.attention({ ...given, ...wanted }),
      },
      {
        name: 'backward',
        run: () => pe.attentionGradient({ ...given, upstream }),
        targets: { forward: 1 / 3 },
      },
    ],
  };
}

/** @type {Group[]} */
export const attention = [
  causal(8, 2048, 64, false),
  causal(8, 512, 64, true),
  picture,
  causalGradient,
  gradient('plain', () => ({})),
  gradient('alibi', () => ({ bias: { method: 'alibi' } })),
  gradient('t5Bias', ({ heads }) => ({
    bias: { method: 't5Bias', table: noise(32 * heads, 18) },
  })),
  gradient('shaw', ({ headDim }) => ({
    relative: {
      ...{ method: 'shaw', left: 32, right: 32 },
      keyTable: noise(65 * headDim, 19),
    },
  })),
  gradient('deberta', ({ heads, headDim }) => {
    const dim = heads * headDim;
    const weight = noise(dim * dim, 20);
    return {
      relative: {
        ...{ method: 'deberta', maxRelativePositions: 128 },
        table: {
          ...{ data: noise(256 * dim, 21), dtype: 'float32' },
          shape: [256, dim],
        },
        ...{ keyWeight: weight, queryWeight: weight },
      },
    };
  }),
];
