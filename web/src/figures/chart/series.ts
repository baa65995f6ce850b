// What several charts make of the least and the most of stretches.

import type { Series } from './look.js';

/** A band between two lines of values. */
export function bandSeries(
  label: string,
  colour: string,
  { least, most }: Readonly<Record<'least' | 'most', ArrayLike<number>>>,
): Series {
  return { label, colour, mark: 'band', values: least, upTo: most };
}

/** Every number of some series. */
export function valuesIn(all: readonly Series[]): number[] {
  return all.flatMap(({ values, upTo = [] }) => [
    ...Array.from(values),
    ...Array.from(upTo),
  ]);
}
