/**
 * Writes files piece by piece. The beginning of a file depends only on the
 * shape, so that a table never has to be in memory as a whole.
 */

import {
  checkAnyDtype,
  checkShape,
  product,
  readArray,
} from '../arrays/tensor.js';
import {
  type AnyDType,
  ARRAY_NAME,
  type DataOf,
  type GivenArrayOf,
  type OwnArray,
} from '../base/dtype.js';
import { PosencRangeError, wrongKind, wrongValue } from '../base/errors.js';
import { csvParts } from './csv.js';
import { jsonParts } from './json.js';
import { lineWidth } from './lines.js';
import { npyParts } from './npy.js';
import type { TableFile, TableParts } from './parts.js';
import { safetensorsParts } from './safetensors.js';

/** All formats, by the endings of file names. */
export const FORMATS = ['npy', 'safetensors', 'csv', 'json'] as const;

/** Format of a file. */
export type Format = (typeof FORMATS)[number];

/**
 * Writes a file in order: call `begin()`, then `rows(…)` as often as needed,
 * then `end()`. Each returns the next bytes of the file.
 */
export interface TableWriter {
  /** The bytes before the first row. */
  begin(): OwnArray<'Uint8Array'>;
  /**
   * The bytes of some whole rows, or of some whole lines if `lineAxes` says
   * what a line is. For npy and safetensors they are a view of `data`: write
   * them before you reuse it.
   */
  rows(data: DataOf[AnyDType]): OwnArray<'Uint8Array'>;
  rows(data: GivenArrayOf[AnyDType]): Uint8Array;
  /** The bytes after the last row. Throws if numbers are missing. */
  end(): OwnArray<'Uint8Array'>;
}

/**
 * Writes a table piece by piece, in any format.
 *
 *   range    as the function that encodes a whole table
 *   error    `ERR_SHAPE` for parts of rows, or for too many or too few rows
 *   memory   only the current piece
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
  checkAnyDtype(method, 'dtype', dtype);
  const shape = checkShape(method, 'shape', file.shape);
  const parts = partsOf(method, format, { ...file, dtype, shape });
  const width = lineWidth(method, { ...file, shape });
  const all = product(shape);
  let done = 0;
  return {
    begin: () => parts.head,
    rows: (given: unknown) => {
      const rule = `a ${ARRAY_NAME[dtype]}, as dtype is ${dtype}`;
      const data = readArray(method, 'data', given, dtype, rule);
      if (width > 0 && data.length % width !== 0) {
        const whole = `a multiple of ${width}, the length of a row`;
        throw wrongLength(method, whole, data.length);
      }
      if (data.length > all - done) {
        const rest = `at most ${all - done}, all that is left of the table`;
        throw wrongLength(method, rest, data.length);
      }
      done += data.length;
      return parts.rows(data) as OwnArray<'Uint8Array'>;
    },
    end: () => {
      if (done !== all) {
        throw new PosencRangeError(
          `${method}: end was called after ${done} of ${all} numbers`,
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
      return csvParts(method, file);
    case 'json':
      return jsonParts(method, file);
    default: {
      const rule = `one of ${FORMATS.join(', ')}`;
      if (typeof format !== 'string') {
        throw wrongKind(method, 'format', rule, format);
      }
      throw wrongValue(method, 'format', rule, format, 'ERR_CHOICE');
    }
  }
}
