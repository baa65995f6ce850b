/** Logarithmic buckets of distances, as T5, DeBERTa and URPE have them. */

import { wrongValue } from '../base/errors.js';
import type { Calls, Status } from '../core/wasm/calls.js';
import { type PlannedIndices, planClip } from './indices.js';

/** The distances of a call of the core, and where their rows go. */
interface Lists {
  /** Address of the distances at which buckets begin. */
  readonly starts: number;
  readonly startCount: number;
  readonly distances: number;
  readonly count: number;
  readonly out: number;
}

/** Buckets that are ready for the core. */
interface Buckets {
  /** Number of rows of the table. */
  readonly rows: number;
  /** The scale of `bucketStarts`, and how many buckets begin on it. */
  readonly scale: {
    readonly first: number;
    readonly last: number;
    readonly parts: number;
    readonly after: boolean;
  };
  readonly count: number;
  /** Writes the rows of distances. */
  readonly write: (core: Calls, lists: Lists) => Status;
}

function planBuckets({ rows, scale, count, write }: Buckets): PlannedIndices {
  return {
    rows,
    load(scratch) {
      const { core } = scratch;
      const starts = scratch.bytes(count * Float64Array.BYTES_PER_ELEMENT);
      scratch.check(
        core.bucketStarts({ ...scale, buckets: count, out: starts }),
      );
      const from = { starts, startCount: count };
      return ({ distances, count }, out) =>
        scratch.check(write(core, { ...from, distances, count, out }));
    },
  };
}

/** Buckets of T5. */
export interface T5Scheme {
  readonly buckets: number;
  readonly maxDistance: number;
  readonly bidirectional: boolean;
  readonly positionScale: number;
}

/**
 * Plans the rows of buckets of T5: half of those of a side hold one distance each.
 * Errors name the options below `path`, as those of all buckets do.
 */
export function planT5(
  method: string,
  scheme: T5Scheme,
  path = '',
): PlannedIndices {
  const { buckets, maxDistance, bidirectional, positionScale } = scheme;
  const rule = bidirectional
    ? 'an even integer ≥ 4, as bidirectional is true'
    : 'an integer ≥ 2';
  const fits = bidirectional ? buckets >= 4 && buckets % 2 === 0 : buckets >= 2;
  if (!fits) throw wrongValue(method, `${path}buckets`, rule, buckets);
  const side = bidirectional ? buckets / 2 : buckets;
  const own = { buckets, bidirectional, positionScale };
  return planBuckets({
    rows: buckets,
    ...halfExact(method, side, maxDistance, `${path}maxDistance`),
    write: (core, lists) => core.t5Indices({ ...own, ...lists }),
  });
}

/** Signed buckets of URPE. */
export interface UrpeScheme {
  readonly buckets: number;
  readonly maxDistance: number;
  /** Length of the longest sequence; any, if it is left out. */
  readonly maxLength?: number | undefined;
}

/** Plans the rows of buckets of URPE: those of T5 for |r|, with the sign of r. */
export function planUrpe(
  method: string,
  scheme: UrpeScheme,
  path = '',
): PlannedIndices {
  const { buckets, maxDistance, maxLength = Infinity } = scheme;
  if (buckets < 4) {
    throw wrongValue(method, `${path}buckets`, 'an integer ≥ 4', buckets);
  }
  const side = Math.floor(buckets / 2);
  return planBuckets({
    rows: buckets + 1,
    ...halfExact(method, side, maxDistance, `${path}maxDistance`),
    write: (core, lists) => {
      const status = core.urpeIndices({ buckets, maxLength, ...lists });
      if (status !== 'bad-value') return status;
      const rule = 'such that all distances are below it';
      throw wrongValue(method, `${path}maxLength`, rule, maxLength);
    },
  });
}

/** `side` buckets for distances ≥ 0, of which half hold one distance each. */
function halfExact(
  method: string,
  side: number,
  maxDistance: number,
  param: string,
) {
  const first = Math.floor(side / 2);
  checkFarthest(method, param, first, maxDistance);
  const parts = side - first;
  const scale = { first, last: maxDistance, parts, after: false };
  return { scale, count: parts - 1 };
}

/** Clipped distances of DeBERTa, or its logarithmic buckets. */
export interface DebertaScheme {
  /** Logarithmic buckets on either side; none if it is left out. */
  readonly buckets?: number | undefined;
  readonly maxRelativePositions: number;
}

/**
 * Plans the rows of DeBERTa; of DeBERTa-v2's buckets, distances up to half of
 * them are kept.
 */
export function planDeberta(
  method: string,
  scheme: DebertaScheme,
  path = '',
): PlannedIndices {
  const { buckets, maxRelativePositions } = scheme;
  if (buckets === undefined) {
    const [left, right] = [maxRelativePositions - 1, maxRelativePositions];
    return planClip({ type: 'clip', left, right, reversed: true });
  }
  if (buckets < 4) {
    throw wrongValue(method, `${path}buckets`, 'an integer ≥ 4', buckets);
  }
  const first = Math.floor(buckets / 2);
  const param = `${path}maxRelativePositions`;
  checkFarthest(method, param, first + 1, maxRelativePositions);
  const last = maxRelativePositions - 1;
  return planBuckets({
    rows: 2 * buckets,
    scale: { first, last, parts: first - 1, after: true },
    count: buckets - first,
    write: (core, lists) => core.debertaIndices({ buckets, ...lists }),
  });
}

/** Throws unless the logarithmic part of the buckets has a length. */
function checkFarthest(
  method: string,
  param: string,
  exact: number,
  farthest: number,
): void {
  if (farthest > exact) return;
  const rule = `an integer > ${exact}, as distances up to there have a bucket each`;
  throw wrongValue(method, param, rule, farthest);
}
