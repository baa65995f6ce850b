/** What the arrays of a call may mean: each reading has planes of its own. */

import type { CacheOrder, RotaryLayout } from '../core/wasm/calls.js';
import {
  type ColumnOf,
  checkAlike,
  planesOf,
  type Repeat,
  repeatsOf,
  type Table,
} from './columns.js';
import type { ScheduleMistake } from './mistakes.js';
import type { Planes } from './planes.js';

/** Planes, and how the table holds them. */
export interface Reading {
  readonly planes: Planes;
  /** Options of `ropeCache` that hold them so. */
  readonly order: {
    readonly cache?: CacheOrder;
    readonly layout?: RotaryLayout;
    readonly outLayout?: RotaryLayout | undefined;
    readonly rotaryDim?: number | undefined;
    readonly rotaryStart?: number | undefined;
  };
  readonly mistakes: readonly ScheduleMistake[];
}

/** The column of a pair in a table that repeats its numbers. */
const repeatedColumn = (repeat: Repeat): ColumnOf =>
  repeat === 'interleaved' ? (k) => 2 * k : (k) => k;

const orderOf = (repeat: Repeat): Reading['order'] =>
  repeat === 'once' ? { cache: 'ort' } : { cache: 'hf', layout: repeat };

/** Readings of tables of cosines and of sines, of which one may be absent. */
export function readingsOfBoth(
  method: string,
  cos: Table | undefined,
  sin: Table | undefined,
): readonly Reading[] {
  const table = cos ?? sin;
  if (!table) return [];
  if (cos && sin) checkAlike(method, 'sin', sin, cos);
  const both = sin && cos ? repeatsOf(sin) : undefined;
  return repeatsOf(table)
    .filter((repeat) => !both || both.includes(repeat))
    .map((repeat) => {
      const pairs = repeat === 'once' ? table.width : table.width / 2;
      const column = repeatedColumn(repeat);
      const one = cos && planesOf(cos, pairs, column, undefined);
      const other = sin && planesOf(sin, pairs, undefined, column);
      const planes = {
        ...{ rows: table.rows, pairs },
        ...{ cos: one?.cos, sin: other?.sin },
        relative: Math.max(one?.relative ?? 0, other?.relative ?? 0),
        noise: Float64Array.from({ length: pairs }, (_, k) =>
          Math.max(one?.noise[k] ?? 0, other?.noise[k] ?? 0),
        ),
      };
      return { planes, order: orderOf(repeat), mistakes: [] };
    });
}

/** Readings of one table: of cosines and sines beside each other, or of one. */
export function readingsOfOne(
  method: string,
  table: Table,
): readonly Reading[] {
  const { width, paired, values } = table;
  const pairs = width / 2;
  const reading = (cache: CacheOrder, cos: ColumnOf, sin: ColumnOf) => ({
    planes: planesOf(table, pairs, cos, sin),
    ...{ order: { cache }, mistakes: [] },
  });
  const even: ColumnOf = (k) => 2 * k;
  const odd: ColumnOf = (k) => 2 * k + 1;
  if (paired) return [reading('pairs', even, odd)];
  const joined =
    width % 2 === 0
      ? [
          reading(
            'flashinfer',
            (k) => k,
            (k) => k + pairs,
          ),
          ...(pairs > 1 ? [reading('ggml', even, odd)] : []),
        ]
      : [];
  // Sines are zeros at position 0, and cosines are not.
  const sines = values.subarray(0, width).every((value) => value === 0);
  const alone = sines
    ? readingsOfBoth(method, undefined, table)
    : readingsOfBoth(method, table, undefined);
  return [...joined, ...alone];
}

/** The same planes as if cosines and sines were exchanged, or sines negated. */
export function otherwise(reading: Reading): readonly Reading[] {
  const { planes, mistakes } = reading;
  const { cos, sin } = planes;
  if (!cos || !sin) return [];
  return [
    {
      ...reading,
      planes: { ...planes, cos: sin, sin: cos },
      mistakes: [...mistakes, 'swapped'],
    },
    {
      ...reading,
      planes: { ...planes, sin: sin.map((value) => -value) },
      mistakes: [...mistakes, 'sign'],
    },
  ];
}
