/** The options of the functions of a rope that turn heads. */

import { coordinate, rangeParameters } from '../../arrays/positions.js';
import { WIDEST } from '../../describe/common.js';
import type { Parameters } from '../../describe/parameters.js';
import { rowParameters } from '../rows/rows.description.js';
import { MOST_AXES } from '../turns/axes.description.js';

/** Types of the numbers that a rope turns. */
export const ROTARY_DTYPES = ['float32', 'float16', 'bfloat16'] as const;

/** The axes of heads that stand behind the rows, which is the default. */
export const ROWS_FIRST = [
  ['L', 'heads', 'headDim'],
  ['batch', 'L', 'heads', 'headDim'],
] as const;

/** The axes of heads with `headsFirst`. */
export const HEADS_FIRST = [
  ['heads', 'L', 'headDim'],
  ['batch', 'heads', 'L', 'headDim'],
] as const;

/** The axes of heads in all forms. */
export const headsAxes = [
  ...ROWS_FIRST,
  ['L', 'heads · headDim'],
  ...HEADS_FIRST,
] as const;

/** How the heads of an array or tensor lie in it. */
export const headsParameters = {
  /**
   * Number of heads. Defaults to the axis of heads if there are three or four
   * axes; otherwise required.
   */
  heads: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Whether the axis of heads stands before that of rows: `[heads, L, headDim]`
   * and `[batch, heads, L, headDim]`. Defaults to `false`.
   */
  headsFirst: {
    kind: 'boolean',
    default: false,
  },
  /**
   * Number of sequences, for arrays and for tensors with one or two axes.
   * Defaults to the first of four axes, otherwise to 1.
   */
  batch: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    optional: true,
  },
  /**
   * Type of the numbers. Required if a `Uint16Array` is given; otherwise the
   * array or tensor says it. Optional.
   */
  dtype: {
    kind: 'choice',
    choices: ROTARY_DTYPES,
    optional: true,
  },
} as const satisfies Parameters;

/** The positions of the rows. */
export const rotaryPositionParameters = {
  /** First position. Defaults to 0. */
  start: rangeParameters.start,
  /** Distance from one position to the next. Defaults to 1. */
  step: rangeParameters.step,
  /**
   * A position for each row, which all sequences share; or a list for each
   * sequence, as nested lists or a tensor `[batch, L]`. A rope with several axes
   * takes a list for each axis, or a tensor `[axes, L]` or `[axes, batch, L]`.
   * Given instead of `start` and `step`. Optional.
   */
  positions: {
    kind: 'positions',
    axes: true,
    optional: true,
  },
} as const satisfies Parameters;

/** Where turned heads go. */
export const outParameter = {
  /**
   * Array or tensor to write into; with the input itself, it is turned in
   * place. Defaults to a new one.
   */
  out: {
    kind: 'output',
    optional: true,
  },
} as const satisfies Parameters;

/** The options of the functions of a rope that turn heads. */
export const rotationOperations = {
  rotate: {
    parameters: {
      ...headsParameters,
      ...rotaryPositionParameters,
      ...rowParameters,
      /**
       * Whether to turn by the opposite angles, and from `outLayout` to
       * `layout`. That gives the gradient; it also undoes a rotation, but for
       * the factor attentionFactor². Defaults to `false`.
       */
      inverse: {
        kind: 'boolean',
        default: false,
      },
      ...outParameter,
    },
  },
  shift: {
    parameters: {
      /**
       * Number of positions by which the keys move, on all axes alike; may be
       * negative. Required unless `byAxes` is given.
       */
      by: { ...coordinate, optional: true },
      /**
       * The same for each axis of a rope that has several. Given instead of `by`.
       * Optional.
       */
      byAxes: {
        kind: 'numbers',
        min: coordinate.min,
        max: coordinate.max,
        least: 1,
        most: MOST_AXES,
        optional: true,
      },
      ...headsParameters,
      ...outParameter,
    },
  },
  rebase: {
    parameters: {
      /** The rope as whose keys they shall be, or its spec. Required. */
      to: {
        kind: 'handle',
        of: 'rope',
      },
      ...headsParameters,
      ...rotaryPositionParameters,
      ...outParameter,
    },
  },
  frequencyGradient: {
    parameters: {
      ...headsParameters,
      ...rotaryPositionParameters,
      /** Array or tensor to write into. Defaults to a new one. */
      out: {
        kind: 'output',
        optional: true,
      },
    },
  },
} as const satisfies Readonly<Record<string, { parameters: Parameters }>>;
