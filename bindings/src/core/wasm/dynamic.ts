/** Complex-order embeddings and FLOATER, as Embind shows them. */

import type { RawWhere } from './where.js';

/** Pointers to a word's tables; 0 where there is none. */
export interface RawComplexOrder {
  dim: number;
  words: number;
  amplitude: number;
  seed: number;
  frequency: number;
  sharing: number;
  initial: number;
  byWord: boolean;
  phase: number;
  /** Word of padding, or -1. */
  padding: number;
}

/** Pointers to the weights of a flow, or to their gradients. */
export interface RawFlowWeights {
  initial: number;
  inputWeight: number;
  inputBias: number;
  outputWeight: number;
  outputBias: number;
}

export interface RawFlow extends RawFlowWeights {
  kind: number;
  batch: number;
  layers: number;
  dim: number;
  hidden: number;
  delta: number;
  step: number;
}

/** A walk along a curve; a C++ object to delete. */
export interface RawFloater {
  status(): number;
  rows(where: RawWhere, rows: number, dtype: number, out: number): number;
  delete(): void;
}

export interface RawDynamic {
  complexOrder(
    tables: RawComplexOrder,
    where: RawWhere,
    rows: number,
    tokens: number,
    part: number,
    dtype: number,
    out: number,
  ): number;
  /** Adds to float64 gradients. */
  complexOrderGradient(
    tables: RawComplexOrder,
    where: RawWhere,
    rows: number,
    tokens: number,
    upstreamReal: number,
    upstreamImaginary: number,
    into: { amplitude: number; frequency: number; phase: number },
  ): number;
  Floater: new (flow: RawFlow) => RawFloater;
  /** Adds to float64 gradients; positions rise, and `order` says which rows. */
  floaterGradient(
    flow: RawFlow,
    rows: number,
    positions: number,
    order: number,
    upstream: number,
    into: RawFlowWeights,
  ): number;
  /** Writes `count` float32 numbers of a stream. */
  drawFloats(
    normal: boolean,
    spread: number,
    seed: number,
    stream: number,
    count: number,
    out: number,
  ): void;
}
