// How alike the patches of a row are, by steps from the chosen one: in the training,
// and in the larger picture with each thing that can be done.

import { writeValue } from '../../plot/ticks.js';
import type { Size } from './calls.js';
import type { BeyondAsk, BeyondMaps } from './desk/jobs.js';
import type { Beyond } from './ways.js';
import { howNames } from './words.js';

export interface StepSeries {
  readonly slot: 'trained' | Beyond;
  readonly label: string;
  /** NaN where the row has no such patch. */
  readonly values: readonly number[];
}

export interface Steps {
  /** Patches to the right of the chosen one; to the left they are negative. */
  readonly x: readonly number[];
  readonly series: readonly StepSeries[];
  /** The index of one step to the right, if there is one. */
  readonly chosen: number;
}

/** The values of a row by steps from a patch of it. */
function valuesAt(
  alike: ArrayLike<number>,
  columns: number,
  row: number,
  x: readonly number[],
): number[] {
  const column = row % columns;
  return x.map((step) => {
    const at = column + step;
    const there = at >= 0 && at < columns;
    return there ? (alike[row + step] as number) : Number.NaN;
  });
}

export function alongRow(
  { asked: { grid }, row, rowBeyond }: BeyondAsk,
  to: Size,
  { trained, larger }: BeyondMaps,
): Steps {
  const ends = [
    { columns: grid[1], column: row % grid[1] },
    { columns: to[1], column: rowBeyond % to[1] },
  ];
  const low = Math.min(...ends.map(({ column }) => -column));
  const high = Math.max(
    ...ends.map(({ columns, column }) => columns - 1 - column),
  );
  const x = Array.from({ length: high - low + 1 }, (_, i) => low + i);
  const others = Object.entries(larger).map(([how, alike]) => ({
    slot: how as Beyond,
    label: `${to[0]} × ${to[1]}, ${howNames[how as Beyond]}`,
    values: valuesAt(alike, to[1], rowBeyond, x),
  }));
  return {
    x,
    series: [
      {
        slot: 'trained',
        label: `${grid[0]} × ${grid[1]}, the training`,
        values: valuesAt(trained, grid[1], row, x),
      },
      ...others,
    ],
    chosen: Math.min(x.length - 1, 1 - low),
  };
}

/** What is said of a step. */
export function readStep({ x, series }: Steps, index: number): string {
  const step = x[index] ?? 0;
  const size = Math.abs(step);
  const steps = `${size} ${size === 1 ? 'patch' : 'patches'}`;
  const place =
    step === 0
      ? 'the patch itself'
      : `${steps} to the ${step > 0 ? 'right' : 'left'}`;
  const values = series.map(({ label, values }) => {
    const value = values[index] ?? Number.NaN;
    const written = Number.isNaN(value) ? 'not there' : writeValue(value, 3);
    return `${label}: ${written}`;
  });
  return [place, ...values].join(' · ');
}
