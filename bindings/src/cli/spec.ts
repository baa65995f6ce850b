/** From flags and a spec file to what a method is called with. */

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { didYouMean } from '../base/nearest.js';
import type {
  MethodDescription,
  Parameter,
  Parameters,
} from '../describe/form.js';
import { cannot, misuse } from './failure.js';
import { type Flag, type Given, kebab } from './flags.js';
import { KINDS, type Kind } from './kinds.js';

/** What a method is called with. */
export interface Spec {
  /** Arguments of the method. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The same as JSON, for the file: files stand in it by their names. */
  readonly plain: Readonly<Record<string, unknown>>;
  /** What an error calls a parameter: `--dim`, or `dim in spec.json`. */
  readonly nameOf: (parameter: string) => string;
}

/** A spec file: the method, and its parameters as JSON. */
export interface SpecFile {
  readonly file: string;
  readonly method?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Parameters that can be given, with their kinds. */
export function givable(
  parameters: Parameters,
): readonly (readonly [name: string, parameter: Parameter, kind: Kind])[] {
  return Object.entries(parameters).flatMap(([name, parameter]) => {
    const kind = KINDS[parameter.kind];
    return kind ? [[name, parameter, kind] as const] : [];
  });
}

/** The flags of a method: one a parameter. */
export function flagsOf({ parameters }: MethodDescription): readonly Flag[] {
  return givable(parameters).map(([name, , { value }]) => ({
    name: kebab(name),
    ...(value === undefined ? {} : { value }),
  }));
}

/** Reads a spec file; `-` is standard input. */
export function readSpecFile(file: string): SpecFile {
  let text: string;
  try {
    text = readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw cannot(`read ${file}`, error);
  }
  let parsed: unknown;
  try {
    // Some editors put a byte order mark before the text.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw misuse(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw misuse(
      `${file} must hold an object such as {"method": "sinusoidal"}`,
    );
  }
  const { method, ...values } = parsed as Record<string, unknown>;
  if (method === undefined) return { file, values };
  if (typeof method !== 'string') {
    throw misuse(`method in ${file} must be a text`);
  }
  return { file, method, values };
}

/** Puts flags over what a spec file says. */
export function readSpec(
  { name: method, parameters }: MethodDescription,
  { values, switches }: Given,
  specFile?: SpecFile,
): Spec {
  const options: Record<string, unknown> = {};
  const plain: Record<string, unknown> = { method };
  const names = new Map<string, string>();
  const known = givable(parameters);
  if (specFile)
    checkNames(
      specFile,
      known.map(([name]) => name),
    );
  for (const [name, , kind] of known) {
    const flag = kebab(name);
    const text = values.get(flag);
    const on = switches.get(flag);
    if (text !== undefined) {
      const source = { name: `--${flag}`, folder: '.' };
      options[name] = kind.read(text, source);
      plain[name] = kind.plain(text, source);
    } else if (on !== undefined) {
      options[name] = plain[name] = on;
    } else if (specFile && Object.hasOwn(specFile.values, name)) {
      const { file } = specFile;
      const value = specFile.values[name];
      names.set(name, `${name} in ${file}`);
      const folder = file === '-' ? '.' : dirname(file);
      // In JSON only what is read from files may be a text.
      const textual = kind.value?.endsWith('FILE') || typeof value !== 'string';
      const source = { name: `${name} in ${file}`, folder };
      options[name] = textual ? kind.read(value, source) : value;
      plain[name] = value;
    }
  }
  const nameOf = (parameter: string) =>
    names.get(parameter) ?? `--${kebab(parameter)}`;
  return { options, plain, nameOf };
}

function checkNames(
  { file, values }: SpecFile,
  known: readonly string[],
): void {
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) {
      throw misuse(
        `${file}: there is no parameter "${name}"${didYouMean(name, known)}`,
      );
    }
  }
}
