/** Masks: which keys a query sees. The rules are in `cpp/posenc/attention`. */

import { readShapedIndices } from '../arrays/indices.js';
import { shapeError } from '../arrays/operand.js';
import type { Pairs } from '../arrays/pairs.js';
import { product } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import type { Scratch } from '../core/memory.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
import { maskParameters } from './masks.description.js';
import type { Sizes } from './sizes.js';

/** Numbers for the rows or keys of each item, or of all items alike. */
interface PerItem<T extends Int32Array | Uint8Array> {
  readonly list: T;
  readonly each: boolean;
}

/** Checked masks. */
export interface Masks {
  /**
   * Whether a query may see keys that are no interval behind a prefix, so that
   * each of its keys needs a byte.
   */
  readonly bytes: boolean;
  readonly causal: boolean;
  readonly left: number;
  readonly right: number;
  readonly prefix: number;
  readonly documents: PerItem<Int32Array> | undefined;
  readonly keyDocuments: PerItem<Int32Array> | undefined;
  readonly keyMask: PerItem<Uint8Array> | undefined;
  readonly mask:
    | {
        readonly list: Uint8Array;
        readonly eachItem: boolean;
        readonly eachHead: boolean;
      }
    | undefined;
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
  const any = causal || window || prefix !== undefined;
  if (!any && !documents && !keyMask && !mask) return undefined;
  return {
    bytes: Boolean(documents || keyMask || mask || !pairs.lattice),
    ...{ causal, left, right, prefix: prefix ?? -Infinity },
    documents: documents && { ...documents, list: integers(documents.list) },
    keyDocuments: keyDocuments && {
      ...keyDocuments,
      list: integers(keyDocuments.list),
    },
    keyMask: keyMask && { ...keyMask, list: Uint8Array.from(keyMask.list) },
    mask,
  };
}

const integers = (list: Float64Array) => Int32Array.from(list);

function readPerItem(
  method: string,
  param: string,
  value: unknown,
  { batch }: Sizes,
  length: number,
  largest: number,
): { readonly list: Float64Array; readonly each: boolean } | undefined {
  if (value === undefined) return undefined;
  const { list, shape } = readShapedIndices(method, param, value, largest, 2);
  const each = shape.length === 2;
  const fits =
    shape.at(-1) === length && (each ? shape[0] === batch : shape.length === 1);
  if (fits) return { list, each };
  const rule =
    batch === undefined
      ? `[${length}]`
      : `[${length}] or [${batch}, ${length}]`;
  throw shapeError(method, param, rule, shape);
}

function readMask(
  method: string,
  value: unknown,
  { batch, heads, queries, keys }: Sizes,
): Masks['mask'] {
  if (value === undefined) return undefined;
  const { list, shape } = readShapedIndices(method, 'mask', value, 1, 4);
  const [last, before, third, first] = [...shape].reverse();
  const rule =
    batch === undefined
      ? `[${queries}, ${keys}] or [${heads}, ${queries}, ${keys}]`
      : `[${queries}, ${keys}], [${batch}, ${queries}, ${keys}] or ` +
        `[${batch}, ${heads}, ${queries}, ${keys}]`;
  const inner = last === keys && before === queries;
  const outer =
    batch === undefined
      ? first === undefined && (third === undefined || third === heads)
      : first === undefined
        ? third === undefined || third === batch
        : first === batch && (third === heads || third === 1);
  if (!inner || !outer) throw shapeError(method, 'mask', rule, shape);
  if (list.length !== product(shape)) {
    throw wrongValue(method, 'mask.length', rule, list.length, 'ERR_SHAPE');
  }
  const fourth = shape.length === 4;
  return {
    list: Uint8Array.from(list),
    eachItem: batch !== undefined && shape.length > 2,
    eachHead: fourth ? third !== 1 : batch === undefined && shape.length === 3,
  };
}

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

/**
 * The range of keys, without its end, beyond which masks hide all keys from the
 * queries from `row` on. The range may be too large.
 */
export function keysSeen(
  { causal, left, right, prefix }: Masks,
  { queryAt, keyAt, lattice }: Pairs,
  row: number,
  rows: number,
): readonly [from: number, to: number] {
  const { length } = keyAt;
  if (!lattice) return [0, length];
  const start = keyAt.at(0);
  const last =
    queryAt.at(row + rows - 1) + (causal ? Math.min(right, 0) : right);
  const from = Math.ceil(queryAt.at(row) - left - start);
  const to = Math.floor(last - start) + 1;
  const before = Math.ceil(prefix - start);
  const inside = (key: number) => Math.min(Math.max(key, 0), length);
  return before > 0
    ? [0, inside(Math.max(to, before))]
    : [inside(from), inside(to)];
}

/** Whether masks hide none of a tile's keys from its queries. */
function hidesNone(
  { bytes, causal, left, right }: Masks,
  { queryAt, keyAt }: Pairs,
  [row, rows]: readonly [number, number],
  [key, keys]: readonly [number, number],
): boolean {
  if (bytes) return false;
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

/**
 * Loads masks as intervals of keys, with a byte for each pair of a query and a
 * key only where intervals do not say it all.
 */
export function loadSeen(
  scratch: Scratch,
  masks: Masks,
  sizes: Sizes,
  pairs: Pairs,
  most: number,
): (item: number, row: number, rows: number) => Seen {
  const { causal, left, right, prefix, bytes } = masks;
  const { keys } = sizes;
  const marks = bytes && loadMarks(scratch, masks, sizes, pairs, most, keys);
  const positions = pairs.lattice && maskPositions(scratch, pairs, most);
  const spans = positions ? scratch.bytes(most * 12) : 0;
  return (item, row, rows) => {
    if (positions) {
      scratch.check(
        scratch.core.visibleSpans({
          ...{ rows, keys, causal, left, right, prefix },
          ...{ ...positions(row, rows, 0), spans },
        }),
      );
    }
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
