/** The frequencies of sinusoidal tables, for the tables and on their own. */

import { wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import {
  computeFrequencies,
  FREQUENCY_WORDS,
  type Spacing,
} from '../core/oscillators.js';
import { type Checked, checkOptions } from '../describe/checks.js';
import type { OptionsOf } from '../describe/form.js';
import { frequenciesDescription } from './frequencies.description.js';
import type { sinusoidalDescription } from './sinusoidal.description.js';

const { name, parameters, presets } = frequenciesDescription;

// Types name the description of the tables, whose comments editors then show.
type Parameters = Pick<
  (typeof sinusoidalDescription)['parameters'],
  keyof typeof parameters
>;

/** Options of `frequencies`: those of `sinusoidal` that matter to them. */
export interface FrequenciesOptions extends OptionsOf<Parameters> {}

export interface FrequenciesMethod {
  /**
   * The frequencies of the pairs of a sinusoidal table, in radians per
   * position.
   *
   *   formula  ω_k = frequencyScale · base^(-k/(W/2 - shift)), W = dim, or the
   *            even part of it with `odd: 'zero'` (Vaswani et al. 2017,
   *            arXiv:1706.03762, section 3.5)
   *   shapes   ceil(W/2) numbers
   *   error    ≤ 0.5001 ulp of float64; the wavelength is 2π/ω_k
   *   cost     about 1000 operations a frequency
   *
   * @example
   * ```ts
   * pe.frequencies({ dim: 512 })[255]; // 0.000103663…
   * ```
   */
  frequencies(options: FrequenciesOptions): Float64Array<ArrayBuffer>;
}

export const frequenciesMethod = (heap: Heap): FrequenciesMethod => ({
  frequencies(options) {
    const checked = checkOptions(name, parameters, options, presets);
    const { precision } = checked;
    const wanted = { ...sinusoidalSpacing(name, checked), precision };
    const { words } = computeFrequencies(heap, name, wanted);
    return words.filter((_, i) => i % FREQUENCY_WORDS === 0);
  },
});

/** The pairs of a row of `dim` columns, and how their frequencies follow. */
export function sinusoidalSpacing(
  method: string,
  options: Pick<
    Checked<Parameters>,
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
      // Of a single pair there is no distance: its frequency is 1.
      span: span > 0 ? span : 1,
      factor: frequencyScale,
      byExponential: shift > 0,
    },
    count,
  };
}
