/** `posenc table METHOD …`: writes a table of any method to a file. */

import { product } from '../../arrays/tensor.js';
import { makeArray } from '../../base/dtype.js';
import { didYouMean } from '../../base/nearest.js';
import { type MethodDescription, methods } from '../../descriptions.js';
import { FORMATS, type Format, tableWriter } from '../../formats/index.js';
import {
  load,
  type Plan,
  type Posenc,
  type TableSpec,
  type Tensor,
} from '../../index.js';
import { misuse, reworded } from '../failure.js';
import { type Flag, kebab, readArguments } from '../flags.js';
import { methodHelp, OUTPUT_FLAGS, tableHelp } from '../help.js';
import { methodCalled } from '../names.js';
import { openOutput } from '../output.js';
import { Progress } from '../progress.js';
import {
  type Call,
  flagsOf,
  givable,
  readCall,
  readSpecFile,
  type SpecFile,
} from '../spec.js';
import { isRequired } from '../words.js';
import type { Command } from './command.js';

/** Bytes that are computed and held at a time, about. */
const CHUNK_BYTES = 2 ** 22;

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
    throw misuse(`unexpected word "${extra}"; values follow their flags`);
  }
  const call = readCall(method, all, specFile);
  const destination = readDestination(all.values, missing(method, call));
  const header = all.switches.get('header') ?? false;
  const name = all.values.get('name') ?? method.name;
  try {
    await write(call, { ...destination, header, name });
  } catch (error) {
    throw reworded(error, paths(method), call.nameOf);
  }
}

/**
 * Reads the file of `--spec` before all other flags: it may name the method,
 * which decides what flags there are.
 */
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
  if (method) {
    throw misuse(
      `${name} makes no table; \`posenc help ${name}\` describes it`,
    );
  }
  const hint = didYouMean(name, [...tables.keys()], (meant) => meant);
  throw misuse(`there is no method "${name}"${hint}`);
}

interface Destination {
  readonly out: string;
  readonly format: Format;
}

/** The required flags of a method that are missing, such as `--dim`. */
function missing({ parameters }: MethodDescription, { plain }: Call) {
  return Object.entries(parameters)
    .filter(([name, one]) => isRequired(one) && plain[name] === undefined)
    .map(([name]) => `--${kebab(name)}`);
}

/**
 * Where to write, and in which format. `lacking` are missing flags, which an
 * error about --out names, too.
 */
function readDestination(
  values: ReadonlyMap<string, string>,
  lacking: readonly string[],
): Destination {
  const out = values.get('out');
  const format = values.get('format');
  const list = FORMATS.join(', ');
  const isFormat = (text: string): text is Format =>
    FORMATS.includes(text as Format);
  if (format !== undefined && !isFormat(format)) {
    throw misuse(`--format must be one of ${list}, got "${format}"`);
  }
  if (out === undefined) {
    const others = lacking.length > 0 ? `${lacking.join(', ')} and ` : '';
    throw misuse(
      `${others}--out ${others ? 'are' : 'is'} required; --out names a file, ` +
        'or is - for standard output',
    );
  }
  if (format !== undefined) {
    const binary = format === 'npy' || format === 'safetensors';
    if (out === '-' && binary && process.stdout.isTTY) {
      throw misuse(
        `a terminal cannot show ${format}: write it to a file or a pipe`,
      );
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
      `--format must be given, got "${out}"`,
  );
}

/** The names that errors may use for parameters; nested ones have paths. */
const paths = ({ parameters }: MethodDescription) => [
  ...Object.keys(parameters),
  ...givable(parameters).map(({ path }) => path),
];

/** Computes and writes a table, a few rows at a time. */
async function write(
  { spec, plain }: Call,
  file: Destination & { readonly header: boolean; readonly name: string },
): Promise<void> {
  const pe = await load();
  const plan = planOf(pe, spec);
  const { shape, dtype, bytes, rows: [from, to] = [0, 0] } = plan;
  const rows = plain.rows ? { rows: [from, to] } : {};
  const header = file.header && from === 0;
  const named = {
    dtype,
    shape,
    spec: { ...plain, ...rows },
    name: file.name,
    header,
  };
  const writer = tableWriter(file.format, named);
  const output = await openOutput(file.out);
  const progress = new Progress(bytes, process.stderr);
  try {
    await output.write(writer.begin());
    let done = 0;
    await writeParts(pe, plan, chunkBytes(spec), async (data) => {
      await output.write(writer.rows(data));
      done += data.byteLength;
      progress.update(done);
    });
    await output.write(writer.end());
    await output.finish();
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    progress.clear();
  }
}

/** Plans a table; `rows` may have an open end. */
function planOf(pe: Posenc, spec: TableSpec): Plan<Tensor> {
  const { rows, ...whole } = spec;
  if (rows?.[1] !== Infinity) return pe.plan(spec);
  const [, end] = pe.plan(whole).rows ?? [0, 0];
  const [from] = rows;
  return pe.plan({ ...spec, rows: [from, Math.max(from, end)] });
}

/**
 * Computes the parts of a plan one after another into one array, and passes
 * each part on.
 */
async function writeParts(
  pe: Posenc,
  plan: Plan<Tensor>,
  bytes: number,
  take: (data: Tensor['data']) => Promise<void>,
): Promise<void> {
  const { shape, dtype } = plan;
  const width = product(shape.slice(1));
  let room = makeArray(dtype, 0);
  for (const part of plan.cut(bytes)) {
    const [from, to] = part.rows ?? [0, shape[0] ?? 1];
    const length = (to - from) * width;
    if (length > room.length) room = makeArray(dtype, length);
    const out = room.subarray(0, length);
    await take(pe.make({ ...part, out }).data);
  }
}

/**
 * Bytes of a part, large enough that reading the options for each part takes
 * little of the time.
 */
function chunkBytes(spec: TableSpec): number {
  const inputs = Object.values(spec).map((value) => {
    const { length, data } = Object(value) as {
      length?: number;
      data?: ArrayLike<number>;
    };
    return 8 * (data?.length ?? length ?? 0);
  });
  return Math.max(CHUNK_BYTES, ...inputs);
}
