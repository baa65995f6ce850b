/** Reads lists of token ids or row numbers. */

import { viewKind, wrongKind, wrongValue } from '../base/errors.js';
import { newList } from './positions.js';
import { checkLive } from './tensor.js';

/** Copies a list of integers from 0 to `largest`, each read once. */
export function readIndices(
  method: string,
  param: string,
  value: unknown,
  largest: number,
): Float64Array {
  const source = listOf(method, param, value);
  const list = newList(method, param, source.length);
  for (let i = 0; i < list.length; ++i) {
    const item = source[i];
    // Lists are long, so names and rules are only made for an error.
    if (typeof item === 'number' && item >= 0 && item <= largest) {
      if (Number.isInteger(item)) {
        list[i] = item;
        continue;
      }
    }
    const rule = `an integer from 0 to ${largest}`;
    const name = `${param}[${i}]`;
    if (typeof item !== 'number') throw wrongKind(method, name, rule, item);
    throw wrongValue(method, name, rule, item);
  }
  return list;
}

function listOf(
  method: string,
  param: string,
  value: unknown,
): ArrayLike<unknown> {
  if (Array.isArray(value)) return value;
  if (ArrayBuffer.isView(value) && /^(Int|Uint)/.test(viewKind(value))) {
    checkLive(method, param, value);
    return value as Int32Array;
  }
  const rule = 'an array or typed array of integers';
  throw wrongKind(method, param, rule, value);
}
