/** `posenc model FILE`: reports how a model encodes positions. */

import { type ModelOptions, readModel } from '../../parts/models.js';
import {
  type ConfigFile,
  modelOf,
  modelOptionsOf,
  readConfig,
} from '../config.js';
import { misuse } from '../failure.js';
import { readArguments } from '../flags.js';
import { CONFIG_WORDS, commandHelp, DIVISORS_WORDS } from '../help-text.js';
import { load } from '../load.js';
import { modelFacts } from '../model-facts.js';
import { modelText } from '../model-text.js';
import { printable } from '../printable.js';
import type { Command } from './command.js';

const summary = 'Reports how a model encodes positions, layer by layer.';

export const modelCommand: Command = {
  usage: 'model config.json [--divisors float64] [--json]',
  summary,
  help: () =>
    commandHelp('posenc model FILE [--divisors float64] [--json]', [
      summary,
      CONFIG_WORDS,
      'The report has the towers of the model, the main one first, and for ' +
        'each group of layers that behave alike, attention, window, rotation, ' +
        'its scaling, the factors of the scores and all other position ' +
        'encodings; then what is wrong with the configuration, and what it ' +
        'leaves open. The temperature is what scores are multiplied by in all, ' +
        'as a multiple of 1/√(head width): 1 for a plain model.',
      DIVISORS_WORDS,
      '--json prints all of it for programs: each layer, with the frequencies ' +
        'of its pairs. Where they depend on the length of the text, they are ' +
        'those of the first training; `posenc rope --config FILE ' +
        '--context-length N` prints others.',
    ]),
  run: async (given) => {
    const { words, switches, values } = readArguments(given, [
      { name: 'json' },
      { name: 'divisors', value: 'WORD' },
    ]);
    const [file, extra] = words;
    if (file === undefined) throw misuse('name a config.json, or - for a pipe');
    if (extra !== undefined) throw misuse(`unexpected word "${extra}"`);
    const options = modelOptionsOf(values);
    const config = readConfig(file);
    const text = switches.get('json')
      ? await jsonText(config, options)
      : printable(modelText(modelOf(readModel, config, options)));
    process.stdout.write(`${text}\n`);
  },
};

/** All that is known, with the frequencies, which the library computes. */
async function jsonText(
  config: ConfigFile,
  options: ModelOptions,
): Promise<string> {
  const pe = await load();
  const model = modelOf(pe.model, config, options);
  return JSON.stringify(modelFacts(model), undefined, 2);
}
