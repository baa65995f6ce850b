// @ts-check
/** The decay of Lightning Attention as MiniMax has it. */

import { ulp32 } from '../compare.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** What the reference's float64 run may be off, relative to the largest. */
const within = () => 1e-10;

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function minimax(pe, c, check) {
  const heads = c.param('heads', 1);
  const length = c.param('block_size', 1);
  const layers = c.param('num_layers', 1);
  const of = (/** @type {'float32' | 'float64'} */ dtype) => {
    const all = /** @type {number[]} */ (c.param('layers')).map((layer) => {
      const law = /** @type {const} */ ({ law: 'minimax', layer, layers });
      const { data } = pe.decaySlopes({ heads, ...law, dtype });
      const factors = pe.decayFactors({ heads, ...law, length, dtype });
      return { slopes: data, ...factors };
    });
    return {
      slopes: all.flatMap(({ slopes }) => [...slopes]),
      query_decay: all.flatMap(({ query }) => [...query.data]),
      key_decay: all.flatMap(({ key }) => [...key.data]),
      diagonal_decay: all.flatMap(({ diagonal }) => [...diagonal.data]),
    };
  };
  const [exact, rounded] = [of('float64'), of('float32')];
  for (const name of /** @type {(keyof typeof exact)[]} */ (
    Object.keys(exact)
  )) {
    check.near(name, exact[name], within);
    check.near(
      name,
      Float32Array.from(rounded[name]),
      (_, want) => 0.5001 * ulp32(want) + 1e-10,
    );
    // The reference rounds the slope, the product and the power.
    check.nearRounded(
      name,
      () => rounded[name],
      (_, want) => 8 * ulp32(Math.max(want, 1)),
    );
  }
}

export const decays = {
  'lightning.minimax_decay': {
    params: ['heads', 'num_layers', 'layers', 'block_size'],
    tensors: ['slopes', 'query_decay', 'key_decay', 'diagonal_decay'],
    run: minimax,
  },
};
