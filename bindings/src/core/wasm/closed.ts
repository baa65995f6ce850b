/** The closed-form tables as Embind shows them; see raw.ts. */

import type { RawWhere } from './where.js';

/** Decays in geometric progression; a C++ object to delete. */
export interface RawDecays {
  status(): number;
  exponential(
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  delete(): void;
}

/** Enformer's features of one sequence length; a C++ object to delete. */
export interface RawEnformer {
  status(): number;
  table(dtype: number, where: RawWhere, rows: number, out: number): number;
  delete(): void;
}

export interface RawClosed {
  normalised(
    dim: number,
    span: number,
    domain: number,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  code(
    dim: number,
    kind: number,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  polynomial(
    options: {
      dim: number;
      basis: number;
      span: number;
      domain: number;
      dtype: number;
    },
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  radial(
    dim: number,
    span: number,
    width: number,
    dtype: number,
    where: RawWhere,
    rows: number,
    out: number,
  ): number;
  Decays: new (count: number, shortest: number, longest: number) => RawDecays;
  Enformer: new (options: {
    features: number;
    length: number;
    exponential: boolean;
    mask: boolean;
    gamma: boolean;
    withSign: boolean;
    byRow: boolean;
  }) => RawEnformer;
  /** Writes `count` triples of float64, as `frequencies` does. */
  randomFrequencies(
    seed: number,
    deviation: number,
    count: number,
    out: number,
  ): number;
}
