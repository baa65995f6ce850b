/**
 * `posenc help`: shows help on all commands, on one command, or on a method.
 */

import { methodHint } from '../../base/foreign.js';
import { methods } from '../../descriptions.js';
import { version } from '../../entry/version.js';
import { misuse } from '../failure.js';
import { methodHelp } from '../help.js';
import { flagList } from '../help-text.js';
import { methodCalled } from '../names.js';
import type { Command } from './command.js';

/** Commands by name. */
type Commands = Readonly<Record<string, Command>>;

/** Makes the command `help`, which shows help on the other commands. */
export function helpCommand(others: Commands): Command {
  const help: Command = {
    usage: 'help [METHOD]',
    summary: 'Shows what a method is, and all of its parameters.',
    help: () => overview({ ...others, help }),
    run: async ([topic, extra]) => {
      if (extra !== undefined) throw misuse(`unexpected word "${extra}"`);
      const all = { ...others, help };
      const text = topic === undefined ? overview(all) : helpOn(topic, all);
      process.stdout.write(text);
    },
  };
  return help;
}

function helpOn(topic: string, commands: Commands): string {
  if (Object.hasOwn(commands, topic)) return commands[topic]?.help() ?? '';
  const method = methodCalled(topic);
  if (method) return methodHelp(method);
  const known = [...Object.keys(methods), ...Object.keys(commands)];
  const hint = methodHint(topic, known, (meant) => meant);
  throw misuse(`there is no help on "${topic}"${hint}`);
}

function overview(commands: Commands): string {
  const lines = Object.values(commands).map(
    ({ usage, summary }) => [`posenc ${usage}`, summary] as const,
  );
  return `posenc ${version}: positional encodings of transformers

${flagList([...lines, ['posenc --version', 'Shows the version.']])}

For example
  posenc table sinusoidal --length 2048 --dim 512 --out table.npy
  posenc table sinusoidal --positions 0,7,1.5 --dim 64 --format csv --out -
  posenc bias alibi --heads 8 --queries 128 --out alibi.npy
  posenc matrix t5 --queries 16
  posenc attention --q q.npy --k k.npy --bias alibi --out attention.safetensors
  posenc rope --head-dim 128 --cache ort --length 4096 --out rope.safetensors
  posenc model config.json
  posenc lint config.json
  posenc extend config.json --to 131072 --for vllm
`;
}
