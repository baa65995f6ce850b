/** Marks which keys the queries of a tile see: a byte for each pair. */

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
  { documents, keyMask, mask, causal, left, right }: Masks,
  { queryAt, keyAt }: Pairs,
  [row, rows]: readonly [number, number],
  [key, keys]: readonly [number, number],
): boolean {
  if (documents || keyMask || mask) return false;
  if (!keyAt.rising || !queryAt.rising) return false;
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
    const some = { key, keys, column: 0, stride: keys };
    const marked = marks(item, row, rows, some);
    const count = rows * keys;
    scratch.check(scratch.core.maskScores({ heads, count, ...marked, scores }));
  };
}

/** A byte for each pair of a tile, 0 where the key is not seen. */
interface Marks {
  /** Address of [heads, rows, stride] if `each`, else of [rows, stride]. */
  readonly visible: number;
  readonly each: boolean;
}

/** Keys that are marked, and their places in a row. */
interface MarkedKeys {
  /** The first key, and how many there are. */
  readonly key: number;
  readonly keys: number;
  /** The place of the first key, and bytes from a row to the next. */
  readonly column: number;
  readonly stride: number;
}

/** Makes the function that marks the pairs of some queries and keys. */
export function loadMarks(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
  mostKeys: number,
): (item: number, row: number, rows: number, some: MarkedKeys) => Marks {
  const { heads, queries } = sizes;
  const { core, heap } = scratch;
  const { mask, causal, left, right, prefix } = masks;
  const positions = maskPositions(scratch, pairs, most);
  const documents = perItemLoader(scratch, masks.documents);
  const keyDocuments = perItemLoader(scratch, masks.keyDocuments);
  const keyMask = perItemLoader(scratch, masks.keyMask);
  const maps = mask?.eachHead ? heads : 1;
  const visible = scratch.bytes(maps * most * mostKeys);

  return (item, row, rows, { key, keys, column, stride }) => {
    const input = {
      ...positions(row, rows, key),
      documents: documents(item, row),
      keyDocuments: keyDocuments(item, key),
      keyMask: keyMask(item, key),
      stride,
    };
    for (let map = 0; map < maps; ++map) {
      const to = visible + map * rows * stride + column;
      if (mask) {
        const from = (mask.eachItem ? item * maps : 0) + map;
        const bytes = new Uint8Array(heap.buffer, to);
        for (let i = 0; i < rows; ++i) {
          const first = (from * queries + row + i) * sizes.keys + key;
          bytes.set(mask.list.subarray(first, first + keys), i * stride);
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
 * Makes the function that gives the address of a number of an item: of a query
 * or a key. It is 0 without numbers.
 */
export function perItemLoader(
  scratch: Scratch,
  per: PerItem<Int32Array | Uint8Array> | undefined,
): (item: number, at: number) => number {
  if (!per) return () => 0;
  const { list, length, each } = per;
  const pointer = scratch.copy(list);
  return (item, at) =>
    pointer + ((each ? item * length : 0) + at) * list.BYTES_PER_ELEMENT;
}

/**
 * The positions that masks compare, for a tile of queries. Both sides are
 * counted by the core or both are lists, so that they round alike: otherwise a
 * query at the position of a key might seem to be before it.
 */
export function maskPositions(
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
