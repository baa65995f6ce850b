// @ts-check
/** Positions on two levels, and ALiBi over the upper one. */

import { sameBits } from './exact.mjs';

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** By how much BiPE's slopes are larger than those of ALiBi. */
const LARGER = 96;

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function bipe(pe, c, check) {
  const [items = 1, length = 1] = c.shape('input_ids');
  const heads = c.param('heads', 1);
  const of = (/** @type {'intra' | 'inter'} */ level) =>
    pe.positionIds({
      sequences: {
        ...{ type: 'segments', level, tokens: c.numbers('input_ids') },
        separators: /** @type {number[]} */ (c.param('separator_ids')),
        lengths: Array(items).fill(length),
        ...(level === 'intra' && { largest: c.param('train_scale', 1) - 1 }),
      },
    });
  check.same('intra', of('intra'));
  const inter = of('inter');
  check.same('inter', inter);
  const dtype = 'float64';
  const slopes = pe.alibiSlopes({ heads, dtype }).data.map((m) => LARGER * m);
  check.near('slopes', slopes, sameBits(check.expected('slopes')));
  const biases = Array.from({ length: items }, (_, item) => {
    const keyPositions = inter.slice(item * length, (item + 1) * length);
    const options = { heads, queries: 1, keyPositions, biasScale: LARGER };
    return [...pe.alibi({ ...options, form: 'key', dtype }).data];
  });
  check.near('alibi_bias', biases.flat(), () => 1e-10);
}

export const bilevel = {
  bipe: {
    params: ['separator_ids', 'train_scale', 'heads'],
    tensors: ['input_ids', 'intra', 'inter', 'slopes', 'alibi_bias'],
    run: bipe,
  },
};
