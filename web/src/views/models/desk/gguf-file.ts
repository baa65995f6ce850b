// Reads the header of a GGUF file in pieces: the rest may be many gigabytes.

import { readGguf } from 'posenc/gguf';
import { failureOf } from '../../../shell/failure.js';

/** Bytes that are read at first: most headers with their vocabulary. */
const first = 2 ** 23;

/** Most bytes that are read: no header is as long. */
const most = 2 ** 28;

/** The bytes that a header has at least, if it was cut. */
function neededBytes(error: unknown): number | undefined {
  if (failureOf(error)?.param !== 'bytes.length') return undefined;
  return Number((error as { readonly value?: unknown }).value);
}

const bytesOf = async (file: Blob, from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** A whole number that no float holds, as the nearest that one holds. */
const plain = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : value;

/**
 * The configuration that a file's header stands for, as the text of a
 * config.json; `atOnce` is how much is read at first. Throws what `readGguf` throws.
 */
export async function configOfGguf(
  file: Blob,
  atOnce = first,
): Promise<string> {
  const limit = Math.min(most, file.size);
  let length = Math.min(atOnce, limit);
  for (;;) {
    const head = await bytesOf(file, 0, length);
    try {
      const { gguf } = readGguf(head);
      // Factors behind the end of the file stay missing.
      const there = gguf.missing.filter(({ to }) => to <= file.size);
      const tensors = await Promise.all(
        there.map(
          async ({ name, from, to }) =>
            [name, await bytesOf(file, from, to)] as const,
        ),
      );
      const whole = readGguf(head, Object.fromEntries(tensors));
      return JSON.stringify(whole, plain, 2);
    } catch (error) {
      const needed = neededBytes(error);
      if (needed === undefined || needed > limit) throw error;
      length = Math.min(Math.max(needed, 4 * length), limit);
    }
  }
}
