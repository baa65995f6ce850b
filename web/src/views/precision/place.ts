// The errors of all pairs at one position.

import { errorsOf, type Tables, type Way } from './ways.js';

export interface Place {
  readonly at: number;
  readonly pairs: number;
  /** Radians a position, of each pair. */
  readonly frequencies: Float64Array;
  /** Of each way, a number for each pair. */
  readonly errors: Partial<Readonly<Record<Way, Float64Array>>>;
}

export function placeOf(tables: Tables, at: number): Place {
  const positions = Float64Array.of(at);
  const right = tables.right(positions);
  const errors = Object.fromEntries(
    tables.ways.map(
      (way) => [way, errorsOf(right, tables.of(way, positions))] as const,
    ),
  );
  const { pairs, exact } = tables;
  const frequencies = Float64Array.from(exact.frequencies);
  return { at, pairs, frequencies, errors };
}
