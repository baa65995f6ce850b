// @ts-check
/** Measures biases beside plain stores, and the way back of attention. */

import { format, measure } from './rounds.mjs';

/**
 * @typedef {import('./instance.mjs').Yardsticks} Yardsticks
 * @typedef {import('posenc').Posenc} Posenc
 */

const HEADS = 8;
const LENGTH = 1024;

/** @param {number} count */
const noise = (count) =>
  Float32Array.from({ length: count }, (_, i) => Math.sin(i * 1.7));

/**
 * Biases into resident memory, as a part of the speed of plain stores.
 *
 * @param {Posenc} pe @param {Yardsticks} yardsticks
 * @returns {Promise<Record<string, number>>}
 */
export async function biases(pe, yardsticks) {
  const out = pe.resident({ shape: [HEADS, LENGTH, LENGTH] });
  const floats = HEADS * LENGTH * LENGTH;
  const at = out.data.byteOffset;
  const table = noise(32 * HEADS);
  const sizes = { heads: HEADS, queries: LENGTH, out };
  const store = 'store loop of the same bytes';
  const times = await measure({
    [store]: () => yardsticks.storeLoop(at, floats),
    alibi: () => pe.alibi(sizes),
    t5Bias: () => pe.t5Bias({ ...sizes, table }),
    kerple: () => pe.kerple(sizes),
  });
  const title = `biases ${HEADS} × ${LENGTH} × ${LENGTH}, resident`;
  console.log(format(title, times, floats * 4, store, store));
  out.dispose();
  const of = (/** @type {string} */ name) =>
    (times[store] ?? 0) / (times[name] ?? Number.NaN);
  return { alibi: of('alibi'), t5Bias: of('t5Bias'), kerple: of('kerple') };
}

/**
 * The gradient of attention, as a multiple of the time of attention.
 *
 * @param {Posenc} pe
 * @returns {Promise<Record<string, number>>}
 */
export async function backward(pe) {
  const [heads, length, headDim] = [4, 256, 64];
  const size = heads * length * headDim;
  const [q, k, v, upstream] = [
    noise(size),
    noise(size),
    noise(size),
    noise(size),
  ];
  const dim = heads * headDim;
  const weight = noise(dim * dim);
  const plain = { q, k, v, heads, headDim };
  const cases = {
    plain,
    alibi: { ...plain, bias: { method: 'alibi' } },
    t5Bias: { ...plain, bias: { method: 't5Bias', table: noise(32 * heads) } },
    shaw: {
      ...plain,
      relative: {
        method: 'shaw',
        keyTable: noise(65 * headDim),
        left: 32,
        right: 32,
      },
    },
    deberta: {
      ...plain,
      relative: {
        ...{ method: 'deberta', maxRelativePositions: 128 },
        table: { data: noise(256 * dim), shape: [256, dim], dtype: 'float32' },
        ...{ keyWeight: weight, queryWeight: weight },
      },
    },
  };
  /** @type {Record<string, number>} */
  const ratios = {};
  for (const [name, options] of Object.entries(cases)) {
    const given = /** @type {any} */ (options);
    const times = await measure({
      forward: { run: () => pe.attention(given), turns: 9 },
      backward: {
        run: () => pe.attentionGradient({ ...given, upstream }),
        turns: 9,
      },
    });
    ratios[name] = (times.backward ?? 0) / (times.forward ?? Number.NaN);
    console.log(
      `attention ${name}: backward ${ratios[name]?.toFixed(2)} × forward`,
    );
  }
  return ratios;
}
