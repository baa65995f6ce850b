/** Reads the ropes and distances that analyses take. */

import {
  RowPositions,
  type RowPositions as Rows,
  readList,
} from '../arrays/positions.js';
import { wrongKind } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { planNestedSpec } from '../describe/inside.js';
import type { Handle } from '../describe/kinds/handle.js';
import { specOf as namedSpec } from '../describe/kinds/spec.js';
import { missing } from '../describe/missing.js';
import { checkPlain, coreOf, type RopeCore } from '../rotary/core.js';
import { type Rope, type RopeSpec, rope } from '../rotary/rope.js';
import type { ropeAnalysisParameters } from './rope.description.js';

/** A rope, or its spec. */
export type RopeInput = Handle<'rope'> | RopeSpec;

/** The rope that a caller gives, as a handle or a spec. */
export function ropeOf(heap: Heap, method: string, value: unknown): Rope {
  if (coreOf(value)) return value as Rope;
  return planNestedSpec(heap, {
    method,
    param: 'rope',
    value,
    inner: rope,
  }).run();
}

/**
 * The plan of a spec, which is read once and can be varied; analyses that vary
 * it take no rope.
 */
export function specOf(heap: Heap, method: string, value: unknown) {
  const one = namedSpec(value);
  if (typeof one !== 'object' || one === null || coreOf(one)) {
    const rule = 'a spec { method: "rope", … }, which can be varied';
    throw wrongKind(method, 'rope', rule, value);
  }
  return planNestedSpec(heap, { method, param: 'rope', value, inner: rope });
}

/** Throws if the rows of queries and keys differ. */
export function checkDecay(method: string, value: Rope): void {
  checkPlain(method, coreOf(value) as RopeCore, ['decay']);
}

/**
 * Throws unless all rows at a position turn alike, by the angles of the rope's
 * frequencies.
 */
export function checkAlike(method: string, value: Rope): void {
  const core = coreOf(value) as RopeCore;
  const own = core.sets > 1 ? (['axes'] as const) : [];
  checkPlain(method, core, [...own, 'decay', 'mixture']);
}

/** Reads the distances from checked options, in either form. */
export function readDistances(
  method: string,
  options: Checked<(typeof ropeAnalysisParameters)['scoreByDistance']>,
): Rows {
  const { length, distances, given } = options;
  const list = readList(method, 'distances', distances, given, ['length']);
  if (list) return list;
  if (length === undefined) {
    throw missing(method, 'length', 'a number of distances, or distances');
  }
  return RowPositions.range(method, 'length', length, 0);
}

/** Cosines and sines of all pairs at one position. */
export interface PairRow {
  readonly position: number;
  readonly cos: Float64Array;
  readonly sin: Float64Array;
}

/** Rows that are computed at a time. */
const BLOCK = 256;

/**
 * The cosines and sines of a rope at each position, in order, as float64
 * numbers or as the float32 numbers of its precision.
 */
export function* pairRows(
  rope: Rope,
  positions: Rows,
  dtype: 'float32' | 'float64' = 'float64',
): Generator<PairRow> {
  for (let from = 0; from < positions.length; from += BLOCK) {
    const to = Math.min(from + BLOCK, positions.length);
    const list = positions.copy(from, to);
    const { cos, sin } = rope.cosSin({ positions: list, dtype });
    const pairs = cos.data.length / list.length;
    const [allCos, allSin] = [cos, sin].map(({ data }) =>
      data instanceof Float64Array ? data : Float64Array.from(data),
    ) as [Float64Array, Float64Array];
    for (const [row, position] of list.entries()) {
      const at = [row * pairs, (row + 1) * pairs] as const;
      yield {
        position,
        cos: allCos.subarray(...at),
        sin: allSin.subarray(...at),
      };
    }
  }
}
