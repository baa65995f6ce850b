// The distances at which scores are drawn: all of them up to a million, or those
// that a reader has zoomed to. They are shown on an axis of decades, cut into
// stretches: near distances stand alone, far ones share the pixels of a stretch.

import type { Crop } from '../../plot/crop.js';
import type { Scale } from '../../plot/scales.js';

/** The longest distance. */
export const farthest = 1e6;

/** The decades of the axis. */
const decades = Math.log10(farthest);

/** The fewest distances, from the first to the last. */
const fewest = 8;

/** The shortest and the longest distance that are shown. */
export interface Ends {
  readonly from: number;
  readonly to: number;
}

/** The distances that an address names; nothing there stands for all. */
export function endsOf([first = 1, last = farthest]: readonly number[]): Ends {
  const from = Math.min(Math.max(1, first), farthest - fewest + 1);
  return {
    from,
    to: Math.min(farthest, Math.max(from + fewest - 1, last)),
  };
}

/** Distances that stand together: from one to another, both of them included. */
export interface Stretches {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** A band of so few distances would look like a broken line. */
const few = 4;

/**
 * Stretches from one end to the other, as wide as each other on the axis, so many
 * as the whole axis has with a number for each of its decades. Where they would
 * have fewer than `few` distances, each distance stands alone.
 */
export function stretchesIn(
  perDecade = 40,
  ends: Ends = endsOf([]),
): Stretches {
  const count = Math.round(decades * perDecade);
  const growth = (ends.to / ends.from) ** (1 / count) - 1;
  const [from, to]: [number[], number[]] = [[], []];
  for (let at = ends.from; at <= ends.to; ) {
    const wide = Math.floor(growth * at);
    const last = wide < few ? at : Math.min(ends.to, at + wide - 1);
    from.push(at);
    to.push(last);
    at = last + 1;
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** The golden section: steps of it spread evenly, and meet no wave twice. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * Distances of a stretch, both ends among them: all, or `most` that are spread over
 * it. Equal steps would do for a smooth curve; here, waves of the same length would
 * be met at one height alone.
 */
export function distancesOf(from: number, to: number, most: number): number[] {
  const count = to - from + 1;
  if (count <= most) return Array.from({ length: count }, (_, i) => from + i);
  return Array.from({ length: most }, (_, i) => {
    if (i < 2) return i === 0 ? from : to;
    return from + Math.floor(count * ((i * golden) % 1));
  });
}

/** Some stretches whose distances are computed at once. */
interface Batch {
  /** The number of each stretch, and where its distances begin and end. */
  readonly parts: readonly {
    readonly stretch: number;
    readonly begin: number;
    readonly end: number;
  }[];
  readonly distances: Float64Array;
}

/** All stretches in batches of at least `size` distances. */
export function* batchesOf(
  { from, to }: Stretches,
  sampled: number,
  size: number,
): Generator<Batch> {
  let [parts, distances]: [Batch['parts'][number][], number[]] = [[], []];
  for (let stretch = 0; stretch < from.length; stretch++) {
    const ends = [from[stretch], to[stretch]] as [number, number];
    const begin = distances.length;
    distances.push(...distancesOf(...ends, sampled));
    parts.push({ stretch, begin, end: distances.length });
    if (distances.length < size && stretch + 1 < from.length) continue;
    yield { parts, distances: Float64Array.from(distances) };
    [parts, distances] = [[], []];
  }
}

/** An axis of decades from one end of some distances to the other. */
export const acrossOf = ({ from, to }: Ends): Scale => ({
  ...{ low: from, high: to, logarithmic: true },
});

/** Steps of the axis for zooming. */
export const reachCells = { rows: 1, columns: 1000 * decades };

/** The part of the axis on which some distances stand. */
export function cropOf({ from, to }: Ends): Crop {
  const at = (distance: number) => Math.round(1000 * Math.log10(distance));
  const columns = { from: at(from), count: Math.max(1, at(to) - at(from)) };
  return { rows: { from: 0, count: 1 }, columns };
}

/** The distances of a part of the axis, as an address names them. */
export function reachIn({ columns }: Crop): readonly number[] {
  if (columns.count === reachCells.columns) return [];
  const at = (cell: number) => Math.round(10 ** (cell / 1000));
  const { from, to } = endsOf([
    at(columns.from),
    at(columns.from + columns.count),
  ]);
  return [from, to];
}
