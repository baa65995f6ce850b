/** How far a function is from a rotary embedding. */

import { PosencRangeError, wrongKind } from '../base/errors.js';
import type { Heap } from '../core/memory.js';
import { checkOptions, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { randomNumbers } from './random.js';
import { ropeAnalysisParameters } from './rope.description.js';
import { checkDecay, ropeOf } from './rope-input.js';

const { rotationResiduals: described } = ropeAnalysisParameters;
const name = 'analysis.rotationResiduals';

/** Options of `analysis.rotationResiduals`. */
export interface RotationResidualsOptions
  extends OptionsOf<(typeof ropeAnalysisParameters)['rotationResiduals']> {}

/**
 * A function that turns a vector by its position. It may change the vector,
 * which is a copy.
 */
export type Rotation = (
  vector: Float64Array,
  position: number,
) => ArrayLike<number>;

/** Residuals of a rotation; each is 0 for an exact rotary embedding. */
export interface RotationResiduals {
  /** Mean factor of lengths, A: 1, or the attention factor. */
  readonly factor: number;
  /** Largest deviation of |f(q, i)| / (A |q|) from 1. */
  readonly norm: number;
  /**
   * Largest difference of f(q, i)·f(k, j) and f(q, i+t)·f(k, j+t), relative to
   * A² |q| |k|.
   */
  readonly relative: number;
  /** Largest |f(q, 0) - A q|, relative to A |q|. */
  readonly identity: number;
  /** Largest |f(f(q, i), j) - A f(q, i+j)|, relative to A² |q|. */
  readonly composition: number;
}

type Vector = Float64Array;

/** The analysis `rotationResiduals`; see `RopeAnalysis.rotationResiduals`. */
export function rotationResiduals(
  heap: Heap,
  value: unknown,
  options: RotationResidualsOptions,
): RotationResiduals {
  const checked = checkOptions(name, described, options);
  const { largestPosition, samples, seed } = checked;
  const { headDim, turn } = rotationOf(heap, value, checked.headDim);
  const random = randomNumbers(seed);
  const vector = () => Float64Array.from({ length: headDim }, random);
  const position = (most: number) =>
    Math.floor(((random() + 1) / 2) * (most + 1));
  const trials = Array.from({ length: samples }, () => {
    const shift = position(largestPosition);
    const [i, j] = [0, 0].map(() => position(largestPosition - shift));
    return { q: vector(), k: vector(), i: i ?? 0, j: j ?? 0, shift };
  });
  const factor =
    trials.reduce((sum, { q, i }) => sum + norm(turn(q, i)) / norm(q), 0) /
    samples;
  const largest = (measure: (trial: (typeof trials)[number]) => number) =>
    trials.reduce((most, trial) => Math.max(most, measure(trial)), 0);
  const scaled = (q: Vector) => q.map((x) => factor * x);
  const square = factor * factor;
  return {
    factor,
    norm: largest(({ q, i }) =>
      Math.abs(norm(turn(q, i)) / (factor * norm(q)) - 1),
    ),
    relative: largest(({ q, k, i, j, shift }) => {
      const here = dot(turn(q, i), turn(k, j));
      const there = dot(turn(q, i + shift), turn(k, j + shift));
      return Math.abs(here - there) / (square * norm(q) * norm(k));
    }),
    identity: largest(
      ({ q }) => distanceBetween(turn(q, 0), scaled(q)) / (factor * norm(q)),
    ),
    composition: largest(({ q, i, shift }) => {
      const once = scaled(turn(q, i + shift));
      return (
        distanceBetween(turn(turn(q, i), shift), once) / (square * norm(q))
      );
    }),
  };
}

/** The function and the width of its vectors. */
function rotationOf(heap: Heap, value: unknown, width: number | undefined) {
  if (typeof value !== 'function') {
    if (typeof value !== 'object' || value === null) {
      const rule = 'a function, a rope or its spec';
      throw wrongKind(name, 'rotation', rule, value);
    }
    const rope = ropeOf(heap, name, value);
    checkDecay(name, rope);
    // One head for each set of tables, taken as one vector.
    const { sets: heads } = rope;
    const turn = (vector: Vector, position: number) => {
      const x = Float32Array.from(vector);
      const turned = rope.rotate(x, { heads, positions: [position] });
      return Float64Array.from(turned.data);
    };
    return { headDim: heads * rope.headDim, turn };
  }
  if (width === undefined) {
    throw missing(name, 'headDim', ruleOf(described.headDim));
  }
  const rotation = value as Rotation;
  const turn = (vector: Vector, position: number) => {
    const given: unknown = rotation(vector.slice(), position);
    return checkTurned(given, width);
  };
  return { headDim: width, turn };
}

/** Throws unless a function gave as many finite numbers as it got. */
function checkTurned(given: unknown, width: number): Vector {
  const turned = Float64Array.from(Object(given) as ArrayLike<number>);
  if (turned.length === width && turned.every(Number.isFinite)) return turned;
  throw new PosencRangeError(
    `${name}: rotation must give headDim = ${width} finite numbers`,
    { code: 'ERR_SHAPE', param: 'rotation', value: given },
  );
}

function dot(a: Vector, b: Vector): number {
  return a.reduce((sum, x, k) => sum + x * (b[k] as number), 0);
}

const norm = (a: Vector) => Math.sqrt(dot(a, a));

const distanceBetween = (a: Vector, b: Vector) =>
  norm(a.map((x, k) => x - (b[k] as number)));
