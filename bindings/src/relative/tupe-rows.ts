/**
 * The queries and keys that TUPE makes from its table: rows, normalised and
 * projected.
 */

import { inputOf, readGiven } from '../arrays/operand.js';
import type { Tensor } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { zeros } from '../terms/items.js';
import { planNorm } from '../terms/layer-norm.js';
import { type ProjectedRows, planProjection } from '../terms/projection.js';
import type { TermSizes } from '../terms/term.js';
import { readWeight } from '../terms/weights.js';
import { tupeOwn } from './tupe.description.js';

/** Gradients of options, by name. */
type Gradients = Readonly<Record<string, Tensor<'float32'>>>;

/** Queries and keys of all positions in the instance's memory. */
export interface PositionRows {
  readonly tableLength: number;
  /** Addresses of float32 [tableLength, heads, headDim]. */
  readonly queries: number;
  readonly keys: number;
  /** Addresses of their gradients, float64; 0 if they are not wanted. */
  readonly queryGradient: number;
  readonly keyGradient: number;
  /** The gradients of the options, by name. */
  gradients(): Gradients;
}

/** Planned rows. */
export interface PlannedRows {
  /** Arithmetic operations, about. */
  readonly cost: number;
  load(scratch: Scratch, gradient: boolean): PositionRows;
}

/** Reads the table and the weights that are applied to it. */
export function planTupeRows(
  heap: Heap,
  method: string,
  checked: Checked<typeof tupeOwn>,
  { heads, headDim }: TermSizes,
): PlannedRows {
  const outputs = heads * headDim;
  const option = (param: `${'query' | 'key'}${'Weight' | 'Bias'}`) =>
    [param, checked[param], tupeOwn[param]] as const;
  const projection = (side: 'query' | 'key') =>
    planProjection(heap, method, outputs, {
      weight: option(`${side}Weight`),
      bias: option(`${side}Bias`),
    });
  const [queries, keys] = [projection('query'), projection('key')];
  const dim = queries.inputs;
  if (keys.inputs !== dim) {
    const rule = `${outputs} × ${dim}, as queryWeight has it`;
    const length = keys.inputs * outputs;
    throw wrongValue(method, 'keyWeight.length', rule, length, 'ERR_SHAPE');
  }
  const given = readGiven(method, 'table', checked.table, 'float32');
  const { length } = inputOf(heap, method, given);
  const tableLength = length / dim;
  const least = checked.classToken ? 2 : 1;
  if (!Number.isInteger(tableLength) || tableLength < least) {
    const rule = `a multiple of ${dim}, the width of queryWeight, for ${least} rows at least`;
    throw wrongValue(method, 'table.length', rule, length, 'ERR_SHAPE');
  }
  const table = readWeight(
    ...([heap, method, 'table', given.value, [tableLength, dim]] as const),
    tupeOwn.table,
  );
  const norm = planNorm(heap, method, checked, dim);
  return {
    cost: 4 * tableLength * dim * outputs,
    load(scratch, gradient) {
      const raw = table.float32(scratch);
      const rows = tableLength;
      const normed = norm?.load(scratch, raw, rows);
      const x = normed?.out ?? raw;
      const maps = [queries, keys].map((map) => map.load(scratch, gradient));
      const sides = maps.map((map) => map.project(x, rows));
      const [asked, offered] = sides as [ProjectedRows, ProjectedRows];
      return {
        tableLength,
        ...{ queries: asked.out, keys: offered.out },
        ...{ queryGradient: asked.upstream, keyGradient: offered.upstream },
        gradients() {
          if (!gradient) return {};
          const inner = zeros(scratch, table.shape);
          for (const side of sides) side.back(inner.pointer);
          const projected = maps.map((map) => map.gradients());
          const sum = normed && table.gradient(scratch);
          return Object.assign(
            {},
            ...projected,
            sum && normed?.back(inner.pointer, sum.pointer),
            { table: (sum ?? inner).tensor() },
          ) as Gradients;
        },
      };
    },
  };
}
