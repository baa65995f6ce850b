/** The axes of a rope: parameters. */

import { coordinate } from '../../arrays/positions.js';
import { LARGEST_BASE, WIDEST } from '../../describe/common.js';
import type { Parameters } from '../../describe/parameters.js';

/** Most axes of a rope; Hunyuan-VL has four. */
export const MOST_AXES = 4;

/** How the cells of a `grid` become coordinates. */
const gridParameters = {
  /**
   * Whether the first pairs (or learned frequencies) belong to the last axis,
   * as in code that takes x before y. Defaults to `false`.
   */
  lastAxisFirst: {
    kind: 'boolean',
    default: false,
  },
  /**
   * How coordinates of a `grid` are normalised: `none` counts cells from 0;
   * `symmetric` spreads them from -1 for the first cell to 1 for the last;
   * `centres` gives the centres of cells, where -1 and 1 are the edges of the
   * grid. Defaults to `'none'`.
   */
  normalise: {
    kind: 'choice',
    choices: ['none', 'symmetric', 'centres'],
    default: 'none',
  },
  /**
   * Which axis of the grid `centres` divides by: its `own` length, that of the
   * `longest` or that of the `shortest` axis. Defaults to `'own'`.
   */
  extent: {
    kind: 'choice',
    choices: ['own', 'longest', 'shortest'],
    default: 'own',
  },
  /**
   * Numbers added to the cells' numbers on each axis of a `grid`, before they
   * are normalised. Defaults to none.
   */
  offsets: {
    kind: 'numbers',
    min: coordinate.min,
    max: coordinate.max,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * Lengths of the grid of training: coordinates of other grids are stretched
   * to these lengths. Optional.
   */
  reference: {
    kind: 'integers',
    min: 1,
    max: 2 ** 31,
    least: 1,
    most: MOST_AXES,
    optional: true,
  },
  /**
   * Side of the square blocks in which the rows go through a `grid`, as in
   * vision towers that later merge each block into one token. Defaults to 1.
   */
  merge: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    default: 1,
  },
} as const satisfies Parameters;

/** Numbers of pairs of time, height and width. */
const ofThreeAxes = {
  kind: 'integers',
  min: 0,
  max: WIDEST,
  least: 3,
  most: 3,
} as const;

/** The parameters of each form of axes, by the word that chooses it. */
export const axesVariants = {
  sections: {
    /**
     * Number of neighbouring pairs that belong to each axis, in the order of
     * the axes: time, height, width. Required.
     */
    sections: {
      kind: 'integers',
      min: 0,
      max: WIDEST,
      least: 2,
      most: MOST_AXES,
    },
  },
  interleaved: {
    /**
     * Number of pairs that belong to each of three axes, time, height and
     * width: pair k belongs to axis k mod 3 while that axis has pairs left,
     * then to time. Required.
     */
    sections: ofThreeAxes,
  },
  alternating: {
    /**
     * Number of pairs that belong to each of three axes, time, height and
     * width: height and width, which have as many, take turns from pair 0 on,
     * and the pairs behind them belong to time. Required.
     */
    sections: ofThreeAxes,
  },
  pattern: {
    /**
     * Axis of each pair, from pair 0 on; a list that is shorter than the pairs
     * repeats. [0, 0, 1, 2, 1, 2, 1, 2] is that of MM-RoPE. Required.
     */
    axisOfPairs: {
      kind: 'integers',
      min: 0,
      max: MOST_AXES - 1,
      least: 1,
      most: WIDEST,
    },
  },
  axial: {
    /** Number of axes, which share the pairs evenly. Defaults to 2. */
    count: {
      kind: 'number',
      integer: true,
      min: 1,
      max: MOST_AXES,
      default: 2,
    },
    /**
     * Number of components of each axis, even, in the order of the axes. Given
     * instead of `count`. Optional.
     */
    widths: {
      kind: 'integers',
      min: 2,
      max: WIDEST,
      least: 1,
      most: MOST_AXES,
      optional: true,
    },
    /**
     * Base of the frequencies of each axis, as in Cosmos. Defaults to `theta` for
     * all.
     */
    thetas: {
      kind: 'numbers',
      min: 1,
      max: LARGEST_BASE,
      least: 1,
      most: MOST_AXES,
      optional: true,
    },
    /**
     * Whether the pairs of an axis are neighbours, as `blocks`, or axes take
     * `turns` from pair to pair, as in LTX. Defaults to `'blocks'`.
     */
    order: { kind: 'choice', choices: ['blocks', 'turns'], default: 'blocks' },
    /**
     * Spacing of the frequencies of an axis: `geometric` is theta^(-2k/w) for
     * pair k of an axis of width w; `linear` and `octaves` go from π to π ·
     * maxResolution / 2, in equal steps or equal ratios; `fractions` go from π/2
     * to π/2 · theta in equal ratios, for positions from -1 to 1. Defaults to
     * `'geometric'`.
     */
    bands: {
      kind: 'choice',
      choices: ['geometric', 'linear', 'octaves', 'fractions'],
      default: 'geometric',
    },
    /**
     * Unit of geometric frequencies: `radians` or whole `turns` of 2π. Defaults
     * to `'radians'`.
     */
    unit: {
      kind: 'choice',
      choices: ['radians', 'turns'],
      default: 'radians',
    },
    /** Resolution that `linear` and `octaves` reach. Defaults to 224. */
    maxResolution: {
      kind: 'number',
      min: 2,
      max: 2 ** 20,
      default: 224,
    },
    ...gridParameters,
  },
  mixed: {
    /**
     * Learned frequencies [axes, heads, pairs] in radians per unit: the angle
     * of a pair is the sum over the axes of position times frequency.
     * Required.
     */
    frequencies: { kind: 'floats', axes: ['axes', 'heads', 'pairs'] },
    ...gridParameters,
  },
} as const satisfies Readonly<Record<string, Parameters>>;
