/** Cosines and sines at a few positions, in float64. */

import { RowPositions } from '../../arrays/positions.js';
import type { Heap } from '../../core/memory.js';
import {
  type Frequencies,
  makeOscillators,
  type Scale,
} from '../../core/oscillators.js';
import type { RopeCore } from '../core.js';
import { checkRows } from '../rows/reach.js';

const method = 'rope.cosSin';

/**
 * The tables that `cosSin` of the rope gives, of one axis, without decay and
 * mixture: the same bits from a bank of oscillators, which is far smaller than
 * all that turns heads.
 */
export function waves(
  heap: Heap,
  core: RopeCore,
  positions: Float64Array,
): FineRows {
  const { amplitude: scale, amplitudeRest: scaleRest, from } = core.turns;
  const list = RowPositions.list(method, 'positions', positions);
  checkRows(method, core, list);
  const factor = { scale, scaleRest };
  return fineRows(heap, method, from as Frequencies, factor, positions);
}

/** Cosines and sines in float64, `[positions, frequencies]` each. */
export interface FineRows {
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

/** Computes cosines and sines, times a factor, at a few positions. */
export function fineRows(
  heap: Heap,
  method: string,
  frequencies: Frequencies,
  scale: Scale,
  positions: Float64Array,
): FineRows {
  const rows = positions.length;
  const numbers = rows * frequencies.count;
  if (numbers === 0) {
    return { cos: new Float64Array(), sin: new Float64Array() };
  }
  return heap.scope(method, (scratch) => {
    const bank = makeOscillators(scratch, frequencies, scale);
    const list = scratch.copy(positions);
    const bytes = numbers * Float64Array.BYTES_PER_ELEMENT;
    const cos = scratch.bytes(2 * bytes);
    const sin = cos + bytes;
    const where = { start: 0, first: 0, positions: list, apart: 0 };
    scratch.check(scratch.core.fineRows({ bank, where, rows, cos, sin }));
    const copy = (at: number) =>
      new Float64Array(heap.buffer, at, numbers).slice();
    return { cos: copy(cos), sin: copy(sin) };
  });
}
