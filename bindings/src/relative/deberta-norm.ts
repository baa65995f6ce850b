/** The normalisation of DeBERTa's table. */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import { readOptionalWeight } from '../terms/weights.js';
import type { debertaOwn } from './deberta.description.js';

/** Normalised rows in the module's memory. */
export interface LoadedNorm {
  /** Address of the rows, float32 [rows, dim]. */
  readonly out: number;
  /**
   * Takes their gradient back, float32 at the address `upstream`: adds that of
   * the table to float64 at `into`, and gives those of weight and bias by name.
   */
  back(
    upstream: number,
    into: number,
  ): Readonly<Record<string, Tensor<'float32'>>>;
}

/** A checked normalisation. */
export interface PlannedNorm {
  load(scratch: Scratch, table: number, rows: number): LoadedNorm;
}

/** Reads the options of the normalisation; nothing if there is none. */
export function planNorm(
  heap: Heap,
  method: string,
  checked: Checked<typeof debertaOwn>,
  dim: number,
): PlannedNorm | undefined {
  const { normWeight, normBias, normEpsilon: epsilon } = checked;
  const given = normWeight !== undefined || normBias !== undefined;
  if (checked.normalised === false && given) {
    const param = normWeight === undefined ? 'normBias' : 'normWeight';
    throw conflict(method, 'normalised', param);
  }
  if (!(checked.normalised ?? given)) return undefined;
  const read = (param: 'normWeight' | 'normBias') =>
    readOptionalWeight(heap, method, param, checked[param], [dim]);
  const [weight, bias] = [read('normWeight'), read('normBias')];
  return {
    load(scratch, table, rows) {
      const { core } = scratch;
      const norm = {
        ...{ dim, epsilon },
        weight: weight?.float32(scratch) ?? 0,
        bias: bias?.float32(scratch) ?? 0,
      };
      const out = scratch.bytes(rows * dim * 4);
      scratch.check(core.layerNorm({ norm, x: table, rows, out }));
      return {
        out,
        back(upstream, into) {
          const ofWeight = weight?.gradient(scratch);
          const ofBias = bias?.gradient(scratch);
          const status = core.layerNormGradient({
            ...{ norm, x: table, rows, upstream, intoX: into },
            intoWeight: ofWeight?.pointer ?? 0,
            intoBias: ofBias?.pointer ?? 0,
          });
          scratch.check(status);
          return {
            ...(ofWeight && { normWeight: ofWeight.tensor() }),
            ...(ofBias && { normBias: ofBias.tensor() }),
          };
        },
      };
    },
  };
}
