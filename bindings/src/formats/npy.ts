/**
 * `.npy`, NumPy's file of one array
 * (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html).
 * Files are written as version 1.0, byte for byte as `numpy.save` does; all
 * versions are read.
 */

import { product, shapeText } from '../arrays/tensor.js';
import type { AnyDType, OwnArray } from '../base/dtype.js';
import { show, wrongValue } from '../base/errors.js';
import { joined, littleEndian, toNative } from './bytes.js';
import { type FileInput, malformed, readBytes, readForFile } from './checks.js';
import { type FileDType, type FileTensor, fileTensor, SIZE } from './kinds.js';
import type { TableFile, TableParts } from './parts.js';

const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59]; // "\x93NUMPY"

/** The header ends at a multiple of this number of bytes. */
const ALIGNMENT = 64;

/**
 * Number of digits for which NumPy leaves room, so that the first axis can
 * grow.
 */
const GROWTH_DIGITS = 21;

const DESCR = {
  float32: '<f4',
  float64: '<f8',
  float16: '<f2',
  int32: '<i4',
} as const;

const DTYPE_OF: Readonly<Record<string, FileDType>> = {
  f2: 'float16',
  f4: 'float32',
  f8: 'float64',
  i1: 'int8',
  i2: 'int16',
  i4: 'int32',
  i8: 'int64',
  u1: 'uint8',
  u2: 'uint16',
  u4: 'uint32',
  u8: 'uint64',
  b1: 'bool',
};

/**
 * Writes a tensor as the bytes of a `.npy` file.
 *
 *   range    every dtype but bfloat16, which NumPy does not have
 *   cost     a copy of the numbers
 *
 * @example
 * ```ts
 * const bytes = encodeNpy(pe.sinusoidal({ length: 4, dim: 8 }));
 * ```
 */
export function encodeNpy(tensor: FileInput): OwnArray<'Uint8Array'> {
  const { dtype, shape, array } = readForFile('encodeNpy', tensor);
  return joined(npyHeader('encodeNpy', dtype, shape), littleEndian(array));
}

/** The parts of a `.npy` file that is written piece by piece. */
export function npyParts(method: string, file: TableFile): TableParts {
  return {
    head: npyHeader(method, file.dtype, file.shape),
    rows: littleEndian,
    tail: new Uint8Array(),
  };
}

function npyHeader(
  method: string,
  dtype: AnyDType,
  shape: readonly number[],
): OwnArray<'Uint8Array'> {
  if (dtype === 'bfloat16') {
    const rule =
      '"float32", "float64" or "float16", as NumPy has no bfloat16; ' +
      'safetensors files hold it';
    throw wrongValue(method, 'dtype', rule, dtype, 'ERR_CHOICE');
  }
  // In Python, a tuple of one item has a comma after it.
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const growth = shape.length ? GROWTH_DIGITS - `${shape[0]}`.length : 0;
  const text =
    `{'descr': '${DESCR[dtype]}', 'fortran_order': False, ` +
    `'shape': (${tuple}), }${' '.repeat(growth)}`;
  const before = MAGIC.length + 4;
  const whole = Math.ceil((before + text.length + 1) / ALIGNMENT) * ALIGNMENT;
  const length = whole - before;
  const header = new Uint8Array(whole).fill(0x20); // padded with spaces
  header.set([...MAGIC, 1, 0, length & 0xff, length >> 8]);
  header.set(new TextEncoder().encode(text), before);
  header[whole - 1] = 0x0a;
  return header;
}

/**
 * Reads a copy of the array in the bytes of a `.npy` file.
 *
 *   range    versions 1 to 3; floats, integers and booleans, of either byte
 *            order; column-major arrays become row-major
 *   error    `ERR_FORMAT` if the bytes are not such a file
 *   cost     a pass over the numbers
 *
 * @example
 * ```ts
 * const { data, shape, dtype } = decodeNpy(await readFile('table.npy'));
 * ```
 */
export function decodeNpy(bytes: Uint8Array | ArrayBuffer): FileTensor {
  const given = readBytes('decodeNpy', bytes);
  const { dtype, little, columns, shape, start } = readHeader(given);
  const size = SIZE[dtype];
  const wanted = product(shape) * size;
  const data = given.subarray(start);
  if (data.length !== wanted) {
    const what = `${shapeText(shape)} ${dtype}`;
    throw malformed(
      'decodeNpy',
      `bytes must hold ${wanted} bytes of numbers, as the array is ${what}, ` +
        `got ${data.length}`,
      data.length,
    );
  }
  const native = toNative(data, size, little);
  if (!columns || shape.length < 2) return fileTensor(dtype, native, shape);
  return fileTensor(dtype, rowMajor(native, size, shape), shape);
}

/** Whether a file is a zip archive, as `.npz` files are. */
export function isZip(bytes: Uint8Array): boolean {
  // "PK", then the numbers of a first entry, or of the end of an empty archive.
  const [p, k, third = 0, fourth] = bytes;
  return p === 0x50 && k === 0x4b && (third === 3 ? fourth === 4 : third === 5);
}

interface Header {
  readonly dtype: FileDType;
  readonly little: boolean;
  readonly columns: boolean;
  readonly shape: readonly number[];
  /** Byte at which the numbers begin. */
  readonly start: number;
}

function readHeader(bytes: Uint8Array): Header {
  if (isZip(bytes)) {
    throw malformed(
      'decodeNpy',
      'bytes must be those of one array, got a zip archive such as .npz: unpack ' +
        'it, and give one of the .npy files in it',
    );
  }
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) {
    const text = String.fromCharCode(...bytes.subarray(0, MAGIC.length));
    throw malformed(
      'decodeNpy',
      `bytes must begin with "\\x93NUMPY", got ${show(text)}`,
      text,
    );
  }
  const version = bytes[6] ?? 0;
  if (version < 1 || version > 3) {
    throw malformed(
      'decodeNpy',
      `the version must be 1, 2 or 3, got ${version}`,
      version,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const before = version === 1 ? 10 : 12;
  const start =
    bytes.length < before
      ? Infinity
      : before +
        (version === 1 ? view.getUint16(8, true) : view.getUint32(8, true));
  if (bytes.length < start) {
    throw malformed(
      'decodeNpy',
      `bytes end within the header, after ${bytes.length}`,
      bytes.length,
    );
  }
  const text = new TextDecoder().decode(bytes.subarray(before, start));
  return { ...readDictionary(text), start };
}

/** Reads the header, which is a Python dictionary. */
function readDictionary(text: string): Omit<Header, 'start'> {
  const value = (key: string, form: string): string => {
    const match = new RegExp(`['"]${key}['"]\\s*:\\s*${form}`).exec(text);
    if (match?.[1] !== undefined) return match[1];
    throw malformed(
      'decodeNpy',
      `the header must have a ${key} as NumPy writes it, got ${show(text, 120)}`,
      text,
    );
  };
  const descr = value('descr', `(['"][^'"]*['"]|\\[.*\\])`).slice(1, -1);
  const dtype = DTYPE_OF[descr.slice(1)];
  if (!dtype || !'<>|='.includes(descr[0] as string)) {
    const rule = `a float, integer or boolean, such as "<f4"`;
    throw wrongValue('decodeNpy', 'descr', rule, descr, 'ERR_FORMAT');
  }
  const axes = value('shape', '\\(([\\d\\sL,]*)\\)');
  return {
    dtype,
    little: descr[0] !== '>',
    columns: value('fortran_order', '(True|False)') === 'True',
    shape: (axes.match(/\d+/g) ?? []).map(Number),
  };
}

/** Reorders a column-major array so that its last axis is fastest. */
function rowMajor(
  native: ArrayBuffer,
  size: number,
  shape: readonly number[],
): ArrayBuffer {
  const from = new Uint8Array(native);
  const to = new Uint8Array(from.length);
  const index = shape.map(() => 0);
  const strides = shape.map((_, axis) => product(shape.slice(0, axis)));
  for (let at = 0; at < to.length; at += size) {
    const element = index.reduce(
      (sum, i, axis) => sum + i * (strides[axis] as number),
      0,
    );
    to.set(from.subarray(element * size, (element + 1) * size), at);
    // Goes to the next index; the last axis is the fastest.
    for (let axis = shape.length - 1; axis >= 0; --axis) {
      index[axis] = (index[axis] as number) + 1;
      if ((index[axis] as number) < (shape[axis] as number)) break;
      index[axis] = 0;
    }
  }
  return to.buffer;
}
