/** Learned tables and their training, as Embind shows them. */

import type { RawWhere } from './where.js';

/** A table of float32 in the module's memory; `data` is 0 for none. */
export interface RawFloatTable {
  readonly data: number;
  readonly rows: number;
  readonly dim: number;
}

/** How the numbers of a table that is not given are drawn. */
export interface RawDrawn {
  readonly draw: number;
  readonly spread: number;
  readonly seed: number;
  readonly stream: number;
}

export interface RawLearned {
  learned(
    options: RawDrawn & {
      offset: number;
      clamped: boolean;
      sequenceStart: number;
      padding: number;
      factor: number;
      unitLength: boolean;
      dtype: number;
    },
    table: RawFloatTable,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  /** Writes `rows` rows of the gradient, from row `first` on. */
  learnedGradient(
    options: {
      count: number;
      dim: number;
      offset: number;
      tableLength: number;
      padding: number;
      factor: number;
      dtype: number;
    },
    upstream: number,
    looked: RawWhere,
    first: number,
    rows: number,
    out: number,
  ): number;
  tile(
    table: RawFloatTable,
    prefix: number,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  hierarchical(
    table: RawFloatTable,
    alpha: number,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  windowed(
    local: RawFloatTable,
    blocks: RawFloatTable,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  resample(
    options: {
      lengths: number;
      mode: number;
      antialias: boolean;
      prefix: number;
      dtype: number;
    },
    table: RawFloatTable,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  optimiserStep(
    options: {
      kind: number;
      lr: number;
      weightDecay: number;
      momentum: number;
      dampening: number;
      nesterov: boolean;
      beta1: number;
      beta2: number;
      eps: number;
      amsgrad: boolean;
      power1: number;
      power2: number;
      first: boolean;
    },
    at: {
      table: number;
      tableDtype: number;
      gradient: number;
      gradientDtype: number;
      mean: number;
      square: number;
      largest: number;
    },
    count: number,
  ): number;
}
