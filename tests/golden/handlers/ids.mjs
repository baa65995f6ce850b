// @ts-check
/** Positions of padded sequences, from their tokens. */

/**
 * @typedef {import('posenc').Posenc} Posenc
 * @typedef {import('../case.mjs').Case} Case
 * @typedef {import('../compare.mjs').Comparison} Comparison
 */

/** @param {Posenc} pe @param {Case} c @param {string} tokens
 * @param {{ paddingIndex: number, past?: number }} options */
export function idsOf(pe, c, tokens, options) {
  // The last axis is a sequence; the axes before it are the batch.
  const length = c.width(tokens);
  return pe.make({
    method: 'positionIds',
    tokens: c.numbers(tokens),
    length,
    ...options,
  });
}

/** @param {Posenc} pe @param {Case} c @param {Comparison} check */
function roberta(pe, c, check) {
  const paddingIndex = c.param('padding_idx', 1);
  const past = c.param('past_key_values_length', 0);
  check.same('position_ids', idsOf(pe, c, 'input_ids', { paddingIndex, past }));
}

export const ids = {
  'positions.roberta_padding': {
    params: ['padding_idx', 'past_key_values_length'],
    tensors: ['input_ids', 'position_ids'],
    run: roberta,
  },
};
