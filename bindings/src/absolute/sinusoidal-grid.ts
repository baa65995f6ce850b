/**
 * Sinusoidal encodings of grids: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/sinusoidal_grid.hpp`.
 */

import { RowPositions } from '../arrays/positions.js';
import {
  planRows,
  type TableKernel,
  type TableMethod,
  type TableOptions,
} from '../arrays/table.js';
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
   *   shapes   [classTokens + cells, dim], cells in row-major order
   *   range    coordinates up to 2^53 from zero; dim ≤ 2^20
   *   error    as `sinusoidal`, at the float64 coordinates
   *   cost     about a copy of the table; in the instance's memory up to 200
   *            bytes a column, 8 bytes for each coordinate of a list, and 64
   *            KiB or 32 rows of scratch
   *
   * @example
   * ```ts
   * pe.sinusoidalGrid({ grid: [14, 14], dim: 768, preset: 'mae' });
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
    const { axes, cells } = gridAxes(name, checked);
    const { columns, width, rest } = shareRow(name, checked, axes.length);
    const spacing = axisSpacing(name, checked, width);
    for (const axis of axes) {
      checkCoordinates(name, axis, largestFrequency(spacing));
    }
    const rows = RowPositions.range(name, 'grid', classTokens + cells, 0);
    const kernel = (scratch: Scratch): TableKernel => {
      const parts = axes.flatMap((axis, a) => {
        const own = columns[a];
        return own ? [makePart(scratch, checked, axis, own, spacing)] : [];
      });
      const rowBytes = dim * bytesOf(checked.dtype);
      return ({ first }, count, out) => {
        const above = Math.max(0, Math.min(count, classTokens - first));
        const zeros = (rest ? count : above) * rowBytes;
        new Uint8Array(heap.buffer, out, zeros).fill(0);
        if (above === count) return 'ok';
        const cell = first + above - classTokens;
        for (const part of parts) {
          const status = part(cell, count - above, out + above * rowBytes);
          if (status !== 'ok') return status;
        }
        return 'ok';
      };
    };
    return planRows(heap, name, rows, checked, { width: dim, kernel });
  },
};

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
