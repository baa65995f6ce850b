/**
 * The buckets of relative distances against two oracles: the float32 formulas
 * of the references, operation by operation, and whole-number arithmetic.
 */

import { load, type SpecOf } from 'posenc';
import { describe, expect, it } from 'vitest';
import * as exactBuckets from '../support/attention-oracle/distances.js';
import { Random } from './random.js';

const pe = await load();

type Scheme = SpecOf<'relativeIndices'>['scheme'];

/** Distances for which buckets must agree with the references'. */
const FARTHEST = 100_000;

/** The rows of the distances from -FARTHEST to FARTHEST. */
function indicesOf(scheme: Scheme): Int32Array {
  const keys = 2 * FARTHEST + 1;
  const place = { queries: 1, queryStart: 0, keys, keyStart: -FARTHEST };
  return pe.relativeIndices({ scheme, ...place }).data;
}

/** The first distance whose row is not that of a reference, or none. */
function wrongRow(scheme: Scheme, reference: (r: number) => number) {
  const rows = indicesOf(scheme);
  const at = rows.findIndex((row, i) => row !== reference(i - FARTHEST));
  return at < 0 ? undefined : at - FARTHEST;
}

const f32 = Math.fround;

/**
 * The logarithm of n / exact over that of `ratio`, times the buckets that are
 * left: each operation is rounded to float32, as tensors of that type are.
 */
const logarithm = (n: number, exact: number, ratio: number, left: number) =>
  f32(f32(f32(Math.log(f32(n / exact))) / f32(Math.log(ratio))) * left);

/** The bucket of a distance ≥ 0 as T5's modelling file computes it. */
function t5Bucket(n: number, side: number, maxDistance: number): number {
  const exact = Math.floor(side / 2);
  if (n < exact) return n;
  const large = logarithm(n, exact, maxDistance / exact, side - exact);
  return Math.min(exact + Math.trunc(large), side - 1);
}

/** The signed bucket as DeBERTa's `make_log_bucket_position` computes it. */
function debertaBucket(r: number, buckets: number, most: number): number {
  const mid = Math.floor(buckets / 2);
  if (Math.abs(r) <= mid) return r;
  const ratio = f32((most - 1) / mid);
  const large = Math.ceil(logarithm(Math.abs(r), mid, ratio, mid - 1)) + mid;
  return Math.sign(r) * large;
}

/** Buckets and distances of T5, UDOP, LayoutLM, WavLM, TUPE and tests. */
const published: readonly (readonly [number, number])[] = [
  ...([
    [32, 128],
    [32, 100],
    [64, 256],
    [64, 128],
    [320, 800],
  ] as const),
  ...([
    [16, 64],
    [16, 12],
    [8, 16],
  ] as const),
];

describe('buckets agree with float32 references up to a distance of 100 000', () => {
  it.each(published)('T5: %i buckets, distance %i', (buckets, maxDistance) => {
    const scheme = { type: 't5', buckets, maxDistance } as const;
    const side = buckets / 2;
    expect(
      wrongRow(scheme, (r) => {
        const base = r > 0 ? side : 0;
        return base + t5Bucket(Math.abs(r), side, maxDistance);
      }),
    ).toBeUndefined();
    // In one direction there are twice as many.
    if (maxDistance <= side) return;
    expect(
      wrongRow({ ...scheme, bidirectional: false }, (r) =>
        t5Bucket(Math.max(-r, 0), buckets, maxDistance),
      ),
    ).toBeUndefined();
  });

  it.each([
    [256, 512],
    [16, 40],
    [8, 20],
  ])('DeBERTa: %i buckets, distance %i', (buckets, most) => {
    const maxRelativePositions = most;
    expect(
      wrongRow({ type: 'deberta', buckets, maxRelativePositions }, (r) => {
        const row = debertaBucket(-r, buckets, most) + buckets;
        return Math.min(Math.max(row, 0), 2 * buckets - 1);
      }),
    ).toBeUndefined();
  });

  it.each([
    [64, 128],
    [16, 12],
    [8, 20],
  ])('URPE: %i buckets, distance %i', (buckets, maxDistance) => {
    const side = buckets / 2;
    expect(
      wrongRow({ type: 'urpe', buckets, maxDistance }, (r) => {
        const bucket = t5Bucket(Math.abs(r), side, maxDistance);
        const signed = Math.sign(r) * bucket;
        return signed + (signed >= 0 ? 2 : 0) + side - 1;
      }),
    ).toBeUndefined();
  });
});

describe('buckets of any sizes are those of whole-number arithmetic', () => {
  /** Where the row of distances n = 0, 1, … changes. */
  function starts(scheme: Scheme, most: number): Map<number, number> {
    const place = { queries: 1, queryStart: most, keys: most + 1 };
    const { data } = pe.relativeIndices({ scheme, ...place });
    const found = new Map<number, number>();
    for (let n = 1; n <= most; ++n) {
      if (data[most - n] !== data[most - n + 1]) {
        found.set(data[most - n] as number, n);
      }
    }
    return found;
  }

  it('T5: a bucket begins at the first n with n^L ≥ D^b m^(L-b)', () => {
    const random = Random.today('buckets');
    for (let i = 0; i < 60; ++i) {
      const side = random.integer(2, 41);
      const exact = Math.floor(side / 2);
      const maxDistance = exact + random.integer(1, i % 2 ? 20 : 3000);
      const scheme: Scheme = {
        ...{ type: 't5', buckets: side, maxDistance, bidirectional: false },
      };
      for (const [row, n] of starts(scheme, maxDistance + 5)) {
        // Rows that no distance has are skipped, so that the bucket before it
        // may be lower by more than one.
        if (row <= exact) continue;
        const bucket = (n: number) =>
          exactBuckets.t5Bucket(-n, {
            ...{ buckets: side, maxDistance, bidirectional: false },
          });
        const what = `${side} ${maxDistance}: ${row} from ${n}`;
        expect([what, bucket(n)]).toEqual([what, row]);
        expect(bucket(n - 1), what).toBeLessThan(row);
      }
    }
  });

  it('DeBERTa: after the last n with n^L ≤ D^(b-1) m^(L-b+1)', () => {
    const random = Random.today('buckets');
    for (let i = 0; i < 60; ++i) {
      const buckets = random.integer(4, 63);
      const mid = Math.floor(buckets / 2);
      const most = mid + random.integer(3, i % 2 ? 20 : 2000);
      const scheme: Scheme = {
        ...{ type: 'deberta', buckets, maxRelativePositions: most },
      };
      for (const [row, n] of starts(scheme, most + 5)) {
        const delta = row - buckets;
        if (delta <= mid) continue;
        // The farthest distances have the last row.
        const bucket = (n: number) =>
          Math.min(
            exactBuckets.debertaBucket(n, { buckets, maxDistance: most }),
            buckets - 1,
          );
        const what = `${buckets} ${most}: ${row} from ${n}`;
        expect([what, bucket(n)]).toEqual([what, delta]);
        expect(bucket(n - 1), what).toBeLessThan(delta);
      }
    }
  });
});
