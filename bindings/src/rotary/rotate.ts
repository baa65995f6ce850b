/** The rotation of queries and keys: `rotate`. */

import { countRows, isRows, readHeads } from '../arrays/heads.js';
import {
  apart,
  inputOf,
  readGiven,
  readOptional,
  targetOf,
} from '../arrays/operand.js';
import { checkCount, RowPositions, readList } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import { checkReach } from '../core/oscillators.js';
import { type Lane, streamRows } from '../core/stream.js';
import { checkOptions } from '../describe/checks.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type RopeCore, turnsOf } from './core.js';
import { ropeOperations } from './rope.description.js';

const { parameters } = ropeOperations.rotate;

/** Options of {@link Rope.rotate}. */
export interface RotateOptions
  extends OptionsOf<
    (typeof ropeOperations)['rotate']['parameters'],
    'float32'
  > {}

export function rotate(
  heap: Heap,
  core: RopeCore,
  x: Floats,
  options: RotateOptions,
): Tensor<'float32'> {
  const method = 'rope.rotate';
  const checked = checkOptions(method, parameters, options);
  const { start, step, positions, inverse, given } = checked;
  const from = readGiven(method, 'x', x, 'float32');
  const others = ['start', 'step'];
  const list = readList(method, 'positions', positions, given, others);
  const to = readOptional(method, 'out', checked.out, 'float32');

  const input = inputOf(heap, method, from);
  const { headDim } = core;
  const { heads: described } = parameters;
  const heads = readHeads(method, input, checked.heads, described);
  const length = countRows(method, 'x', input, heads, headDim);
  const rows = list
    ? checkCount(method, 'positions', list, length)
    : RowPositions.range(method, 'start', length, start, step);
  checkReach(method, rows, core.fastest);
  const shape = [length, heads, headDim];
  const out = targetOf(heap, method, to, {
    dtype: 'float32',
    shape,
    accepts: (like) => isRows(like, heads, headDim),
  });
  heap.scope(method, (scratch) => {
    const lane = {
      width: heads * headDim,
      from: apart(input.operand, out.operand),
      to: out.operand,
    };
    rotateRows(scratch, core, rows, heads, lane, inverse);
  });
  return out.tensor();
}

/** Turns the rows of a lane; `attention` uses it, too. */
export function rotateRows(
  scratch: Scratch,
  core: RopeCore,
  rows: RowPositions,
  heads: number,
  lane: Lane,
  inverse = false,
): void {
  const { headDim, layout, pairs } = core;
  const turns = turnsOf(scratch, core.turns);
  // The core allocates cosines and sines of 32 rows.
  const bytes = 32 * 2 * 4 * pairs;
  streamRows(
    scratch,
    rows,
    [lane],
    (where, rows, { from, to }) =>
      scratch.core.rotate({
        turns,
        heads,
        headDim,
        layout,
        inverse,
        where,
        rows,
        x: from,
        out: to,
      }),
    bytes,
  );
}
