/** Finds the positions that a windowed table cannot tell apart. */

import { planRows } from '../arrays/plan-table.js';
import {
  type Positions,
  type positionParameters,
  RowPositions,
  readPositions,
} from '../arrays/positions.js';
import { allocateResult, type Heap } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { windowedParameters } from './windowed.description.js';
import { readWindow, type WindowTables, windowPlan } from './windowed.js';
import { windowedCollisionsParameters } from './windowed-collisions.description.js';

const name = 'windowedCollisions';

/** Names of the parameters taken from `windowed`. */
type Shared = keyof typeof windowedParameters &
  keyof typeof windowedCollisionsParameters;

/** Options of `windowedCollisions`. */
export type WindowedCollisionsOptions = Positions &
  OptionsOf<
    typeof windowedCollisionsParameters &
      Pick<typeof windowedParameters, Shared>,
    'float32',
    keyof typeof positionParameters
  >;

/** What `windowedCollisions` reports. */
export interface WindowedCollisions {
  /** Number of positions. */
  readonly positions: number;
  /** Number of different rows among theirs. */
  readonly distinct: number;
  /** Number of positions that share their row with another one. */
  readonly colliding: number;
  /** Number of pairs of positions with equal rows. */
  readonly pairs: number;
  /**
   * The smallest number of rows after which all rows repeat, if they do. For
   * positions in steps of 1, it is a distance in positions.
   */
  readonly period: number | undefined;
  /**
   * Pairs of positions with equal rows, in the order of the second position.
   * The first position is the nearest earlier one with that row.
   */
  readonly first: readonly (readonly [number, number])[];
}

export interface WindowedCollisionsMethod {
  /**
   * Finds the positions that a windowed table cannot tell apart.
   *
   *   formula  p and q collide where PE[p] = PE[q], PE as `windowed` makes it
   *   shapes   counts, a period, and the first pairs
   *   range    as `windowed`
   *   error    none: float32 rows, compared number by number
   *   cost     computes the rows of one window, or with `block` those of all
   *            positions
   *
   * @example
   * ```ts
   * pe.windowedCollisions({ length: 4096, window: 512, dim: 64 });
   * // { positions: 4096, distinct: 512, colliding: 4096, pairs: 14336,
   * //   period: 512, first: [[0, 512], [1, 513], …] }
   * ```
   */
  windowedCollisions(options: WindowedCollisionsOptions): WindowedCollisions;
}

export const windowedCollisions: Method<
  WindowedCollisionsMethod,
  typeof windowedCollisionsParameters
> = {
  name,
  parameters: windowedCollisionsParameters,
  plan(heap, checked) {
    const positions = readPositions(name, checked);
    const tables = readWindow(heap, name, positions, {
      ...checked,
      toOut: false,
    });
    return {
      outputs: {},
      cost: positions.length * tables.local.dim,
      run: () => {
        const codes = codesOf(heap, positions, tables);
        return report(positions, codes, checked.most);
      },
    };
  },
};

/** A number for each position, equal for positions with equal rows. */
function codesOf(
  heap: Heap,
  positions: RowPositions,
  tables: WindowTables,
): Float64Array {
  // Positions that read the same rows need no comparison.
  const window = tables.local.rows;
  const keyOf = (p: number) =>
    tables.blocks ? p : p - window * Math.floor(p / window);
  const numbers = new Map<number, number>();
  const codes = allocateResult(name, 'float64', [positions.length]);
  for (let row = 0; row < codes.length; ++row) {
    const key = keyOf(positions.at(row));
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    codes[row] = number;
  }
  const some = RowPositions.list(name, 'positions', [...numbers.keys()]);
  const table = windowPlan(tables, 'float32');
  const dtype = { dtype: 'float32' } as const;
  const { data } = planRows(heap, name, some, dtype, table).run();
  const classes = equalRows(data, tables.local.dim);
  for (let row = 0; row < codes.length; ++row) {
    codes[row] = classes[codes[row] ?? 0] ?? 0;
  }
  return codes;
}

/** For each row, the number of the first row that equals it. */
function equalRows(data: Float32Array, width: number): Uint32Array {
  const rows = data.length / width;
  const firsts = new Uint32Array(rows);
  const byHash = new Map<number, number[]>();
  // -0 and 0 are equal and must hash alike; adding 0 turns -0 into 0.
  for (let i = 0; i < data.length; ++i) data[i] = (data[i] ?? 0) + 0;
  const bits = new Uint32Array(data.buffer, data.byteOffset, data.length);
  const same = (a: number, b: number) => {
    for (let c = 0; c < width; ++c) {
      if (data[a * width + c] !== data[b * width + c]) return false;
    }
    return true;
  };
  for (let row = 0; row < rows; ++row) {
    let hash = 0;
    for (let c = 0; c < width; ++c) {
      hash = Math.imul(hash ^ (bits[row * width + c] ?? 0), 0x01000193);
      hash ^= hash >>> 15;
    }
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    const first = alike.find((other) => same(other, row)) ?? row;
    if (first === row) alike.push(row);
    firsts[row] = first;
  }
  return firsts;
}

function report(
  positions: RowPositions,
  codes: Float64Array,
  most: number,
): WindowedCollisions {
  const seen = new Map<number, { count: number; last: number }>();
  const first: (readonly [number, number])[] = [];
  let pairs = 0;
  codes.forEach((code, row) => {
    const before = seen.get(code);
    if (before === undefined) {
      seen.set(code, { count: 1, last: row });
      return;
    }
    pairs += before.count;
    if (first.length < most) {
      first.push([positions.at(before.last), positions.at(row)]);
    }
    before.count += 1;
    before.last = row;
  });
  let colliding = 0;
  for (const { count } of seen.values()) if (count > 1) colliding += count;
  return {
    positions: codes.length,
    distinct: seen.size,
    colliding,
    pairs,
    period: periodOf(codes),
    first,
  };
}

/**
 * The shortest distance at which a sequence repeats: its length minus the
 * length of its longest proper prefix that is also a suffix (Knuth, Morris and
 * Pratt 1977).
 */
function periodOf(codes: Float64Array): number | undefined {
  const { length } = codes;
  const borders = new Uint32Array(length + 1);
  let border = 0;
  for (let i = 1; i < length; ++i) {
    while (border > 0 && codes[i] !== codes[border]) {
      border = borders[border] ?? 0;
    }
    if (codes[i] === codes[border]) border += 1;
    borders[i + 1] = border;
  }
  return border > 0 ? length - border : undefined;
}
