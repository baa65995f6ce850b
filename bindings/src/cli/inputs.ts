/** Reads arrays that a command is given, as numbers or as files. */

import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { didYouMean } from '../base/nearest.js';
import { listOrFile } from '../describe/kinds/text.js';
import {
  decodeCsv,
  decodeJson,
  decodeNpy,
  decodeSafetensors,
  type FileTensor,
  safetensorsHeadLength,
  safetensorsIndex,
} from '../formats/index.js';
import { isZip } from '../formats/npy.js';
import { tensorOfBytes } from '../formats/safetensors.js';
import { unreadError } from '../formats/safetensors-head.js';
import { cannot, EXIT, Failure, libraryError, misuse } from './failure.js';
import { parseJson } from './json.js';
import type { Source } from './source.js';

/**
 * Reads an array from numbers in a text, from the file that a text names, or
 * from JSON with nested lists as rows.
 */
export function readArray(
  given: unknown,
  source: Source,
): FileTensor | readonly number[] {
  if (Array.isArray(given)) return nested(given, source);
  if (typeof given !== 'string') {
    throw misuse(`${source.name} must be a list of numbers, or a file's name`);
  }
  const list = listOrFile(given);
  if (typeof list !== 'string') return list;
  if (given.trimStart().startsWith('[')) return nested(listsIn(given), source);
  const match = /^(.*\.(npy|npz|safetensors|csv|json))(?::(.*))?$/s.exec(given);
  const [, file = '', format, name] = match ?? [];
  if (!match || (name !== undefined && format !== 'safetensors')) {
    const rule =
      'numbers with commas, rows of them as in JSON, or a file that ends in ' +
      '.npy, .safetensors, .csv or .json';
    throw misuse(`${source.name} must be ${rule}, got "${given}"`);
  }
  const path = resolve(source.folder, file);
  return attempt(file, () => {
    if (format === 'npy' || format === 'npz') {
      return decodeNpy(readFileSync(path));
    }
    // Positions may need more digits than float32 has.
    if (format === 'csv') {
      return decodeCsv(readFileSync(path), { dtype: 'float64' });
    }
    if (format === 'json')
      return readJson(readFileSync(path, 'utf8'), source, file);
    return readTensor(path, name, source);
  });
}

/**
 * Reads the array of a file that an argument names; `-` is standard input, in
 * any of the formats.
 */
export function readFile(name: string): FileTensor {
  const source = { name, folder: '.' };
  const read =
    name === '-'
      ? attempt('standard input', () => readBytes(readFileSync(0), source))
      : readArray(name, source);
  if ('dtype' in read) return read;
  const data = Float64Array.from(read);
  return { data, shape: [data.length], dtype: 'float64' };
}

/** Reads an array from bytes, whose beginning says the format. */
function readBytes(bytes: Uint8Array, source: Source) {
  const text = () => new TextDecoder().decode(bytes);
  if (bytes[0] === 0x93 || isZip(bytes)) return decodeNpy(bytes);
  if (/^\s*[{[]/.test(text().slice(0, 64))) {
    return readJson(text(), source, 'standard input');
  }
  // The length at the beginning of a safetensors file has bytes that are 0.
  if (!bytes.subarray(0, 8).includes(0)) {
    return decodeCsv(bytes, { dtype: 'float64' });
  }
  const { tensors, unread } = decodeSafetensors(bytes);
  const all = Object.values(tensors);
  const count = all.length + Object.keys(unread).length;
  const [only] = all;
  if (only && count === 1) return only;
  throw misuse(
    `standard input must hold one tensor that is read, not ${count}`,
  );
}

/** The lists in a text of JSON; none if it is not JSON. */
function listsIn(text: string): readonly unknown[] {
  try {
    return JSON.parse(text);
  } catch {
    return [undefined];
  }
}

/**
 * The array of a list of numbers, or of lists of one length, which are its
 * rows.
 */
function nested(
  list: readonly unknown[],
  { name }: Source,
): FileTensor | readonly number[] {
  const shape: number[] = [];
  let items = list;
  for (;;) {
    shape.push(items.length);
    const [first] = items;
    if (!Array.isArray(first)) break;
    items = first;
  }
  const flat = list.flat(shape.length - 1);
  const count = shape.reduce((product, length) => product * length, 1);
  if (flat.length !== count || !flat.every((x) => typeof x === 'number')) {
    throw misuse(`${name} must be numbers, or rows of numbers of equal length`);
  }
  if (shape.length === 1) return flat;
  return { data: Float64Array.from(flat), shape, dtype: 'float64' };
}

/** Reads a JSON file: a list, or a file that this program wrote. */
function readJson(text: string, source: Source, file: string) {
  return text.trimStart().startsWith('[')
    ? nested(parseJson(text, file) as unknown[], source)
    : (decodeJson(text).tensor as FileTensor);
}

/**
 * Reads one tensor of a safetensors file, without the rest of the file, which
 * may be a whole model.
 */
function readTensor(
  path: string,
  wanted: string | undefined,
  { name: flag }: Source,
): FileTensor {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = safetensorsHeadLength(readPart(file, 0, 8));
    const { entries, unread } = safetensorsIndex(
      readPart(file, 0, Math.min(head, size)),
    );
    const names = [...entries.keys(), ...unread.keys()];
    const [only = ''] = names;
    const name = wanted ?? (names.length === 1 ? only : undefined);
    const entry = name === undefined ? undefined : entries.get(name);
    if (name === undefined) {
      const hint = flag.startsWith('--') ? `${flag} FILE:NAME` : 'FILE:NAME';
      throw misuse(
        `${flag} must name one of the ${names.length} tensors of the file: ` +
          `${hint}, such as ${only || 'NAME'}`,
      );
    }
    const other = unread.get(name);
    if (other) throw unreadError('safetensors', name, other.dtype);
    if (!entry) {
      throw misuse(
        `${flag}: there is no tensor "${name}" in the file` +
          didYouMean(name, names),
      );
    }
    const { dtype, shape, from, to } = entry;
    if (to > size)
      throw new Failure(`the file ends within "${name}"`, EXIT.failed);
    return tensorOfBytes(dtype, shape, readPart(file, from, to));
  } finally {
    closeSync(file);
  }
}

function readPart(file: number, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  let done = 0;
  while (done < bytes.length) {
    const got = readSync(file, bytes, done, bytes.length - done, from + done);
    if (got === 0) return bytes.subarray(0, done);
    done += got;
  }
  return bytes;
}

/** Runs `read`; an error gets the name of the file. */
function attempt<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure) throw error;
    const known = libraryError(error);
    if (known) {
      const what = known.message.replace(/^\w+: /, '');
      throw new Failure(`cannot read ${file}: ${what}`, EXIT.failed, error);
    }
    throw cannot(`read ${file}`, error);
  }
}
