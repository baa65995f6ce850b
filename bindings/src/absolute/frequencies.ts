/**
 * The frequencies of sinusoidal tables, which the tables use and users can ask
 * for.
 */

import type { OwnArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import {
  computeFrequencies,
  roundedFrequencies,
  type Spacing,
} from '../core/oscillators.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  frequenciesParameters,
  frequenciesPresets,
} from './frequencies.description.js';
import type { sinusoidalParameters } from './sinusoidal.description.js';

const name = 'frequencies';

/** Arithmetic operations for a frequency, about. */
const OPERATIONS = 1000;

type Names = keyof typeof frequenciesParameters;

/**
 * Options of `frequencies`: those of `sinusoidal` that change frequencies. The
 * type names the parameters of `sinusoidal`, because editors find the comments
 * only there.
 */
export interface FrequenciesOptions
  extends OptionsOf<Pick<typeof sinusoidalParameters, Names>> {}

export interface FrequenciesMethod {
  /**
   * The frequencies of the pairs of a sinusoidal table, in radians per
   * position.
   *
   *   formula  ω_k = frequencyScale · base^(-k/(W/2 - shift)), W = dim, or with
   *            `odd: 'zero'` the largest even number up to dim (Vaswani et al.
   *            2017, arXiv:1706.03762, section 3.5)
   *   shapes   ceil(W/2) numbers
   *   error    ≤ 0.5001 ulp of float64; the wavelength is 2π/ω_k
   *   cost     about 1000 operations a frequency
   *
   * @example
   * ```ts
   * pe.frequencies({ dim: 512 })[255]; // 0.000103663…
   * ```
   */
  frequencies(options: FrequenciesOptions): OwnArray<'Float64Array'>;
}

export const frequencies: Method<
  FrequenciesMethod,
  typeof frequenciesParameters
> = {
  name,
  parameters: frequenciesParameters,
  presets: frequenciesPresets,
  plan(heap, checked) {
    const { precision } = checked;
    const wanted = { ...sinusoidalSpacing(name, checked), precision };
    return {
      outputs: { frequencies: { shape: [wanted.count], dtype: 'float64' } },
      cost: wanted.count * OPERATIONS,
      run: () => {
        return roundedFrequencies(computeFrequencies(heap, name, wanted));
      },
    };
  },
};

/**
 * The number of pairs in a row of `dim` columns, and the spacing of their
 * frequencies.
 */
export function sinusoidalSpacing(
  method: string,
  options: Pick<
    Checked<typeof frequenciesParameters>,
    'dim' | 'base' | 'shift' | 'odd' | 'frequencyScale'
  >,
): { spacing: Spacing; count: number } {
  const { dim, base, shift, odd, frequencyScale } = options;
  if (dim === 1 && odd === 'zero') {
    throw wrongValue(method, 'dim', 'an integer ≥ 2 where odd is "zero"', dim);
  }
  // A column of zeros belongs to no pair.
  const width = odd === 'zero' ? dim - (dim % 2) : dim;
  const count = Math.ceil(width / 2);
  const span = width / 2 - shift;
  if (count > 1 && span <= 0) {
    const rule = `less than ${width / 2}, half of dim`;
    throw wrongValue(method, 'shift', rule, shift);
  }
  return {
    spacing: {
      base,
      // A single pair has no spacing: its frequency is 1.
      span: span > 0 ? span : 1,
      frequencyScale,
      byExponential: shift > 0,
    },
    count,
  };
}
