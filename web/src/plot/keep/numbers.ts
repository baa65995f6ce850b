// The numbers of a figure as files, which the package writes.

import { encodeCsv, encodeNpy, type FileInput } from 'posenc/formats';

import type { KeptNumbers } from './columns.js';

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

/**
 * A CSV file has no line for comments that both the package and spreadsheets
 * would skip, so that its options are in the file of options beside it.
 */
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
