/**
 * Sinusoidal encodings of grids: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/sinusoidal_grid.hpp`.
 */

import {
  planRows,
  type TableKernel,
  type TableMethod,
  type TableOptions,
} from '../arrays/plan-table.js';
import { RowPositions } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { bytesOf } from '../base/dtype.js';
import type { Scratch } from '../core/memory.js';
import {
  computeFrequencies,
  makeOscillators,
  type Spacing,
} from '../core/oscillators.js';
import type { Status } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import { type Axis, checkCoordinates, gridAxes } from './grid-axes.js';
import {
  axisSpacing,
  type Columns,
  largestFrequency,
  shareRow,
} from './grid-columns.js';
import {
  sinusoidalGridParameters,
  sinusoidalGridPresets,
} from './sinusoidal-grid.description.js';

const name = 'sinusoidalGrid';

/** Options of `sinusoidalGrid`; `D` is the dtype of the table. */
export type SinusoidalGridOptions<D extends DType = DType> = TableOptions<
  typeof sinusoidalGridParameters,
  D
>;

export interface SinusoidalGridMethod {
  /**
   * A table of sinusoidal encodings of the cells of a grid with one to three
   * axes, in any form in use: see `preset`.
   *
   *   formula  each axis has columns of its own, which hold the sinusoidal
   *            encoding of the cell's coordinate on that axis (He et al. 2022,
   *            arXiv:2111.06377, after Vaswani et al. 2017)
   *   shapes   [classTokens + cells, dim], cells in row-major order; with the
   *            masks of B images [B · (classTokens + cells), dim], one image
   *            after the other
   *   range    coordinates up to 2^53 from zero; dim ≤ 2^20
   *   error    as `sinusoidal`, at the float64 coordinates
   *   cost     about a copy of the table; in the instance's memory up to 200
   *            bytes a column, 8 bytes for each coordinate of a list, and 64
   *            KiB or 32 rows of scratch
   *
   * @example
   * ```ts
   * pe.sinusoidalGrid({ grid: [14, 14], dim: 768, preset: 'mae' });
   * pe.sinusoidalGrid({ grid: [2, 2], mask: [[0, 1, 0, 1], [0, 0, 1, 1]],
   *   dim: 256, preset: 'detr' }); // a tensor [8, 256]
   * pe.sinusoidalGrid({ coordinates: [0.5, 2, 7, 1.25], axes: 2, dim: 64 });
   * ```
   */
  sinusoidalGrid<D extends DType = 'float32'>(
    options: SinusoidalGridOptions<D>,
  ): Tensor<D>;
}

export const sinusoidalGrid: TableMethod<
  SinusoidalGridMethod,
  typeof sinusoidalGridParameters
> = {
  name,
  parameters: sinusoidalGridParameters,
  presets: sinusoidalGridPresets,
  plan(heap, checked) {
    const { dim, classTokens } = checked;
    const { axes, cells, images } = gridAxes(name, checked);
    const { columns, widths, rest } = shareRow(name, checked, axes.length);
    const spacings = axes.map((axis, a) => {
      const spacing = axisSpacing(name, checked, widths[a] as number);
      checkCoordinates(name, axis, largestFrequency(spacing), checked);
      return spacing;
    });
    const ofImage = classTokens + cells;
    const rows = RowPositions.range(name, 'grid', images * ofImage, 0);
    const kernel = (scratch: Scratch): TableKernel => {
      const parts = axes.flatMap((axis, a) => {
        const own = columns[a];
        const spacing = spacings[a] as Spacing;
        return own ? [makePart(scratch, checked, axis, own, spacing)] : [];
      });
      const rowBytes = dim * bytesOf(checked.dtype);
      const clear = (from: number, count: number) =>
        new Uint8Array(heap.buffer, from, count * rowBytes).fill(0);
      return ({ first }, count, out) => {
        if (rest) clear(out, count);
        for (const run of runs(first, count, classTokens, cells)) {
          const at = out + run.at * rowBytes;
          if (run.cell === undefined) {
            clear(at, run.count);
            continue;
          }
          for (const part of parts) {
            const status = part(run.cell, run.count, at);
            if (status !== 'ok') return status;
          }
        }
        return 'ok';
      };
    };
    return planRows(heap, name, rows, checked, { width: dim, kernel });
  },
};

/** Successive rows of cells, or of class tokens. */
interface Run {
  /** Number of the first row among those that are wanted. */
  readonly at: number;
  readonly count: number;
  /** The first cell, numbered through all images; none for class tokens. */
  readonly cell: number | undefined;
}

/** Divides the rows from `first` on into runs, image by image. */
function runs(
  first: number,
  count: number,
  classTokens: number,
  cells: number,
): readonly Run[] {
  // Without class tokens, the cells of all images follow each other.
  if (classTokens === 0) return [{ at: 0, count, cell: first }];
  const ofImage = classTokens + cells;
  const found: Run[] = [];
  for (let at = 0; at < count; at += found.at(-1)?.count ?? 0) {
    const image = Math.floor((first + at) / ofImage);
    const place = (first + at) % ofImage;
    const token = place < classTokens;
    const left = (token ? classTokens : ofImage) - place;
    const cell = token ? undefined : image * cells + place - classTokens;
    found.push({ at, count: Math.min(left, count - at), cell });
  }
  return found;
}

/** Writes the columns of an axis in the rows of some cells. */
type Part = (cell: number, rows: number, out: number) => Status;

function makePart(
  scratch: Scratch,
  checked: Checked<typeof sinusoidalGridParameters>,
  axis: Axis,
  columns: Columns,
  spacing: Spacing,
): Part {
  const { dim, dtype, precision } = checked;
  const { length, stride, start, list } = axis;
  const frequencies = computeFrequencies(scratch.heap, name, {
    spacing,
    count: Math.ceil(columns.count / 2),
    precision,
  });
  const bank = makeOscillators(scratch, frequencies);
  const coordinates = list ? scratch.copy(list) : 0;
  const part = {
    bank,
    axis: { length, stride, start, coordinates },
    columns: { ...columns, dim, dtype },
  };
  return (first, rows, out) =>
    scratch.core.writeAxis({ ...part, first, rows, out });
}
