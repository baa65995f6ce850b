/**
 * Files written piece by piece: all that stands before the numbers follows
 * from the shape, so that a table never has to be held whole.
 */

import {
  checkArray,
  checkDtype,
  checkShape,
  product,
} from '../arrays/tensor.js';
import { ARRAY_NAME, type ArrayOf, type DType } from '../base/dtype.js';
import { PosencRangeError, wrongKind, wrongValue } from '../base/errors.js';
import { csvParts } from './csv.js';
import { jsonParts } from './json.js';
import { npyParts } from './npy.js';
import type { TableFile, TableParts } from './parts.js';
import { safetensorsParts } from './safetensors.js';

/** All formats, by the ends of file names. */
export const FORMATS = ['npy', 'safetensors', 'csv', 'json'] as const;

/** Format of a file. */
export type Format = (typeof FORMATS)[number];

/**
 * Writes a file in order: `begin()`, `rows(…)` as often as needed, `end()`.
 * Each returns the bytes that come next.
 */
export interface TableWriter {
  /** What stands before the first row. */
  begin(): Uint8Array;
  /**
   * Some whole rows. Of npy and safetensors files the bytes are a view of
   * `data`: write them before you reuse it.
   */
  rows(data: ArrayOf[DType]): Uint8Array;
  /** What stands behind the last row; an error if rows are missing. */
  end(): Uint8Array;
}

/**
 * Writes a table piece by piece, in any format.
 *
 *   range    as the function that encodes the whole
 *   error    `ERR_SHAPE` for rows that are no whole rows, or too many or few
 *   memory   nothing but the piece
 *
 * @example
 * ```ts
 * const shape = [1000000, 512];
 * const writer = tableWriter('npy', { dtype: 'float32', shape });
 * await file.write(writer.begin());
 * for (let a = 0; a < shape[0]; a += 1000) {
 *   const rows = [a, a + 1000];
 *   const { data } = pe.sinusoidal({ length: shape[0], dim: 512, rows });
 *   await file.write(writer.rows(data));
 * }
 * await file.write(writer.end());
 * ```
 */
export function tableWriter(format: Format, file: TableFile): TableWriter {
  const method = 'tableWriter';
  const { dtype } = file;
  checkDtype(method, 'dtype', dtype);
  const shape = checkShape(method, 'shape', file.shape);
  const parts = partsOf(method, format, { ...file, dtype, shape });
  const width = product(shape.slice(1));
  const all = product(shape);
  let done = 0;
  return {
    begin: () => parts.head,
    rows: (data) => {
      const rule = `a ${ARRAY_NAME[dtype]}, as dtype is ${dtype}`;
      checkArray(method, 'data', data, dtype, rule);
      if (width > 0 && data.length % width !== 0) {
        const whole = `a multiple of ${width}, the length of a row`;
        throw wrongLength(method, whole, data.length);
      }
      if (data.length > all - done) {
        const rest = `at most ${all - done}, all that is left of the table`;
        throw wrongLength(method, rest, data.length);
      }
      done += data.length;
      return parts.rows(data);
    },
    end: () => {
      if (done !== all) {
        throw new PosencRangeError(
          `${method}: end comes after ${done} of ${all} numbers`,
          { code: 'ERR_SHAPE', param: 'end', value: done },
        );
      }
      return parts.tail;
    },
  };
}

function wrongLength(method: string, rule: string, length: number) {
  return wrongValue(method, 'data.length', rule, length, 'ERR_SHAPE');
}

function partsOf(method: string, format: Format, file: TableFile): TableParts {
  switch (format) {
    case 'npy':
      return npyParts(method, file);
    case 'safetensors':
      return safetensorsParts(file);
    case 'csv':
      return csvParts(file);
    case 'json':
      return jsonParts(file);
    default: {
      const rule = `one of ${FORMATS.join(', ')}`;
      if (typeof format !== 'string') {
        throw wrongKind(method, 'format', rule, format);
      }
      throw wrongValue(method, 'format', rule, format, 'ERR_CHOICE');
    }
  }
}
