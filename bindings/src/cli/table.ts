/** `posenc table METHOD …`: a table of any method, into a file. */

import { bytesOf, makeArray } from '../base/dtype.js';
import { didYouMean } from '../base/nearest.js';
import type { MethodDescription } from '../describe/form.js';
import { FORMATS, type Format, tableWriter } from '../formats/index.js';
import { load, methods, type Tensor } from '../index.js';
import type { Command } from './command.js';
import { libraryError, misuse, reworded } from './failure.js';
import { type Flag, kebab, readArguments } from './flags.js';
import { methodHelp, OUTPUT_FLAGS, tableHelp } from './help.js';
import { methodCalled } from './names.js';
import { openOutput } from './output.js';
import { Progress } from './progress.js';
import { countRows } from './rows.js';
import {
  flagsOf,
  readSpec,
  readSpecFile,
  type Spec,
  type SpecFile,
} from './spec.js';

/** About what is computed, and held, at a time. */
const CHUNK_BYTES = 2 ** 22;

/** Where chunks begin, if they are longer: there methods are fastest. */
const ALIGNED_ROWS = 32;

/** The methods that make tables, by name. */
export const tables: ReadonlyMap<string, MethodDescription> = new Map(
  Object.entries<MethodDescription>(methods).filter(
    ([, { family }]) => family === 'table',
  ),
);

export const tableCommand: Command = {
  usage: 'table METHOD --length N --dim N … --out FILE',
  summary: 'Writes a table as .npy, .safetensors, .csv or .json.',
  help: tableHelp,
  run: table,
};

async function table(given: readonly string[]): Promise<void> {
  const wantsHelp = given.includes('--help');
  const specFile = wantsHelp ? undefined : findSpecFile(given);
  const [first] = given;
  const word = first?.startsWith('-') ? undefined : first;
  if (wantsHelp && word === undefined) {
    process.stdout.write(tableHelp());
    return;
  }
  const method = methodOf(word, specFile);
  if (wantsHelp) {
    process.stdout.write(methodHelp(method));
    return;
  }
  const flags: Flag[] = [...flagsOf(method), ...OUTPUT_FLAGS];
  const all = readArguments(given, flags);
  const [, extra] = word === undefined ? ['', ...all.words] : all.words;
  if (extra !== undefined) {
    throw misuse(`"${extra}" is one word too many; values stand behind flags`);
  }
  const destination = readDestination(all.values);
  const spec = readSpec(method, all, specFile);
  const header = all.switches.get('header') ?? false;
  const name = all.values.get('name') ?? method.name;
  try {
    await write(method, spec, { ...destination, header, name });
  } catch (error) {
    throw reworded(error, Object.keys(method.parameters), spec.nameOf);
  }
}

/** Read first: it may name the method, and with it all other flags. */
function findSpecFile(given: readonly string[]): SpecFile | undefined {
  const at = given.lastIndexOf('--spec');
  const file =
    at < 0
      ? given.findLast((text) => text.startsWith('--spec='))?.slice(7)
      : given[at + 1];
  return file === undefined ? undefined : readSpecFile(file);
}

function methodOf(
  word: string | undefined,
  specFile: SpecFile | undefined,
): MethodDescription {
  const named = specFile?.method;
  const differ = named !== undefined && kebab(word ?? named) !== kebab(named);
  if (differ) {
    throw misuse(`${specFile?.file} is for ${named}, not for ${word}`);
  }
  const name = word ?? named;
  if (name === undefined) {
    const example = [...tables.keys()][0];
    throw misuse(
      `which method? \`posenc table ${example} …\`; \`posenc methods\` lists ` +
        'them',
    );
  }
  const method = methodCalled(name);
  if (method?.family === 'table') return method;
  if (method) throw misuse(`${name} makes no table`);
  const hint = didYouMean(name, [...tables.keys()], (meant) => meant);
  throw misuse(`there is no method "${name}"${hint}`);
}

interface Destination {
  readonly out: string;
  readonly format: Format;
}

function readDestination(values: ReadonlyMap<string, string>): Destination {
  const out = values.get('out');
  const format = values.get('format');
  const list = FORMATS.join(', ');
  const isFormat = (text: string): text is Format =>
    FORMATS.includes(text as Format);
  if (format !== undefined && !isFormat(format)) {
    throw misuse(`--format must be one of ${list}, got "${format}"`);
  }
  if (out === undefined) {
    throw misuse(`--out is required: a file, or - for standard output`);
  }
  if (format !== undefined) {
    const binary = format === 'npy' || format === 'safetensors';
    if (out === '-' && binary && process.stdout.isTTY) {
      throw misuse(`a terminal cannot show ${format}: send it elsewhere`);
    }
    return { out, format };
  }
  if (out === '-') {
    throw misuse(`--out - needs a --format, one of ${list}`);
  }
  const end = /\.([^./]*)$/.exec(out)?.[1]?.toLowerCase() ?? '';
  if (isFormat(end)) return { out, format: end };
  throw misuse(
    `--out must end in ${FORMATS.map((word) => `.${word}`).join(', ')}, or ` +
      `have a --format, got "${out}"`,
  );
}

/** Computes and writes a table, some rows at a time. */
async function write(
  { name: method, parameters }: MethodDescription,
  { options, plain }: Spec,
  file: Destination & { readonly header: boolean; readonly name: string },
): Promise<void> {
  const pe = await load();
  const make = (more: object): Tensor =>
    pe[method as 'sinusoidal']({ ...options, ...more } as never);
  const split = 'rows' in parameters;
  const whole = split ? undefined : make({});
  const [from, to] = whole
    ? [0, whole.shape[0] ?? 1]
    : rowsOf(options, (rows) => make({ rows }));
  const like = whole ?? make({ rows: [from, from] });
  const shape = [to - from, ...like.shape.slice(1)];
  const { dtype } = like;
  const width = shape.slice(1).reduce((product, n) => product * n, 1);
  const rowBytes = width * bytesOf(dtype);

  const spec = plain.rows ? { ...plain, rows: [from, to] } : plain;
  const header = file.header && from === 0;
  const named = { dtype, shape, spec, name: file.name, header };
  const writer = tableWriter(file.format, named);
  const output = await openOutput(file.out);
  const progress = new Progress((to - from) * rowBytes, process.stderr);
  try {
    await output.write(writer.begin());
    if (whole) {
      await output.write(writer.rows(whole.data));
    } else {
      const most = chunkRows(rowBytes, options);
      const room = makeArray(dtype, Math.min(most, to - from) * width);
      for (let at = from; at < to; ) {
        const lead = most > ALIGNED_ROWS ? at % ALIGNED_ROWS : 0;
        const rows = [at, Math.min(to, at - lead + most)] as const;
        at = rows[1];
        const out = room.subarray(0, (rows[1] - rows[0]) * width);
        const { data } = make('out' in parameters ? { rows, out } : { rows });
        await output.write(writer.rows(data));
        progress.update((at - from) * rowBytes);
      }
    }
    await output.write(writer.end());
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    progress.clear();
  }
}

/** The first row wanted, and the one behind the last. */
function rowsOf(
  options: Readonly<Record<string, unknown>>,
  make: (rows: readonly [number, number]) => unknown,
): readonly [number, number] {
  const has = (rows: number) => {
    try {
      make([rows, rows]);
      return true;
    } catch (error) {
      if (libraryError(error)?.param.startsWith('rows')) return false;
      throw error;
    }
  };
  const { rows, length, positions } = options;
  const [from, to] = Array.isArray(rows) ? rows : [0, Infinity];
  if (from > to) make([from, to]); // for its error
  if (to !== Infinity) {
    make([to, to]);
    return [from, to];
  }
  const likely = Number(length ?? Object(positions).length);
  const end = countRows(has, Number.isSafeInteger(likely) ? likely : undefined);
  if (from > end) make([from, from]);
  return [from, end];
}

/** Rows of a chunk: so many that reading the options again is no matter. */
function chunkRows(rowBytes: number, options: object): number {
  const inputs = Object.values(options).map((value) => {
    const { length, data } = Object(value) as {
      length?: number;
      data?: ArrayLike<number>;
    };
    return 8 * (data?.length ?? length ?? 0);
  });
  const bytes = Math.max(CHUNK_BYTES, ...inputs);
  const rows = Math.max(1, Math.floor(bytes / (rowBytes || 1)));
  return rows > ALIGNED_ROWS ? rows - (rows % ALIGNED_ROWS) : rows;
}
