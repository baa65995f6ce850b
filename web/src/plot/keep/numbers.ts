// The numbers of a figure as files, which the package writes.
//
// Files of the kinds CSV and NPY hold numbers alone, as those who read them expect.
// A first line after `#` would be skipped by NumPy and by R's `read.table`, but
// pandas, R's `read.csv` and spreadsheets would take it for the names of the columns.
// NumPy refuses a header with another key than its three; it skips a comment behind
// the dictionary, on which other readers of the format fail. So what says of the
// numbers what they are is a file of the kind safetensors, which has a place for it.

import { encodeSafetensors, tableWriter } from 'posenc/formats';
import type { KeptNumbers } from './columns.js';
import type { Told } from './told.js';

export type NumbersKind = 'csv' | 'npy' | 'safetensors';

/** A file that is to be written, with what it says of itself. */
export interface NumbersAsk {
  readonly kind: NumbersKind;
  readonly numbers: KeptNumbers;
  readonly told: Told;
}

/** Numbers of a piece: a few milliseconds, where they are written as decimals. */
const pieceNumbers = 4096;

/** The tensor that the package writes; its type says what its array is. */
function tensorOf({ dtype, shape, data }: KeptNumbers) {
  if (data instanceof Float64Array) {
    return { dtype: 'float64', shape, data } as const;
  }
  if (data instanceof Float32Array) {
    return { dtype: 'float32', shape, data } as const;
  }
  const half = dtype === 'bfloat16' ? dtype : 'float16';
  return { dtype: half, shape, data } as const;
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
 * One tensor, `numbers`; in the metadata the options of the call under `spec`, as in
 * the files of the command line, and the names of the columns under `columns`.
 */
function safetensorsOf({ numbers, told }: NumbersAsk) {
  const { names } = numbers;
  const { spec, ...words } = told;
  return encodeSafetensors(
    { numbers: tensorOf(numbers) },
    {
      ...{ spec: JSON.stringify(spec), ...words },
      ...(names && { columns: JSON.stringify(names) }),
    },
  );
}

/** Bytes of a file, and the part of its numbers that are written with them. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly share: number;
}

/**
 * A file in pieces of some lines: whoever writes it can do something else between
 * two. Their bytes may be views of the numbers.
 */
export function* piecesOf(ask: NumbersAsk): Generator<Piece> {
  const { kind, numbers } = ask;
  if (kind === 'safetensors') {
    yield { bytes: safetensorsOf(ask), share: 1 };
    return;
  }
  const { dtype, shape, data } = tensorOf(numbers);
  const { names } = numbers;
  const header = names === undefined;
  const writer = tableWriter(kind, { dtype, shape, header });
  if (kind === 'csv' && names !== undefined) {
    const line = `${names.map(headName).join()}\n`;
    yield { bytes: new TextEncoder().encode(line), share: 0 };
  }
  yield { bytes: writer.begin(), share: 0 };
  const width = shape.slice(1).reduce((all, extent) => all * extent, 1);
  const step = width * Math.max(1, Math.floor(pieceNumbers / width));
  for (let at = 0; at < data.length; at += step) {
    const bytes = writer.rows(data.subarray(at, at + step));
    yield { bytes, share: Math.min(1, (at + step) / data.length) };
  }
  yield { bytes: writer.end(), share: 1 };
}
