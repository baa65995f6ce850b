/**
 * `.csv`: a line for each row, with commas between the numbers. Joined files of
 * neighbouring rows are the file of all rows.
 */

import { checkDtype, makeTensor, type Tensor } from '../arrays/tensor.js';
import { type DType, makeArray, type OwnArray } from '../base/dtype.js';
import { show } from '../base/errors.js';
import { joined, utf8 } from './bytes.js';
import { type FileInput, malformed, readForFile, readText } from './checks.js';
import { stored } from './decimal.js';
import { lineWriter } from './lines.js';
import type { TableFile, TableParts } from './parts.js';

/** Options for writing a CSV file. */
export interface CsvOptions {
  /**
   * Whether the first line has names of columns, `d0,d1,…`. Defaults to
   * `false`.
   */
  readonly header?: boolean | undefined;
  /**
   * Number of axes that count lines; all others together are one line. Defaults
   * to 1. A map [heads, queries, keys] has a line for each head and query with
   * 2.
   */
  readonly lineAxes?: number | undefined;
}

/** Options for reading a CSV file. */
export interface ReadCsvOptions<D extends DType = DType> {
  /**
   * Type of the numbers, which the file does not tell. Defaults to `'float32'`.
   */
  readonly dtype?: D | undefined;
}

/**
 * Writes a tensor as the bytes of a CSV file. The first axis counts lines,
 * unless `lineAxes` says otherwise; all others together are one line. Numbers are the shortest decimals that read
 * back as the same number.
 *
 *   cost     about 1 µs a number
 *
 * @example
 * ```ts
 * const bytes = encodeCsv(pe.sinusoidal({ length: 4, dim: 8 }));
 * ```
 */
export function encodeCsv(
  tensor: FileInput,
  { header = false, lineAxes }: CsvOptions = {},
): OwnArray<'Uint8Array'> {
  const method = 'encodeCsv';
  const { dtype, shape, array } = readForFile(method, tensor);
  const { head, rows } = csvParts(method, { dtype, shape, header, lineAxes });
  return joined(head, rows(array));
}

/** The parts of a CSV file that is written piece by piece. */
export function csvParts(method: string, file: TableFile): TableParts {
  const { header } = file;
  const { width, write } = lineWriter(method, file);
  const names = Array.from({ length: header ? width : 0 }, (_, d) => `d${d}`);
  return {
    head: utf8(header ? `${names.join()}\n` : ''),
    rows: (data) => utf8(write(data, (line) => `${line}\n`)),
    tail: new Uint8Array(),
  };
}

/**
 * Reads the numbers of a CSV file, `[lines, columns]`.
 *
 *   range    text or UTF-8; empty lines are skipped, and so are comments: lines
 *            that begin with `#`, as NumPy's `savetxt` writes them. A first line
 *            without numbers is skipped, too; without lines of numbers, it must be
 *            `d0,d1,…`
 *   error    `ERR_FORMAT`, with the line, if any other cell is no number or
 *            lines differ in length
 *   cost     about 1 µs a number
 *
 * @example
 * ```ts
 * const weights = decodeCsv('0.5,1\n2,4\n'); // float32 [2, 2]
 * ```
 */
export function decodeCsv<D extends DType = 'float32'>(
  text: string | Uint8Array | ArrayBuffer,
  options: ReadCsvOptions<D> = {},
): Tensor<D> {
  const method = 'decodeCsv';
  const dtype = options.dtype ?? ('float32' as D);
  checkDtype(method, 'dtype', dtype);
  const numbers: number[] = [];
  let [rows, width] = [0, 0];
  let header: readonly string[] = [];
  const lines = readText(method, text).split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const cells = line.split(',');
    // In a header no cell is a number.
    if (rows === 0 && width === 0 && cells.every((cell) => !isNumber(cell))) {
      header = cells;
      width = cells.length;
      continue;
    }
    if (width > 0 && cells.length !== width) {
      const rule = `line ${i + 1} must have ${width} numbers like the others`;
      throw malformed(method, `${rule}, got ${cells.length}`, line);
    }
    width = cells.length;
    for (const [column, cell] of cells.entries()) {
      if (!isNumber(cell)) {
        const where = `line ${i + 1}, column ${column + 1}`;
        throw malformed(method, `${where} must be a number, got ${show(cell)}`);
      }
      numbers.push(numberOf(cell));
    }
    rows += 1;
  }
  // Any text could be the header of no lines; that of `encodeCsv` is.
  if (rows === 0 && header.some((cell, d) => cell.trim() !== `d${d}`)) {
    const rule = 'there must be a line of numbers';
    throw malformed(method, `${rule}, got ${show(header.join())} alone`);
  }
  const data = makeArray(dtype, numbers.length);
  numbers.forEach((value, i) => {
    data[i] = stored(dtype, value);
  });
  return makeTensor<D>(data, [rows, width], dtype);
}

const NAMED: Readonly<Record<string, number>> = {
  nan: Number.NaN,
  inf: Infinity,
  infinity: Infinity,
  '+inf': Infinity,
  '-inf': -Infinity,
  '-infinity': -Infinity,
};

/** Whether a cell is a decimal number as NumPy and other programs write it. */
function isNumber(cell: string): boolean {
  const text = cell.trim();
  return (
    /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ||
    Object.hasOwn(NAMED, text.toLowerCase())
  );
}

function numberOf(cell: string): number {
  return NAMED[cell.trim().toLowerCase()] ?? Number(cell);
}
