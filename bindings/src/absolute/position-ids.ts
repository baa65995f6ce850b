/** Positions of padded sequences. Whole numbers, counted here. */

import { readIndices } from '../arrays/indices.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/form.js';
import {
  LARGEST_INDEX,
  positionIdsDescription,
} from './position-ids.description.js';

const { name, parameters } = positionIdsDescription;

/** Options of `positionIds`. */
export interface PositionIdsOptions
  extends OptionsOf<(typeof positionIdsDescription)['parameters']> {}

export interface PositionIdsMethod {
  /**
   * Positions of padded sequences, as fairseq, RoBERTa, M2M100 and OPT count
   * them: for `positions` of a table.
   *
   *   formula  paddingIndex + past + number of tokens up to this one; padding
   *            has paddingIndex
   *   shapes   a number for each token or number of the mask, without those
   *            that are skipped
   *   range    token ids and positions below 2^31
   *   cost     one pass
   *
   * @example
   * ```ts
   * pe.positionIds({ tokens: [1, 1, 31, 7, 2] }); // 1, 1, 2, 3, 4
   * pe.positionIds({ mask: [0, 1, 1, 0, 0, 1], length: 3 }); // 1 2 3 1 1 2
   * ```
   */
  positionIds(options: PositionIdsOptions): Int32Array<ArrayBuffer>;
}

export const positionIdsMethod = (): PositionIdsMethod => ({ positionIds });

function positionIds(options: PositionIdsOptions): Int32Array<ArrayBuffer> {
  const checked = checkOptions(name, parameters, options);
  const { paddingIndex, past, skip } = checked;
  const counts = readCounts(checked.tokens, checked.mask, paddingIndex);
  const { length = counts.length } = checked;
  if (counts.length > 0 && counts.length % length !== 0) {
    const rule = `a multiple of ${length}, the length of a sequence`;
    const param = checked.mask === undefined ? 'tokens' : 'mask';
    const where = `${param}.length`;
    throw wrongValue(name, where, rule, counts.length, 'ERR_SHAPE');
  }
  if (skip > length) {
    throw wrongValue(name, 'skip', `at most length = ${length}`, skip);
  }
  const sequences = length === 0 ? 0 : counts.length / length;
  const kept = length - skip;
  const ids = new Int32Array(sequences * kept);
  for (let s = 0; s < sequences; ++s) {
    let count = past;
    for (let i = 0; i < length; ++i) {
      const here = counts[s * length + i] as number;
      count += here;
      const id = paddingIndex + here * count;
      if (i >= skip) ids[s * kept + i - skip] = id;
    }
  }
  return ids;
}

/** 1 for each token that counts, 0 for padding. */
function readCounts(
  tokens: unknown,
  mask: unknown,
  paddingIndex: number,
): Float64Array {
  if (tokens !== undefined && mask !== undefined) {
    throw new PosencTypeError(
      `${name}: tokens and mask exclude each other; give one of them`,
      { code: 'ERR_CONFLICT', param: 'tokens' },
    );
  }
  if (mask !== undefined) return readIndices(name, 'mask', mask, 1);
  if (tokens === undefined) {
    throw new PosencTypeError(
      `${name}: tokens or mask is required: token ids, or 1 for each token`,
      { code: 'ERR_MISSING', param: 'tokens' },
    );
  }
  const ids = readIndices(name, 'tokens', tokens, LARGEST_INDEX);
  return ids.map((id) => (id === paddingIndex ? 0 : 1));
}
