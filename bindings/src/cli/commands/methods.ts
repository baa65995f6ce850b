/** `posenc methods`: lists the methods, by the commands that compute them. */

import { readArguments } from '../flags.js';
import { methodFacts, methodList } from '../help.js';
import { commandHelp } from '../help-text.js';
import { refuseWords } from '../method-command.js';
import type { Command } from './command.js';

const summary = 'Lists all methods that encode positions.';

export const methodsCommand: Command = {
  usage: 'methods [--json]',
  summary,
  help: () =>
    commandHelp('posenc methods [--json]', [
      summary,
      '--json prints a list with an object for each method: its name, its ' +
        'command, its title and what it is good and bad at.',
    ]),
  run: async (given) => {
    const { words, switches } = readArguments(given, [{ name: 'json' }]);
    refuseWords(words);
    const text = switches.get('json')
      ? `${JSON.stringify(methodFacts(), undefined, 2)}\n`
      : methodList();
    process.stdout.write(text);
  },
};
