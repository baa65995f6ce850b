/**
 * KERPLE: options in, map out. The mathematics is in
 * `cpp/posenc/bias/kerple.hpp`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { OptionsOf } from '../describe/parameters.js';
import { headsOf } from '../terms/head-table.js';
import { gradientSum, readOptionalWeight } from '../terms/weights.js';
import { type BiasMethod, type BiasOptions, biasMethod } from './bias.js';
import { planFactor } from './factor.js';
import type { PlannedBias } from './kernel.js';
import { kerpleOwn, kerpleParameters } from './kerple.description.js';
import { cutGradients } from './packed.js';

const name = 'kerple';

/** Options of `kerple`; `D` is the dtype of the result. */
export type KerpleOptions<D extends DType = DType> = BiasOptions<
  typeof kerpleOwn,
  D
>;

export interface KerpleMethod {
  /**
   * The biases of KERPLE, which fall with the distance by a learned kernel.
   *
   *   formula  b[h, i, j] = -scale_h ln(1 + rate_h |j - i|^exponent_h), or
   *            -scale_h |j - i|^exponent_h (Chi et al. 2022, arXiv:2205.09921,
   *            section 4)
   *   shapes   scale, rate, exponent: [heads]; result [heads, queries, keys]
   *   range    every position
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 2^-44 of
   *            the value
   *   cost     one pass over the result, and about 40 operations for each
   *            distance and head; lists of positions cost these for each value
   *
   * @example
   * ```ts
   * const [scale, rate] = [[1, 0.5], [0.1, 0.3]];
   * pe.kerple({ heads: 2, scale, rate, queries: 128 });
   * ```
   */
  kerple<D extends DType = 'float32'>(options: KerpleOptions<D>): Tensor<D>;
}

declare module '../describe/parameters.js' {
  interface BiasSpecs {
    kerple: Partial<OptionsOf<typeof kerpleOwn>>;
  }
}

/** The learned parameters, in the order of the core. */
const learned = ['scale', 'rate', 'exponent'] as const;

/** Plans the values of the kernel at distances. */
function planKernel(
  heap: Heap,
  checked: Checked<typeof kerpleOwn>,
): PlannedBias {
  const { form, bidirectional, minimum, given } = checked;
  const heads = headsOf(
    ...([heap, name, checked.heads] as const),
    learned.map((param) => [param, checked[param], kerpleOwn[param]]),
  );
  if (given.has('rate') && form !== 'log') {
    const rule = 'left out unless the form is "log"';
    throw wrongValue(name, 'rate', rule, checked.rate);
  }
  const shape = [heads];
  const weightOf = (param: (typeof learned)[number]) =>
    readOptionalWeight(
      ...([heap, name, param, checked[param], shape] as const),
      kerpleOwn[param],
    );
  const weights = {
    scale: weightOf('scale'),
    rate: weightOf('rate'),
    exponent: weightOf('exponent'),
  };
  return {
    heads,
    operations: 40,
    load(scratch, gradient) {
      const { core } = scratch;
      const options = { heads, form, bidirectional, minimum };
      const at = (param: (typeof learned)[number]) =>
        weights[param]?.float32(scratch) ?? 0;
      const parameters = {
        scale: at('scale'),
        rate: at('rate'),
        exponent: at('exponent'),
      };
      const call = { options, parameters };
      if (!gradient) {
        return {
          values: (line, values) => core.kerple({ ...call, ...line, values }),
        };
      }
      const sums = gradientSum(scratch, [learned.length, heads]);
      return {
        values: (line, values) => core.kerple({ ...call, ...line, values }),
        back: (line, upstream) =>
          core.kerpleGradient({
            ...call,
            ...line,
            upstream,
            gradient: sums.pointer,
          }),
        gradients() {
          const all = cutGradients(
            sums.tensor().data,
            learned.map((param) => [param, shape]),
          );
          return Object.fromEntries(
            Object.entries(all).filter(([param]) => given.has(param)),
          );
        },
      };
    },
  };
}

const bias = biasMethod<KerpleMethod, typeof kerpleOwn>({
  name,
  parameters: kerpleParameters,
  own: kerpleOwn,
  plan: planKernel,
});

export const kerple: BiasMethod<KerpleMethod, typeof kerpleOwn> = {
  ...bias,
  term: {
    ...bias.term,
    plan: (heap, checked, sizes) =>
      checked.form === 'factor'
        ? planFactor(name, planKernel(heap, checked), sizes)
        : bias.term.plan(heap, checked, sizes),
  },
};
