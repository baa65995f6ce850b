/**
 * The module as Embind shows it: what `bindings/embind` binds, and nothing
 * more. Pointers are byte offsets into its memory. Nothing here checks its
 * arguments, so only checked values come this far.
 *
 * Numbers stand for the choices of the public options; `CODE` is the one
 * place that says which.
 */

import type { RawAnalysis } from './analysis.js';
import type { RawClosed } from './closed.js';
import type { RawDynamic } from './dynamic.js';
import type { RawLearned } from './learned.js';
import type { RawWhere } from './where.js';

/** The C++ enumerators behind the words of the options. */
export const CODE = {
  precision: { exact: 0, torch: 1, ggml: 2 },
  curve: { falling: 0, rising: 1, linear: 2 },
  columns: { interleaved: 0, blocks: 1 },
  measure: { dot: 0, cosine: 1, euclidean: 2 },
  pairs: { half: 0, interleaved: 1 },
  domain: { unit: 0, symmetric: 1, fraction: 2 },
  basis: { monomial: 0, chebyshev: 1, legendre: 2 },
  code: { integer: 0, 'one-hot': 1, binary: 2 },
  dtype: { float32: 0, float64: 1, float16: 2, bfloat16: 3 },
  sharing: { none: 0, word: 1, dimension: 2 },
  part: { both: 0, real: 1, imaginary: 2 },
  flow: { linear: 0, conv: 1 },
  draw: { normal: 0, uniform: 1, zeros: 2 },
  mode: { linear: 0, cubic: 1 },
  optimiser: { sgd: 0, adam: 1, adamw: 2 },
} as const;

/** posenc::Status. */
export const STATUS = { ok: 0, badSize: 1, badValue: 2, noMemory: 3 } as const;

/** A bank of oscillators, made from `frequencies`; a C++ object to delete. */
export interface RawOscillators {
  status(): number;
  sinusoidal(
    options: {
      dim: number;
      layout: number;
      cosinesFirst: boolean;
      dtype: number;
      zeroPosition: number;
    },
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  writeAxis(
    axis: {
      length: number;
      stride: number;
      start: number;
      coordinates: number;
    },
    columns: {
      dim: number;
      sines: number;
      cosines: number;
      step: number;
      count: number;
      coordinate: number;
      dtype: number;
    },
    first: number,
    rows: number,
    out: number,
  ): number;
  cosSin(
    options: { layout: number; dtype: number; full: boolean },
    where: RawWhere,
    rows: number,
    cos: number,
    sin: number,
  ): number;
  rotate(
    options: {
      heads: number;
      headDim: number;
      layout: number;
      inverse: boolean;
    },
    where: RawWhere,
    rows: number,
    x: number,
    out: number,
  ): number;
  delete(): void;
}

export interface RawModule
  extends RawClosed,
    RawDynamic,
    RawAnalysis,
    RawLearned {
  /** Whether this is the build with SIMD. */
  readonly simd: boolean;
  /** Replaced whenever the memory grows: never kept. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  /** 0 when there is no memory. */
  _memalign(alignment: number, bytes: number): number;
  _free(pointer: number): void;
  /** Writes `count` triples of float64: a frequency, and what rounding left. */
  frequencies(
    spacing: {
      base: number;
      span: number;
      factor: number;
      curve: number;
      halfTurns: boolean;
      byExponential: boolean;
    },
    precision: number,
    count: number,
    out: number,
  ): number;
  Oscillators: new (
    frequencies: number,
    count: number,
    precision: number,
    amplitude: number,
  ) => RawOscillators;
  attention(
    options: {
      queries: number;
      keys: number;
      heads: number;
      keyHeads: number;
      headDim: number;
      valueDim: number;
      scale: number;
      causal: boolean;
    },
    at: {
      queryStart: number;
      queryPositions: number;
      keyStart: number;
      keyPositions: number;
    },
    q: number,
    k: number,
    v: number,
    scores: number,
    weights: number,
    out: number,
  ): number;
}
