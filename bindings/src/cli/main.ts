#!/usr/bin/env node
/** The command line program `posenc`. */

import { methodHint } from '../base/foreign.js';
import { version } from '../entry/version.js';
import { commands } from './commands/index.js';
import { cannot, EXIT, Failure, misuse } from './failure.js';
import { familyOf } from './families.js';
import { methodCalled } from './names.js';
import { Unread } from './output.js';

const overview = () => commands.help?.help() ?? '';

async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined) {
    process.stderr.write(overview());
    process.exitCode = EXIT.misuse;
  } else if (name === '--version' || name === '-v') {
    process.stdout.write(`${version}\n`);
  } else if (name === '--help' || name === '-h') {
    process.stdout.write(overview());
  } else {
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) {
      throw misuse(`there is no command "${name}"${hintOn(name)}`);
    }
    const arguments_ = rest.map((text) => (text === '-h' ? '--help' : text));
    if (!command.ownHelp && arguments_.includes('--help')) {
      process.stdout.write(command.help());
    } else await command.run(arguments_);
  }
}

/** A hint on what an unknown word may mean. */
function hintOn(word: string): string {
  const method = methodCalled(word);
  const family = method && familyOf(method);
  if (family) return `; did you mean \`posenc ${family.word} ${word}\`?`;
  if (method) return `, but \`posenc help ${word}\` describes it`;
  const known = [...Object.keys(commands), '--version', '--help'];
  return methodHint(word, known, (meant) => meant);
}

let reported = false;

/** One line on standard error, and the exit code. */
function report(error: unknown, given: readonly string[]): void {
  // A failed write is reported twice: to the writer and by the stream.
  if (reported) return;
  reported = true;
  if (error instanceof Unread) {
    process.exitCode = EXIT.unread;
    return;
  }
  const words = given.slice(0, 2).filter((word) => /^\w[\w-]*$/.test(word));
  const where = ['posenc', ...words].join(' ');
  if (error instanceof Failure) {
    process.stderr.write(`${where}: ${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    const { stack = String(error) } = error as Error;
    process.stderr.write(`${where}: a defect of posenc: ${stack}\n`);
    process.exitCode = EXIT.defect;
  }
}

const given = process.argv.slice(2);

// The output may go to a program that ends early or to a full disk.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exitCode = EXIT.unread;
  else report(cannot('write to standard output', error), given);
});

main(given).catch((error) => report(error, given));
