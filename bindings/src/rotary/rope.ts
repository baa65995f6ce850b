/**
 * Rotary position embedding: options in, tables and rotations out. The
 * mathematics is in `cpp/posenc/rotary`.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { DType, OwnArray } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { Precision } from '../core/oscillators.js';
import type { RotaryLayout } from '../core/wasm/calls.js';
import { type Handle, MADE } from '../describe/kinds/handle.js';
import { checkNumber } from '../describe/kinds/number.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import { keepCore, type RopeCore } from './core.js';
import { planRope, ropeState } from './make-core.js';
import { ropeParameters, ropePresets } from './rope.description.js';
import type { FrequencyGradientOptions } from './rotation/frequency-gradient.js';
import type { RebaseOptions } from './rotation/rebase.js';
import type { RotateOptions } from './rotation/rotate.js';
import type {
  HeadsOptions,
  RotaryData,
  RotaryDType,
  TurnedOption,
} from './rotation/rotated-heads.js';
import { type Rotations, rotationsOf } from './rotation/rotations.js';
import type { ShiftOptions } from './rotation/shift.js';
import type { PlacesOptions, RotaryPositions } from './rows/row-positions.js';
import {
  type CacheOptions,
  type CacheOrder,
  type CacheTables,
  ropeCacheOf,
} from './tables/cache.js';
import { type CosSinOptions, cosSin } from './tables/cos-sin.js';
import type { scalingParameters } from './turns/scaling.description.js';

export type {
  CacheOptions,
  CosSinOptions,
  FrequencyGradientOptions,
  HeadsOptions,
  PlacesOptions,
  RebaseOptions,
  RotaryData,
  RotaryDType,
  RotaryPositions,
  RotateOptions,
  Rotations,
  ShiftOptions,
  TurnedOption,
};

/** Options of `rope`. */
export interface RopeOptions
  extends OptionsOf<
      typeof ropeParameters,
      DType,
      keyof typeof scalingParameters
    >,
    OptionsOf<typeof scalingParameters> {}

/** Names of the models whose ropes are known. */
export type RopePreset = keyof typeof ropePresets;

/** Options of `rope` with a preset, which gives the width of heads, too. */
export interface RopePresetOptions
  extends Partial<Omit<RopeOptions, 'preset'>> {
  /** Model whose rope it is. Its numbers hold for what is left out. */
  readonly preset: RopePreset;
}

/** The spec of a rope. */
export type RopeSpec = { readonly method: 'rope' } & (
  | RopeOptions
  | RopePresetOptions
);

export type { RotaryLayout };

/**
 * A rotary position embedding (Su et al. 2021, arXiv:2104.09864): the
 * frequencies of its P = rotaryDim / 2 pairs, and functions that use them. It
 * is immutable, and there is nothing to free.
 */
export interface Rope extends Handle<'rope'>, Rotations {
  /** Width of a head. */
  readonly headDim: number;
  /** Number of components that are turned. */
  readonly rotaryDim: number;
  /** The first component that is turned. */
  readonly rotaryStart: number;
  /** Base of the frequencies. */
  readonly theta: number;
  /** Which components form a pair. */
  readonly layout: RotaryLayout;
  /** Which components of a turned head form a pair. */
  readonly outLayout: RotaryLayout;
  /** Which computation its numbers agree with. */
  readonly precision: Precision;

  /** Number of axes on which a row has positions. */
  readonly axes: number;
  /**
   * Number of sets of tables: 1, unless heads turn by learned numbers of their
   * own. Each set belongs to as many neighbouring heads.
   */
  readonly sets: number;

  /** Number of tokens for which it was made, if that was said. */
  readonly contextLength: number | undefined;

  /**
   * Angles per position, in radians, after `scaling`; without it ω_k =
   * theta^(-2k/rotaryDim), k < P. With `axes`, those of each pair on its axis,
   * or the learned ones [axes, sets, P]; with `fope`, those that are mixed.
   *
   *   shapes   P numbers; writing to them changes no result
   *   error    `exact`: ≤ 0.5001 ulp of float64
   */
  readonly frequencies: OwnArray<'Float64Array'>;

  /**
   * Factor A of cosines and sines, which `yarn`, `longrope` and `resolution`
   * bring; else 1. With `resolution` each axis has its own, and this is the
   * largest.
   * It is the float64 that transformers compute, which is within 2 ulp; in
   * precision `exact`, cosines and sines are multiplied by the real number.
   */
  readonly attentionFactor: number;

  /**
   * Factor by which the scores are to be multiplied: 1/√headDim, times
   * m(mscaleAllDim)² of `yarn`. A is not in it.
   */
  readonly softmaxScale: number;

  /**
   * What the product of an unturned query and key is multiplied by in all:
   * softmaxScale · A².
   */
  readonly scoreFactor: number;

  /**
   * The same rope for a context of another length. It differs only if
   * `scaling` is `dynamic` or `longrope`.
   *
   *   range    an integer from 1 to 2^53
   *   cost     that of making a rope
   *
   * @example
   * ```ts
   * const longer = rope.at(131072);
   * ```
   */
  at(contextLength: number): Rope;

  /**
   * Tables of cosines and sines.
   *
   *   formula  cos[i, k] = cos(p_i ω_k), sin[i, k] = sin(p_i ω_k)
   *            (Su et al. 2021, equation 34); with several axes, p_i is the
   *            position on the axis of pair k
   *   shapes   each [positions, P]; with `full` [positions, rotaryDim], every
   *            value at both components of its pair; [positions, sets, …] if
   *            there are several sets
   *   range    positions up to 2^53 from zero
   *   error    `exact`: float32, float16, bfloat16 ≤ 0.5001 ulp for
   *            |position| ≤ 2^31 and theta ≤ 10^9; float64 ≤ 1 ulp, with a
   *            decay ≤ 5 ulp, whatever `attentionFactor` is; with `fope` as
   *            many float64 roundings as there are waves, and one of the dtype
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
   * Tables of cosines and sines in the order of another engine, as `ropeCache`
   * gives them.
   *
   *   formula  the values of `cosSin`: see `cache` for their order
   *   shapes   `hf` { cos, sin } [L, rotaryDim]; `ort` { cos, sin } [L, P];
   *            `flashinfer` and `ggml` { cache } [L, rotaryDim]; `pairs`
   *            { cache } [L, P, 2]
   *   range    as `cosSin`
   *   error    as `cosSin`, the same bits
   *   cost     one pass over the tables
   *
   * @example
   * ```ts
   * const { cos, sin } = rope.cache({ cache: 'ort', length: 4096 });
   * ```
   */
  cache<C extends CacheOrder, D extends DType = 'float32'>(
    options: CacheOptions<D, C>,
  ): CacheTables<D, C>;
}

export interface RopeMethod {
  /**
   * A rotary position embedding, which makes tables of cosines and sines or
   * turns queries and keys.
   *
   *   formula  ω_k = theta^(-2k/rotaryDim) (Su et al. 2021, arXiv:2104.09864,
   *            section 3.2.2)
   *   shapes   P = rotaryDim / 2 frequencies
   *   range    headDim and rotaryDim even, rotaryStart + rotaryDim ≤ headDim ≤
   *            2^20; theta from 1 to 2^126
   *   error    `exact`: frequencies ≤ 0.5001 ulp of float64
   *   cost     about 1000 operations a frequency, once
   *
   * @example
   * ```ts
   * const rope = pe.rope({ headDim: 128, theta: 500000 });
   * pe.rope({ preset: 'Llama 3.1 8B' }); // the rope of a model by its name
   * const { cos, sin } = rope.cosSin({ length: 4096 });
   * const turned = rope.rotate(q, { heads: 32, start: 1000 });
   * ```
   */
  rope(options: RopeOptions | RopePresetOptions): Rope;
}

declare module '../describe/parameters.js' {
  interface HandleSpecs {
    rope: RopeOptions | RopePresetOptions;
  }
}

export const rope: Method<RopeMethod, typeof ropeParameters, Rope> = {
  name: 'rope',
  parameters: ropeParameters,
  presets: ropePresets,
  plan(heap, checked) {
    const { outputs, cost, run } = ropeState.plan(heap, checked);
    return { outputs, cost, run: () => ropeOf(heap, run()) };
  },
};

/** The rope with this state. */
function ropeOf(heap: Heap, core: RopeCore): Rope {
  const { attentionFactor, softmaxScale } = core;
  // The brand exists only in the type.
  const made = Object.freeze({
    [MADE]: 'rope',
    headDim: core.headDim,
    rotaryDim: 2 * core.pairs,
    rotaryStart: core.rotaryStart,
    theta: core.theta,
    layout: core.layout,
    outLayout: core.outLayout,
    precision: core.turns.precision,
    axes: core.axes?.count ?? 1,
    sets: core.sets,
    contextLength: core.contextLength,
    frequencies: core.frequencies,
    attentionFactor,
    softmaxScale,
    scoreFactor: softmaxScale * attentionFactor * attentionFactor,
    at: (contextLength: number) => {
      const parameter = ropeParameters.contextLength;
      const args = ['rope.at', 'contextLength', parameter] as const;
      return ropeOf(heap, core.at(checkNumber(...args, contextLength)));
    },
    cosSin: <D extends DType>(options: CosSinOptions<D>) =>
      cosSin(heap, core, options),
    cache: <C extends CacheOrder, D extends DType>(
      options: CacheOptions<D, C>,
    ) => ropeCacheOf<C, D>(heap, core, options),
    ...rotationsOf(heap, core, (method, param, value) =>
      planRope(heap, method, param, value).make(),
    ),
  }) as Omit<Rope, keyof Handle<'rope'>> as Rope;
  keepCore(made, core);
  return made;
}
