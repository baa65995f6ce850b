/** `posenc methods`: lists the methods, by the commands that compute them. */

import { misuse } from '../failure.js';
import { methodList } from '../help.js';
import type { Command } from './command.js';

const summary = 'Lists all methods that encode positions.';

export const methodsCommand: Command = {
  usage: 'methods',
  summary,
  help: () => `posenc methods\n\n${summary}\n`,
  run: async (given) => {
    if (given.length > 0) throw misuse(`unexpected word "${given[0]}"`);
    process.stdout.write(methodList());
  },
};
