/** Reads the header of a GGUF file, of which the rest may be many gigabytes. */

import { readSync } from 'node:fs';
import { PosencRangeError } from '../base/errors.js';
import { type GgufModel, readGguf } from '../gguf.js';

/** Bytes that are read at first: most headers with their vocabulary. */
const FIRST = 2 ** 23;

/** Most bytes that are read: no header is as long. */
const MOST = 2 ** 28;

/** Some bytes of an open file. */
export function bytesOf(
  descriptor: number,
  from: number,
  length: number,
): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const place = { offset: done, position: from + done };
    const count = readSync(descriptor, bytes, place);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/**
 * Reads the beginning of an open file, more and more of it until the header is
 * whole, and then the factors of the rope where they lie.
 *
 *   error    `ERR_FORMAT` if the file is no GGUF file, or ends in its header
 *   cost     reads some megabytes, at most 256 MiB
 */
export function readGgufFile(descriptor: number, size: number): GgufModel {
  const most = Math.min(MOST, size);
  let length = Math.min(FIRST, most);
  for (;;) {
    const head = bytesOf(descriptor, 0, length);
    try {
      const { gguf } = readGguf(head);
      // Factors behind the end of the file stay missing.
      const tensors = gguf.missing.flatMap(({ name, from, to }) => {
        if (to > size) return [];
        return [[name, bytesOf(descriptor, from, to - from)] as const];
      });
      return readGguf(head, Object.fromEntries(tensors));
    } catch (error) {
      const needed = neededBytes(error);
      if (needed === undefined || needed > most) throw error;
      length = Math.min(Math.max(needed, 4 * length), most);
    }
  }
}

/** The bytes that a header has at least, if it was cut. */
function neededBytes(error: unknown): number | undefined {
  return error instanceof PosencRangeError && error.param === 'bytes.length'
    ? Number(error.value)
    : undefined;
}
