/** `posenc extend FILE`: the settings of an engine for longer texts. */

import { architectureOf } from '../../models/gguf/architectures.js';
import {
  type Extended,
  type ExtendOptions,
  extend,
  type SettingNote,
} from '../../parts/models.js';
import { type ConfigFile, readConfig } from '../config.js';
import { EXIT, Failure, libraryError, misuse, reworded } from '../failure.js';
import { findingText, shortValue } from '../finding-text.js';
import { readArguments } from '../flags.js';
import { CONFIG_WORDS, commandHelp, flagList } from '../help-text.js';
import { printable } from '../printable.js';
import { settingsText } from '../settings-text.js';
import { writeConfig } from '../write-config.js';
import type { Command } from './command.js';

const summary =
  'Gives the settings of an engine for longer texts, with reasons.';

/** The flags that are options of `extend`. */
const OPTIONS = ['to', 'for', 'schedule', 'original', 'arch'] as const;

const usage = 'extend config.json --to N --for ENGINE';

export const extendCommand: Command = {
  usage: `${usage} [--json]`,
  summary,
  help: () =>
    commandHelp(`posenc ${usage.replace('config.json', 'FILE')} …`, [
      summary,
      CONFIG_WORDS,
      'It prints the override in the spelling of the engine; why each number is ' +
        'what it is; what it costs, at short lengths, too; what the engine does ' +
        'not read; and what is wrong with the changed configuration. A model ' +
        'that cannot be stretched (ALiBi, learned tables, layers without ' +
        'positions or with windows alone) is refused with the reason, and the ' +
        'exit code is 1.',
    ]) +
    `
${flagList([
  ['--to N', 'Number of tokens of the longest text.'],
  ['--for ENGINE', 'vllm, sglang, transformers, llama.cpp, mlx or ollama.'],
  [
    '--schedule WORD',
    'yarn, linear or dynamic, for a model without a schedule. Defaults to ' +
      'yarn; a model that has one keeps it.',
  ],
  [
    '--original N',
    'Length of the texts of the first training, where the configuration says ' +
      'another one.',
  ],
  [
    '--arch WORD',
    'Word of the architecture in the GGUF file, for llama.cpp and ollama. ' +
      'Defaults to that of the model type.',
  ],
  ['--out FILE', 'Writes the changed configuration; - is standard output.'],
  [
    '--json',
    'Prints settings, notes, findings and the changed configuration as JSON.',
  ],
])}

For example
  posenc extend config.json --to 131072 --for vllm
  posenc extend config.json --to 1000000 --for llama.cpp --original 262144
  posenc extend model.gguf --to 65536 --for ollama
  posenc extend config.json --to 131072 --for mlx --out longer/config.json
`,
  run: async (given) => {
    const { words, values, switches } = readArguments(given, [
      ...OPTIONS.map((name) => ({ name, value: name === 'to' ? 'N' : 'WORD' })),
      { name: 'out', value: 'FILE' },
      { name: 'json' },
    ]);
    const [file, extra] = words;
    if (file === undefined) throw misuse('name a config.json, or - for a pipe');
    if (extra !== undefined) throw misuse(`unexpected word "${extra}"`);
    const out = values.get('out');
    if (out !== undefined && switches.get('json')) {
      throw misuse(
        '--json prints the configuration, and --out writes it: give one',
      );
    }
    const options = optionsOf(values);
    const made = extended(readConfig(file), options);
    if (out !== undefined) await writeConfig(out, made.config);
    if (out === '-') return;
    const text = switches.get('json')
      ? JSON.stringify(made, undefined, 2)
      : printable(extendedText(made, options));
    process.stdout.write(`${text}\n`);
  },
};

/** The options that flags say; `extend` checks them. */
function optionsOf(values: ReadonlyMap<string, string>): ExtendOptions {
  const options = OPTIONS.flatMap((name) => {
    const text = values.get(name);
    if (text === undefined) return [];
    return [[name, /^\d+$/.test(text) ? Number(text) : text] as const];
  });
  return Object.fromEntries(options) as unknown as ExtendOptions;
}

/** What `extend` gives; an error names the flag or the file. */
function extended({ file, config }: ConfigFile, options: ExtendOptions) {
  try {
    return extend(config, { ...archOf(config), ...options });
  } catch (error) {
    const known = libraryError(error);
    if (known && !OPTIONS.some((name) => name === known.param)) {
      const said = known.message.replace(/^\w+: /, '');
      throw new Failure(`cannot extend ${file}: ${said}`, EXIT.failed, error);
    }
    throw reworded(error, OPTIONS, (name) => `--${name}`);
  }
}

/** The architecture of the model type of a configuration, if it is known. */
function archOf(config: unknown): { arch?: string } {
  const { model_type: type, gguf, text_config: text } = Object(config);
  const own = Object(text).model_type ?? type;
  const arch = gguf ? undefined : architectureOf(`${own}`);
  return arch === undefined ? {} : { arch };
}

function extendedText(made: Extended, options: ExtendOptions): string {
  const { settings, notes, findings } = made;
  return [
    settingsText(options.for, settings),
    '',
    ...notes.map(noteText),
    ...findings.map((finding) => findingText(finding)),
  ].join('\n');
}

/** `number rope_scaling.factor 4: 131072 / 32768`. */
function noteText({ about, key, value, why }: SettingNote): string {
  const shown = value === null ? '' : ` ${shortValue(value)}:`;
  return `${about}: ${key}${shown} ${why}`;
}
