/** The tables of a rope: `cosSin`. */

import { checkApart, readGiven, targetOf } from '../../arrays/operand.js';
import {
  type positionParameters,
  readPositions,
  rowsOption,
} from '../../arrays/positions.js';
import type { DType } from '../../base/dtype.js';
import { PosencTypeError, wrongKind } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import { streamRows } from '../../core/stream.js';
import { type Checked, checkOptions } from '../../describe/checks.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { type RopeCore, sourceOf, turnsOf } from '../core.js';
import { ropeOperations } from '../rope.description.js';
import { checkRows } from '../rows/reach.js';
import type { RowOptions, TablePositions } from '../rows/rows.description.js';
import { readAxisRows } from '../rows/rows.js';

// The types name the description's own objects, whose comments editors then
// show.
type Operations = typeof ropeOperations;

/** Options of {@link Rope.cosSin}; `D` is the dtype of the tables. */
export type CosSinOptions<D extends DType = DType> = TablePositions &
  RowOptions &
  OptionsOf<
    Operations['cosSin']['parameters'],
    D,
    keyof typeof positionParameters | keyof RowOptions
  >;

export function cosSin<D extends DType>(
  heap: Heap,
  core: RopeCore,
  options: CosSinOptions<D>,
) {
  const method = 'rope.cosSin';
  const checked = checkOptions(
    method,
    ropeOperations.cosSin.parameters,
    options,
  );
  const dtype = checked.dtype as D;
  const { full } = checked;
  const rows =
    readAxisRows(method, core, checked, ['length', 'start', 'step']) ??
    readTableRows(method, core, checked);
  const source = sourceOf(method, core, checked.side);
  const out = readPair(method, checked.out, dtype);
  const { layout, pairs, sets } = core;
  const own = pairs * (full ? 2 : 1);
  const width = sets * own;
  const shape = [rows.length, ...(sets > 1 ? [sets] : []), own];
  const wanted = { dtype, shape, sizedBy: rowsOption(checked) };
  const cos = targetOf(heap, method, out.cos, wanted);
  const sin = targetOf(heap, method, out.sin, wanted);
  checkApart(
    method,
    { param: 'out.cos', array: cos.operand.array },
    { param: 'out.sin', array: sin.operand.array },
  );
  heap.scope(method, (scratch) => {
    if (pairs === 0) return;
    const turns = turnsOf(scratch, source);
    const tables = { turns, layout, dtype, full };
    const streams = [
      { width, to: cos.operand },
      { width, to: sin.operand },
    ];
    streamRows(scratch, rows, streams, (where, rows, c, s) =>
      scratch.core.cosSin({ ...tables, where, rows, cos: c.to, sin: s.to }),
    );
  });
  return { cos: cos.tensor(), sin: sin.tensor() };
}

function readTableRows(
  method: string,
  core: RopeCore,
  options: Checked<typeof positionParameters>,
) {
  const rows = readPositions(method, options);
  checkRows(method, core, rows);
  return rows;
}

/** Reads `out`: both tables or none. */
function readPair<D extends DType>(method: string, out: unknown, dtype: D) {
  if (out === undefined) return { cos: undefined, sin: undefined };
  if (typeof out !== 'object' || out === null) {
    throw wrongKind(method, 'out', 'an object with cos and sin', out);
  }
  const { cos, sin } = out as { cos: unknown; sin: unknown };
  for (const [name, part] of [
    ['cos', cos],
    ['sin', sin],
  ]) {
    if (part !== undefined) continue;
    throw new PosencTypeError(`${method}: out.${name} is required`, {
      code: 'ERR_MISSING',
      param: `out.${name}`,
    });
  }
  return {
    cos: readGiven(method, 'out.cos', cos, dtype),
    sin: readGiven(method, 'out.sin', sin, dtype),
  };
}
