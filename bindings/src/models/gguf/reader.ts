/** Reads the numbers and texts of a GGUF file, one after another. */

import { PosencRangeError } from '../../base/errors.js';
import { malformed } from '../../formats/checks.js';

/** A value of the metadata; a `bigint` only if it exceeds 2^53. */
export type GgufValue =
  | number
  | bigint
  | boolean
  | string
  | readonly GgufValue[];

/** Readers of the types of values by their codes; two codes have none. */
const GET = [
  'getUint8',
  'getInt8',
  'getUint16',
  'getInt16',
  'getUint32',
  'getInt32',
  'getFloat32',
  'getUint8',
  undefined,
  undefined,
  'getBigUint64',
  'getBigInt64',
  'getFloat64',
] as const;
const BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;

/** Deepest nesting of arrays. */
const DEEPEST = 8;

/** Longest array that is kept: longer than any list of layers. */
const LONGEST = 4096;

/** Most steps. The largest vocabularies have some million texts. */
const STEPS = 2_097_152;

/** Steps of something that is kept. A text that is passed over takes one. */
const KEPT = 64;

/** The error for bytes that are no GGUF file: `readGguf: message`. */
export function noGguf(message: string, value?: unknown): PosencRangeError {
  return malformed('readGguf', message, value);
}

/**
 * A place in a file that moves on as values are read.
 *
 *   range    any bytes
 *   error    `ERR_FORMAT`, with the place, where the bytes end too early, or
 *            where they are not what the format says
 *   cost     one pass, which ends after so many steps that neither time nor
 *            memory grow further: 32,768 values that are kept, or 2,097,152
 *            texts and arrays that are not
 */
export class Reader {
  /** The next byte. */
  at = 0;
  /** What is being read, for errors. */
  where = 'the magic';
  /** Whether the file is little-endian. */
  little = true;
  /** Bytes of the numbers that count something. */
  wide = 8;
  #steps = 0;
  readonly #view: DataView;
  // A byte order mark at the beginning is part of a text.
  readonly #texts = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  constructor(readonly bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.#view = new DataView(buffer, byteOffset, byteLength);
  }

  /** An error about what is being read, which begins at byte `at`. */
  wrong(what: string, value?: unknown, at = this.at): PosencRangeError {
    return noGguf(`${this.where} at byte ${at} ${what}`, value);
  }

  /** Counts work, of which no real file needs that much. */
  #spend(steps: number): void {
    this.#steps += steps;
    if (this.#steps > STEPS) {
      throw this.wrong('exceeds the number of values that a header may have');
    }
  }

  /** Passes over bytes; gives the place of the first. */
  skip(count: number): number {
    const { at } = this;
    this.#needs(count);
    this.at += count;
    return at;
  }

  #needs(count: number): void {
    const { length } = this.bytes;
    if (count <= length - this.at) return;
    const message =
      `readGguf: ${this.where} at byte ${this.at} needs ${count} bytes, but the ` +
      `bytes end at ${length}`;
    throw new PosencRangeError(message, {
      code: 'ERR_FORMAT',
      param: 'bytes.length',
      value: this.at + count,
    });
  }

  /** A number of the type with this code; see {@link GgufValue}. */
  #number(type: number): number | bigint {
    const at = this.skip(BYTES[type] as number);
    const get = GET[type] as 'getUint8' | 'getBigInt64';
    const value = this.#view[get](at, this.little) as number | bigint;
    const near = Number(value);
    return typeof value === 'bigint' && !Number.isSafeInteger(near)
      ? value
      : near;
  }

  /** A uint32. */
  uint32(): number {
    return this.#view.getUint32(this.skip(4), this.little);
  }

  /** A number that counts something. */
  count(): number {
    return this.wide === 4 ? this.uint32() : this.uint64();
  }

  /** A uint64, rounded beyond 2^53: no file is that long. */
  uint64(): number {
    const at = this.skip(8);
    const first = this.#view.getUint32(at, this.little);
    const second = this.#view.getUint32(at + 4, this.little);
    return this.little ? first + 2 ** 32 * second : 2 ** 32 * first + second;
  }

  /** A text. */
  text(): string {
    this.#spend(KEPT);
    const length = this.count();
    const from = this.skip(length);
    try {
      return this.#texts.decode(this.bytes.subarray(from, from + length));
    } catch {
      throw this.wrong('must be UTF-8', undefined, from);
    }
  }

  /** A value and, before it, its type. Passes over it if it is not kept. */
  value(kept: boolean): GgufValue | undefined {
    const value = this.#valueOf(this.#type(), kept, 0);
    return kept ? value : undefined;
  }

  #type(): number {
    const { at } = this;
    const type = this.uint32();
    if (BYTES[type] !== undefined) return type;
    throw this.wrong(`has the unknown type ${type}`, type, at);
  }

  #valueOf(type: number, kept: boolean, depth: number): GgufValue | undefined {
    if (type === ARRAY) return this.#array(kept, depth + 1);
    if (type !== STRING) {
      const value = this.#number(type);
      return type === BOOL ? value !== 0 : value;
    }
    if (kept) return this.text();
    this.#spend(1);
    this.skip(this.count());
    return undefined;
  }

  #array(kept: boolean, depth: number): GgufValue[] | undefined {
    if (depth > DEEPEST) throw this.wrong('is nested too deeply');
    this.#spend(1);
    const type = this.#type();
    const count = this.count();
    const size = BYTES[type];
    const keeps = kept && count <= LONGEST;
    if (size && !keeps) {
      this.skip(size * count);
      return undefined;
    }
    // Texts and arrays have a length at least; then no loop outlasts the file.
    this.#needs((size || this.wide) * count);
    if (keeps) this.#spend(count * KEPT);
    const values: GgufValue[] = [];
    for (let i = 0; i < count; ++i) {
      const value = this.#valueOf(type, keeps, depth);
      if (keeps && value !== undefined) values.push(value);
    }
    return keeps ? values : undefined;
  }
}
