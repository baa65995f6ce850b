/** All subcommands, by name: one file each. */

import { didYouMean } from '../base/nearest.js';
import { methods } from '../entry/descriptions.js';
import { version } from '../entry/version.js';
import type { Command } from './command.js';
import { misuse } from './failure.js';
import { flagList, methodHelp, methodList } from './help.js';
import { methodCalled } from './names.js';
import { tableCommand } from './table.js';

const methodsCommand: Command = {
  usage: 'methods',
  summary: 'Lists the methods that make tables.',
  help: () => 'posenc methods\n\nLists the methods that make tables.\n',
  run: async (given) => {
    if (given.length > 0) throw misuse(`it takes no "${given[0]}"`);
    process.stdout.write(`${methodList()}\n`);
  },
};

const helpCommand: Command = {
  usage: 'help [METHOD]',
  summary: 'Shows what a method is, and all of its parameters.',
  help: overview,
  run: async ([topic, extra]) => {
    if (extra !== undefined) throw misuse(`"${extra}" is one word too many`);
    process.stdout.write(topic === undefined ? overview() : helpOn(topic));
  },
};

/** The subcommands, in the order in which they are shown. */
export const commands: Readonly<Record<string, Command>> = {
  table: tableCommand,
  methods: methodsCommand,
  help: helpCommand,
};

function helpOn(topic: string): string {
  if (Object.hasOwn(commands, topic)) return commands[topic]?.help() ?? '';
  const method = methodCalled(topic);
  if (method) return methodHelp(method);
  const known = [...Object.keys(methods), ...Object.keys(commands)];
  const hint = didYouMean(topic, known, (meant) => meant);
  throw misuse(`there is nothing on "${topic}"${hint}`);
}

/** `posenc --help`. */
export function overview(): string {
  const lines = Object.values(commands).map(
    ({ usage, summary }) => [`posenc ${usage}`, summary] as const,
  );
  return `posenc ${version}: positional encodings of transformers

${flagList([...lines, ['posenc --version', 'Shows the version.']])}

For example
  posenc table sinusoidal --length 2048 --dim 512 --out table.npy
  posenc table sinusoidal --positions 0,7,1.5 --dim 64 --format csv --out -
`;
}
