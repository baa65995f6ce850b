/** Biases: terms that depend on positions alone. */

import { frequency } from '../frequency.mjs';
import { type Array64, range, sum } from './array.js';
import type { Term } from './attention.js';
import { clipped, inside, t5Bucket } from './distances.js';
import { type Layer, network, relu, silu } from './networks.js';

/**
 * ALiBi (arXiv:2108.12409): 2^(-max·h/n), h from 1, if n is a power of two.
 * Otherwise the slopes of the next lower power of two, then every other slope
 * of twice as many heads.
 */
export function alibiSlopes(heads: number, maxBias = 8): number[] {
  const lower = 2 ** Math.floor(Math.log2(heads));
  const slopes = (n: number) =>
    range(n).map((h) => 2 ** ((-maxBias * (h + 1)) / n));
  const between = slopes(2 * lower).filter((_, h) => h % 2 === 0);
  return [...slopes(lower), ...between].slice(0, heads);
}

/** Sorted from the steepest to the flattest. */
export const sortedSlopes = (heads: number, maxBias = 8): number[] =>
  alibiSlopes(heads, maxBias).sort((a, b) => b - a);

/**
 * -slope · distance: of both sides, of earlier keys alone, or without the
 * query's position. Heads without a slope have no bias.
 */
export function alibi(
  form: 'symmetric' | 'causal' | 'key',
  left: Array64,
  right = left,
): Term {
  const slope = (slopes: Array64, head: number) =>
    head < slopes.size(0) ? slopes.at(head) : 0;
  return ({ head, distance, keyAt }) => {
    if (form === 'key') return slope(left, head) * keyAt;
    if (distance <= 0) return slope(left, head) * distance;
    return form === 'causal' ? 0 : -slope(right, head) * distance;
  };
}

/** A table [rows, heads] read at a row for each distance; -1 reads 0. */
export function tabled(table: Array64, row: (r: number) => number): Term {
  return ({ head, distance }) => {
    const at = row(distance);
    return at < 0 ? 0 : table.at(at, head);
  };
}

export interface T5 {
  readonly table: Array64;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
}

/** T5: table [buckets, heads] */
export const t5Bias = ({ table, ...options }: T5): Term =>
  tabled(table, (r) => t5Bucket(r, { ...options, buckets: table.size(0) }));

/** A table [left + 1 + right, heads] */
export const clippedBias = (
  table: Array64,
  left: number,
  right: number,
  beyond: 'clip' | 'zero',
): Term =>
  tabled(table, (r) => (beyond === 'clip' ? clipped : inside)(r, left, right));

/** KERPLE (arXiv:2205.09921): -p · ln(1 + a·d) with d = |r|. */
export const kerpleLog =
  (p: Array64, a: Array64): Term =>
  ({ head, distance }) =>
    -p.at(head) * Math.log(1 + a.at(head) * Math.abs(distance));

/** KERPLE's power form: -a · d^p with d = |r|. */
export const kerplePower =
  (p: Array64, a: Array64): Term =>
  ({ head, distance }) =>
    -a.at(head) * Math.abs(distance) ** p.at(head);

/** NeMo's form of KERPLE: -b · ln(1 + a·d^p) with d = |r|. */
export const kerpleThree =
  (b: Array64, a: Array64, p: Array64): Term =>
  ({ head, distance }) =>
    -b.at(head) * Math.log(1 + a.at(head) * Math.abs(distance) ** p.at(head));

/**
 * Sandwich (arXiv:2212.10356), h from 1: paper Σ_{k=0}^{dim/2-1} cos(r·ω_k) /
 * (8h/heads), NeMo (Σ_{k=1}^{dim/2} cos(r·ω_k) - dim/2) / (8h/heads), ω_k =
 * 10000^(-2k/dim).
 */
export function sandwich(
  form: 'paper' | 'nemo',
  dim: number,
  heads: number,
): Term {
  const first = form === 'paper' ? 0 : 1;
  const less = form === 'paper' ? 0 : dim / 2;
  return ({ head, distance }) => {
    const cosines = range(dim / 2).map((k) =>
      Math.cos(distance * frequency(10000, k + first, dim)),
    );
    return (sum(cosines) - less) / ((8 * (head + 1)) / heads);
  };
}

export interface Fire {
  /** Of one number each. */
  readonly c: Array64;
  readonly threshold: Array64;
  readonly layers: readonly Layer[];
  readonly eps: number;
}

/**
 * FIRE (arXiv:2310.04418): network(ψ(r) / (ψ(max(query position, threshold)) +
 * eps)) with ψ(x) = ln(|c·x| + 1), ReLU between the layers.
 */
export function fire({ c, threshold, layers, eps }: Fire): Term {
  const psi = (x: number) => Math.log(Math.abs(c.at(0) * x) + 1);
  return ({ head, distance, queryAt }) => {
    const whole = psi(Math.max(queryAt, Math.abs(threshold.at(0)))) + eps;
    return network(layers, relu, [psi(distance) / whole])[head] as number;
  };
}

/**
 * A network of the distance (CrossFormer, arXiv:2108.00154; x-transformers): of
 * i - j, or of its logarithm with its sign, SiLU between the layers.
 */
export function dynamicBias(layers: readonly Layer[], log: boolean): Term {
  return ({ head, distance }) => {
    const d = -distance;
    const x = log ? Math.sign(d) * Math.log(Math.abs(d) + 1) : d;
    return network(layers, silu, [x])[head] as number;
  };
}

/**
 * Forgetting (arXiv:2503.02130): Σ of ln σ(gate) of the keys after j up to i;
 * CABLE (arXiv:2503.08067): of -ln(1 + exp(gate)).
 * Gates [keys, heads]; the query's index is counted among the keys.
 */
export const forgetting =
  (gates: Array64, gateForm = 'sigmoid'): Term =>
  ({ head, queryAt, keyAt }) =>
    sum(
      range(Math.max(0, queryAt - keyAt)).map((step) => {
        const gate = gates.at(keyAt + 1 + step, head);
        if (gateForm === 'log') return gate;
        return -Math.log(1 + Math.exp(gateForm === 'sigmoid' ? -gate : gate));
      }),
    );
