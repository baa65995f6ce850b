/** Makes the spec of a method from flags and a spec file. */

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { didYouMean } from '../base/nearest.js';
import { faceOf } from '../describe/faces.js';
import {
  type AnyParameter,
  type InnerParameter,
  type Flag as KindFlag,
  Misread,
} from '../describe/kinds/kind.js';
import type { MethodDescription } from '../descriptions.js';
import type { TableSpec } from '../index.js';
import { cannot, misuse } from './failure.js';
import { type Flag, type Given, kebab } from './flags.js';
import { readArray } from './inputs.js';
import type { Source } from './source.js';

/** The options of a method, as the command line gives them. */
export interface Call {
  /**
   * The spec for the library, which checks everything except the method's name.
   */
  readonly spec: TableSpec;
  /**
   * The spec as JSON, for the output file. Arrays from files are given by file
   * name.
   */
  readonly plain: Readonly<Record<string, unknown>>;
  /** The name of a parameter in errors: `--dim`, or `dim in spec.json`. */
  readonly nameOf: (parameter: string, behind?: string) => string;
}

/** A spec file: the method, and its parameters as JSON. */
export interface SpecFile {
  readonly file: string;
  readonly method?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

type Parameters = Readonly<Record<string, AnyParameter>>;

/**
 * A parameter that has a flag; nested ones have paths with dots. Parameters of
 * several variants may share a path.
 */
export interface Givable<P extends AnyParameter = AnyParameter> {
  readonly path: string;
  readonly parameter: P;
  /** The variants that have the parameter; undefined outside of variants. */
  readonly types?: readonly string[];
  readonly flag: KindFlag<AnyParameter>;
}

/** The parameters that have flags, including nested ones. */
export function givable<P extends AnyParameter>(
  parameters: Readonly<Record<string, P>>,
): readonly Givable<P>[] {
  const all = Object.entries(parameters);
  return all.flatMap(([name, parameter]) => givableAt({ name, parameter }));
}

function givableAt<P extends AnyParameter>(
  { name, parameter, types }: InnerParameter,
  before = '',
): readonly Givable<P>[] {
  const { flag, inside } = faceOf<AnyParameter>(parameter);
  const path = `${before}${name}`;
  if (inside) {
    return inside(parameter).flatMap((inner) =>
      givableAt<P>(inner, `${path}.`),
    );
  }
  if (!flag) return [];
  return [{ path, parameter: parameter as P, flag, ...(types && { types }) }];
}

/** The flags of a method, one for each path of a parameter. */
export function flagsOf({ parameters }: MethodDescription): readonly Flag[] {
  const flags = givable(parameters).map(({ path, flag: { value } }) => ({
    name: kebab(path),
    ...(value === undefined ? {} : { value }),
  }));
  return flags.filter(
    ({ name }, i) => flags.findIndex((flag) => flag.name === name) === i,
  );
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
    // Some editors write a byte order mark before the text.
    parsed = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw misuse(`${file} is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(parsed)) {
    throw misuse(
      `${file} must hold an object such as {"method": "sinusoidal"}`,
    );
  }
  const { method, ...values } = parsed;
  if (method === undefined) return { file, values };
  if (typeof method !== 'string') {
    throw misuse(`method in ${file} must be a text`);
  }
  return { file, method, values };
}

/**
 * Reads the file of `--spec` before all other flags: it may name the method,
 * which decides what flags there are.
 */
export function findSpecFile(given: readonly string[]): SpecFile | undefined {
  const at = given.lastIndexOf('--spec');
  const file =
    at < 0
      ? given.findLast((text) => text.startsWith('--spec='))?.slice(7)
      : given[at + 1];
  return file === undefined ? undefined : readSpecFile(file);
}

/** The names that errors may use for parameters; nested ones have paths. */
export const paths = ({ parameters }: MethodDescription) => [
  ...Object.keys(parameters),
  ...new Set(givable(parameters).map(({ path }) => path)),
];

/** Combines flags with a spec file; flags take precedence. */
export function readCall(
  { name: method, parameters }: MethodDescription,
  given: Given,
  specFile?: SpecFile,
): Call {
  const { file = '', values = {} } = specFile ?? {};
  const reader = new Reader(given, file);
  reader.checkNames(values, givableNames(parameters));
  const { options, plain } = reader.read(parameters, values, '');
  return {
    spec: { method, ...options } as unknown as TableSpec,
    plain: { method, ...plain },
    nameOf: (path, behind = '') =>
      reader.fromFile.has(path)
        ? `${path}${behind} in ${file}`
        : `--${kebab(path)}${behind}`,
  };
}

/** Names of the parameters that a spec file may contain. */
const givableNames = (parameters: Parameters) => [
  ...new Set(givable(parameters).map(({ path }) => path.replace(/\..*/, ''))),
];

type Values = Record<string, unknown>;

/**
 * Reads the values of parameters from flags or, without a flag, from a spec
 * file.
 */
class Reader {
  /** Paths of the parameters whose values come from the file. */
  readonly fromFile = new Set<string>();
  readonly #given: Given;
  readonly #file: string;

  constructor(given: Given, file: string) {
    this.#given = given;
    this.#file = file;
  }

  /** Throws if the file names an unknown parameter. */
  checkNames(values: Readonly<Values>, known: readonly string[]): void {
    for (const name of Object.keys(values)) {
      if (known.includes(name)) continue;
      const hint = didYouMean(name, known);
      throw misuse(`${this.#file}: there is no parameter "${name}"${hint}`);
    }
  }

  /** Reads parameters; gives them as the library takes them and as JSON. */
  read(parameters: Parameters, values: Readonly<Values>, before: string) {
    const options: Values = {};
    const plain: Values = {};
    for (const [name, parameter] of Object.entries(parameters)) {
      const path = `${before}${name}`;
      const value = values[name];
      if (value !== undefined) this.fromFile.add(path);
      const { flag, inside } = faceOf<AnyParameter>(parameter);
      const read = inside
        ? this.#readInside(inside(parameter), path, value)
        : flag && this.#readOne(flag, path, value);
      if (read === undefined) continue;
      options[name] = read.option;
      plain[name] = read.plain;
    }
    return { options, plain };
  }

  #readInside(inner: readonly InnerParameter[], path: string, value: unknown) {
    // The library refuses a value that is no object.
    if (value !== undefined && !isRecord(value)) {
      return { option: value, plain: value };
    }
    // A flag that chooses another set of options drops those of the file.
    const type = this.#given.values.get(`${kebab(path)}.type`);
    const kept = type === undefined || type === value?.type ? value : undefined;
    const parameters = parametersOf(inner, type ?? kept?.type);
    const { options, plain } = this.read(parameters, kept ?? {}, `${path}.`);
    if (kept === undefined && Object.keys(plain).length === 0) return;
    return { option: { ...kept, ...options }, plain: { ...kept, ...plain } };
  }

  #readOne(flag: KindFlag<AnyParameter>, path: string, value: unknown) {
    const called = kebab(path);
    const text = this.#given.values.get(called);
    const on = this.#given.switches.get(called);
    if (text !== undefined) {
      this.fromFile.delete(path);
      const source = { name: `--${called}`, folder: '.' };
      const option = readValue(flag, text, source);
      const plain = understood(source, text, () => flag.plain(text));
      return { option, plain };
    }
    if (on !== undefined) {
      this.fromFile.delete(path);
      return { option: on, plain: on };
    }
    if (value === undefined) return;
    const folder = this.#file === '-' ? '.' : dirname(this.#file);
    const source = { name: `${path} in ${this.#file}`, folder };
    // In JSON, a text may name a file only for a parameter that reads files.
    const textual = flag.value?.endsWith('FILE') || typeof value !== 'string';
    const option = textual ? readValue(flag, value, source) : value;
    return { option, plain: value };
  }
}

/**
 * The parameters inside another, as they are with a `type`. Those that it does
 * not have are there, too: the library refuses their values.
 */
function parametersOf(
  inner: readonly InnerParameter[],
  type: unknown,
): Parameters {
  const found: Record<string, AnyParameter> = {};
  for (const { name, parameter, types } of inner) {
    const own = types?.includes(type as string);
    if (own || !(name in found)) found[name] = parameter;
  }
  return found;
}

function readValue(
  flag: KindFlag<AnyParameter>,
  value: unknown,
  source: Source,
): unknown {
  const { read } = flag;
  if (!read) return value;
  return understood(source, value, () =>
    read(value, (given) => readArray(given, source)),
  );
}

/**
 * Runs `read`; turns a value that it cannot read into an error of the command
 * line.
 */
function understood<T>({ name }: Source, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Misread)) throw error;
    const { rule, got = typeof value === 'string' ? `"${value}"` : '' } = error;
    throw misuse(`${name} must be ${rule}${got && `, got ${got}`}`);
  }
}

function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
