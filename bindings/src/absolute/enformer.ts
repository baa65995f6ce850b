/**
 * Enformer's relative position features: options in, table out. The
 * mathematics is in `cpp/posenc/absolute/enformer.hpp`.
 */

import {
  type PositionTableOptions,
  planTable,
  type TableMethod,
} from '../arrays/plan-table.js';
import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import { enformerParameters } from './enformer.description.js';

const name = 'enformer';

/** Bytes that the core allocates for a feature. */
const FEATURE_BYTES = 296;

/** Options of `enformer`; `D` is the dtype of the table. */
export type EnformerOptions<D extends DType = DType> = PositionTableOptions<
  typeof enformerParameters,
  D
>;

export interface EnformerMethod {
  /**
   * A table of Enformer's features of the signed distance r = p.
   *
   *   formula  n of each class: 2^(-|r| / h_m), h_m from 8 to L; [|r| < 2^m -
   *            1]; (g_m(|r|) + 10^-8) / M, g_m the gamma density of mean L m/n
   *            and deviation L/2n, M the largest such sum: see `normalise`;
   *            then all of them times sign(r) (Avsec et al. 2021,
   *            doi:10.1038/s41592-021-01252-x, Methods)
   *   shapes   [positions, D], D = n · classes · 2, or · 1 without `withSign`
   *   range    positions up to 2^53 from zero, fractions too; dim ≤ 2^20
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 4 ulp
   *   cost     about 10 operations a number, 500 a row and 2000 a feature; in
   *            the instance's memory 300 bytes a feature
   *
   * @example
   * ```ts
   * const seqLength = 1536;
   * const distances = { start: 1 - seqLength, length: 2 * seqLength - 1 };
   * pe.enformer({ ...distances, seqLength, dim: 192 }).shape; // [3071, 192]
   * ```
   */
  enformer<D extends DType = 'float32'>(options: EnformerOptions<D>): Tensor<D>;
}

export const enformer: TableMethod<EnformerMethod, typeof enformerParameters> =
  {
    name,
    parameters: enformerParameters,
    plan(heap, checked) {
      const { dim, seqLength, exponential, centralMask, gamma } = checked;
      const classes = Number(exponential) + Number(centralMask) + Number(gamma);
      if (classes === 0) {
        const rule = 'true where exponential and centralMask are false';
        throw wrongValue(name, 'gamma', rule, gamma);
      }
      const parts = classes * (checked.withSign ? 2 : 1);
      if (dim % parts !== 0) {
        const rule = `a multiple of ${parts}, as many features of each class`;
        throw wrongValue(name, 'dim', rule, dim);
      }
      const basis = {
        features: dim / parts,
        seqLength,
        exponential,
        centralMask,
        gamma,
        withSign: checked.withSign,
        normalise: checked.normalise,
      };
      const { dtype } = checked;
      return planTable(heap, name, checked, {
        width: dim,
        operations: 40,
        kernel: (scratch) => {
          const bytes = basis.features * FEATURE_BYTES;
          const enformer = scratch.own(
            scratch.make((core) => core.makeEnformer(basis), bytes),
          );
          return (where, rows, out) =>
            scratch.core.enformer({ enformer, dtype, where, rows, out });
        },
      });
    },
  };
