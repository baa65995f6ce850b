// The numbers of screen 5, and what they say: the package's own experiment on
// arrows of words, drawn by chance, and the arrows of positions.

import { fixed, upTo } from '../paths.js';
import type { Instances } from '../screen.js';

/** Words, and positions; each word meets each position. */
export const count = 32;
/** Pieces of the overlap from −1 to 1 in which pairs are counted. */
export const bins = 40;
export const widths = [2, 4, 8, 16, 32, 64, 128, 256, 512];
export const seed = 2;

export interface State {
  /** Numbers of a vector. */
  readonly width: number;
}

export interface Numbers {
  /** Root mean square of the overlaps of all pairs. */
  readonly rms: number;
  /** Pairs in each bin, from −1 to 1. */
  readonly histogram: readonly number[];
  /** The overlap of the pair that is drawn, the most typical one. */
  readonly typical: number;
  /** Directions that rows use, evenly: effective ranks. */
  readonly sum: number;
  readonly concat: number;
}

export function compute({ absolute }: Instances, { width }: State): Numbers {
  const shape = { length: count, dim: width };
  const embeddings = absolute.learned({ ...shape, std: 1, seed });
  const table = absolute.sinusoidal(shape);
  const found = absolute.analysis.sumOrConcat({ embeddings, table, bins });
  const { rms, histogram } = found.cosine;
  // Of all rows, words and positions, those of words with positions.
  const overlaps = absolute.analysis.gram(
    {
      data: [...embeddings.data, ...table.data],
      shape: [2 * count, width],
    },
    { rows: [0, count], columns: [count, 2 * count], normalise: true },
  ).data;
  const off = (at: number) => Math.abs(Math.abs(overlaps[at] ?? 0) - rms);
  const places = upTo(overlaps.length).filter((at) => (overlaps[at] ?? 0) > 0);
  const pair = places.reduce((best, at) => (off(at) < off(best) ? at : best));
  return {
    rms,
    histogram: [...histogram],
    typical: overlaps[pair] ?? 0,
    sum: found.effectiveRank.sum,
    concat: found.effectiveRank.concat,
  };
}

export function say({ width }: State, { rms, sum, concat }: Numbers): string {
  return (
    `With ${width} numbers, random words and positions typically overlap by ` +
    `${fixed(rms, 2)}. Sums use ${fixed(sum, 1)} directions, ` +
    `concatenations ${fixed(concat, 1)} at twice the width.`
  );
}
