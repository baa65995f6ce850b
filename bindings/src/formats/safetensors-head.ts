/**
 * The head of a `.safetensors` file: eight bytes with the length of a JSON
 * header, and the header, which tells where each tensor lies.
 */

import { product, shapeText, tensorBytes } from '../arrays/tensor.js';
import type { AnyDType, OwnArray } from '../base/dtype.js';
import { show } from '../base/errors.js';
import { utf8 } from './bytes.js';
import { malformed, readBytes } from './checks.js';
import { type FileDType, SIZE } from './kinds.js';

/** Bytes before the header, which hold its length. */
const BEFORE = 8;

/** Longest header, as in the reference implementation. */
const LONGEST_HEADER = 100_000_000;

/** Name of the only member of the header that is no tensor. */
export const METADATA = '__metadata__';

const WORD = {
  float32: 'F32',
  float64: 'F64',
  float16: 'F16',
  bfloat16: 'BF16',
  int32: 'I32',
} as const satisfies Record<AnyDType, string>;

const DTYPE_OF: Readonly<Record<string, FileDType>> = {
  F32: 'float32',
  F64: 'float64',
  F16: 'float16',
  BF16: 'bfloat16',
  I8: 'int8',
  U8: 'uint8',
  I16: 'int16',
  U16: 'uint16',
  I32: 'int32',
  U32: 'uint32',
  I64: 'int64',
  U64: 'uint64',
  BOOL: 'bool',
};

/** Where a tensor lies in a file. */
export interface SafetensorsEntry {
  readonly dtype: FileDType;
  readonly shape: readonly number[];
  /** First byte in the file, and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/** A tensor whose numbers have a type that is not read, such as `F8_E4M3`. */
export interface UnreadEntry extends Omit<SafetensorsEntry, 'dtype'> {
  /** The file's word for the type. */
  readonly dtype: string;
}

/** The contents of a file's head. */
export interface SafetensorsIndex {
  /** The tensors that can be read. */
  readonly entries: ReadonlyMap<string, SafetensorsEntry>;
  /** The tensors whose type of number is unknown. */
  readonly unread: ReadonlyMap<string, UnreadEntry>;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Makes the head of a file with these tensors, one after another. */
export function makeHead(
  tensors: readonly {
    readonly name: string;
    readonly dtype: AnyDType;
    readonly shape: readonly number[];
  }[],
  metadata: Readonly<Record<string, string>>,
): OwnArray<'Uint8Array'> {
  // A list of texts, not an object: a tensor may be called `__proto__`.
  const members: string[] = [];
  if (Object.keys(metadata).length > 0) {
    members.push(`"${METADATA}":${JSON.stringify(metadata)}`);
  }
  let at = 0;
  for (const { name, dtype, shape } of tensors) {
    const from = at;
    at += tensorBytes(dtype, shape);
    const entry = { dtype: WORD[dtype], shape, data_offsets: [from, at] };
    members.push(`${JSON.stringify(name)}:${JSON.stringify(entry)}`);
  }
  const text = utf8(`{${members.join()}}`);
  // Padded with spaces, so that the numbers begin at a multiple of 8.
  const length = Math.ceil(text.length / BEFORE) * BEFORE;
  const head = new Uint8Array(BEFORE + length).fill(0x20);
  new DataView(head.buffer).setBigUint64(0, BigInt(length), true);
  head.set(text, BEFORE);
  return head;
}

/**
 * Number of bytes at the beginning of a `.safetensors` file that
 * `safetensorsIndex` needs, for files too large to be read whole.
 *
 *   range    at least the first eight bytes of the file
 *   error    `ERR_FORMAT` if no such file begins like this
 *
 * @example
 * ```ts
 * const head = await read(0, safetensorsHeadLength(await read(0, 8)));
 * const { from, to } = safetensorsIndex(head).entries.get('wpe.weight');
 * ```
 */
export function safetensorsHeadLength(bytes: Uint8Array | ArrayBuffer): number {
  return headLength('safetensorsHeadLength', bytes);
}

/** The same; errors begin with the name `method`. */
export function headLength(method: string, bytes: unknown): number {
  const given = readBytes(method, bytes);
  if (given.length < BEFORE) {
    throw malformed(
      method,
      `bytes must begin with the length of the header, 8 bytes, got ` +
        `${given.length}`,
      given.length,
    );
  }
  const view = new DataView(given.buffer, given.byteOffset, BEFORE);
  const length = Number(view.getBigUint64(0, true));
  if (length > LONGEST_HEADER) {
    throw malformed(
      method,
      `the length of the header must be at most ${LONGEST_HEADER}, got ` +
        `${length}; this is no safetensors file`,
      length,
    );
  }
  return BEFORE + length;
}

/**
 * Finds the tensors of a `.safetensors` file and where they lie.
 *
 *   range    the first {@link safetensorsHeadLength} bytes of the file, or more
 *   error    `ERR_FORMAT` if the bytes do not begin such a file
 */
export function safetensorsIndex(
  bytes: Uint8Array | ArrayBuffer,
): SafetensorsIndex {
  return readIndex('safetensorsIndex', bytes);
}

/** The same; errors begin with the name `method`. */
export function readIndex(method: string, bytes: unknown): SafetensorsIndex {
  const given = readBytes(method, bytes);
  const start = headLength(method, given);
  if (given.length < start) {
    throw malformed(
      method,
      `bytes end within the header, after ${given.length} of ${start}`,
      given.length,
    );
  }
  let header: unknown;
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    header = JSON.parse(decoder.decode(given.subarray(BEFORE, start)));
  } catch (cause) {
    const error = malformed(method, 'the header must be JSON');
    error.cause = cause;
    throw error;
  }
  if (typeof header !== 'object' || header === null || Array.isArray(header)) {
    throw malformed(method, 'the header must be a JSON object', header);
  }
  const entries = new Map<string, SafetensorsEntry>();
  const unread = new Map<string, UnreadEntry>();
  const metadata: Record<string, string> = {};
  for (const [name, value] of Object.entries(header)) {
    if (name === METADATA) {
      Object.assign(metadata, readMetadata(method, value));
    } else {
      const entry = readEntry(method, name, value, start);
      if (isKnown(entry)) entries.set(name, entry);
      else unread.set(name, entry);
    }
  }
  checkGaps(method, [...entries, ...unread], start);
  return { entries, unread, metadata };
}

function readMetadata(method: string, value: unknown): object {
  const fits =
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string');
  if (fits) return value;
  throw malformed(method, `${METADATA} must be an object of strings`, value);
}

function readEntry(
  method: string,
  name: string,
  value: unknown,
  start: number,
): SafetensorsEntry | UnreadEntry {
  const at = `the tensor ${show(name)}`;
  const { dtype: word, shape, data_offsets: offsets } = Object(value);
  if (typeof word !== 'string') {
    const known = Object.keys(DTYPE_OF).join(', ');
    throw malformed(
      method,
      `${at} must have a dtype such as ${known}, got ${show(word)}`,
      word,
    );
  }
  if (!isCounts(shape) || !isCounts(offsets) || offsets.length !== 2) {
    throw malformed(
      method,
      `${at} must have a shape and two data_offsets, all integers ≥ 0`,
      value,
    );
  }
  const [from = 0, to = 0] = offsets;
  const place = { shape, from: start + from, to: start + to };
  const dtype = DTYPE_OF[word];
  if (!dtype && to >= from) return { dtype: word, ...place };
  if (!dtype) {
    const rule = `${at} must end behind its beginning`;
    throw malformed(
      method,
      `${rule}, got data_offsets ${show(offsets)}`,
      offsets,
    );
  }
  const wanted = product(shape) * SIZE[dtype];
  if (to - from !== wanted) {
    throw malformed(
      method,
      `${at} must take ${wanted} bytes, as it is ${shapeText(shape)} ` +
        `${dtype}, got ${to - from}`,
      offsets,
    );
  }
  return { dtype, ...place };
}

const isKnown = (
  entry: SafetensorsEntry | UnreadEntry,
): entry is SafetensorsEntry => Object.hasOwn(SIZE, entry.dtype);

/** The error for a tensor whose type of number is not read. */
export function unreadError(method: string, name: string, dtype: string) {
  const known = Object.keys(DTYPE_OF).join(', ');
  return malformed(
    method,
    `the tensor ${show(name)} must have one of the dtypes ${known} to be read, ` +
      `got ${show(dtype)}`,
    dtype,
  );
}

function isCounts(value: unknown): value is number[] {
  return (
    Array.isArray(value) &&
    value.every((item) => Number.isSafeInteger(item) && item >= 0)
  );
}

/** Throws if there are gaps between tensors, or if tensors share bytes. */
function checkGaps(
  method: string,
  entries: readonly (readonly [string, SafetensorsEntry | UnreadEntry])[],
  start: number,
): void {
  const sorted = [...entries].sort(
    ([, a], [, b]) => a.from - b.from || a.to - b.to,
  );
  let at = start;
  for (const [name, { from, to }] of sorted) {
    if (from !== at) {
      throw malformed(
        method,
        `the tensor ${show(name)} must begin where the one before it ends, at ` +
          `byte ${at - start} of the numbers, got ${from - start}`,
        from - start,
      );
    }
    at = to;
  }
}
