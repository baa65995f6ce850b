/**
 * The rows at which a rope turns queries and keys: their positions, the cells of
 * a grid, or positions on each of its axes.
 */

import type { Pairs } from '../arrays/pairs.js';
import { conflict } from '../arrays/positions.js';
import { PosencTypeError } from '../base/errors.js';
import { ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { PlannedRope } from '../rotary/make-core.js';
import type { AxisRows } from '../rotary/rows/axis-rows.js';
import type { SequencePositions } from '../rotary/rows/row-positions.js';
import { readAxisRows, sequenceAxisRows } from '../rotary/rows/rows.js';
import type { CheckedCall } from './call-parameters.js';
import type { Windows } from './document-parts.js';
import { scoreParameters } from './scores.description.js';
import type { Sizes } from './sizes.js';

/** Rows that all items share, or those of each. */
export interface RotaryRows {
  readonly queries: SequencePositions;
  readonly keys: SequencePositions;
}

/** What is turned, if there is a rope, and where it is in a text. */
interface TurnedCall {
  readonly rotary: PlannedRope | undefined;
  readonly pairs: Pairs;
  /** Rows behind the cells of a grid. Defaults to 0. */
  readonly suffix: number | undefined;
  /** Windows of the grid, if the layer of a model has them. */
  readonly windows: Windows | undefined;
}

type Lists = 'keyAxisPositions' | 'queryAxisPositions';

/** Reads the rows of a call. */
export function readRotaryRows(
  method: string,
  checked: CheckedCall,
  { rotary, pairs, suffix = 0, windows }: TurnedCall,
  { queries, keys, items }: Sizes,
): RotaryRows {
  const { grid, given } = checked;
  const plain = { queries: [pairs.queryAt], keys: [pairs.keyAt] } as const;
  const lists = ['keyAxisPositions', 'queryAxisPositions'] as const;
  const list = lists.find((name) => given.has(name));
  if (!list && !grid) return plain;
  if (list && grid) throw conflict(method, list, 'grid');
  const rope = rotary?.make();
  if (!rope?.axes) {
    if (!list && windows) return plain;
    throw new PosencTypeError(
      `${method}: ${list ?? 'grid'} needs rotary with axes`,
      { code: 'ERR_CONFLICT', param: list ?? 'grid' },
    );
  }
  const read = (param: Lists | 'grid', length: number) => {
    const cells = grid?.reduce((product, size) => product * size, 1) ?? 0;
    const options = {
      ...{ param, grid, suffix },
      prefix: grid ? Math.max(0, length - cells - suffix) : 0,
      positions: grid ? undefined : checked[param],
      given: new Set([grid ? 'grid' : 'positions']),
    };
    const rows = readAxisRows(method, rope, options, []) as AxisRows;
    return sequenceAxisRows(method, options, rows, {
      sequences: items,
      length,
    });
  };
  const needed = (name: Lists) =>
    missing(method, name, ruleOf(scoreParameters[name]));
  if (list && !given.has('keyAxisPositions')) throw needed('keyAxisPositions');
  const ofKeys = read(list ? 'keyAxisPositions' : 'grid', keys);
  if (given.has('queryAxisPositions')) {
    return { queries: read('queryAxisPositions', queries), keys: ofKeys };
  }
  if (queries > keys) throw needed('queryAxisPositions');
  const last = (rows: AxisRows) => rows.slice(keys - queries, keys);
  const [first, ...others] = ofKeys;
  return { queries: [last(first), ...others.map(last)], keys: ofKeys };
}
