/** Computes tables and writes them to files, a few rows at a time. */

import { product } from '../arrays/tensor.js';
import { type ArrayOf, type DType, makeArray } from '../base/dtype.js';
import { littleEndian } from '../formats/bytes.js';
import {
  type Format,
  type TableWriter,
  tableWriter,
} from '../formats/index.js';
import { makeHead } from '../formats/safetensors-head.js';
import type { Plan, Posenc, Spec } from '../index.js';
import { openOutput } from './output.js';
import { Progress } from './progress.js';

/** A file, and the outputs of a plan that it holds, one after another. */
export interface TablesFile {
  readonly out: string;
  readonly format: Format;
  /** Names of outputs, and their names in the file. */
  readonly tables: readonly {
    readonly output: string;
    readonly name: string;
  }[];
  /** What the file says of its tables. */
  readonly spec: Readonly<Record<string, unknown>>;
  readonly header: boolean;
}

/** Bytes that are computed and held at a time, about. */
const CHUNK_BYTES = 2 ** 22;

/**
 * Bytes of a part, large enough that reading the options for each part takes
 * little of the time.
 */
export function chunkBytes(spec: object): number {
  const inputs = Object.values(spec).map((value) => {
    const { length, data } = Object(value) as {
      length?: number;
      data?: ArrayLike<number>;
    };
    return 8 * (data?.length ?? length ?? 0);
  });
  return Math.max(CHUNK_BYTES, ...inputs);
}

/**
 * Writes files. The tables of one file lie one after another, so each of them
 * is computed in a pass of its own.
 */
export async function writeFiles(
  pe: Posenc,
  plan: Plan,
  chunk: number,
  files: readonly TablesFile[],
): Promise<void> {
  const bytes = files
    .flatMap(({ tables }) => tables)
    .reduce((sum, { output }) => sum + (plan.outputs[output]?.bytes ?? 0), 0);
  const progress = new Progress(bytes, process.stderr);
  let done = 0;
  const advance = (by: number) => {
    done += by;
    progress.update(done);
  };
  try {
    for (const file of files) await writeFile(pe, plan, chunk, file, advance);
  } finally {
    progress.clear();
  }
}

async function writeFile(
  pe: Posenc,
  plan: Plan,
  chunk: number,
  file: TablesFile,
  advance: (bytes: number) => void,
): Promise<void> {
  const writer = writerOf(plan, file);
  const output = await openOutput(file.out);
  try {
    await output.write(writer.begin());
    for (const table of file.tables) {
      for (const data of partsOf(pe, plan, chunk, table.output)) {
        await output.write(writer.rows(data));
        advance(data.byteLength);
      }
    }
    await output.write(writer.end());
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  }
}

/** The shape and the dtype of an output. */
function formOf(plan: Plan, output: string) {
  const { shape = [], dtype } = plan.outputs[output] ?? {};
  return { shape, dtype: dtype as DType };
}

function writerOf(plan: Plan, file: TablesFile): TableWriter {
  const { format, tables, spec, header } = file;
  const named = tables.map(({ output, name }) => ({
    ...formOf(plan, output),
    name,
  }));
  const [only, ...others] = named;
  if (only && others.length === 0) {
    return tableWriter(format, { ...only, spec, header });
  }
  const head = makeHead(named, { spec: JSON.stringify(spec) });
  return {
    begin: () => head,
    rows: littleEndian,
    end: () => new Uint8Array(),
  };
}

/**
 * The rows of one output, a part after another, in an array that the next part
 * overwrites.
 */
function* partsOf(
  pe: Posenc,
  plan: Plan,
  chunk: number,
  wanted: string,
): Generator<ArrayOf[DType]> {
  const names = Object.keys(plan.outputs);
  const rooms = new Map<string, ArrayOf[DType]>();
  for (const part of plan.cut(chunk) as Iterable<Part>) {
    const { shape } = formOf(plan, wanted);
    const [from, to] = part.rows ?? [
      0,
      part.positions?.length ?? shape[0] ?? 1,
    ];
    const outs = names.map((name) => {
      const { shape, dtype } = formOf(plan, name);
      const length = (to - from) * product(shape.slice(1));
      const old = rooms.get(name);
      const room = old && old.length >= length ? old : makeArray(dtype, length);
      rooms.set(name, room);
      return [name, room.subarray(0, length)] as const;
    });
    const all = Object.fromEntries(outs);
    const out = names.length === 1 && names[0] === 'table' ? all.table : all;
    pe.make({ ...part, out } as unknown as Spec);
    yield all[wanted] as ArrayOf[DType];
  }
}

/** The spec of a part, as far as it says which rows it has. */
interface Part {
  readonly rows?: readonly [number, number];
  readonly positions?: ArrayLike<number>;
}
