/**
 * Layer normalisation of the rows of a table. The mathematics is in
 * `cpp/posenc/relative/layer_norm.hpp`.
 */

import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import { readOptionalWeight } from './weights.js';

/** The axes of factors and of what is added. */
const ROW = { axes: ['dim'] } as const;

/** The options of a normalisation. */
export interface NormOptions {
  /** Whether there is one. Defaults to whether it has weights. */
  readonly normalised?: boolean | undefined;
  readonly normWeight?: unknown;
  readonly normBias?: unknown;
  readonly normEpsilon: number;
}

/** Normalised rows in the instance's memory. */
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
  checked: NormOptions,
  dim: number,
): PlannedNorm | undefined {
  const { normWeight, normBias, normEpsilon } = checked;
  const given = normWeight !== undefined || normBias !== undefined;
  if (checked.normalised === false && given) {
    const param = normWeight === undefined ? 'normBias' : 'normWeight';
    throw conflict(method, 'normalised', param);
  }
  if (!(checked.normalised ?? given)) return undefined;
  const read = (param: 'normWeight' | 'normBias') =>
    readOptionalWeight(heap, method, param, checked[param], [dim], ROW);
  const [weight, bias] = [read('normWeight'), read('normBias')];
  return {
    load(scratch, table, rows) {
      const { core } = scratch;
      const options = {
        ...{ dim, normEpsilon },
        weight: weight?.float32(scratch) ?? 0,
        bias: bias?.float32(scratch) ?? 0,
      };
      const out = scratch.bytes(rows * dim * 4);
      scratch.check(core.layerNorm({ options, x: table, rows, out }));
      return {
        out,
        back(upstream, into) {
          const ofWeight = weight?.gradient(scratch);
          const ofBias = bias?.gradient(scratch);
          const status = core.layerNormGradient({
            ...{ options, x: table, rows, upstream, xGradient: into },
            weightGradient: ofWeight?.pointer ?? 0,
            biasGradient: ofBias?.pointer ?? 0,
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
