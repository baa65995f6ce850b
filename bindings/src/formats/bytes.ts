/**
 * Converts numbers to and from bytes in files, for either byte order of the
 * machine.
 */

import type { OwnArray } from '../base/dtype.js';

const littleMachine = /* @__PURE__ */ (() =>
  new Uint8Array(Uint16Array.of(1).buffer)[0] === 1)();

/**
 * The little-endian bytes of an array. On a little-endian machine, which is
 * nearly every one, they are a view without a copy.
 */
export function littleEndian(
  array: ArrayBufferView & { readonly BYTES_PER_ELEMENT: number },
): Uint8Array {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: size } = array;
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  return littleMachine ? bytes : swapped(bytes, size);
}

/**
 * A copy of the bytes of numbers with `size` bytes each, in the byte order of
 * this machine.
 */
export function toNative(
  bytes: Uint8Array,
  size: number,
  little: boolean,
): ArrayBuffer {
  const own = little === littleMachine ? bytes.slice() : swapped(bytes, size);
  return own.buffer as ArrayBuffer;
}

function swapped(bytes: Uint8Array, size: number): Uint8Array {
  const copy = bytes.slice();
  for (let i = 0; i < copy.length; i += size) {
    copy.subarray(i, i + size).reverse();
  }
  return copy;
}

/** Joins arrays of bytes. */
export function joined(
  ...parts: readonly Uint8Array[]
): OwnArray<'Uint8Array'> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encodes a text as UTF-8. */
export function utf8(text: string): OwnArray<'Uint8Array'> {
  return new TextEncoder().encode(text);
}
