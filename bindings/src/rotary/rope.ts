/**
 * Rotary position embedding: options in, tables and rotations out. The
 * mathematics is in `cpp/posenc/rotary`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType, OwnArray } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import {
  computeFrequencies,
  FREQUENCY_WORDS,
  type Precision,
} from '../core/oscillators.js';
import type { RotaryLayout } from '../core/wasm/calls.js';
import type { Checked } from '../describe/checks.js';
import { planInside } from '../describe/inside.js';
import type { Floats } from '../describe/kinds/floats.js';
import type { Handle } from '../describe/kinds/handle.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { type RopeAxes, readAxes } from './axes.js';
import { coreOf, keepCore, type RopeCore } from './core.js';
import { type CosSinOptions, cosSin } from './cos-sin.js';
import { ropeParameters } from './rope.description.js';
import { type RotateOptions, rotate } from './rotate.js';
import type { TurnsSource } from './turns.js';

export type { CosSinOptions, RotateOptions };

/** Options of `rope`. */
export interface RopeOptions extends OptionsOf<typeof ropeParameters> {}

export type { RotaryLayout };

/**
 * A rotary position embedding (Su et al. 2021, arXiv:2104.09864): the
 * frequencies of its P = rotaryDim / 2 pairs, and functions that use them. It
 * is immutable, and there is nothing to free.
 */
export interface Rope extends Handle<'rope'> {
  /** Width of a head. */
  readonly headDim: number;
  /** Number of leading components that are turned. */
  readonly rotaryDim: number;
  /** Base of the frequencies. */
  readonly theta: number;
  /** Which components form a pair. */
  readonly layout: RotaryLayout;
  /** Which computation its numbers agree with. */
  readonly precision: Precision;
  /** Number of axes on which a row has positions. */
  readonly axes: number;
  /**
   * Number of sets of tables: 1, unless heads turn by learned numbers of their
   * own. Each set belongs to as many neighbouring heads.
   */
  readonly sets: number;

  /**
   * Angles per position, in radians: ω_k = theta^(-2k/rotaryDim), k < P.
   *
   *   shapes   P numbers; writing to them changes no result
   *   error    `exact`: ≤ 0.5001 ulp of float64
   */
  readonly frequencies: OwnArray<'Float64Array'>;

  /** Factor of cosines and sines; 1 without frequency scaling. */
  readonly attentionFactor: number;

  /** Factor of the scores: 1/√headDim without frequency scaling. */
  readonly softmaxScale: number;

  /**
   * Tables of cosines and sines.
   *
   *   formula  cos[i, k] = cos(p_i ω_k), sin[i, k] = sin(p_i ω_k)
   *            (Su et al. 2021, equation 34)
   *   shapes   each [positions, P]; with `full` [positions, rotaryDim], every
   *            value at both components of its pair
   *   range    positions up to 2^53 from zero
   *   error    `exact`: float32, float16, bfloat16 ≤ 0.5001 ulp for
   *            |position| ≤ 2^31 and theta ≤ 10^9; float64 ≤ 1 ulp
   *   cost     one pass over the tables
   *
   * @example
   * ```ts
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * ```
   */
  cosSin<D extends DType = 'float32'>(
    options: CosSinOptions<D>,
  ): { readonly cos: Tensor<D>; readonly sin: Tensor<D> };

  /**
   * Turns queries or keys by the angles of their positions.
   *
   *   formula  (a, b) → (a cos - b sin, b cos + a sin) of p ω_k for each pair
   *            (Su et al. 2021, equation 34)
   *   shapes   x and result [L, heads, headDim], L = x.length / (heads ·
   *            headDim); without `heads`, x must be a tensor with these three
   *            axes; x and `out` may also be [L, heads · headDim] or have one
   *            axis; components from rotaryDim on pass unchanged
   *   range    positions up to 2^53 from zero; every float32 in x
   *   error    `exact`: within 1.75 ulp(float32) of |a| + |b|
   *   cost     one pass over x; no copy if x and `out` are resident
   *
   * @example
   * ```ts
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * rope.rotate(q, { heads: 32, start: 1000, out: q }); // in place
   * ```
   */
  rotate(x: Floats, options?: RotateOptions): Tensor<'float32'>;
}

export interface RopeMethod {
  /**
   * A rotary position embedding, which makes tables of cosines and sines or
   * turns queries and keys.
   *
   *   formula  ω_k = theta^(-2k/rotaryDim) (Su et al. 2021, arXiv:2104.09864,
   *            section 3.2.2)
   *   shapes   P = rotaryDim / 2 frequencies
   *   range    headDim and rotaryDim even, rotaryDim ≤ headDim ≤ 2^20; theta
   *            from 1 to 2^126
   *   error    `exact`: frequencies ≤ 0.5001 ulp of float64
   *   cost     about 1000 operations a frequency, once
   *
   * @example
   * ```ts
   * const rope = pe.rope({ headDim: 128, theta: 500000 });
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * ```
   */
  rope(options: RopeOptions): Rope;
}

declare module '../describe/parameters.js' {
  interface HandleSpecs {
    rope: RopeOptions;
  }
}

/** A rope that this package made, or the planned rope of a spec. */
export interface PlannedRope {
  readonly headDim: number;
  /** The internal state of the rope; makes the rope if it comes from a spec. */
  readonly make: () => RopeCore;
}

/** Plans the rope that an option gives, as a handle or a spec. */
export function planRope(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
): PlannedRope {
  const core = coreOf(value);
  if (core) return { headDim: core.headDim, make: () => core };
  const inside = { method, param, value, inner: rope };
  const { checked, run } = planInside(heap, inside);
  const make = () => coreOf(run()) as RopeCore;
  return { headDim: checked.headDim, make };
}

export const rope: Method<RopeMethod, typeof ropeParameters, Rope> = {
  name: 'rope',
  parameters: ropeParameters,
  plan(heap, checked) {
    const { headDim, rotaryDim = headDim } = checked;
    if (rotaryDim > headDim) {
      const rule = `an even integer ≤ headDim = ${headDim}`;
      throw wrongValue('rope', 'rotaryDim', rule, rotaryDim);
    }
    const axes = readAxes({ ...checked, rotaryDim });
    if (axes && checked.decay) {
      throw new PosencTypeError(
        'rope: decay and axes exclude each other: a decay has one distance',
        { code: 'ERR_CONFLICT', param: 'decay' },
      );
    }
    return {
      outputs: {},
      cost: (rotaryDim / 2) * OPERATIONS,
      run: () => makeRope(heap, { ...checked, rotaryDim }, axes),
    };
  },
};

/** Arithmetic operations for a frequency, about. */
const OPERATIONS = 1000;

function makeRope(
  heap: Heap,
  options: Checked<typeof ropeParameters> & { readonly rotaryDim: number },
  axes: RopeAxes | undefined,
): Rope {
  const { headDim, theta, layout, precision, rotaryDim, decay } = options;
  const from =
    axes?.from?.(heap) ??
    computeFrequencies(heap, 'rope', {
      spacing: { base: theta, span: rotaryDim / 2 },
      count: rotaryDim / 2,
      precision,
    });
  const softmaxScale = 1 / Math.sqrt(headDim);
  const attentionFactor = 1;
  const plain: TurnsSource = {
    precision,
    amplitude: attentionFactor,
    from,
    axes: axes?.pairs,
  };
  const sided = (side: 'query' | 'key') =>
    decay ? { ...plain, decay: { ...decay, side } } : plain;
  const sets = 'sets' in from ? from.sets : 1;
  const core: RopeCore = {
    headDim,
    layout,
    pairs: rotaryDim / 2,
    sets,
    axes,
    turns: sided('query'),
    keyTurns: decay && sided('key'),
    softmaxScale,
  };
  const words = Float64Array.from(from.words);
  // The brand exists only in the type.
  const made = Object.freeze({
    headDim,
    rotaryDim,
    theta,
    layout,
    precision,
    axes: axes?.count ?? 1,
    sets,
    frequencies:
      'sets' in from
        ? words
        : words.filter((_, i) => i % FREQUENCY_WORDS === 0),
    attentionFactor,
    softmaxScale,
    cosSin: <D extends DType>(options: CosSinOptions<D>) =>
      cosSin(heap, core, options),
    rotate: (x: Floats, options: RotateOptions = {}) =>
      rotate(heap, core, x, options),
  }) as Omit<Rope, keyof Handle<'rope'>> as Rope;
  keepCore(made, core);
  return made;
}
