// A spectrum on a logarithmic axis. Half of all frequencies belong to waves of
// two to four rows, so that on an even axis all slow waves share one line.

import type { Mark } from '../plot/axis.js';
import type { Grid } from '../plot/grid.js';
import { writeCount } from '../plot/ticks.js';

/** Rows of the picture. */
const bands = 96;

/** A spectrum by bands of frequency, each as much higher than the last. */
export interface LogSpectrum extends Grid {
  /**
   * The first frequency of each band and the one after the last, by number: the
   * band holds those from the first to before the next, at least one.
   */
  readonly edges: Int32Array;
}

/**
 * The bands of the frequencies from 1 on: frequency 0, which is no wave, is left
 * out. A band has the sum of the power of its frequencies. Where a band would
 * hold none, it shows the one it lies in.
 */
export function logSpectrum({ values, rows, columns }: Grid): LogSpectrum {
  const last = Math.max(1, rows - 1);
  const count = Math.min(bands, last);
  const edgeOf = (band: number) => (last + 1) ** (band / count);
  const edges = Int32Array.from({ length: count + 1 }, (_, band) =>
    Math.min(last + 1, Math.max(1, Math.floor(edgeOf(band) + 1e-9))),
  );
  const own = new Float32Array(count * columns);
  for (let band = 0; band < count; band++) {
    const from = edges[band] as number;
    const to = Math.max(from + 1, edges[band + 1] as number);
    for (let bin = from; bin < Math.min(to, rows); bin++) {
      for (let column = 0; column < columns; column++) {
        const at = band * columns + column;
        own[at] =
          (own[at] as number) + (values[bin * columns + column] as number);
      }
    }
  }
  return { values: own, rows: count, columns, edges };
}

/** The longest and the shortest wave of a band, in rows. */
export function wavesOf(
  { edges, rows }: LogSpectrum,
  band: number,
): readonly [longest: number, shortest: number] {
  const last = Math.max(1, (edges[rows] as number) - 1);
  const from = edges[band] as number;
  const to = Math.max(from, (edges[band + 1] as number) - 1);
  return [(2 * last) / from, (2 * last) / to];
}

/** Marks at round lengths of waves, as many as have room. */
export function periodAxis(spectrum: LogSpectrum) {
  const { rows: count, edges } = spectrum;
  const last = Math.max(1, (edges[count] as number) - 1);
  const cellOf = (period: number) =>
    (Math.log((2 * last) / period) / Math.log(last + 1)) * count;
  return (pixels: number) => {
    const marks: Mark[] = [];
    const apart = (count * 20) / Math.max(1, pixels);
    for (let power = 1; power <= 2 * last; power *= 10) {
      for (const period of [2 * power, 5 * power, 10 * power]) {
        const cell = Math.round(cellOf(period));
        if (period > 2 * last || cell < 0 || cell >= count) continue;
        if (marks.every((mark) => Math.abs(mark.cell - cell) >= apart)) {
          marks.push({ cell, label: writeCount(period) });
        }
      }
    }
    marks.sort((a, b) => a.cell - b.cell);
    return { name: 'period', cells: count, marks };
  };
}
