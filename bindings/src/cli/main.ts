#!/usr/bin/env node
/** The program `posenc`. */

import { didYouMean } from '../base/nearest.js';
import { version } from '../entry/version.js';
import { commands } from './commands/index.js';
import { cannot, Failure, misuse } from './failure.js';
import { methodCalled } from './names.js';
import { Unread } from './output.js';

/** What a shell says of a program that nobody reads any more. */
const UNREAD = 128 + 13;

/** A defect of this program: everything else is a Failure. */
const DEFECT = 70;

const overview = () => commands.help?.help() ?? '';

async function main([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined) {
    process.stderr.write(overview());
    process.exitCode = 2;
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
    if (name !== 'table' && arguments_.includes('--help')) {
      process.stdout.write(command.help());
    } else await command.run(arguments_);
  }
}

/** What a word that is no command may mean. */
function hintOn(word: string): string {
  const method = methodCalled(word);
  if (method?.family === 'table') {
    return `; did you mean \`posenc table ${word}\`?`;
  }
  if (method) return `, but \`posenc help ${word}\` says what it is`;
  const known = [...Object.keys(commands), '--version', '--help'];
  return didYouMean(word, known, (meant) => meant);
}

let reported = false;

/** One line on standard error, and the exit code. */
function report(error: unknown, given: readonly string[]): void {
  // A write that fails is heard of by the writer and by the stream.
  if (reported) return;
  reported = true;
  if (error instanceof Unread) {
    process.exitCode = UNREAD;
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
    process.exitCode = DEFECT;
  }
}

const given = process.argv.slice(2);

// Help may be piped into a program that ends early or a disk that is full.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exitCode = UNREAD;
  else report(cannot('write to standard output', error), given);
});

main(given).catch((error) => report(error, given));
