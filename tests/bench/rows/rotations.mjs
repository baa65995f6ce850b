// @ts-check
/** Rotations beside reading, multiplying and writing the same memory. */

import { noise } from '../../support/noise.mjs';
import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';

/**
 * @typedef {import('../judge.mjs').Group} Group
 * @typedef {import('../judge.mjs').Own} Own
 */

const SCALE = 'scale loop';
const HALF = 'half, resident in place';
const PLAIN = NAMES.plain;

/**
 * ONNX Runtime's own operator, which takes tables and turns all heads.
 * @param {number} heads @returns {import('../../support/onnx.mjs').Graph}
 */
export const rotaryGraph = (heads) => ({
  inputs: {
    x: { axes: 3 },
    ids: { axes: 2, type: 'int64' },
    cos: { axes: 2 },
    sin: { axes: 2 },
  },
  nodes: [
    {
      op: 'RotaryEmbedding',
      domain: 'com.microsoft',
      from: ['x', 'ids', 'cos', 'sin'],
      to: 'y',
      integers: { interleaved: 0, num_heads: heads },
    },
  ],
  outputs: { y: { axes: 3 } },
  versions: { '': 17, 'com.microsoft': 1 },
});

/**
 * @param {string} title @param {number} rows @param {number} heads
 * @param {number} headDim @param {Record<string, Record<string, number>>} targets
 *   by the name of a row
 * @returns {Group}
 */
const rotation = (title, rows, heads, headDim, targets) => ({
  title,
  quick: rows < 4096,
  async open({ pe, yardsticks, peers }) {
    const shape = [rows, heads, headDim];
    const floats = rows * heads * headDim;
    const values = noise(floats, 1);
    const x = pe.resident({ shape });
    x.data.set(values);
    const x16 = pe.resident({ shape, dtype: 'float16' });
    x16.data.fill(0x3800);
    const xb16 = pe.resident({ shape, dtype: 'bfloat16' });
    xb16.data.fill(0x3f00);
    const own = values.slice();
    const plain = values.slice();
    const { rotateInJavaScript } = await freshPlain(title);
    const half = pe.rope({ headDim });
    const interleaved = pe.rope({ headDim, layout: 'interleaved' });
    const torch = pe.rope({ headDim, precision: 'torch' });
    const { cos, sin } = half.cosSin({ length: rows });
    const table = [rows, headDim / 2];
    const onnx = await peers.onnx?.runner(rotaryGraph(heads), {
      x: { data: values, shape: [1, rows, heads * headDim] },
      ids: {
        data: BigInt64Array.from({ length: rows }, (_, i) => BigInt(i)),
        shape: [1, rows],
      },
      cos: { data: cos.data, shape: table },
      sin: { data: sin.data, shape: table },
    });
    const sizes = { rows, heads, dim: headDim };
    const numpy = peers.native?.contestant('NumPy', 'rotate', sizes);
    const pyTorch = peers.native?.contestant('PyTorch', 'rotate', sizes);
    const options = { heads, out: x };
    /** @type {Own[]} */
    const all = [
      { name: HALF, run: () => half.rotate(x, options) },
      {
        name: 'interleaved, resident in place',
        run: () => interleaved.rotate(x, options),
      },
      {
        name: 'half, back',
        run: () => half.rotate(x, { ...options, inverse: true }),
      },
      { name: 'torch, resident in place', run: () => torch.rotate(x, options) },
      {
        name: 'float16, resident in place',
        run: () => half.rotate(x16, { heads, out: x16 }),
        amount: floats * 4,
      },
      {
        name: 'bfloat16, resident in place',
        run: () => half.rotate(xb16, { heads, out: xb16 }),
        amount: floats * 4,
      },
      {
        name: "a caller's array in place",
        run: () => half.rotate(own, { heads, out: own }),
      },
      { name: 'a fresh array', run: () => half.rotate(own, { heads }) },
    ];
    return {
      unit: 'GB/s',
      amount: floats * 8,
      yardstick: {
        name: SCALE,
        run: () => yardsticks.scaleLoop(x.data.byteOffset, floats, 1),
      },
      rows: all.map((row) => ({ ...row, targets: targets[row.name] ?? {} })),
      peers: {
        [PLAIN]: {
          run: () =>
            rotateInJavaScript(plain, cos.data, sin.data, heads, headDim),
        },
        [NAMES.onnx]: onnx && { run: onnx },
        [NAMES.numpy]: numpy && { run: numpy },
        [NAMES.torch]: pyTorch && { run: pyTorch },
      },
      close() {
        for (const one of [x, x16, xb16]) one.dispose();
      },
    };
  },
});

const owned = { [PLAIN]: 2, [NAMES.onnx]: 10 };

/** @type {Group[]} */
export const rotations = [
  rotation('rotate 4096 × 32 × 128', 4096, 32, 128, {
    [HALF]: { [SCALE]: 0.9, [NAMES.onnx]: 25 },
    'interleaved, resident in place': { [SCALE]: 0.9, [NAMES.onnx]: 25 },
    'float16, resident in place': { [HALF]: 0.6 },
    'bfloat16, resident in place': { [HALF]: 0.6 },
    "a caller's array in place": owned,
  }),
  rotation('rotate 64 × 8 × 128, in cache', 64, 8, 128, {
    [HALF]: { [SCALE]: 0.5 },
    'interleaved, resident in place': { [HALF]: 0.8 },
    'float16, resident in place': { [HALF]: 0.6 },
    "a caller's array in place": owned,
  }),
];
