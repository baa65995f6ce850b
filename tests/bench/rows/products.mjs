// @ts-check
/** Scores of one head: queries times keys, beside the multiplier's peak. */

import { noise } from '../../support/noise.mjs';
import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';

/** @typedef {import('../judge.mjs').Group} Group */

export const PEAK = 'multiply and add';

/**
 * The loop that only multiplies and adds, as long as a millisecond.
 * @param {import('../bench.mjs').Bench} bench
 */
export function peakOf({ pe, yardsticks }) {
  const x = pe.resident({ shape: [28] });
  const rounds = 2 ** 20;
  return {
    yardstick: {
      name: PEAK,
      run() {
        x.data.fill(1);
        yardsticks.multiplyAdd(x.data.byteOffset, rounds);
      },
      amount: rounds * 56,
    },
    close: () => x.dispose(),
  };
}

/** @type {import('../../support/onnx.mjs').Graph} */
const MATMUL = {
  inputs: { a: { axes: 2 }, b: { axes: 2 } },
  nodes: [{ op: 'MatMul', from: ['a', 'b'], to: 'y' }],
  outputs: { y: { axes: 2 } },
  versions: { '': 17 },
};

/** @param {Float32Array} x [rows, columns] @param {number} columns */
function transposed(x, columns) {
  const rows = x.length / columns;
  return x.map((_, i) => x[(i % rows) * columns + Math.floor(i / rows)] ?? 0);
}

/**
 * @param {number} length @param {number} dim @param {boolean} [quick]
 * @returns {Group}
 */
const product = (length, dim, quick = false) => ({
  title: `q · kᵀ ${length} × ${length} × ${dim}`,
  quick,
  async open(bench) {
    const { pe, peers } = bench;
    const { tf, native } = peers;
    const { productInJavaScript } = await freshPlain(`product ${length}`);
    const [q, k] = [noise(length * dim, 7), noise(length * dim, 8)];
    const given = { q, k, heads: 1, headDim: dim, scale: 1 };
    const sizes = { rows: length, columns: length, dim };
    // It gets the keys as it likes them.
    const onnx = await peers.onnx?.runner(MATMUL, {
      a: { data: q, shape: [length, dim] },
      b: { data: transposed(k, dim), shape: [dim, length] },
    });
    const [a, b] = tf ? [q, k].map((x) => tf.tensor(x, [length, dim])) : [];
    const numpy = native?.contestant('NumPy', 'product', sizes);
    const torch = native?.contestant('PyTorch', 'product', sizes);
    const out = new Float32Array(length * length);
    const weights = out.slice();
    const peak = peakOf(bench);
    return {
      unit: 'GFLOP/s',
      amount: 2 * length * length * dim,
      yardstick: peak.yardstick,
      rows: [
        {
          name: 'scores',
          run: () => pe.attention({ ...given, outputs: ['scores'] }),
          targets: { [NAMES.onnx]: 1.6 },
        },
        {
          name: 'scores and weights',
          run: () => pe.attention({ ...given, outputs: ['scores', 'weights'] }),
          targets: { [NAMES.onnx]: 1.2 },
        },
        {
          name: "scores, into a caller's array",
          run: () =>
            pe.attention({
              ...given,
              ...{ outputs: ['scores'], out: { scores: out } },
            }),
          targets: { [NAMES.onnx]: 1.6 },
        },
        {
          name: "scores and weights, into a caller's arrays",
          run: () =>
            pe.attention({
              ...given,
              outputs: ['scores', 'weights'],
              out: { scores: out, weights },
            }),
          targets: { [NAMES.onnx]: 1.2 },
        },
      ],
      peers: {
        [NAMES.plain]:
          length % 4 === 0
            ? { run: () => productInJavaScript(out, q, k, dim) }
            : undefined,
        [NAMES.onnx]: onnx && { run: onnx },
        [NAMES.tf]: tf && {
          run: () => tf.dispose(tf.matMul(a, b, false, true)),
        },
        [NAMES.numpy]: numpy && { run: numpy },
        [NAMES.torch]: torch && { run: torch },
      },
      close() {
        peak.close();
        tf?.dispose([a, b]);
      },
    };
  },
});

/** Sizes that fill no tile, beside the next ones that do. @type {Group} */
const odd = {
  title: 'q · kᵀ of odd sizes',
  open(bench) {
    const { pe } = bench;
    const peak = peakOf(bench);
    const even = 'scores 1024 × 1024 × 64';
    /** @param {number} queries @param {number} keys @param {number} dim */
    const row = (queries, keys, dim) => {
      const [q, k] = [noise(queries * dim, 9), noise(keys * dim, 10)];
      const given = { q, k, heads: 1, headDim: dim, scale: 1, causal: false };
      const amount = 2 * queries * keys * dim;
      return {
        name: `scores ${queries} × ${keys} × ${dim}`,
        run: () => pe.attention({ ...given, outputs: ['scores'] }),
        amount,
        work: amount,
      };
    };
    return {
      unit: 'GFLOP/s',
      amount: 0,
      yardstick: peak.yardstick,
      rows: [
        row(1024, 1024, 64),
        ...[row(1021, 1019, 61), row(1023, 1025, 63), row(1021, 1021, 64)].map(
          (one) => ({ ...one, targets: { [even]: 0.8 } }),
        ),
      ],
      close: peak.close,
    };
  },
};

export const products = [
  product(2048, 128),
  product(512, 64, true),
  product(1020, 64),
  odd,
];
