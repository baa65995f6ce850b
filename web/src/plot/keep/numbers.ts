// The numbers of a figure as files, which the package writes.
//
// Files of the kinds CSV and NPY hold numbers alone, as those who read them expect.
// A first line after `#` would be skipped by NumPy and by R's `read.table`, but
// pandas, R's `read.csv` and spreadsheets would take it for the names of the columns.
// NumPy refuses a header with another key than its three; it skips a comment behind
// the dictionary, on which other readers of the format fail. So what says of the
// numbers what they are is a file of the kind safetensors, which has a place for it.

import {
  encodeCsv,
  encodeNpy,
  encodeSafetensors,
  type FileInput,
} from 'posenc/formats';
import type { KeptNumbers } from './columns.js';
import type { Told } from './told.js';

/** The tensor that the package writes; its type says what its array is. */
function tensorOf({ dtype, shape, data }: KeptNumbers): FileInput {
  if (data instanceof Float64Array) return { dtype: 'float64', shape, data };
  if (data instanceof Float32Array) return { dtype: 'float32', shape, data };
  return { dtype: dtype === 'bfloat16' ? dtype : 'float16', shape, data };
}

/**
 * A name that a cell of the first line can have: without commas and quotes, for
 * which programs have different rules, and no number, which would make the line
 * one of numbers.
 */
function headName(name: string, column: number): string {
  const plain = name.replaceAll(/[\s",;]+/g, ' ').trim();
  const number =
    plain === '' ||
    !Number.isNaN(Number(plain)) ||
    /^[-+]?(nan|inf)/i.test(plain);
  return number ? `column ${plain || column}` : plain;
}

export function csvOf(numbers: KeptNumbers): Uint8Array<ArrayBuffer> {
  const tensor = tensorOf(numbers);
  const { names } = numbers;
  if (names === undefined) return encodeCsv(tensor, { header: true });
  const head = new TextEncoder().encode(`${names.map(headName).join()}\n`);
  const lines = encodeCsv(tensor);
  const all = new Uint8Array(head.length + lines.length);
  all.set(head);
  all.set(lines, head.length);
  return all;
}

export const npyOf = (numbers: KeptNumbers): Uint8Array<ArrayBuffer> =>
  encodeNpy(tensorOf(numbers));

/**
 * One tensor, `numbers`; in the metadata the options of the call under `spec`, as in
 * the files of the command line, and the names of the columns under `columns`.
 */
export function safetensorsOf(
  numbers: KeptNumbers,
  { title, caption, spec, link }: Told,
): Uint8Array<ArrayBuffer> {
  const { names } = numbers;
  return encodeSafetensors(
    { numbers: tensorOf(numbers) },
    {
      ...{ spec: JSON.stringify(spec), title, caption, link },
      ...(names && { columns: JSON.stringify(names) }),
    },
  );
}
