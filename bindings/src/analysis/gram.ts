/** The analysis of the Gram map. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { viewArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { allocateResult, type Heap } from '../core/memory.js';
import { tileRows } from '../core/tile-rows.js';
import { type Checked, checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { analysisParameters } from './analysis.description.js';
import { bringTable, readTable, recheckTable } from './read-table.js';

const parameters = analysisParameters.gram;
const name = 'analysis.gram';

/** Options of `analysis.gram`; `D` is the dtype of the map. */
export type GramOptions<D extends 'float32' | 'float64' = 'float32'> =
  OptionsOf<(typeof analysisParameters)['gram'], D>;

/** The analysis `gram`; its contract stands at `Analysis.gram`. */
export function gram<D extends 'float32' | 'float64'>(
  heap: Heap,
  value: unknown,
  options: GramOptions<D>,
): Tensor<D> {
  const checked = checkOptions(name, parameters, options);
  const given = readTable(name, 'table', value);
  const table = recheckTable(heap, name, given);
  const dtype = checked.dtype as D;
  const [row, rowEnd] = part(checked, 'rows', table.count);
  const [column, columnEnd] = part(checked, 'columns', table.count);
  const columns = columnEnd - column;
  const shape = [rowEnd - row, columns];
  const data = allocateResult(name, dtype, shape);
  if (data.length > 0) {
    heap.scope(name, (scratch) => {
      const rows = bringTable(scratch, name, table);
      const perRow = columns * data.BYTES_PER_ELEMENT;
      // The core computes four rows at once.
      const maxRows = Math.min(
        rowEnd - row,
        4 * tileRows(Infinity, 4 * perRow),
      );
      const out = scratch.bytes(maxRows * perRow);
      for (let at = row; at < rowEnd; at += maxRows) {
        const count = Math.min(maxRows, rowEnd - at);
        const status = scratch.core.gram({
          table: rows,
          row: at,
          rows: count,
          column,
          columns,
          normalise: checked.normalise,
          dtype,
          out,
        });
        scratch.check(status, 8 * (4 * table.width + count + columns));
        const tile = viewArray(dtype, heap.buffer, out, count * columns);
        data.set(tile, (at - row) * columns);
      }
    });
  }
  return makeTensor(data, shape, dtype);
}

/** `[from, to]` of an axis, all of it by default. */
function part(
  checked: Checked<typeof parameters>,
  param: 'rows' | 'columns',
  count: number,
): readonly [number, number] {
  const [from, to] = checked[param] ?? [0, count];
  if (to > count) {
    const rule = `at most ${count}, the number of rows`;
    throw wrongValue(name, `${param}[1]`, rule, to);
  }
  return [from, to];
}
