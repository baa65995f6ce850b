// The same numbers by a command of a shell.

import { optionsOf, type Spec } from '../state/spec.js';
import { lean } from './defaults.js';
import { methodNamed } from './described/all.js';

const kebab = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A word that a shell takes as it is, or in quotes. */
const quoted = (text: string) =>
  /^[\w.,:/+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

function flags(name: string, value: unknown): string[] {
  const flag = `--${name}`;
  if (value === true) return [flag];
  if (value === false) return [`--no-${name}`];
  if (Array.isArray(value)) return [`${flag} ${quoted(value.join())}`];
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, inner]) =>
      flags(`${name}.${kebab(key)}`, inner),
    );
  }
  return [`${flag} ${quoted(String(value))}`];
}

/** Where a command writes its numbers; a rope's are printed. */
const endings: Readonly<Record<string, string>> = {
  ...{ table: ' --out table.npy', bias: ' --out bias.npy' },
  gate: ' --out gate.npy',
};

const commands: Readonly<Record<string, (name: string) => string>> = {
  table: (name) => `table ${name}`,
  bias: (name) => `bias ${name}`,
  gate: (name) => `bias ${name}`,
  rotation: () => 'rope',
};

/** The command of a spec; null where its numbers need files of their own. */
export function writeShell(spec: Spec): string | null {
  const method = methodNamed(spec.method);
  const command = method && commands[method.family ?? ''];
  if (method === undefined || command === undefined) return null;
  const given = Object.entries(optionsOf(lean(method, spec)));
  const words = given.flatMap(([name, value]) => flags(kebab(name), value));
  const line = `npx posenc ${[command(spec.method), ...words].join(' ')}`;
  return `${line}${endings[method.family ?? ''] ?? ''}`;
}
