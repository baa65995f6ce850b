/** Positions of tokens, counted here without the core. */

import { readShapedIndices, type ShapedIndices } from '../arrays/indices.js';
import { conflict } from '../arrays/positions.js';
import type { OwnArray } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { allocateResult } from '../core/memory.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { positionIdsParameters } from './position-ids.description.js';
import { LARGEST_INDEX } from './position-sequences.description.js';
import { planSequences } from './position-sequences.js';

const name = 'positionIds';

/** Options of `positionIds`. */
export interface PositionIdsOptions
  extends OptionsOf<typeof positionIdsParameters> {}

export interface PositionIdsMethod {
  /**
   * Positions of tokens: of padded sequences, as fairseq, RoBERTa, M2M100 and
   * OPT count them, or with `first: 0` as models with rotations do; of packed
   * documents and chunks; of trees of drafts (Miao et al. 2023, SpecInfer,
   * arXiv:2305.09781); and of segments on two levels (He et al. 2024, BiPE,
   * arXiv:2401.16421). To be given as `positions` of a table or a rope.
   *
   *   formula  first + past + number of tokens before this one, where first is
   *            paddingIndex + 1 by default; paddingIndex for padding. With
   *            `sequenceStart`, which counts from 0 as x-transformers does:
   *            past + i - start for number i of a sequence, 0 before its start
   *   shapes   tokens and mask [sequences, length], as nested lists or a
   *            tensor, or one list of both; the result has a number for each of
   *            them in one list, except the skipped ones
   *   range    token ids and positions below 2^31
   *   cost     one pass
   *
   * @example
   * ```ts
   * pe.positionIds({ tokens: [1, 1, 31, 7, 2] }); // 1, 1, 2, 3, 4
   * pe.positionIds({ tokens: [[1, 31, 2], [5, 6, 2]] }); // 1 2 3 2 3 4
   * pe.positionIds({ mask: [0, 1, 1, 0, 0, 1], length: 3 }); // 1 2 3 1 1 2
   * pe.positionIds({ sequenceStart: [0, 2], length: 4 }); // 0 1 2 3 0 0 0 1
   * pe.positionIds({ mask: [[0, 0, 1, 1]], first: 0 }); // 1 1 0 1
   * pe.positionIds({ sequences: { type: 'packed', lengths: [3, 2] } }); // 0 1 2 0 1
   * ```
   */
  positionIds(options: PositionIdsOptions): OwnArray<'Int32Array'>;
}

export const positionIds: Method<
  PositionIdsMethod,
  typeof positionIdsParameters
> = {
  name,
  parameters: positionIdsParameters,
  plan(_, checked) {
    const { paddingIndex, past, skip, sequenceStart, sequences: of } = checked;
    if (of) {
      refuseOthers(checked);
      return planSequences({ method: name, path: 'sequences' }, of);
    }
    const { first = paddingIndex + 1 } = checked;
    if (sequenceStart) return planStarts(checked, sequenceStart);
    const param = checked.mask === undefined ? 'tokens' : 'mask';
    const { list: counts, shape } = readCounts(
      ...([checked.tokens, checked.mask, paddingIndex] as const),
    );
    const [own = counts.length] = shape.slice(-1);
    const { length = own } = checked;
    const place = { method: name, param };
    fitAxes(place, positionIdsParameters[param], shape, {
      length: checked.length,
    });
    if (counts.length > 0 && counts.length % length !== 0) {
      const rule = `a multiple of ${length}, the length of a sequence`;
      const where = `${param}.length`;
      throw wrongValue(name, where, rule, counts.length, 'ERR_SHAPE');
    }
    if (skip > length) {
      throw wrongValue(name, 'skip', `at most length = ${length}`, skip);
    }
    const sequences = length === 0 ? 0 : counts.length / length;
    const kept = length - skip;
    return {
      outputs: { ids: { shape: [sequences * kept], dtype: 'int32' } },
      cost: counts.length,
      run: () => count(counts, { length, skip, past, first, paddingIndex }),
    };
  },
};

/** Throws at options that say something of padded sequences alone. */
function refuseOthers(checked: Checked<typeof positionIdsParameters>): void {
  const { tokens, mask, sequenceStart, length, first } = checked;
  const { past, skip } = checked;
  const given = { tokens, mask, sequenceStart, length, first };
  // Whether these two are given is only seen where they say something.
  const counts = { past: past || undefined, skip: skip || undefined };
  for (const [param, value] of Object.entries({ ...given, ...counts })) {
    if (value !== undefined) throw conflict(name, param, 'sequences');
  }
}

/** Plans the positions of sequences of which each says where it begins. */
function planStarts(
  checked: Checked<typeof positionIdsParameters>,
  starts: readonly number[],
) {
  const { past, skip, length, tokens, mask } = checked;
  const { first } = checked;
  for (const [other, value] of Object.entries({ tokens, mask, first })) {
    if (value !== undefined) throw conflict(name, other, 'sequenceStart');
  }
  if (length === undefined) {
    throw missing(name, 'length', ruleOf(positionIdsParameters.length));
  }
  if (skip > length) {
    throw wrongValue(name, 'skip', `at most length = ${length}`, skip);
  }
  const shape = [starts.length * (length - skip)];
  return {
    outputs: { ids: { shape, dtype: 'int32' as const } },
    cost: starts.length * length,
    run: () => {
      const ids = allocateResult(name, 'int32', shape);
      const kept = length - skip;
      starts.forEach((start, s) => {
        for (let i = Math.max(start, skip); i < length; ++i) {
          ids[s * kept + i - skip] = past + i - start;
        }
      });
      return ids;
    },
  };
}

/** The positions of all tokens, without the skipped ones of each sequence. */
function count(
  counts: Float64Array,
  { length, skip, past, first, paddingIndex }: Sequences,
): OwnArray<'Int32Array'> {
  const sequences = length === 0 ? 0 : counts.length / length;
  const kept = length - skip;
  const ids = allocateResult(name, 'int32', [sequences * kept]);
  for (let s = 0; s < sequences; ++s) {
    let tokens = past;
    for (let i = 0; i < length; ++i) {
      const here = counts[s * length + i] as number;
      const id = here === 1 ? first + tokens : paddingIndex;
      if (i >= skip) ids[s * kept + i - skip] = id;
      tokens += here;
    }
  }
  return ids;
}

/** The division of a batch into sequences. */
interface Sequences {
  readonly length: number;
  readonly skip: number;
  readonly past: number;
  /** Position of the first token of all. */
  readonly first: number;
  readonly paddingIndex: number;
}

/** 1 for each token that counts, 0 for padding. */
function readCounts(
  tokens: unknown,
  mask: unknown,
  paddingIndex: number,
): ShapedIndices {
  if (tokens !== undefined && mask !== undefined) {
    throw conflict(name, 'tokens', 'mask');
  }
  if (mask !== undefined) return readShapedIndices(name, 'mask', mask, 1, 2);
  if (tokens === undefined) {
    throw new PosencTypeError(
      `${name}: tokens, mask, sequenceStart or sequences is required: token ` +
        'ids, 1 for each token, or where each sequence begins',
      { code: 'ERR_MISSING', param: 'tokens' },
    );
  }
  const ids = readShapedIndices(name, 'tokens', tokens, LARGEST_INDEX, 2);
  const counts = ids.list.map((id) => (id === paddingIndex ? 0 : 1));
  return { list: counts, shape: ids.shape };
}
