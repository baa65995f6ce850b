/**
 * Commands that compute any method of some families and write what it makes:
 * `posenc table METHOD …`, `posenc bias METHOD …`.
 */

import { methodHint } from '../base/foreign.js';
import { type MethodDescription, methods } from '../descriptions.js';
import type { Command } from './commands/command.js';
import { missing, readDestination } from './destination.js';
import { misuse, reworded } from './failure.js';
import { familyOf, type MethodFamily, madeBy } from './families.js';
import { kebab, readArguments } from './flags.js';
import { flagsOf, paths } from './givable.js';
import { familyHelp, methodHelp } from './help.js';
import { WORK_FLAGS } from './help-flags.js';
import { loadFor } from './load.js';
import { methodCalled } from './names.js';
import { readCall } from './spec.js';
import { findSpecFile, type SpecFile } from './spec-file.js';
import { type Form, writeCall } from './write-call.js';

/** Makes the command of some families. */
export function methodCommand(family: MethodFamily): Command {
  const { usage, summary } = family;
  const help = () => familyHelp(family);
  return {
    ...{ usage, summary, help },
    ownHelp: true,
    run: (given) => run(family, given),
  };
}

async function run(
  family: MethodFamily,
  given: readonly string[],
): Promise<void> {
  const { lines } = family;
  const wantsHelp = given.includes('--help');
  const specFile = wantsHelp ? undefined : findSpecFile(given);
  const [first] = given;
  const word = first?.startsWith('-') ? undefined : first;
  if (wantsHelp && word === undefined) {
    process.stdout.write(familyHelp(family));
    return;
  }
  const method = methodOf(family, word, specFile);
  if (wantsHelp) {
    process.stdout.write(methodHelp(method));
    return;
  }
  const { name: single } = method;
  const words = word === undefined ? 0 : 1;
  await runMethod(method, given, words, specFile, { single, lines });
}

/**
 * Reads the arguments of a method, computes it and writes what it makes. The
 * first `words` words have been read.
 */
export async function runMethod(
  method: MethodDescription,
  given: readonly string[],
  words: number,
  specFile: SpecFile | undefined,
  form: Form,
): Promise<void> {
  const all = readArguments(given, [...flagsOf(method), ...WORK_FLAGS]);
  refuseWords(all.words.slice(words));
  const call = readCall(method, all, specFile);
  const destination = readDestination(all.values, missing(method, call));
  try {
    await writeCall(await loadFor(method.name), call, all, destination, form);
  } catch (error) {
    throw reworded(error, paths(method), call.nameOf);
  }
}

/** Throws if words are left over. */
export function refuseWords([extra]: readonly string[]): void {
  if (extra === undefined) return;
  throw misuse(`unexpected word "${extra}"; values follow their flags`);
}

function methodOf(
  family: MethodFamily,
  word: string | undefined,
  specFile: SpecFile | undefined,
): MethodDescription {
  const named = specFile?.method;
  const differ = named !== undefined && kebab(word ?? named) !== kebab(named);
  if (differ) {
    throw misuse(`${specFile?.file} is for ${named}, not for ${word}`);
  }
  const name = word ?? named;
  const all = madeBy(family);
  if (name === undefined) {
    throw misuse(
      `which method? \`posenc ${family.word} ${all[0]?.name} …\`; ` +
        '`posenc methods` lists them',
    );
  }
  const method = methodCalled(name);
  const other = method && familyOf(method);
  if (method && other === family) return method;
  if (method) {
    const hint = other
      ? `did you mean \`posenc ${other.word} ${name}\`?`
      : `\`posenc help ${name}\` describes it`;
    throw misuse(`${name} makes no ${family.noun}; ${hint}`);
  }
  const bare = (meant: string) => meant;
  const own = all.map((method) => method.name);
  const hint =
    methodHint(name, own, bare) || methodHint(name, Object.keys(methods), bare);
  throw misuse(`there is no method "${name}"${hint}`);
}
