/** Which keys the queries of a tile see, in the module's memory. */

import type { Pairs } from '../arrays/pairs.js';
import type { Scratch } from '../core/memory.js';
import type { Masks, PerItem } from './masks.js';
import type { Sizes } from './sizes.js';

/**
 * Masks the scores of a tile: float32 [heads, rows, keys], of the keys from
 * `key` on.
 */
export type ApplyMask = (
  item: number,
  row: number,
  rows: number,
  scores: number,
  key: number,
  keys: number,
) => void;

/** Whether masks hide none of a tile's keys from its queries. */
function hidesNone(
  { bytes, causal, left, right }: Masks,
  { queryAt, keyAt }: Pairs,
  [row, rows]: readonly [number, number],
  [key, keys]: readonly [number, number],
): boolean {
  if (bytes || !keyAt.rising || !queryAt.rising) return false;
  const most = causal ? Math.min(right, 0) : right;
  return (
    keyAt.at(key) - queryAt.at(row + rows - 1) >= -left &&
    keyAt.at(key + keys - 1) - queryAt.at(row) <= most
  );
}

/** Loads masks for tiles of at most `most` queries and `mostKeys` keys. */
export function loadMasks(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
  mostKeys: number,
): ApplyMask {
  const { heads } = sizes;
  const marks = loadMarks(scratch, masks, sizes, pairs, most, mostKeys);
  return (item, row, rows, scores, key, keys) => {
    if (hidesNone(masks, pairs, [row, rows], [key, keys])) return;
    const marked = marks(item, row, rows, key, keys);
    const count = rows * keys;
    scratch.check(scratch.core.maskScores({ heads, count, ...marked, scores }));
  };
}

/** Which keys the queries of a tile see, as addresses. */
export interface Seen extends Marks {
  /** A `Span` of the core for each query; 0 if `visible` says all. */
  readonly spans: number;
}

/** The intervals of keys that queries see, as far as positions say it. */
export interface Spans {
  /** Writes a `Span` of the core for each query, and gives their address. */
  write(row: number, rows: number): number;
  /** The keys, without the end, beyond which none is seen by these queries. */
  range(row: number, rows: number): readonly [from: number, to: number];
}

/** Numbers of a `Span`: prefix, first and last. */
const SPAN = 3;

/**
 * Loads intervals of keys for tiles of at most `most` queries; undefined if
 * masks by position hide no key, or if key positions fall.
 */
export function loadSpans(
  scratch: Scratch,
  { byPosition, causal, left, right, prefix }: Masks,
  pairs: Pairs,
  most: number,
): Spans | undefined {
  if (!byPosition || !pairs.keyAt.rising) return undefined;
  const { core, heap } = scratch;
  const { keys } = pairs;
  const positions = maskPositions(scratch, pairs, most);
  const spans = scratch.bytes(most * SPAN * 4);
  const write = (row: number, rows: number) => {
    scratch.check(
      core.visibleSpans({
        ...{ rows, keys, causal, left, right, prefix },
        ...{ ...positions(row, rows, 0), spans },
      }),
    );
    return spans;
  };
  return {
    write,
    range(row, rows) {
      write(row, rows);
      const list = new Int32Array(heap.buffer, spans, rows * SPAN);
      let [from, to] = [keys, 0];
      for (let n = 0; n < list.length; n += SPAN) {
        const [prefix = 0, first = 0, last = 0] = list.subarray(n, n + SPAN);
        if (first < last) {
          from = Math.min(from, first);
          to = Math.max(to, last);
        }
        if (prefix > 0) from = 0;
        to = Math.max(to, prefix);
      }
      return from < to ? [from, to] : [0, 0];
    },
  };
}

/** Which keys the queries of a tile see, as addresses. */
export interface Visible extends Marks {
  /** A `Span` of the core for each query; 0 if `visible` says all. */
  readonly spans: number;
}

/**
 * Loads masks as intervals of keys, with a byte for each pair of a query and a
 * key only where intervals do not say it all.
 */
export function loadVisible(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
): (item: number, row: number, rows: number) => Visible {
  const { keys } = sizes;
  const marks =
    masks.bytes && loadMarks(scratch, masks, sizes, pairs, most, keys);
  const intervals = loadSpans(scratch, masks, pairs, most);
  return (item, row, rows) => {
    const spans = intervals?.write(row, rows) ?? 0;
    const marked = marks
      ? marks(item, row, rows, 0, keys)
      : { visible: 0, each: false };
    return { ...marked, spans };
  };
}

/** A byte for each pair of a tile, 0 where the key is not seen. */
interface Marks {
  /** Address of [heads, rows, keys] if `each`, else of [rows, keys]. */
  readonly visible: number;
  readonly each: boolean;
}

/** Makes the function that marks the pairs of some queries and `keys` keys. */
function loadMarks(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
  mostKeys: number,
): (
  item: number,
  row: number,
  rows: number,
  key: number,
  keys: number,
) => Marks {
  const { heads, queries } = sizes;
  const { core, heap } = scratch;
  const { mask, causal, left, right, prefix } = masks;
  const positions = maskPositions(scratch, pairs, most);
  const load = (per: PerItem<Int32Array | Uint8Array> | undefined) =>
    per ? scratch.copy(per.list) : 0;
  const at = (
    pointer: number,
    per: PerItem<Int32Array | Uint8Array> | undefined,
    row: number,
  ) => (per ? pointer + row * per.list.BYTES_PER_ELEMENT : 0);
  const documents = load(masks.documents);
  const keyDocuments = load(masks.keyDocuments);
  const keyMask = load(masks.keyMask);
  const maps = mask?.eachHead ? heads : 1;
  const visible = scratch.bytes(maps * most * mostKeys);

  return (item, row, rows, key, keys) => {
    const of = (per: { readonly each: boolean } | undefined, length: number) =>
      per?.each ? item * length : 0;
    const input = {
      ...positions(row, rows, key),
      documents: at(
        documents,
        masks.documents,
        of(masks.documents, queries) + row,
      ),
      keyDocuments: at(
        keyDocuments,
        masks.keyDocuments,
        of(masks.keyDocuments, sizes.keys) + key,
      ),
      keyMask: at(keyMask, masks.keyMask, of(masks.keyMask, sizes.keys) + key),
    };
    const count = rows * keys;
    for (let map = 0; map < maps; ++map) {
      const to = visible + map * count;
      if (mask) {
        const from = (mask.eachItem ? item * maps : 0) + map;
        const into = new Uint8Array(heap.buffer, to, count);
        for (let i = 0; i < rows; ++i) {
          const first = (from * queries + row + i) * sizes.keys + key;
          into.set(mask.list.subarray(first, first + keys), i * keys);
        }
      }
      scratch.check(
        core.visibleKeys({
          ...{ rows, keys, causal, left, right, prefix },
          in: { ...input, mask: mask ? to : 0 },
          visible: to,
        }),
        keys * 8,
      );
    }
    return { visible, each: maps > 1 };
  };
}

/**
 * The positions that masks compare, for a tile of queries. Both sides are
 * counted by the core or both are lists, so that they round alike: otherwise a
 * query at the position of a key might seem to be before it.
 */
function maskPositions(
  scratch: Scratch,
  { queryAt, keyAt }: Pairs,
  most: number,
) {
  const { heap } = scratch;
  const listed = !keyAt.integers || !queryAt.integers;
  const keys = listed ? scratch.bytes(keyAt.length * 8) : 0;
  const queries = listed ? scratch.bytes(most * 8) : 0;
  const view = (pointer: number, length: number) =>
    new Float64Array(heap.buffer, pointer, length);
  if (listed) keyAt.write(0, view(keys, keyAt.length));
  const where = (start: number, positions: number) => ({
    ...{ start: listed ? 0 : start, positions },
    ...{ first: 0, apart: 0 },
  });
  return (row: number, rows: number, key: number) => {
    if (listed) queryAt.write(row, view(queries, rows));
    return {
      queryPositions: where(queryAt.at(row), queries),
      keyPositions: where(keyAt.at(key), keys + (listed ? key * 8 : 0)),
    };
  };
}
