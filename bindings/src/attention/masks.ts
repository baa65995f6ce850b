/** Masks: which keys a query sees. The rules are in `cpp/posenc/attention`. */

import { readShapedIndices } from '../arrays/indices.js';
import type { Pairs } from '../arrays/pairs.js';
import type { RowPositions } from '../arrays/positions.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Attention } from '../core/wasm/calls.js';
import { fitAxes } from '../describe/axes.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import type { Tile } from '../terms/term.js';
import { type Blocks, blocksOf } from './blocks.js';
import { maskParameters } from './masks.description.js';
import type { Sizes } from './sizes.js';

/** Numbers for the rows or keys of each item, or of all items alike. */
export interface PerItem<T extends Int32Array | Uint8Array | Float64Array> {
  readonly list: T;
  /** Numbers of an item. */
  readonly length: number;
  readonly each: boolean;
}

/** Checked masks. */
export interface Masks {
  /** Whether `causal`, `window` or `prefix` hide keys by their positions. */
  readonly byPosition: boolean;
  readonly causal: boolean;
  readonly left: number;
  readonly right: number;
  readonly prefix: number;
  readonly documents: PerItem<Int32Array> | undefined;
  readonly keyDocuments: PerItem<Int32Array> | undefined;
  readonly keyMask: PerItem<Uint8Array> | undefined;
  readonly mask: MaskMap | undefined;
  readonly blocks: Blocks | undefined;
}

/** A byte for each pair of a query and a key. */
interface MaskMap {
  readonly list: Uint8Array;
  readonly eachItem: boolean;
  readonly eachHead: boolean;
}

/** Reads the masks of a call; undefined if there are none. */
export function readMasks(
  method: string,
  checked: Checked<typeof maskParameters>,
  sizes: Sizes,
  pairs: Pairs,
): Masks | undefined {
  const { causal, window, prefix } = checked;
  const { queries, keys } = sizes;
  const [left = Infinity, right = Infinity] = window ?? [];
  const perItem = (
    param: 'documents' | 'keyDocuments' | 'keyMask',
    length: number,
    largest: number,
  ) => readPerItem(method, param, checked[param], sizes, length, largest);
  const documents = perItem('documents', queries, 2 ** 31 - 1);
  const keyDocuments =
    perItem('keyDocuments', keys, 2 ** 31 - 1) ??
    (queries === keys ? documents : undefined);
  for (const [one, other, param] of [
    [documents, keyDocuments, 'keyDocuments'],
    [keyDocuments, documents, 'documents'],
  ] as const) {
    if (!one || other) continue;
    throw missing(method, param, ruleOf(maskParameters[param]));
  }
  const keyMask = perItem('keyMask', keys, 1);
  const mask = readMask(method, checked.mask, sizes);
  const blocks = blocksOf(checked.blocks, pairs);
  const byPosition = causal || window !== undefined || prefix !== undefined;
  if (!byPosition && !documents && !keyMask && !mask && !blocks) {
    return undefined;
  }
  return {
    ...{ byPosition, causal, left, right, prefix: prefix ?? -Infinity },
    documents: documents && { ...documents, list: integers(documents.list) },
    keyDocuments: keyDocuments && {
      ...keyDocuments,
      list: integers(keyDocuments.list),
    },
    keyMask: keyMask && { ...keyMask, list: Uint8Array.from(keyMask.list) },
    ...{ mask, blocks },
  };
}

const integers = (list: Float64Array) => Int32Array.from(list);

function readPerItem(
  method: string,
  param: 'documents' | 'keyDocuments' | 'keyMask',
  value: unknown,
  { batch }: Sizes,
  length: number,
  largest: number,
): PerItem<Float64Array> | undefined {
  if (value === undefined) return undefined;
  const { list, shape } = readShapedIndices(method, param, value, largest, 2);
  const sizes = { batch: batch ?? null, queries: length, keys: length };
  const place = { method, param, flat: false };
  const found = fitAxes(place, maskParameters[param], shape, sizes);
  return { list, length, each: found.batch !== undefined };
}

function readMask(
  method: string,
  value: unknown,
  { batch, heads, queries, keys }: Sizes,
): MaskMap | undefined {
  if (value === undefined) return undefined;
  const { list, shape } = readShapedIndices(method, 'mask', value, 1, 4);
  // With a batch, three axes are those of a mask for each item.
  const forms = maskParameters.mask.axes.filter(
    ([first, ...more]) => batch === undefined || first === 'batch' || !more[1],
  );
  const sizes = { batch: batch ?? null, heads, queries, keys };
  const place = { method, param: 'mask', flat: false };
  const found = fitAxes(place, { axes: forms }, shape, sizes);
  return {
    list: Uint8Array.from(list),
    eachItem: found.batch !== undefined,
    eachHead: found.heads !== undefined,
  };
}

/** Loads the masks of a call into the core's object. */
export function loadMasks(
  scratch: Scratch,
  attention: Attention,
  masks: Masks,
  { pairs, sizes }: { readonly pairs: Pairs; readonly sizes: Sizes },
): void {
  const { byPosition, causal, left, right, prefix } = masks;
  const { queryAt, keyAt } = pairs;
  // Both sides are counted by the core or both are lists, so that they round
  // alike: otherwise a query at the position of a key might seem to be before it.
  const listed = !keyAt.integers || !queryAt.integers;
  const where = (at: RowPositions) => ({
    ...{ start: listed ? 0 : at.at(0), first: 0, apart: 0 },
    positions: listed ? scratch.copy(at.copy(0, at.length)) : 0,
  });
  const perItem = (per: PerItem<Int32Array | Uint8Array> | undefined) => ({
    data: per ? scratch.copy(per.list) : 0,
    apart: per?.each ? per.length : 0,
  });
  scratch.check(
    scratch.core.maskAttention({
      ...{ attention, byPosition, causal, left, right, prefix },
      ...{ queryPositions: where(queryAt), keyPositions: where(keyAt) },
      ...{ queriesRise: queryAt.rising, keysRise: keyAt.rising },
      documents: perItem(masks.documents),
      keyDocuments: perItem(masks.keyDocuments),
      keyMask: perItem(masks.keyMask),
      maps: masks.mask || masks.blocks ? mapsOf(masks, sizes) : 0,
    }),
  );
}

/** How many maps of bytes an item has: one for all heads, or one a head. */
const mapsOf = (masks: Masks, { heads }: Sizes) =>
  hidesByHead(masks) ? heads : 1;

/** Whether keys are hidden from some heads alone. */
export const hidesByHead = ({ mask, blocks }: Masks): boolean =>
  (mask?.eachHead || blocks?.eachHead) ?? false;

/**
 * Makes the function that writes a map of bytes for a tile to an address, where
 * its rows are `stride` bytes apart; undefined if no map is needed.
 */
export function maskWriter(
  heap: Heap,
  { mask, blocks }: Masks,
  { heads, queries, keys }: Sizes,
) {
  if (!mask && !blocks) return undefined;
  return (tile: Tile, to: number, map: number, stride: number): void => {
    const { item, row, rows, key } = tile;
    const head = mask?.eachHead ? map : 0;
    const from = mask?.eachItem ? item * (mask.eachHead ? heads : 1) : 0;
    for (let query = row; query < row + rows; ++query) {
      const at = to + (query - row) * stride;
      const bytes = new Uint8Array(heap.buffer, at, tile.keys);
      if (mask) {
        const first = ((from + head) * queries + query) * keys + key;
        bytes.set(mask.list.subarray(first, first + tile.keys));
      } else {
        bytes.fill(1);
      }
      blocks?.hide(bytes, query, key, map);
    }
  };
}
