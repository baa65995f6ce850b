/** The rotation of queries and keys: `rotate`. */

import { countRows, isRows, readHeads } from '../arrays/heads.js';
import {
  apart,
  inputOf,
  readGiven,
  readOptional,
  targetOf,
} from '../arrays/operand.js';
import { type RowPlaces, RowPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import { type Lane, streamRows } from '../core/stream.js';
import { checkOptions } from '../describe/checks.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { OptionsOf } from '../describe/parameters.js';
import { checkSets, type RopeCore, sourceOf, turnsOf } from './core.js';
import { ropeOperations } from './rope.description.js';
import type { RowOptions } from './rows.description.js';
import { checkLength, rangeRows, readPlaces } from './rows.js';
import type { TurnsSource } from './turns.js';

const { parameters } = ropeOperations.rotate;

/** Options of {@link Rope.rotate}. */
export interface RotateOptions
  extends RowOptions,
    OptionsOf<
      (typeof ropeOperations)['rotate']['parameters'],
      'float32',
      keyof RowOptions
    > {}

export function rotate(
  heap: Heap,
  core: RopeCore,
  x: Floats,
  options: RotateOptions,
): Tensor<'float32'> {
  const method = 'rope.rotate';
  const checked = checkOptions(method, parameters, options);
  const { start, step, inverse } = checked;
  const from = readGiven(method, 'x', x, 'float32');
  const places = readPlaces(method, core, checked, ['start', 'step']);
  const to = readOptional(method, 'out', checked.out, 'float32');

  const input = inputOf(heap, method, from);
  const { headDim } = core;
  const { heads: described } = parameters;
  const heads = readHeads(method, input, checked.heads, described);
  const length = countRows(method, 'x', input, heads, headDim);
  checkSets(method, core, heads);
  const rows = places
    ? checkLength(method, checked, places, length)
    : rangeRows(
        method,
        core,
        RowPositions.range(method, 'start', length, start, step),
      );
  const source = sourceOf(method, core, checked.side);
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
    rotateRows(scratch, core, source, rows, heads, lane, inverse);
  });
  return out.tensor();
}

/** Turns the rows of a lane; `attention` uses it, too. */
export function rotateRows(
  scratch: Scratch,
  core: RopeCore,
  source: TurnsSource,
  rows: RowPlaces,
  heads: number,
  lane: Lane,
  inverse = false,
): void {
  const { headDim, layout, pairs, sets } = core;
  const turns = turnsOf(scratch, source);
  // The core allocates cosines and sines of 64 rows.
  const bytes = 64 * 2 * 4 * sets * pairs;
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
