/**
 * FLOATER: options in, table out. The mathematics is in
 * `cpp/posenc/absolute/floater.hpp`.
 */

import {
  type PositionTableOptions,
  planRows,
  type TableMethod,
} from '../arrays/plan-table.js';
import {
  type RowPositions,
  readPositions,
  someRows,
} from '../arrays/positions.js';
import { product, type Tensor } from '../arrays/tensor.js';
import { bytesOf, type DType } from '../base/dtype.js';
import { TILE_BYTES } from '../core/tile-rows.js';
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

/** Options of `floater`; `D` is the dtype of the table. */
export type FloaterOptions<D extends DType = DType> = PositionTableOptions<
  typeof floaterParameters & typeof floaterFlow,
  D
>;

export interface FloaterMethod {
  /**
   * FLOATER: encodings of positions as states of a neural ODE.
   *
   *   formula  p_i = p(i · delta), dp/dt = h(t, p; w) (Liu et al. 2020,
   *            arXiv:2003.09229, section 3.1), h of two linear maps or two
   *            convolutions; solved by Kutta's 3/8 rule in steps of stepSize
   *            from 0, and interpolated linearly between two nodes
   *   shapes   result [L, batch · layers · D]; a row is a state [batch, layers,
   *            D]
   *   range    positions ≥ 0, fractions too, up to where a call takes 2^36
   *            products; batch · layers · D ≤ 2^20
   *   error    of the solver: O(stepSize^4) at its nodes; its steps in float64,
   *            the same bits in every engine, rounded once
   *   cost     4 (batch · layers) (hidden (D + 1) + D (hidden + 1)) products a
   *            step for two linear maps; steps go from position 0 to the last
   *            one, even if `rows` takes only the end, and start again when
   *            positions go back too far; in the instance's memory the weights,
   *            12 bytes each, and a few states
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
    // Positions may go back within a tile at no cost.
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

/** Whether the positions never go back. */
function rising(positions: RowPositions): boolean {
  if (positions.counted) return true;
  for (let row = 1; row < positions.length; ++row) {
    if (positions.at(row) < positions.at(row - 1)) return false;
  }
  return true;
}
