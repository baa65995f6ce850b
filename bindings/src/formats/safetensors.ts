/**
 * `.safetensors`, the file of named tensors that Hugging Face's libraries read
 * and write (https://huggingface.co/docs/safetensors).
 */

import type { OwnArray } from '../base/dtype.js';
import { wrongKind, wrongValue } from '../base/errors.js';
import { joined, littleEndian, toNative } from './bytes.js';
import { type FileInput, malformed, readBytes, readForFile } from './checks.js';
import { type FileDType, type FileTensor, fileTensor, SIZE } from './kinds.js';
import type { TableFile, TableParts } from './parts.js';
import {
  headLength,
  METADATA,
  makeHead,
  readIndex,
} from './safetensors-head.js';

/** The contents of a file. */
export interface SafetensorsFile {
  readonly tensors: Readonly<Record<string, FileTensor>>;
  /**
   * Tensors whose type of number is not read, such as `F8_E4M3`: the file's word
   * for the type, by the name of the tensor.
   */
  readonly unread: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Writes named tensors as the bytes of a `.safetensors` file.
 *
 *   range    every dtype; any name but `__metadata__`
 *   cost     a copy of the numbers
 *
 * @example
 * ```ts
 * const table = pe.sinusoidal({ length: 4, dim: 8, dtype: 'bfloat16' });
 * const bytes = encodeSafetensors({ positions: table }, { made: 'by posenc' });
 * ```
 */
export function encodeSafetensors(
  tensors: Readonly<Record<string, FileInput>>,
  metadata: Readonly<Record<string, string>> = {},
): OwnArray<'Uint8Array'> {
  const method = 'encodeSafetensors';
  checkMetadata(method, metadata);
  const given = Object.entries(tensors).map(([name, tensor]) => {
    if (name === METADATA) {
      throw wrongValue(
        method,
        'tensors',
        'named otherwise, because the name is reserved',
        name,
      );
    }
    return { name, ...readForFile(method, tensor, `tensors.${name}`) };
  });
  // Tensors with the widest numbers come first, so that each number lies at a
  // multiple of its size.
  given.sort((a, b) => SIZE[b.dtype] - SIZE[a.dtype]);
  const data = given.map(({ array }) => littleEndian(array));
  return joined(makeHead(given, metadata), ...data);
}

/** The parts of a `.safetensors` file that is written piece by piece. */
export function safetensorsParts(file: TableFile): TableParts {
  const { name = 'table', spec, dtype, shape } = file;
  const metadata = spec === undefined ? {} : { spec: JSON.stringify(spec) };
  return {
    head: makeHead([{ name, dtype, shape }], metadata),
    rows: littleEndian,
    tail: new Uint8Array(),
  };
}

function checkMetadata(method: string, metadata: unknown): void {
  if (typeof metadata !== 'object' || metadata === null) {
    throw wrongKind(method, 'metadata', 'an object of strings', metadata);
  }
  for (const [key, value] of Object.entries(metadata)) {
    if (typeof value !== 'string') {
      throw wrongKind(method, `metadata.${key}`, 'a string', value);
    }
  }
}

/**
 * Reads copies of the tensors in the bytes of a `.safetensors` file.
 *
 *   range    the dtypes of this package, integers and booleans; tensors of
 *            other types are named in `unread`
 *   error    `ERR_FORMAT` if the bytes are not such a file
 *   cost     a pass over the numbers
 *
 * @example
 * ```ts
 * const { tensors, metadata } = decodeSafetensors(bytes);
 * ```
 */
export function decodeSafetensors(
  bytes: Uint8Array | ArrayBuffer,
): SafetensorsFile {
  const method = 'decodeSafetensors';
  const given = readBytes(method, bytes);
  const { entries, unread, metadata } = readIndex(method, given);
  const ends = [...entries.values(), ...unread.values()].map(({ to }) => to);
  const end = Math.max(headLength(method, given), ...ends);
  if (given.length !== end) {
    throw malformed(
      method,
      `bytes must be ${end}, as the header says, got ${given.length}`,
      given.length,
    );
  }
  const tensors = [...entries].map(
    ([name, { dtype, shape, from, to }]) =>
      [name, tensorOfBytes(dtype, shape, given.subarray(from, to))] as const,
  );
  const words = [...unread].map(([name, { dtype }]) => [name, dtype] as const);
  return {
    tensors: Object.fromEntries(tensors),
    unread: Object.fromEntries(words),
    metadata,
  };
}

/** The tensor of an entry, from its bytes in the file. */
export function tensorOfBytes(
  dtype: FileDType,
  shape: readonly number[],
  bytes: Uint8Array,
): FileTensor {
  return fileTensor(dtype, toNative(bytes, SIZE[dtype], true), shape);
}
