// @ts-check
/** The sinusoidal table beside stores: every dtype, every place, small ones. */

import { freshPlain } from '../peers/fresh.mjs';
import { NAMES } from '../peers/names.mjs';

/**
 * @typedef {import('../judge.mjs').Group} Group
 * @typedef {import('../judge.mjs').Own} Own
 */

const STORE = 'store loop';
const [LENGTH, DIM] = [8192, 1024];
const OWN = 'exact float32, resident';
const LISTED = 'float64, a list of positions, resident';

/**
 * A graph that multiplies positions by frequencies and takes sines and cosines
 * of the products, in two blocks of columns.
 * @type {import('../../support/onnx.mjs').Graph}
 */
const SIN_COS = {
  inputs: { at: { axes: 2 }, wave: { axes: 2 } },
  nodes: [
    { op: 'Mul', from: ['at', 'wave'], to: 'angle' },
    { op: 'Sin', from: ['angle'], to: 'sin' },
    { op: 'Cos', from: ['angle'], to: 'cos' },
    { op: 'Concat', from: ['sin', 'cos'], to: 'y', integers: { axis: 1 } },
  ],
  outputs: { y: { axes: 2 } },
  versions: { '': 17 },
};

/** @param {number} length @param {number} dim */
function factors(length, dim) {
  const at = Float32Array.from({ length }, (_, p) => p);
  const wave = Float32Array.from(
    { length: dim / 2 },
    (_, k) => 10000 ** ((-2 * k) / dim),
  );
  return {
    at: { data: at, shape: [length, 1] },
    wave: { data: wave, shape: [1, dim / 2] },
  };
}

/**
 * The table of others. TensorFlow.js gives sines and cosines in two tensors,
 * because that is quicker than one.
 * @param {import('../bench.mjs').Bench} bench @param {number} length
 * @param {number} dim
 */
async function peersOf({ peers }, length, dim) {
  const table = new Float32Array(length * dim);
  const { tf, native, onnx } = peers;
  const plain = await freshPlain(`table ${length} ${dim}`);
  const given = factors(length, dim);
  const [at, wave] = tf
    ? [given.at, given.wave].map(({ data, shape }) => tf.tensor(data, shape))
    : [];
  const onnxRun = await onnx?.runner(SIN_COS, given);
  const tfRun = () =>
    tf.tidy(() => {
      const angle = tf.mul(at, wave);
      return [tf.sin(angle), tf.cos(angle)];
    });
  const numpy = native?.contestant('NumPy', 'table', { length, dim });
  const torch = native?.contestant('PyTorch', 'table', { length, dim });
  return {
    peers: {
      [NAMES.plain]: { run: () => plain.tableInJavaScript(table, dim) },
      'JavaScript, rows stepped': {
        run: () => plain.steppedTableInJavaScript(table, dim),
      },
      [NAMES.onnx]: onnxRun && { run: onnxRun },
      [NAMES.tf]: tf && { run: () => tf.dispose(tfRun()) },
      [NAMES.numpy]: numpy && { run: numpy },
      [NAMES.torch]: torch && { run: torch },
    },
    close: () => tf?.dispose([at, wave]),
  };
}

/** @type {Group} */
const large = {
  title: `sinusoidal ${LENGTH} × ${DIM}`,
  async open(bench) {
    const { pe, yardsticks } = bench;
    const size = { length: LENGTH, dim: DIM };
    const shape = [LENGTH, DIM];
    const floats = LENGTH * DIM;
    const resident = pe.resident({ shape });
    const out = new Float32Array(floats);
    const taken = [resident];
    /**
     * @param {'float64' | 'float16' | 'bfloat16'} dtype @param {object} [where]
     * @returns {Own}
     */
    const as = (dtype, where = { length: LENGTH }) => {
      const place = pe.resident({ shape, dtype });
      taken.push(/** @type {any} */ (place));
      const options = { ...where, dim: DIM, dtype, out: place };
      const run = () => pe.sinusoidal(/** @type {any} */ (options));
      const amount = place.data.byteLength;
      return { name: `${dtype}, resident`, run, amount };
    };
    const positions = Float64Array.from({ length: LENGTH }, (_, p) => p);
    /** @param {string} name @param {object} options @returns {Own} */
    const like = (name, options) => ({
      name: `${name}, resident`,
      run: () => pe.sinusoidal({ ...size, ...options, out: resident }),
    });
    const others = await peersOf(bench, LENGTH, DIM);
    return {
      unit: 'GB/s',
      amount: floats * 4,
      yardstick: {
        name: STORE,
        run: () => yardsticks.storeLoop(resident.data.byteOffset, floats),
      },
      rows: [
        {
          ...like('exact float32', {}),
          targets: { [STORE]: 0.45, [NAMES.onnx]: 25, [NAMES.plain]: 30 },
        },
        {
          name: "exact float32, into a caller's array",
          run: () => pe.sinusoidal({ ...size, out }),
          targets: { [STORE]: 0.35 },
        },
        {
          name: 'exact float32, a fresh array',
          run: () => pe.sinusoidal(size),
          targets: { [STORE]: 0.15 },
        },
        like('blocks', { layout: 'blocks' }),
        {
          ...as('float64'),
          targets: { [LISTED]: 3, [NAMES.numpy]: 0.36 },
        },
        { ...as('float64', { positions }), name: LISTED },
        { ...as('float16'), targets: { [OWN]: 0.6 } },
        as('bfloat16'),
        { ...like('torch', { precision: 'torch' }), targets: { [OWN]: 0.5 } },
        { ...like('ggml', { precision: 'ggml' }), targets: { [OWN]: 0.25 } },
      ],
      peers: others.peers,
      close() {
        others.close();
        for (const one of taken) one.dispose();
      },
    };
  },
};

/** @type {Group} */
const small = {
  title: 'sinusoidal 512 × 512, in cache',
  quick: true,
  async open(bench) {
    const { pe, yardsticks } = bench;
    const [length, dim] = [512, 512];
    const resident = pe.resident({ shape: [length, dim] });
    const at = resident.data.byteOffset;
    const out = new Float32Array(length * dim);
    const others = await peersOf(bench, length, dim);
    return {
      unit: 'GB/s',
      amount: length * dim * 4,
      yardstick: {
        name: STORE,
        run: () => yardsticks.storeLoop(at, length * dim),
      },
      rows: [
        {
          name: OWN,
          run: () => pe.sinusoidal({ length, dim, out: resident }),
          targets: { [STORE]: 0.45 },
        },
        {
          name: "exact float32, into a caller's array",
          run: () => pe.sinusoidal({ length, dim, out }),
        },
      ],
      peers: others.peers,
      close() {
        others.close();
        resident.dispose();
      },
    };
  },
};

/** @type {Group[]} */
export const tables = [large, small];
