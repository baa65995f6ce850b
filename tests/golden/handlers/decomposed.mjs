// @ts-check
/** Decomposed relative positions of SAM. */

import { u } from '../tolerance.mjs';
import { largestNorm } from './attention-error.mjs';
import { checkBoth } from './modules.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function sam(pe, c, check) {
  const [, queries = 1, headDim = 1] = c.shape('q');
  c.size('dim', headDim);
  const q = c.float32('q');
  const attn = c.float32('attn');
  const [rowTable, columnTable] = [
    c.float32('rel_pos_h'),
    c.float32('rel_pos_w'),
  ];
  const map = /** @type {import('posenc').Tensor<'float32'>} */ (
    pe.make({
      ...{ method: 'decomposedBias', q, heads: 1, headDim },
      ...{ grid: c.param('q_size', []), keyGrid: c.param('k_size', []) },
      ...{ rowTable, columnTable, queryStart: 0, keys: attn.length / queries },
    })
  );
  const found = attn.map((score, i) => score + Number(map.data[i]));
  const tables =
    largestNorm(rowTable, headDim) + largestNorm(columnTable, headDim);
  const size = largestNorm(q, headDim) * tables;
  checkBoth(
    check,
    'out',
    found,
    (_, want) => (headDim + 6) * u * size + 2 * u * Math.abs(want),
  );
}

export const decomposed = {
  'decomposed_rel_pos.sam': {
    params: ['q_size', 'k_size', 'dim'],
    tensors: ['rel_pos_h', 'rel_pos_w', 'q', 'attn', 'out'],
    run: sam,
  },
};
