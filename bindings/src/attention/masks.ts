/** Masks: which keys a query sees. The rules are in `cpp/posenc/attention`. */

import { readShapedIndices } from '../arrays/indices.js';
import { shapeError } from '../arrays/operand.js';
import { product } from '../arrays/tensor.js';
import { wrongValue } from '../base/errors.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import { missing } from '../describe/missing.js';
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
  const byPosition = causal || window !== undefined || prefix !== undefined;
  if (!byPosition && !documents && !keyMask && !mask) return undefined;
  return {
    ...{ byPosition, causal, left, right, prefix: prefix ?? -Infinity },
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
): PerItem<Float64Array> | undefined {
  if (value === undefined) return undefined;
  const { list, shape } = readShapedIndices(method, param, value, largest, 2);
  const each = shape.length === 2;
  const fits =
    shape.at(-1) === length && (each ? shape[0] === batch : shape.length === 1);
  if (fits) return { list, length, each };
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
