/** How images and videos are placed among texts: parameters. */

import { WIDEST } from '../describe/common.js';
import type { Parameters } from '../describe/parameters.js';

const stride = {
  /**
   * How far a frame is from the one before it in time; fractions slow time down.
   * Defaults to 1.
   */
  temporalStride: { kind: 'number', min: 0, max: WIDEST, default: 1 },
} as const satisfies Parameters;

/** A factor of a coordinate. */
const scale = { kind: 'number', min: -WIDEST, max: WIDEST } as const;

/** The parameters of each design, by the word that chooses it. */
export const designVariants = {
  mrope: {
    ...stride,
    /**
     * Where the text behind an image begins: behind the `largest` of its
     * positions, as in transformers 4 and vLLM, or behind its `sides`, rows and
     * columns alone, as in transformers 5. Defaults to `'largest'`.
     */
    next: {
      kind: 'choice',
      choices: ['largest', 'sides'],
      default: 'largest',
    },
  },
  mropeI: { ...stride },
  mmrope: {
    ...stride,
    /** Factors of frame, row and column. Defaults to [1, 1, 1]. */
    scale: {
      kind: 'numbers',
      min: 0,
      max: WIDEST,
      least: 3,
      most: 3,
      default: [1, 1, 1],
    },
  },
  videorope: { ...stride },
  v2pe: {
    /** How many positions all tokens of an image take. Defaults to 16. */
    visualStride: { kind: 'number', min: 0, max: WIDEST, default: 16 },
  },
  circlerope: {
    ...stride,
    /** Radius of the circle. Defaults to 10. */
    radius: { ...scale, default: 10 },
    /**
     * The radius is the largest coordinate times this. Given instead of
     * `radius`. Optional.
     */
    radiusScale: { ...scale, optional: true },
    /**
     * Share of the angle at which a cell is seen from the middle in its angle on
     * the circle; the rest is its index. Defaults to 0.5.
     */
    alpha: { kind: 'number', min: -1, max: 1, default: 0.5 },
    /** Whether the middle of the image is the origin. Defaults to `true`. */
    centred: { kind: 'boolean', default: true },
    /** Share of the plain grid that is mixed in. Defaults to 0. */
    mix: { kind: 'number', min: 0, max: 1, default: 0 },
    /**
     * How far the smallest coordinate lies above the start of the image. Without
     * it, the middle of the circle is the start. Optional.
     */
    lift: { ...scale, optional: true },
  },
  xdrope: {},
} as const satisfies Readonly<Record<string, Parameters>>;
