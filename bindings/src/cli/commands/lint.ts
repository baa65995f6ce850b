/** `posenc lint FILE …`: says what is wrong with configurations. */

import { type Finding, readModel } from '../../parts/models.js';
import { modelOf, readConfig } from '../config.js';
import { type EngineLine, readEngineLine } from '../engine-line.js';
import { lineFindings } from '../engine-lint.js';
import { EXIT, Failure, misuse } from '../failure.js';
import { countText, findingText, mendText } from '../finding-text.js';
import { readArguments } from '../flags.js';
import { CONFIG_WORDS, commandHelp } from '../help-text.js';
import { isObject } from '../json.js';
import { mended } from '../mend.js';
import { printable } from '../printable.js';
import { writeConfig } from '../write-config.js';
import type { Command } from './command.js';

const summary =
  'Says what is wrong with configurations, and how programs read them.';

export const lintCommand: Command = {
  usage: 'lint config.json … [--json] [-- COMMAND]',
  summary,
  help: () =>
    commandHelp('posenc lint FILE … [--json] [--mend FILE] [-- COMMAND]', [
      summary,
      CONFIG_WORDS,
      'An error makes a model compute something else than what was meant, a ' +
        'warning probably does, and a note is about programs that differ, or ' +
        'about what this package does not compute. The ' +
        'exit code is 1 if a file has an error or cannot be read.',
      '--json prints a list with an object for each file: its name, and its ' +
        'findings or the reason why it cannot be read.',
      '--mend FILE writes the configuration of one file with the changes that ' +
        'its findings know, and says what is left. Where a finding knows several, ' +
        'which one is meant is not known: none is made. - is standard output.',
      'After -- stands the command of an engine: vllm, sglang, llama.cpp or ' +
        'ollama. Its flags are applied to the configuration, and what the engine ' +
        'makes of them is said, too.',
    ]) +
    `
For example
  posenc lint config.json --mend mended.json
  posenc lint config.json -- vllm serve MODEL --max-model-len 131072 \\
    --hf-overrides '{"rope_parameters": {"rope_type": "yarn", "factor": 4}}'
  posenc lint model.gguf -- llama-server --rope-scaling yarn --rope-scale 4 \\
    --yarn-orig-ctx 32768 -c 131072
  posenc lint model.gguf -- OLLAMA_CONTEXT_LENGTH=131072 ollama serve
`,
  run: async (given) => {
    const end = given.indexOf('--');
    const own = end < 0 ? given : given.slice(0, end);
    const command = end < 0 ? [] : given.slice(end + 1);
    const { words, values, switches } = readArguments(own, [
      { name: 'json' },
      { name: 'mend', value: 'FILE' },
    ]);
    const [first] = words;
    if (first === undefined) {
      throw misuse('name one config.json or several, or - for a pipe');
    }
    const out = values.get('mend');
    if (out !== undefined) {
      if (words.length > 1 || end >= 0 || switches.get('json')) {
        throw misuse('--mend takes one file, without --json and a command');
      }
      await writeMended(first, out);
      return;
    }
    const line = end < 0 ? undefined : readEngineLine(command);
    const results = words.map((file) => resultOf(file, line));
    const text = switches.get('json')
      ? JSON.stringify(results, undefined, 2)
      : printable(results.map(resultText).join('\n'));
    process.stdout.write(`${text}\n`);
    if (results.some(isWrong)) process.exitCode = EXIT.failed;
  },
};

/** Writes a configuration with its changes, and prints what is left. */
async function writeMended(given: string, out: string): Promise<void> {
  const read = readConfig(given);
  const { config, changes, findings } = modelOf(
    (config) => mended(config as object),
    read,
  );
  await writeConfig(out, config);
  if (findings.some(({ severity }) => severity === 'error')) {
    process.exitCode = EXIT.failed;
  }
  if (out === '-') return;
  const lines = changes.map((change) => `mended: ${mendText(change)}`);
  const left = resultText({ file: out, findings });
  process.stdout.write(`${printable([...lines, left].join('\n'))}\n`);
}

/** What was found in a file, or why it cannot be read. */
interface Result {
  readonly file: string;
  readonly findings: readonly Finding[];
  readonly error?: string;
}

function resultOf(file: string, line?: EngineLine): Result {
  try {
    const findings = modelOf(
      (config) =>
        line !== undefined && isObject(config)
          ? lineFindings(line, config)
          : readModel(config).findings,
      readConfig(file),
    );
    return { file, findings };
  } catch (error) {
    const unread = error instanceof Failure && error.exitCode === EXIT.failed;
    if (!unread) throw error;
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
