/**
 * Frequencies of ropes over a plane. The mathematics is in
 * `cpp/posenc/rotary/mixed_frequencies.hpp`.
 */

import { readOptional, targetOf } from '../arrays/operand.js';
import type { ResultOptions } from '../arrays/plan-table.js';
import { conflict } from '../arrays/positions.js';
import type { Tensor } from '../arrays/tensor.js';
import { type DType, viewArray } from '../base/dtype.js';
import { checkNumbers, wrongValue } from '../base/errors.js';
import type { Heap, Scratch } from '../core/memory.js';
import { uniformDraws } from '../core/uniform-draws.js';
import type { Status } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { readOptionalWeight } from '../terms/weights.js';
import { mixedFrequenciesParameters } from './mixed-frequencies.description.js';

const name = 'mixedFrequencies';

type Directions = Checked<typeof mixedFrequenciesParameters>['directions'];

/** Options of `mixedFrequencies`; `D` is the dtype of the result. */
export type MixedFrequenciesOptions<D extends DType = DType> = Omit<
  ResultOptions<D>,
  'rows'
> &
  OptionsOf<typeof mixedFrequenciesParameters, D, 'dtype' | 'out'>;

export interface MixedFrequenciesMethod {
  /**
   * Frequencies of a rope that turns each pair in a direction of its own.
   *
   *   formula  `perpendicular`: theta^(-4k/rotaryDim) (cos φ, sin φ), φ that of
   *            the head, and π/2 more for the second half of the pairs (Heo et
   *            al. 2024, arXiv:2403.13298); `golden`: magnitudes from `least` to
   *            `most` in equal ratios behind `zeros` pairs that do not turn, pair n of
   *            all at the angle n π (√5 - 1)/2
   *            (Xiong 2025)
   *   shapes   [2, heads, rotaryDim/2], x before y
   *   range    `rotaryDim` is a multiple of 4 for `perpendicular`; least ≤ most
   *   error    float32, float16 and bfloat16 ≤ 0.5001 ulp; float64 ≤ 3 ulp
   *   cost     a power, a sine and a cosine for each pair
   *
   * @example
   * ```ts
   * const frequencies = pe.mixedFrequencies({
   *   heads: 12, rotaryDim: 64, directions: { type: 'golden', least: 0.8, most: 20 },
   * });
   * const axes = { type: 'mixed', frequencies, lastAxisFirst: true } as const;
   * const rope = pe.rope({ headDim: 64, axes });
   * ```
   */
  mixedFrequencies<D extends DType = 'float32'>(
    options: MixedFrequenciesOptions<D>,
  ): Tensor<D>;
}

export const mixedFrequencies: Method<
  MixedFrequenciesMethod,
  typeof mixedFrequenciesParameters,
  Tensor<DType>
> = {
  name,
  parameters: mixedFrequenciesParameters,
  plan(heap, checked) {
    const { heads, rotaryDim, directions, dtype } = checked;
    const pairs = rotaryDim / 2;
    const shape = [2, heads, pairs];
    const count = 2 * heads * pairs;
    const out = readOptional(name, 'out', checked.out, dtype);
    const write = writer(heap, { heads, pairs }, directions);
    return {
      outputs: { frequencies: { shape, dtype } },
      cost: count * 1000,
      run: () => {
        const target = targetOf(heap, name, out, { dtype, shape });
        heap.scope(name, (scratch) => {
          const values = scratch.bytes(count * 8);
          scratch.check(write(scratch, values));
          const { core } = scratch;
          // Rounded in place: no dtype is wider than float64.
          scratch.check(
            core.roundValues({ values, count, dtype, out: values }),
          );
          const rounded = viewArray(dtype, heap.buffer, values, count);
          target.tensor().data.set(rounded as never);
        });
        return target.tensor();
      },
    };
  },
};

/** Largest angle that is reduced exactly. */
const LARGEST_ANGLE = 2 ** 51;

/** The address of angles, which must have a cosine. */
function loadAngles({ heap }: Scratch, at: number, heads: number): number {
  const angles = new Float32Array(heap.buffer, at, heads);
  const rule = `at most ${LARGEST_ANGLE} from zero`;
  checkNumbers(
    ...([name, 'directions.angles', angles, rule] as const),
    (angle) => Math.abs(angle) <= LARGEST_ANGLE,
  );
  return at;
}

/** Makes the function that writes the frequencies to an address. */
function writer(
  heap: Heap,
  form: { readonly heads: number; readonly pairs: number },
  directions: Directions,
): (scratch: Scratch, values: number) => Status {
  const { heads, pairs } = form;
  if (directions.type === 'golden') {
    const { least, most, zeros } = directions;
    if (most < least) {
      const rule = `at least directions.least = ${least}`;
      throw wrongValue(name, 'directions.most', rule, most);
    }
    if (zeros > pairs) {
      const rule = `at most ${pairs}, the pairs of a head`;
      throw wrongValue(name, 'directions.zeros', rule, zeros);
    }
    return ({ core }, values) =>
      core.goldenFrequencies({ form, least, most, zeros, values });
  }
  if (pairs % 2 !== 0) {
    const rule = 'a multiple of 4, for directions "perpendicular"';
    throw wrongValue(name, 'rotaryDim', rule, 2 * pairs);
  }
  const { theta, seed, angles: given } = directions;
  if (given !== undefined && directions.given.has('seed')) {
    throw conflict(name, 'directions.seed', 'directions.angles');
  }
  const { perpendicular } = mixedFrequenciesParameters.directions.variants;
  const own = readOptionalWeight(
    ...([heap, name, 'directions.angles', given, [heads]] as const),
    perpendicular.angles,
  );
  return (scratch, values) => {
    const angles =
      (own && loadAngles(scratch, own.float32(scratch), heads)) ??
      scratch.copy(
        Float32Array.from(
          uniformDraws(heap, name, seed, heads),
          (turn) => 2 * Math.PI * turn,
        ),
      );
    const { core } = scratch;
    return core.perpendicularFrequencies({ form, theta, angles, values });
  };
}
