/** `posenc table METHOD …`: writes a table of any method to a file. */

import { didYouMean } from '../../base/nearest.js';
import { type MethodDescription, methods } from '../../descriptions.js';
import {
  load,
  type Plan,
  type Posenc,
  type TableSpec,
  type Tensor,
} from '../../index.js';
import { type Destination, missing, readDestination } from '../destination.js';
import { misuse, reworded } from '../failure.js';
import { type Flag, kebab, readArguments } from '../flags.js';
import { methodHelp, OUTPUT_FLAGS, tableHelp } from '../help.js';
import { methodCalled } from '../names.js';
import {
  type Call,
  findSpecFile,
  flagsOf,
  paths,
  readCall,
  type SpecFile,
} from '../spec.js';
import { chunkBytes, writeFiles } from '../write.js';
import type { Command } from './command.js';

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

/** Computes and writes a table, a few rows at a time. */
async function write(
  { spec, plain }: Call,
  file: Destination & { readonly header: boolean; readonly name: string },
): Promise<void> {
  const pe = await load();
  const plan = planOf(pe, spec);
  const [from, to] = plan.rows ?? [0, 0];
  const rows = plain.rows ? { rows: [from, to] } : {};
  const { out, format, name } = file;
  const header = file.header && from === 0;
  const tables = [{ output: 'table', name }];
  const told = { spec: { ...plain, ...rows }, header };
  await writeFiles(pe, plan, chunkBytes(spec), [
    { out, format, tables, ...told },
  ]);
}

/** Plans a table; `rows` may have an open end. */
function planOf(pe: Posenc, spec: TableSpec): Plan<Tensor> {
  const { rows, ...whole } = spec;
  if (rows?.[1] !== Infinity) return pe.plan(spec);
  const [, end] = pe.plan(whole).rows ?? [0, 0];
  const [from] = rows;
  return pe.plan({ ...spec, rows: [from, Math.max(from, end)] });
}
