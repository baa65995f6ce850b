/**
 * FLOATER: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/floater.hpp`.
 */

import {
  type RowPositions,
  readPositions,
  someRows,
} from '../arrays/positions.js';
import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/table.js';
import { product, type Tensor } from '../arrays/tensor.js';
import { bytesOf, type DType } from '../base/dtype.js';
import { floaterParameters } from './floater.description.js';
import {
  checkBegin,
  checkWay,
  costOf,
  leftRange,
  readFlow,
} from './floater-flow.js';
import type { floaterFlow } from './floater-parameters.js';

const name = 'floater';

/** About what a tile of rows holds, within which they may go back for free. */
const TILE_BYTES = 2 ** 20;

/**
 * Options of `floater`: positions, the flow and its weights or how to draw
 * them. `D` is the dtype of the table.
 */
export type FloaterOptions<D extends DType = DType> = PositionTableOptions<
  typeof floaterParameters & typeof floaterFlow,
  D
>;

export interface FloaterMethod {
  /**
   * FLOATER: encodings of positions as states of a neural ODE.
   *
   *   formula  p_i = p(i · delta), dp/dt = h(t, p; w)
   *            (Liu et al. 2020, arXiv:2003.09229, section 3.1), h of two
   *            linear maps or two convolutions; solved by Kutta's 3/8 rule in
   *            steps of stepSize from 0, between two nodes the straight line
   *   shapes   a row is a state [batch, layers, D], so that the result is
   *            [L, batch · layers · D]
   *   range    positions ≥ 0, fractions too, as far as 2^36 products reach;
   *            batch · layers · D ≤ 2^20
   *   error    the solver's: O(stepSize^4) at its nodes; all else in float64,
   *            the same bits everywhere, rounded once
   *   cost     4 (batch · layers) (hidden (D + 1) + D (hidden + 1)) products a
   *            step for two linear maps, and a step for every stepSize from
   *            position 0 to the last, even if `rows` asks for the end alone
   *            or positions go back too far; in the instance's memory the
   *            weights, 12 bytes each, and a few states
   *
   * @example
   * ```ts
   * pe.floater({ length: 255, dim: 64, seed: 7 });
   * pe.floater({ positions: [0, 0.5, 300.25], dim: 64, layers: 18 });
   * ```
   */
  floater<D extends DType = 'float32'>(options: FloaterOptions<D>): Tensor<D>;
}

export const floater: TableMethod<FloaterMethod, typeof floaterParameters> = {
  name,
  parameters: floaterParameters,
  plan(heap, checked) {
    const { dtype, delta } = checked;
    const positions = readPositions(name, checked);
    const flow = readFlow(heap, name, checked);
    const { width, stepSize } = flow;
    checkBegin(name, positions);
    const asked = someRows(name, positions, checked.rows);
    const bytes = asked.length * width * bytesOf(dtype);
    const times = rising(asked) ? 1 : 1 + Math.ceil(bytes / TILE_BYTES);
    checkWay(name, asked, flow, { delta, times });
    return planRows(heap, name, positions, checked, {
      width,
      once: costOf(asked, flow, delta),
      kernel: (scratch) => {
        const loaded = flow.load(scratch);
        const floater = scratch.own(
          scratch.make((core) => core.makeFloater(loaded), memoryOf(flow)),
        );
        return (where, rows, out) => {
          const call = { floater, where, rows, dtype, out };
          const status = scratch.core.floater(call);
          if (status === 'bad-value') throw leftRange(name, stepSize);
          return status;
        };
      },
    });
  },
};

function memoryOf({ shapes, width }: ReturnType<typeof readFlow>): number {
  const weights = product(shapes.inputWeight) + product(shapes.outputWeight);
  return 8 * (weights + 11 * width);
}

/** Whether no position is before another. */
function rising(positions: RowPositions): boolean {
  if (positions.counted) return true;
  for (let row = 1; row < positions.length; ++row) {
    if (positions.at(row) < positions.at(row - 1)) return false;
  }
  return true;
}
