/** Unpacks the WebAssembly that an entry holds as texts. */

import { hex } from '../core/wasm/unpack.js';

/** What the module that unpacks others exports; see `unpack.cpp`. */
interface Unpacker {
  readonly memory: WebAssembly.Memory;
  /** Reads a text in place; gives the end of what it stands for. */
  readonly read: (text: number, end: number) => number;
  /** Puts streams together; gives the end of the module. */
  readonly join: (streams: number, module: number) => number;
}

const PAGE_BYTES = 2 ** 16;

/**
 * The bytes of a module from its streams, each of which is a text. These compress
 * better than the module, and far better than base64, in which bytes do not
 * begin at characters.
 */
export function decode(packed: readonly string[]): Uint8Array {
  const bytes = Array.from(hex.match(/../g) ?? [], (two) => Number(`0x${two}`));
  const module = new WebAssembly.Module(Uint8Array.from(bytes));
  const { exports } = new WebAssembly.Instance(module);
  const { memory, read, join } = exports as unknown as Unpacker;
  // A module is hardly longer than its texts; its memory costs what is used.
  const { length } = packed.join('');
  const streams = memory.grow(2 + Math.ceil((3 * length) / PAGE_BYTES));
  const from = streams * PAGE_BYTES;
  const heap = new Uint8Array(memory.buffer);
  const starts = new Uint32Array(memory.buffer, from, packed.length);
  let end = from + PAGE_BYTES;
  packed.forEach((text, i) => {
    starts[i] = end;
    const { written } = new TextEncoder().encodeInto(text, heap.subarray(end));
    end = read(end, end + written);
  });
  return heap.subarray(end, join(from, end));
}
