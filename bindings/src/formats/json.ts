/**
 * `.json`: an object with the members of a `Tensor`, its numbers as decimals
 * with a line for each row, and the spec from which it was made.
 */

import {
  checkAnyDtype,
  checkShape,
  makeTensor,
  product,
  shapeText,
  type Tensor,
} from '../arrays/tensor.js';
import { type AnyDType, makeArray, type OwnArray } from '../base/dtype.js';
import { wrongKind } from '../base/errors.js';
import { joined, utf8 } from './bytes.js';
import { type FileInput, malformed, readForFile, readText } from './checks.js';
import { stored } from './decimal.js';
import { lineWriter } from './lines.js';
import type { TableFile, TableParts } from './parts.js';

/** Options for writing a JSON file. */
export interface JsonOptions {
  /** Spec of the table; any JSON value. */
  readonly spec?: unknown;
  /**
   * Number of axes that count the lines of the text; all others together are
   * one line. Defaults to 1.
   */
  readonly lineAxes?: number | undefined;
}

/** The contents of a JSON file. */
export interface JsonFile {
  readonly tensor: Tensor<AnyDType>;
  /** Spec of the table, if the file has one. */
  readonly spec: unknown;
}

/**
 * Writes a tensor as the bytes of a JSON file. Numbers are the shortest
 * decimals that read back as the same number; 16-bit floats are written as
 * numbers, not as bits. NaN and infinities are texts, because JSON has no such
 * numbers.
 *
 *   cost     about 1 µs a number
 *
 * @example
 * ```ts
 * const spec = { length: 4, dim: 8 };
 * const bytes = encodeJson(pe.sinusoidal(spec), { spec });
 * ```
 */
export function encodeJson(
  tensor: FileInput,
  { spec, lineAxes }: JsonOptions = {},
): OwnArray<'Uint8Array'> {
  const method = 'encodeJson';
  const { dtype, shape, array } = readForFile(method, tensor);
  const file = { dtype, shape, spec, lineAxes };
  const { head, rows, tail } = jsonParts(method, file);
  return joined(head, rows(array), tail);
}

/** The parts of a JSON file that is written piece by piece. */
export function jsonParts(method: string, file: TableFile): TableParts {
  const { dtype, shape, spec } = file;
  const { write } = lineWriter(method, file, (text) =>
    /[NI]/.test(text) ? `"${text}"` : text,
  );
  const source = spec === undefined ? '' : `"spec":${JSON.stringify(spec)},`;
  let before = '\n';
  return {
    head: utf8(
      `{${source}"dtype":"${dtype}","shape":${JSON.stringify(shape)},"data":[`,
    ),
    rows: (data) =>
      utf8(
        write(data, (line) => {
          const text = before + line;
          before = ',\n';
          return text;
        }),
      ),
    tail: utf8('\n]}\n'),
  };
}

/**
 * Reads the tensor of a JSON file, and the spec from which it was made.
 *
 *   range    text or UTF-8
 *   error    `ERR_FORMAT` if the file does not have this form
 *
 * @example
 * ```ts
 * const { tensor, spec } = decodeJson(await readFile('table.json'));
 * ```
 */
export function decodeJson(text: string | Uint8Array | ArrayBuffer): JsonFile {
  const method = 'decodeJson';
  const file = parse(method, readText(method, text));
  const { dtype, shape, data: numbers, spec } = file;
  checkAnyDtype(method, 'dtype', dtype);
  const lengths = checkShape(method, 'shape', shape);
  if (!Array.isArray(numbers)) {
    throw wrongKind(method, 'data', 'an array of numbers', numbers);
  }
  if (numbers.length !== product(lengths)) {
    const wanted = `${product(lengths)} numbers`;
    throw malformed(
      method,
      `data must have ${wanted}, as the shape is ${shapeText(lengths)}, got ` +
        `${numbers.length}`,
      numbers.length,
    );
  }
  const data = makeArray(dtype, numbers.length);
  numbers.forEach((item: unknown, i) => {
    const value = numberOf(method, `data[${i}]`, item);
    if (dtype === 'int32' && value !== (value | 0)) {
      throw wrongKind(method, `data[${i}]`, 'an int32', item);
    }
    data[i] = stored(dtype, value);
  });
  return { tensor: makeTensor(data, lengths, dtype), spec };
}

function parse(method: string, text: string): Record<string, unknown> {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (cause) {
    const error = malformed(method, `the text must be JSON`);
    error.cause = cause;
    throw error;
  }
  if (typeof file !== 'object' || file === null || Array.isArray(file)) {
    const rule = 'an object with dtype, shape and data';
    throw wrongKind(method, 'the file', rule, file);
  }
  return { ...file };
}

const NAMED = ['NaN', 'Infinity', '-Infinity'];

function numberOf(method: string, param: string, item: unknown): number {
  if (typeof item === 'number') return item;
  if (typeof item === 'string' && NAMED.includes(item)) return Number(item);
  throw wrongKind(method, param, 'a number', item);
}
