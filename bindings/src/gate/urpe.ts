/** The gate of URPE: options in, factors out. */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { type BiasMethod, type BiasOptions, biasMethod } from '../bias/bias.js';
import { planTableBias } from '../bias/table-bias.js';
import type { Heap } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { planUrpe } from '../terms/buckets.js';
import { axisLengths, ones, readHeadTable } from '../terms/head-table.js';
import { type PlannedIndices, planClip } from '../terms/indices.js';
import { urpeOwn, urpeParameters, urpePresets } from './urpe.description.js';

const name = 'urpe';

/** Options of `urpe`; `D` is the dtype of the result. */
export type UrpeOptions<D extends DType = DType> = BiasOptions<
  typeof urpeOwn,
  D
>;

export interface UrpeMethod {
  /**
   * The factors by which URPE multiplies attention weights after the softmax.
   *
   *   formula  c[h, i, j] = table[row(j - i), h] (Luo et al. 2022,
   *            arXiv:2205.13401, section 4)
   *   shapes   table [buckets + 1, heads], or with `offset` [2·maxLength - 1,
   *            heads]; result [heads, queries, keys]
   *   range    distances below maxLength if it is given
   *   error    buckets exact; entries ≤ 0.5 ulp, none in float32
   *   cost     one pass over the result; lists of positions cost about twelve
   *            operations a value besides
   *
   * @example
   * ```ts
   * pe.urpe({ table, heads: 12, queries: 128 });
   * pe.attention({ q, k, v, heads: 12, gate: { method: 'urpe', table } });
   * ```
   */
  urpe<D extends DType = 'float32'>(options: UrpeOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface GateSpecs {
    urpe: OptionsOf<typeof urpeOwn>;
  }
}

export const urpe: BiasMethod<UrpeMethod, typeof urpeOwn> = biasMethod({
  name,
  family: 'gate',
  parameters: urpeParameters,
  own: urpeOwn,
  presets: urpePresets,
  plan(heap, checked) {
    const indices = indicesOfForm(checked, tableRows(heap, checked));
    const { rows } = indices;
    const shaped = urpeOwn.table;
    const table = readHeadTable(heap, name, checked, rows, ones, shaped);
    return planTableBias(table, indices, 1);
  },
});

/** Number of rows of the table, if its shape says it. */
function tableRows(
  heap: Heap,
  { table, heads, form, buckets, maxLength, given }: Checked<typeof urpeOwn>,
): number | undefined {
  const byBucket = form === 'bucket';
  const wanted = byBucket
    ? given.has('buckets')
      ? buckets + 1
      : undefined
    : maxLength && 2 * maxLength - 1;
  const usual = byBucket ? { rows: buckets + 1 } : {};
  const sizes = { heads, rows: wanted };
  const shaped = urpeOwn.table;
  return axisLengths(heap, name, 'table', table, shaped, sizes, usual).rows;
}

/** The rows of distances, for a table that has so many. */
function indicesOfForm(
  checked: Checked<typeof urpeOwn>,
  rows: number | undefined,
): PlannedIndices {
  const { form, given } = checked;
  if (form === 'bucket') {
    const buckets = rows === undefined ? checked.buckets : rows - 1;
    return planUrpe(name, { ...checked, buckets });
  }
  for (const other of ['buckets', 'maxDistance']) {
    if (given.has(other)) throw conflict(name, other, 'form "offset"');
  }
  const { maxLength = rows && (rows + 1) / 2 } = checked;
  if (maxLength !== undefined && !Number.isInteger(maxLength)) {
    const rule = 'odd, 2·maxLength - 1, as the form is "offset"';
    throw wrongValue(name, 'table.rows', rule, rows, 'ERR_SHAPE');
  }
  if (maxLength === undefined) {
    throw missing(name, 'maxLength', ruleOf(urpeOwn.maxLength));
  }
  const reach = maxLength - 1;
  const planned = planClip({ type: 'zero', left: reach, right: reach });
  return {
    ...planned,
    load(scratch) {
      const find = planned.load(scratch);
      return (line, out) => {
        find(line, out);
        const found = new Int32Array(scratch.heap.buffer, out, line.count);
        if (!found.includes(-1)) return;
        const rule = 'such that all distances are below it';
        throw wrongValue(name, 'maxLength', rule, maxLength);
      };
    },
  };
}
