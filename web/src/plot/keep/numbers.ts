// The numbers of a figure as files, which the package writes.

import { encodeCsv, encodeNpy } from 'posenc/formats';

import type { KeptNumbers } from './columns.js';

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
export function csvOf({
  names,
  ...tensor
}: KeptNumbers): Uint8Array<ArrayBuffer> {
  if (names === undefined) return encodeCsv(tensor as never, { header: true });
  const head = new TextEncoder().encode(`${names.map(headName).join()}\n`);
  const lines = encodeCsv(tensor as never);
  const all = new Uint8Array(head.length + lines.length);
  all.set(head);
  all.set(lines, head.length);
  return all;
}

export function npyOf({
  names: _,
  ...tensor
}: KeptNumbers): Uint8Array<ArrayBuffer> {
  return encodeNpy(tensor as never);
}
