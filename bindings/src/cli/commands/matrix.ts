/**
 * `posenc matrix SCHEME`: which row of a table each query and key read, as a
 * picture or as a file.
 */

import { didYouMean } from '../../base/nearest.js';
import { type MethodDescription, methods } from '../../descriptions.js';
import type { Plan, Tensor } from '../../index.js';
import { readDestination } from '../destination.js';
import { misuse, reworded } from '../failure.js';
import { type Given, kebab, readArguments } from '../flags.js';
import { flagsFor, givable, paths } from '../givable.js';
import { OUTPUT_FLAGS } from '../help-flags.js';
import { matrixHelp, schemeFlag } from '../help-scores.js';
import { isObject } from '../json.js';
import { type Loaded, loadFor } from '../load.js';
import { refuseWords } from '../method-command.js';
import { pictureOf } from '../picture.js';
import { positionsOf } from '../query-positions.js';
import { type Call, readCall } from '../spec.js';
import { findSpecFile, type SpecFile } from '../spec-file.js';
import { writeCall } from '../write-call.js';
import type { Command } from './command.js';

const method: MethodDescription = methods.relativeIndices;
const SCHEMES = Object.keys(methods.relativeIndices.parameters.scheme.variants);

export const matrixCommand: Command = {
  usage: 'matrix SCHEME --queries N … [--out FILE]',
  summary: 'Shows or writes which row of a relative table each pair reads.',
  help: matrixHelp,
  run: matrix,
};

async function matrix(given: readonly string[]): Promise<void> {
  const specFile = findSpecFile(given);
  const [first] = given;
  const word = first?.startsWith('-') ? undefined : first;
  const scheme = schemeOf(word, specFile);
  const own = givable(method.parameters).filter(
    ({ path, types = [scheme] }) =>
      path !== 'scheme.type' && types.includes(scheme),
  );
  const flags = [
    ...flagsFor(own, schemeFlag),
    ...[...OUTPUT_FLAGS, { name: 'json' }],
  ];
  const all = readArguments(given, flags);
  refuseWords(all.words.slice(word === undefined ? 0 : 1));
  const values = new Map([...all.values, [schemeFlag('scheme.type'), scheme]]);
  const call = readCall(method, { ...all, values }, specFile, schemeFlag);
  try {
    const pe = await loadFor(method.name);
    const json = all.switches.get('json');
    if (json && all.values.has('out')) {
      throw misuse('--json prints the matrix, and --out writes it: give one');
    }
    if (all.values.has('out')) await write(pe, call, all);
    else show(pe, call, all);
  } catch (error) {
    throw reworded(error, paths(method), call.nameOf);
  }
}

/** The scheme that a word names, or else a spec file. */
function schemeOf(
  word: string | undefined,
  specFile: SpecFile | undefined,
): string {
  const named = specFile?.method ?? method.name;
  if (named !== method.name) {
    throw misuse(`${specFile?.file} is for ${named}, not for ${method.name}`);
  }
  const { scheme } = specFile?.values ?? {};
  const wanted = word ?? (isObject(scheme) ? scheme.type : undefined);
  const list = SCHEMES.join(', ');
  if (wanted === undefined) {
    throw misuse(`which scheme? \`posenc matrix SCHEME …\`: ${list}`);
  }
  const found = SCHEMES.find((one) => kebab(one) === kebab(String(wanted)));
  if (found !== undefined) return found;
  const hint = didYouMean(String(wanted), SCHEMES);
  throw misuse(`the scheme must be one of ${list}, got "${wanted}"${hint}`);
}

async function write(pe: Loaded, call: Call, all: Given): Promise<void> {
  const destination = readDestination(all.values, []);
  const form = { single: method.name, lines: 'last' } as const;
  await writeCall(pe, call, all, destination, form);
}

/** Flags that say something only where a file is written. */
const FILE_FLAGS = ['format', 'name', 'header'];

/** Most queries and keys of a picture. */
const MOST = 64;

/** Prints the matrix as a picture. */
function show(pe: Loaded, { spec }: Call, { values, switches }: Given): void {
  const lacking = FILE_FLAGS.find(
    (name) => values.has(name) || switches.has(name),
  );
  if (lacking !== undefined) throw misuse(`--${lacking} needs --out`);
  const plan = pe.plan(spec) as Plan<Tensor<'int32'>>;
  const [queries = 0, keys = 0] = plan.shape;
  const positions = positionsOf(spec, { queries, keys });
  if (switches.get('json')) {
    const { data } = plan.run();
    const rows = positions.queries.map((_, i) => [
      ...data.subarray(i * keys, (i + 1) * keys),
    ]);
    process.stdout.write(`${JSON.stringify({ ...positions, rows })}\n`);
    return;
  }
  if (Math.max(queries, keys) > MOST) {
    throw misuse(
      `--out is required, because a picture has at most ${MOST} queries and ` +
        `keys, got ${queries} and ${keys}`,
    );
  }
  process.stdout.write(pictureOf(plan.run().data, positions));
}
