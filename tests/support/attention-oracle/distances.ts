/**
 * The row of a table that serves a distance r = key position - query position.
 * Schemes without a row for some distances give -1 there. Logarithms are
 * compared through powers of whole numbers, so that every row is exact.
 */

/** Distances beyond the ends use the end: row 0 is -left, row left is 0. */
export const clipped = (r: number, left: number, right: number): number =>
  Math.max(-left, Math.min(r, right)) + left;

/** Distances beyond the ends have no row. */
export const inside = (r: number, left: number, right: number): number =>
  r < -left || r > right ? -1 : r + left;

/** Powers of such numbers take long, and the same distances come often. */
const floors = new Map<string, number>();

/**
 * The largest whole t with m·(far/m)^(t/steps) ≤ n, which is
 * ⌊steps · ln(n/m) / ln(far/m)⌋.
 */
function logFloor(n: number, m: number, far: number, steps: number): number {
  const name = `${[n, m, far, steps]}`;
  const known = floors.get(name);
  if (known !== undefined) return known;
  const [N, M, F, S] = [BigInt(n), BigInt(m), BigInt(far), BigInt(steps)];
  let t = 0n;
  // (far/m)^(t+1) ≤ (n/m)^steps, times m^(t+1+steps)
  while (F ** (t + 1n) * M ** S <= N ** S * M ** (t + 1n)) ++t;
  floors.set(name, Number(t));
  return Number(t);
}

/** The smallest whole t with (n/m)^steps ≤ (far/m)^t. */
function logCeil(n: number, m: number, far: number, steps: number): number {
  const [N, M, F, S] = [BigInt(n), BigInt(m), BigInt(far), BigInt(steps)];
  let t = 0n;
  while (N ** S * M ** t > F ** t * M ** S) ++t;
  return Number(t);
}

/** Exact up to half of the buckets, then logarithmic up to `far`. */
function oneSided(n: number, buckets: number, far: number): number {
  const exact = Math.floor(buckets / 2);
  if (n < exact) return n;
  // Farther distances have the last bucket, as `far` itself has.
  const bounded = Math.min(n, far);
  const log = logFloor(bounded, exact, far, buckets - exact);
  return Math.min(exact + log, buckets - 1);
}

export interface Buckets {
  readonly buckets: number;
  readonly maxDistance: number;
}

/** T5 (arXiv:1910.10683): one half of the buckets for later keys, or none. */
export function t5Bucket(
  r: number,
  { buckets, maxDistance, bidirectional }: Buckets & { bidirectional: boolean },
): number {
  if (!bidirectional) return oneSided(Math.max(-r, 0), buckets, maxDistance);
  const half = Math.floor(buckets / 2);
  return (r > 0 ? half : 0) + oneSided(Math.abs(r), half, maxDistance);
}

/**
 * URPE (arXiv:2205.13401): the bucket of |r| with the sign of r, where two
 * numbers are left out below the bucket of 0, counted from that of the farthest
 * earlier key, `length` - 1 positions away.
 */
export function urpeBucket(
  r: number,
  { buckets, maxDistance, length }: Buckets & { length: number },
): number {
  const signed = (d: number) => {
    const bucket = oneSided(Math.abs(d), Math.floor(buckets / 2), maxDistance);
    return d < 0 ? -bucket : bucket + 2;
  };
  return signed(r) - signed(-(length - 1));
}

/**
 * The logarithmic bucket of DeBERTa v2 (arXiv:2006.03654) of δ = i - j: exact to
 * half of the buckets, then ⌈…⌉ of the logarithm, which is `buckets` - 1 at
 * `maxDistance` - 1 and goes on beyond, as in transformers,
 * `models/deberta_v2/modeling_deberta_v2.py`. The first published code cuts
 * distances there before.
 */
export function debertaBucket(
  delta: number,
  { buckets, maxDistance }: Buckets,
): number {
  const middle = Math.floor(buckets / 2);
  const size = Math.abs(delta);
  if (size <= middle) return delta;
  const log = logCeil(size, middle, maxDistance - 1, middle - 1);
  return Math.sign(delta) * (middle + log);
}
