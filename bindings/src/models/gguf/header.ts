/**
 * The header of a GGUF file: what llama.cpp keeps of a model besides its
 * weights.
 *
 * Format: docs/gguf.md of ggml; ggml/src/gguf.cpp of llama.cpp.
 */

import { show } from '../../base/errors.js';
import { valueOfHalf } from '../../base/half.js';
import { readBytes } from '../../formats/checks.js';
import { type GgufValue, noGguf, Reader } from './reader.js';

/** A tensor of a GGUF file. */
export interface GgufTensor {
  /** Lengths, the fastest first: the reverse of Hugging Face's. */
  readonly shape: readonly number[];
  /** Code of the type of the numbers; 0 is float32, 1 is float16. */
  readonly type: number;
  /** First byte, counted from {@link GgufHeader.dataStart}. */
  readonly offset: number;
}

/** Numbers that divide the frequencies of a rope, one for each pair. */
export interface GgufFactors {
  /** Name of the tensor. */
  readonly name: string;
  /** First byte in the file, and the one after the last. */
  readonly from: number;
  readonly to: number;
  /** The numbers; absent if they lie beyond the given bytes. */
  readonly values?: readonly number[];
}

/** Bytes of tensors, by name. */
export type GivenTensors = Readonly<Record<string, Uint8Array | ArrayBuffer>>;

/** Which factors a tensor holds: for all positions, or by the length. */
export type FactorKind = 'freqs' | 'factors_long' | 'factors_short';

/** What the header of a GGUF file says. */
export interface GgufHeader {
  readonly version: number;
  readonly littleEndian: boolean;
  /**
   * Values by their keys, without those of `tokenizer.*` and without arrays
   * longer than 4,096.
   */
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: ReadonlyMap<string, GgufTensor>;
  readonly factors: Readonly<Partial<Record<FactorKind, GgufFactors>>>;
  /** Tensors begin at multiples of this number of bytes. */
  readonly alignment: number;
  /** Place in the file that the tensors' offsets count from. */
  readonly dataStart: number;
}

const MAGIC = 'GGUF';
const NEWEST = 3;
const MOST_DIMENSIONS = 4;
const MOST_FACTORS = 65_536;

/** Bytes of the types that factors have. */
const FACTOR_BYTES: Readonly<Record<number, number>> = { 0: 4, 1: 2 };

/** Whether the bytes begin like a GGUF file. */
export function isGguf(bytes: Uint8Array): boolean {
  return [...MAGIC].every((sign, i) => bytes[i] === sign.charCodeAt(0));
}

/**
 * Reads the header of a GGUF file of version 1, 2 or 3 in either byte order.
 * Integers beyond 2^53 come out as `bigint`, exact. Texts of `tokenizer.*` are
 * not checked: tokens may be any bytes.
 *
 *   range    the beginning of a file, at least up to where its tensors begin;
 *            some megabytes, because the vocabulary comes before. `given`:
 *            tensors that lie behind it
 *   error    `ERR_FORMAT`, with the byte and what was expected there, if the
 *            bytes end within the header or are no such header: an unknown
 *            type, a key or a tensor twice, a text that is not UTF-8, arrays
 *            nested deeper than 8, more keys and tensors than 32,768
 *   cost     one pass over the header; memory a part of its length
 */
export function readHeader(
  bytes: Uint8Array | ArrayBuffer,
  given: GivenTensors = {},
): GgufHeader {
  const reader = new Reader(readBytes('readGguf', bytes));
  reader.skip(MAGIC.length);
  if (!isGguf(reader.bytes)) throw noGguf('bytes must begin with "GGUF"');
  const version = readVersion(reader);
  if (version === 1) reader.wide = 4;
  reader.where = 'the number of tensors';
  const tensorCount = reader.count();
  reader.where = 'the number of keys';
  const keyCount = reader.count();
  const metadata = readMetadata(reader, keyCount);
  const alignment = metadata.get('general.alignment') ?? 32;
  if (typeof alignment !== 'number' || !isPowerOfTwo(alignment)) {
    throw noGguf(
      `general.alignment must be a power of two, got ${show(alignment)}`,
      alignment,
    );
  }
  const tensors = readTensors(reader, tensorCount, alignment);
  const dataStart = Math.ceil(reader.at / alignment) * alignment;
  return {
    version,
    littleEndian: reader.little,
    metadata,
    tensors,
    factors: readFactors(reader, tensors, dataStart, given),
    alignment,
    dataStart,
  };
}

function isPowerOfTwo(value: number): boolean {
  return value >= 1 && value < 2 ** 32 && Number.isInteger(Math.log2(value));
}

/** The version, whose bytes also tell the byte order. */
function readVersion(reader: Reader): number {
  reader.where = 'the version';
  const { at } = reader;
  for (const little of [true, false]) {
    reader.at = at;
    reader.little = little;
    const version = reader.uint32();
    if (version >= 1 && version <= NEWEST) return version;
  }
  throw reader.wrong(`must be 1 to ${NEWEST}`, undefined, at);
}

function readMetadata(
  reader: Reader,
  count: number,
): ReadonlyMap<string, GgufValue> {
  const seen = new Set<string>();
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < count; ++i) {
    const key = readName(reader, 'key', i, count, seen);
    const value = reader.value(!key.startsWith('tokenizer.'));
    if (value !== undefined) metadata.set(key, value);
  }
  return metadata;
}

/** A name that must not come twice; then errors are about what it names. */
function readName(
  reader: Reader,
  what: string,
  index: number,
  count: number,
  seen: Set<string>,
): string {
  reader.where = `${what} ${index + 1} of ${count}`;
  const { at } = reader;
  const name = reader.text();
  reader.where = `${what} ${show(name)}`;
  if (seen.has(name)) throw reader.wrong('comes twice', name, at);
  seen.add(name);
  return name;
}

function readTensors(
  reader: Reader,
  count: number,
  alignment: number,
): ReadonlyMap<string, GgufTensor> {
  const seen = new Set<string>();
  const tensors = new Map<string, GgufTensor>();
  for (let i = 0; i < count; ++i) {
    const name = readName(reader, 'tensor', i, count, seen);
    const { at } = reader;
    const dimensions = reader.uint32();
    if (dimensions > MOST_DIMENSIONS) {
      throw reader.wrong(
        `must have at most ${MOST_DIMENSIONS} dimensions, got ${dimensions}`,
        dimensions,
        at,
      );
    }
    const shape = Array.from({ length: dimensions }, () => reader.count());
    const type = reader.uint32();
    const offset = reader.uint64();
    if (offset % alignment || !Number.isSafeInteger(offset)) {
      throw reader.wrong(
        `must begin at a multiple of ${alignment}, got ${offset}`,
        offset,
        at,
      );
    }
    tensors.set(name, { shape, type, offset });
  }
  return tensors;
}

/** Factors are stored once, or once for each layer, all alike. */
function readFactors(
  reader: Reader,
  tensors: ReadonlyMap<string, GgufTensor>,
  dataStart: number,
  given: GivenTensors,
): GgufHeader['factors'] {
  const factors: Partial<Record<FactorKind, GgufFactors>> = {};
  for (const [name, { shape, type, offset }] of tensors) {
    const found = /^(?:blk\.\d+\.)?rope_(\w+)\.weight$/.exec(name)?.[1];
    const kind = (['freqs', 'factors_long', 'factors_short'] as const).find(
      (word) => word === found,
    );
    if (!kind || factors[kind]) continue;
    const size = FACTOR_BYTES[type];
    const count = shape.reduce((all, length) => all * length, 1);
    if (!size || !(count >= 1 && count <= MOST_FACTORS)) {
      throw noGguf(
        `tensor ${show(name)} must hold 1 to ${MOST_FACTORS} float32 or ` +
          `float16 numbers, got ${count} of type ${type}`,
      );
    }
    const from = dataStart + offset;
    const to = from + size * count;
    const bytes = Object.hasOwn(given, name)
      ? givenBytes(name, given[name], to - from)
      : reader.bytes.subarray(from, to);
    factors[kind] =
      bytes.length < to - from
        ? { name, from, to }
        : { name, from, to, values: readFloats(reader, name, bytes, size) };
  }
  return factors;
}

function givenBytes(name: string, given: unknown, length: number): Uint8Array {
  const bytes = readBytes('readGguf', given);
  if (bytes.length === length) return bytes;
  throw noGguf(
    `tensor ${show(name)} must have ${length} bytes, got ${bytes.length}`,
    bytes.length,
  );
}

function readFloats(
  { little }: Reader,
  name: string,
  { buffer, byteOffset, length }: Uint8Array,
  size: number,
): number[] {
  const view = new DataView(buffer, byteOffset, length);
  return Array.from({ length: length / size }, (_, i) => {
    const value =
      size === 4
        ? view.getFloat32(4 * i, little)
        : valueOfHalf('float16', view.getUint16(2 * i, little));
    if (value > 0 && value < Infinity) return value;
    throw noGguf(`tensor ${show(name)} must be > 0, got ${value}`, value);
  });
}
