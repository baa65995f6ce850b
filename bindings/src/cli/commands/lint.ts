/** `posenc lint FILE …`: says what is wrong with configurations. */

import { type Finding, readModel } from '../../parts/models.js';
import { modelOf, readConfig } from '../config.js';
import { EXIT, Failure, misuse } from '../failure.js';
import { countText, findingText } from '../finding-text.js';
import { readArguments } from '../flags.js';
import { CONFIG_WORDS, commandHelp } from '../help-text.js';
import { printable } from '../printable.js';
import type { Command } from './command.js';

const summary =
  'Says what is wrong with configurations, and how programs read them.';

export const lintCommand: Command = {
  usage: 'lint config.json … [--json]',
  summary,
  help: () =>
    commandHelp('posenc lint FILE … [--json]', [
      summary,
      CONFIG_WORDS,
      'An error makes a model compute something else than what was meant, a ' +
        'warning probably does, and a note is about programs that differ, or ' +
        'about what this package does not compute. The ' +
        'exit code is 1 if a file has an error or cannot be read.',
      '--json prints a list with an object for each file: its name, and its ' +
        'findings or the reason why it cannot be read.',
    ]),
  run: async (given) => {
    const { words, switches } = readArguments(given, [{ name: 'json' }]);
    if (words.length === 0) {
      throw misuse('name one config.json or several, or - for a pipe');
    }
    const results = words.map(resultOf);
    const text = switches.get('json')
      ? JSON.stringify(results, undefined, 2)
      : printable(results.map(resultText).join('\n'));
    process.stdout.write(`${text}\n`);
    if (results.some(isWrong)) process.exitCode = EXIT.failed;
  },
};

/** What was found in a file, or why it cannot be read. */
interface Result {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly error?: string;
}

function resultOf(file: string): Result {
  try {
    const { findings } = modelOf(readModel, readConfig(file));
    return { file, findings };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { file, findings: [], error: error.message };
  }
}

function isWrong({ findings, error }: Result): boolean {
  const wrong = findings.some(({ severity }) => severity === 'error');
  return wrong || error !== undefined;
}

function resultText({ file, findings, error }: Result): string {
  if (error !== undefined) return `${file}: error: ${error}`;
  const lines = findings.map((finding) => findingText(finding, '  '));
  return [`${file}: ${countText(findings)}`, ...lines].join('\n');
}
