// @ts-check
/** PoPE: polar pairs, turned by a rope. */

import { ulp32 } from '../compare.mjs';
import { u } from '../tolerance.mjs';
import { swap } from './rows.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function pope(pe, c, check) {
  const [heads, headDim] = [c.param('heads', 1), c.param('head_dim', 1)];
  const rotaryDim = c.param('rotate_dim', headDim);
  const width = headDim + rotaryDim;
  const layout = 'interleaved';
  const rope = pe.rope({
    ...{ headDim: width, rotaryDim: 2 * rotaryDim, layout },
    theta: c.param('theta', 10000),
  });
  const [queries, keys] = [c.param('q_len', 1), c.param('k_len', 1)];
  const offset = c.param('offset', 0);
  const phases = c.float32('bias');
  const turned = (
    /** @type {'q' | 'k'} */ name,
    /** @type {number} */ rows,
  ) => {
    const pairs = pe.polarPairs({
      ...{ x: swap(c.float32(name), heads, rows), heads, headDim, rotaryDim },
      ...(name === 'k' && { phases }),
    });
    // Queries stand at the end of the keys.
    const start = name === 'q' ? offset + keys - queries : offset;
    const { data } = rope.rotate(pairs, { start });
    return swap(Float32Array.from(data), rows, heads);
  };
  for (const name of /** @type {const} */ (['q', 'k'])) {
    const rows = name === 'q' ? queries : keys;
    const result = turned(name, rows);
    const want = check.expected(`${name}_out`);
    // A pair is rounded, turned, and rounded again: what its length allows.
    const lengthOf = (/** @type {number} */ i) => {
      const column = i % width;
      if (column >= 2 * rotaryDim) return 0;
      const first = i - (column % 2);
      return Math.hypot(Number(want[first]), Number(want[first + 1]));
    };
    check.near(
      `${name}_out`,
      result,
      (i) => 4 * u * lengthOf(i) + 1e-12,
      (i) => lengthOf(i),
    );
    // The reference's own angles are rounded to float32.
    const angle = (offset + keys) * 8 * u;
    check.nearTorch(
      `${name}_out`,
      () => result,
      (i, value) => (angle + 8 * u) * lengthOf(i) + 2 * ulp32(value),
    );
  }
}

export const polar = {
  'rope.pope_lucidrains': {
    params: [
      ...['rotate_dim', 'head_dim', 'heads', 'q_len', 'k_len', 'theta'],
      'offset',
    ],
    tensors: ['bias', 'q', 'k', 'q_out', 'k_out'],
    run: pope,
  },
};
