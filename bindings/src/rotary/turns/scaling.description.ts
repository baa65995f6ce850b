/** The schedules that scale the frequencies of a rope: their parameters. */

import { WIDEST } from '../../describe/common.js';
import type { Parameters } from '../../describe/parameters.js';
import { MOST_AXES } from './axes.description.js';
import { fopeParameters } from './fope.description.js';

/** Largest factor of a schedule. */
const LARGEST_FACTOR = 2 ** 40;

/** Largest number of positions. */
const LONGEST = 2 ** 53;

/** Limits of the factor of cosines and sines. */
const SMALLEST_ATTENTION = 0.001;
const LARGEST_ATTENTION = 1000;

/** The options of `rope` that change its frequencies. */
export const scalingParameters = {
  /**
   * The schedule that stretches the frequencies to a longer context, under the
   * words of Hugging Face's `rope_scaling`. Defaults to `{ type: 'default' }`,
   * which changes nothing.
   */
  scaling: {
    kind: 'variant',
    variants: {
      default: {},
      fope: fopeParameters,
      linear: {
        /** Number by which all frequencies are divided. Required. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR },
        /**
         * Which numbers precision `torch` divides: `frequencies` as Hugging
         * Face, or `positions` as kaiokendev and lucidrains. The real formula
         * is the same. Defaults to `'frequencies'`.
         */
        divide: {
          kind: 'choice',
          choices: ['frequencies', 'positions'],
          default: 'frequencies',
        },
      },
      ntk: {
        /** How many times longer the context becomes. Required. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR },
        /**
         * `base` raises theta so that the slowest pair becomes `factor` times
         * slower; `fixed` multiplies theta by the factor and divides all
         * frequencies by its power 2/rotaryDim; `mixed` divides by a power that
         * grows with the number of the pair. Defaults to `'base'`.
         */
        form: {
          kind: 'choice',
          choices: ['base', 'fixed', 'mixed'],
          default: 'base',
        },
        /** Exponent b of the form `mixed`. Defaults to 0.625. */
        exponent: { kind: 'number', min: 0.001, max: 1, default: 0.625 },
      },
      dynamic: {
        /**
         * Factor of the forms `ntk` and `alpha`, which is called alpha in the
         * latter. Defaults to 1.
         */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR, default: 1 },
        /**
         * Longest context of the training, Hugging Face's
         * `max_position_embeddings`. Up to it nothing changes, but for the form
         * `alpha`, which needs none. Optional.
         */
        maxPosition: {
          kind: 'number',
          integer: true,
          min: 1,
          max: LONGEST,
          optional: true,
        },
        /**
         * `ntk` raises theta with `contextLength`; `linear` divides the
         * frequencies by `contextLength / maxPosition`; `alpha` raises theta at
         * every length. Defaults to `'ntk'`.
         */
        form: {
          kind: 'choice',
          choices: ['ntk', 'linear', 'alpha'],
          default: 'ntk',
        },
      },
      yarn: {
        /** How many times longer the context becomes. Required. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR },
        /**
         * Longest context of the first training, Hugging Face's
         * `original_max_position_embeddings`. Required.
         */
        originalMaxPosition: {
          kind: 'number',
          integer: true,
          min: 2,
          max: LONGEST,
        },
        /**
         * Pairs that turn more often than this in the first training's context
         * keep their frequency. Defaults to 32.
         */
        betaFast: { kind: 'number', min: 2 ** -40, max: 2 ** 40, default: 32 },
        /**
         * Pairs that turn less often than this are divided by the factor.
         * Defaults to 1.
         */
        betaSlow: { kind: 'number', min: 2 ** -40, max: 2 ** 40, default: 1 },
        /**
         * Whether both ends of the blended range are rounded to whole pairs.
         * Defaults to `true`.
         */
        truncate: { kind: 'boolean', default: true },
        /**
         * Factor of cosines and sines. Defaults to the ratio of `mscale` and
         * `mscaleAllDim` if neither is 0, else to `slope · ln(factor) + 1`.
         */
        attentionFactor: {
          kind: 'number',
          min: SMALLEST_ATTENTION,
          max: LARGEST_ATTENTION,
          optional: true,
        },
        /** DeepSeek's `mscale`. Optional. */
        mscale: { kind: 'number', min: 0, max: 100, optional: true },
        /**
         * DeepSeek's `mscale_all_dim`, which also enters `softmaxScale`.
         * Optional.
         */
        mscaleAllDim: { kind: 'number', min: 0, max: 100, optional: true },
        /**
         * Weight of the unscaled frequencies, llama.cpp's `ext_factor`.
         * Defaults to 1.
         */
        extrapolationFactor: { kind: 'number', min: 0, max: 1, default: 1 },
        /**
         * Factor of the attention factor unless `attentionFactor` is given,
         * llama.cpp's `attn_factor`. Defaults to 1.
         */
        magnitude: {
          kind: 'number',
          min: SMALLEST_ATTENTION,
          max: LARGEST_ATTENTION,
          default: 1,
        },
        /**
         * Growth of the attention factor with ln(factor); TeleChat has 0.07.
         * Defaults to 0.1.
         */
        slope: { kind: 'number', min: 0, max: 10, default: 0.1 },
        /**
         * Whether the mean of both frequencies is weighted `linear` or in
         * logarithms, as in Grok-1. Defaults to `'linear'`.
         */
        blend: {
          kind: 'choice',
          choices: ['linear', 'log'],
          default: 'linear',
        },
      },
      ntkByParts: {
        /** How many times longer the context becomes. Required. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR },
        /** Longest context of the first training. Required. */
        originalMaxPosition: {
          kind: 'number',
          integer: true,
          min: 2,
          max: LONGEST,
        },
        /** Weight of the NTK frequencies. Defaults to 1. */
        ntkFactor: { kind: 'number', min: 0, max: 1, default: 1 },
        /** Weight of the unscaled frequencies. Defaults to 1. */
        extrapolationFactor: { kind: 'number', min: 0, max: 1, default: 1 },
      },
      resolution: {
        /**
         * Number of patches along each axis, such as [1, 128, 256] for frames,
         * rows and columns. Required.
         */
        patches: {
          kind: 'integers',
          min: 1,
          max: 2 ** 31,
          least: 1,
          most: MOST_AXES,
        },
        /**
         * Number of patches along a side of the pictures of training: 64 for
         * FLUX, 83 for Qwen-Image. An axis with no more than that keeps its
         * frequencies. Required.
         */
        basePatches: { kind: 'number', integer: true, min: 1, max: 2 ** 31 },
        /**
         * `yarn` blends frequencies by how often they turn along the base, as
         * `ntkByParts` does; `ntk` raises the base of the frequencies. Defaults
         * to `'yarn'`.
         */
        form: { kind: 'choice', choices: ['yarn', 'ntk'], default: 'yarn' },
        /**
         * Time of the diffusion, above 0; 1 is pure noise. With it (DyPE), the
         * frequencies come back to those of training as the picture emerges.
         * Optional.
         */
        time: { kind: 'number', min: 2 ** -20, max: 1, optional: true },
      },
      longrope: {
        /**
         * Divisors of the frequencies up to `originalMaxPosition`, one for each
         * pair. They are taken as they are given, whereas frameworks round them
         * to float32, and so does `pe.model`. Required.
         */
        shortFactor: {
          kind: 'numbers',
          least: 1,
          most: WIDEST / 2,
          min: 2 ** -20,
          max: 2 ** 120,
        },
        /**
         * Divisors of the frequencies for contexts beyond
         * `originalMaxPosition`, one for each pair, taken as `shortFactor` is.
         * Required.
         */
        longFactor: {
          kind: 'numbers',
          least: 1,
          most: WIDEST / 2,
          min: 2 ** -20,
          max: 2 ** 120,
        },
        /**
         * Longest context with the short divisors, Hugging Face's
         * `original_max_position_embeddings`. Required.
         */
        originalMaxPosition: {
          kind: 'number',
          integer: true,
          min: 2,
          max: LONGEST,
        },
        /**
         * How many times longer the context becomes, for the attention factor
         * alone. Defaults to `maxPosition / originalMaxPosition`.
         */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR, optional: true },
        /**
         * Longest context, Hugging Face's `max_position_embeddings`. Given
         * instead of `factor`. Optional.
         */
        maxPosition: {
          kind: 'number',
          integer: true,
          min: 1,
          max: LONGEST,
          optional: true,
        },
        /**
         * Factor of cosines and sines. Defaults to what `magnitude` says of the
         * factor.
         */
        attentionFactor: {
          kind: 'number',
          min: SMALLEST_ATTENTION,
          max: LARGEST_ATTENTION,
          optional: true,
        },
        /**
         * Attention factor with the short divisors. Defaults to
         * `attentionFactor`.
         */
        shortMscale: {
          kind: 'number',
          min: SMALLEST_ATTENTION,
          max: LARGEST_ATTENTION,
          optional: true,
        },
        /**
         * Attention factor with the long divisors. Defaults to
         * `attentionFactor`.
         */
        longMscale: {
          kind: 'number',
          min: SMALLEST_ATTENTION,
          max: LARGEST_ATTENTION,
          optional: true,
        },
        /**
         * The attention factor: `su` is √(1 + ln f / ln originalMaxPosition),
         * `yarn` is 0.1 · ln f + 1. Defaults to `'su'`.
         */
        magnitude: { kind: 'choice', choices: ['su', 'yarn'], default: 'su' },
      },
      llama3: {
        /** Divisor of the frequencies of long waves. Required. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR },
        /**
         * Waves that turn less often than this in `originalMaxPosition` are
         * long. Defaults to 1.
         */
        lowFreqFactor: { kind: 'number', min: 0, max: 2 ** 40, default: 1 },
        /**
         * Waves that turn more often than this keep their frequency. Defaults
         * to 4.
         */
        highFreqFactor: { kind: 'number', min: 0, max: 2 ** 40, default: 4 },
        /** Longest context of the first training. Required. */
        originalMaxPosition: {
          kind: 'number',
          integer: true,
          min: 2,
          max: LONGEST,
        },
      },
      proportional: {
        /** Divisor of the frequencies. Defaults to 1. */
        factor: { kind: 'number', min: 1, max: LARGEST_FACTOR, default: 1 },
        /**
         * Share of the pairs that turn, rounded down to whole pairs: 9 of 32 for
         * 0.3. The others have the frequency 0. Defaults to 1.
         */
        share: { kind: 'number', min: 0, max: 1, default: 1 },
      },
      factors: {
        /**
         * Divisors of the frequencies, one for each pair: the tensor `rope_freqs` of a GGUF file. Required.
         */
        factors: {
          kind: 'numbers',
          least: 1,
          most: WIDEST / 2,
          min: 2 ** -20,
          max: 2 ** 120,
        },
      },
    },
    optional: true,
  },
  /**
   * Frequencies in radians per position, one for each pair, such as learned
   * ones. Given instead of `theta` and `scaling`. Optional.
   */
  frequencies: {
    kind: 'numbers',
    least: 1,
    most: WIDEST / 2,
    min: 0,
    max: 2 ** 20,
    optional: true,
  },
  /**
   * Number of tokens for which schedules that depend on it are made: `dynamic`
   * and `longrope`. Defaults to the length of the first training, whatever
   * positions a call has.
   */
  contextLength: {
    kind: 'number',
    integer: true,
    min: 1,
    max: LONGEST,
    optional: true,
  },
} as const satisfies Parameters;
