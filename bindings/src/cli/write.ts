/** Writes arrays to files, a part of them at a time. */

import { product } from '../arrays/tensor.js';
import { littleEndian } from '../formats/bytes.js';
import {
  type Format,
  type TableWriter,
  tableWriter,
} from '../formats/index.js';
import { makeHead } from '../formats/safetensors-head.js';
import type { Destination } from './destination.js';
import { misuse } from './failure.js';
import type { LineUnit } from './families.js';
import { checkRoom, openOutput } from './output.js';
import { Progress } from './progress.js';
import type { Numbers, Source } from './sources.js';

/** An array in a file. */
export interface NamedOutput {
  /** Name of the output of the source. */
  readonly output: string;
  /** Name of the array in the file. */
  readonly name: string;
}

/** What files say of their arrays. */
export interface Told {
  readonly spec: Readonly<Record<string, unknown>>;
  /** Whether CSV files begin with names of columns. */
  readonly header: boolean;
  readonly lines: LineUnit;
}

/** A file, and the arrays that it holds, one after another. */
interface ArraysFile {
  readonly out: string;
  readonly format: Format;
  readonly arrays: readonly NamedOutput[];
}

/**
 * The outputs, and the names that they get in the file. A single one gets
 * `name`, or `single` if there is none.
 */
export function namesOf(
  outputs: readonly string[],
  name: string | undefined,
  single?: string,
): readonly NamedOutput[] {
  return outputs.map((output) => {
    if (outputs.length === 1) return { output, name: name ?? single ?? output };
    return { output, name: name === undefined ? output : `${name}.${output}` };
  });
}

/**
 * The files of some arrays. A safetensors file holds them all; a file of
 * another kind holds one, and its name says which.
 */
function filesOf(
  { out, format }: Destination,
  arrays: readonly NamedOutput[],
): readonly ArraysFile[] {
  if (format === 'safetensors' || arrays.length === 1) {
    return [{ out, format, arrays }];
  }
  if (out === '-') {
    throw misuse(
      `--out - takes one array, and there are ${arrays.length}: use --format ` +
        'safetensors, or a file',
    );
  }
  const [, stem = out, end = ''] = /^(.*?)(\.[^./]*)?$/s.exec(out) ?? [];
  return arrays.map((array) => {
    const file = `${stem}.${array.output}${end}`;
    return { out: file, format, arrays: [array] };
  });
}

/**
 * Writes files. The arrays of one file lie one after another, so each of them
 * is computed in a pass of its own.
 */
export async function writeArrays(
  source: Source,
  destination: Destination,
  arrays: readonly NamedOutput[],
  told: Told,
): Promise<void> {
  const bytes = arrays.reduce(
    (sum, { output }) => sum + (source.outputs[output]?.bytes ?? 0),
    0,
  );
  checkRoom(destination.out, leastBytes(destination, source, arrays));
  const progress = new Progress(bytes, process.stderr);
  let done = 0;
  const advance = (by: number) => {
    done += by;
    progress.update(done);
  };
  try {
    await source.prepare?.((share) => progress.update(share * bytes));
    for (const file of filesOf(destination, arrays)) {
      await writeFile(source, file, told, advance);
    }
  } finally {
    progress.clear();
  }
}

/** Bytes that files take at least: in text, a number has a digit and a comma. */
function leastBytes(
  { format }: Destination,
  { outputs }: Source,
  arrays: readonly NamedOutput[],
): number {
  const binary = format === 'npy' || format === 'safetensors';
  return arrays.reduce((sum, { output }) => {
    const { bytes = 0, shape = [] } = outputs[output] ?? {};
    return sum + (binary ? bytes : 2 * product(shape));
  }, 0);
}

async function writeFile(
  source: Source,
  file: ArraysFile,
  told: Told,
  advance: (bytes: number) => void,
): Promise<void> {
  const { arrays, format } = file;
  const { writer, width } = writerOf(source, file, told);
  const output = await openOutput(file.out);
  const { place } = output;
  const [{ output: first } = { output: '' }, ...others] = arrays;
  const binary = format === 'npy' || format === 'safetensors';
  // A piece is computed while the one before it is being written.
  let writing = Promise.resolve();
  const next = async (bytes: Uint8Array, write = output.write) => {
    await writing;
    writing = write(bytes);
  };
  try {
    const head = writer.begin();
    await next(head);
    if (place && binary && others.length === 0 && source.placed) {
      for (const { at, data } of source.placed(first)) {
        const from = head.length + at * data.BYTES_PER_ELEMENT;
        await next(littleEndian(data), (bytes) => place(bytes, from));
        advance(data.byteLength);
      }
    } else {
      for (const { output: name } of arrays) {
        for await (const piece of source.pieces(name)) {
          for (const data of binary ? [piece] : someLines(piece, width)) {
            await next(writer.rows(data));
            advance(data.byteLength);
          }
        }
      }
      await next(writer.end());
    }
    await writing;
    await output.finish();
  } catch (error) {
    await writing.catch(() => {});
    await output.abandon();
    throw error;
  }
}

/** The writer of a file, and how many numbers a line of it has. */
function writerOf(
  { outputs }: Source,
  { format, arrays }: ArraysFile,
  { spec, header, lines }: Told,
): { readonly writer: TableWriter; readonly width: number } {
  const named = arrays.map(({ output, name }) => {
    const { shape = [], dtype = 'float32' } = outputs[output] ?? {};
    return { shape, dtype, name };
  });
  const [only, ...others] = named;
  if (only && others.length === 0) {
    const lineAxes = lines === 'last' ? only.shape.length - 1 : 1;
    const writer = tableWriter(format, { ...only, spec, header, lineAxes });
    return { writer, width: product(only.shape.slice(lineAxes)) };
  }
  const head = makeHead(named, { spec: JSON.stringify(spec) });
  const writer = {
    begin: () => head,
    rows: littleEndian as TableWriter['rows'],
    end: () => new Uint8Array(),
  };
  return { writer, width: 1 };
}

/** Numbers that are made text at a time, about: text is longer than numbers. */
const TEXT_NUMBERS = 2 ** 20;

/** The lines of an array, each of `width` numbers, some at a time. */
function* someLines(data: Numbers, width: number): Generator<Numbers> {
  const lines = Math.max(1, Math.floor(TEXT_NUMBERS / (width || 1)));
  const step = lines * (width || 1);
  for (let at = 0; at < data.length; at += step) {
    yield data.subarray(at, at + step);
  }
}
