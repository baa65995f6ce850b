/** The positions of rotated rows: a range, a list, or one for each sequence. */

import { isList } from '../../arrays/indices.js';
import { readNumbers } from '../../arrays/numbers.js';
import {
  type PositionedRows,
  RowPositions,
  readList,
} from '../../arrays/positions.js';
import { shapeText } from '../../arrays/tensor.js';
import type { DType } from '../../base/dtype.js';
import { wrongValue } from '../../base/errors.js';
import type {
  AxisPositions,
  PositionList,
} from '../../describe/kinds/positions.js';
import type { OptionsOf } from '../../describe/parameters.js';
import type { RopeCore } from '../core.js';
import type { HeadsShape } from '../rotation/heads.js';
import type { rotaryPositionParameters } from '../rotation/rotate.description.js';
import { checkRows } from './reach.js';

/**
 * Positions of rows: shared by all sequences, or a list for each of them. A rope
 * with several axes takes a list for each axis instead.
 */
export type RotaryPositions =
  | PositionList
  | readonly PositionList[]
  | AxisPositions;

/** Options of the positions of rows. */
export interface PlacesOptions
  extends OptionsOf<typeof rotaryPositionParameters, DType, 'positions'> {
  /**
   * A position for each row, which all sequences share; or a list for each
   * sequence, as nested lists or a tensor `[batch, L]`. A rope with several axes
   * takes a list for each axis, or a tensor `[axes, L]` or `[axes, batch, L]`.
   * Given instead of `start` and `step`. Optional.
   */
  readonly positions?: RotaryPositions | undefined;
}

/** Positions that were read, before the number of rows is known. */
export interface ReadPositions {
  readonly start: number;
  readonly step: number;
  readonly list: RowPositions | undefined;
  /** Lengths of the axes, if the positions have two. */
  readonly shape: readonly [sequences: number, length: number] | undefined;
}

/** Reads the options `start`, `step` and `positions`. */
export function readRowPositions(
  method: string,
  checked: {
    readonly start: number;
    readonly step: number;
    readonly positions?: unknown;
    readonly given: ReadonlySet<string>;
  },
): ReadPositions {
  const { start, step, positions, given } = checked;
  if (positions === undefined) {
    return { start, step, list: undefined, shape: undefined };
  }
  const { numbers, shape } = flat(method, positions);
  const others = ['start', 'step'];
  const list = readList(method, 'positions', numbers, given, others);
  return { start, step, list, shape };
}

/** Joins the lists of sequences to one list. */
function flat(
  method: string,
  positions: unknown,
): { numbers: unknown; shape: ReadPositions['shape'] } {
  if (Array.isArray(positions) && isList(positions[0])) {
    const lists = Array.from(positions, (list: unknown, i) => {
      const param = `positions[${i}]`;
      return RowPositions.list(method, param, list);
    });
    const length = lists[0]?.length ?? 0;
    const numbers = new Float64Array(lists.length * length);
    lists.forEach((list, i) => {
      if (list.length !== length) {
        const rule = `${length}, as that of positions[0]`;
        const param = `positions[${i}].length`;
        throw wrongValue(method, param, rule, list.length, 'ERR_SHAPE');
      }
      numbers.set(list.copy(0, length), i * length);
    });
    return { numbers, shape: [lists.length, length] };
  }
  const tensor = readNumbers(method, 'positions', positions);
  if (!tensor) return { numbers: positions, shape: undefined };
  const { list: numbers, shape } = tensor;
  const [sequences, length] = shape;
  if (shape.length === 1) return { numbers, shape: undefined };
  if (shape.length === 2 && sequences !== undefined && length !== undefined) {
    return { numbers, shape: [sequences, length] };
  }
  const rule = '[L] or [batch, L]';
  const got = shapeText(shape);
  throw wrongValue(method, 'positions.shape', rule, got, 'ERR_SHAPE');
}

/** The positions of each sequence, or one list that all sequences share. */
export type SequencePositions = readonly [PositionedRows, ...PositionedRows[]];

/** The positions of the rows, once their number is known. */
export function sequencePositions(
  method: string,
  given: ReadPositions,
  { sequences, length }: HeadsShape,
  core: Pick<RopeCore, 'maxFrequency' | 'turns'>,
): SequencePositions {
  const { list, shape, start, step } = given;
  const range =
    list ?? RowPositions.range(method, 'start', length, start, step);
  checkRows(method, core, range);
  if (list === undefined) return [range];
  const shared = list.length === length && (!shape || shape[0] === 1);
  if (shared) return [list];
  const own = list.length === sequences * length && sequences !== 1;
  if (own && (!shape || shape[0] === sequences)) {
    if (sequences === 0) return [list];
    const [first, ...others] = Array.from({ length: sequences }, (_, i) =>
      list.slice(i * length, (i + 1) * length),
    );
    if (first) return [first, ...others];
  }
  const each = sequences > 1 ? `, or ${sequences} × ${length}` : '';
  const rule = `${length}, one position for each row${each}`;
  if (!shape) {
    const { length } = list;
    throw wrongValue(method, 'positions.length', rule, length, 'ERR_SHAPE');
  }
  const got = shapeText(shape);
  throw wrongValue(method, 'positions.shape', rule, got, 'ERR_SHAPE');
}
