/** Reads the values of parameters from flags and from JSON. */

import { dirname, resolve } from 'node:path';
import type { InnerParameter, SpecForm } from '../describe/kinds/kind.js';
import { type AnyParameter, FlagError, faceOf } from '../descriptions.js';
import { misuse } from './failure.js';
import type { Given } from './flags.js';
import type { FlagNames } from './givable.js';
import { readArray } from './inputs.js';
import { isObject, type JsonObject, readJsonFile } from './json.js';
import { methodCalled } from './names.js';
import type { Source } from './source.js';

type Parameters = Readonly<Record<string, AnyParameter>>;
type Values = Record<string, unknown>;

/** Where the values of parameters stand in JSON. */
export interface JsonPlace {
  /** What errors call the value at a path. */
  readonly nameOf: (path: string) => string;
  /** The folder of the files that values name. */
  readonly folder: string;
}

/**
 * Reads the values of parameters from flags or, without a flag, from JSON.
 */
export class Reader {
  /** Paths of the parameters whose values come from JSON. */
  readonly fromJson = new Set<string>();
  readonly #given: Pick<Given, 'values' | 'switches'>;
  readonly #json: JsonPlace;
  readonly #flagOf: FlagNames;

  constructor(
    given: Pick<Given, 'values' | 'switches'>,
    json: JsonPlace,
    flagOf: FlagNames,
  ) {
    this.#given = given;
    this.#json = json;
    this.#flagOf = flagOf;
  }

  /** Reads parameters; gives them as the library takes them and as JSON. */
  read(parameters: Parameters, values: JsonObject, before = '') {
    const options: Values = {};
    const plain: Values = {};
    for (const [name, parameter] of Object.entries(parameters)) {
      const path = `${before}${name}`;
      const value = values[name];
      if (value !== undefined) this.fromJson.add(path);
      const { inside } = faceOf(parameter);
      const read = inside
        ? this.#readInside(inside(parameter), path, value)
        : this.#readOne(parameter, path, value);
      if (read === undefined) continue;
      options[name] = read.option;
      plain[name] = read.plain;
    }
    return { options, plain };
  }

  #readInside(inner: readonly InnerParameter[], path: string, value: unknown) {
    // A value that is not an object: the library refuses it.
    if (value !== undefined && !isObject(value)) {
      return { option: value, plain: value };
    }
    // A flag that chooses another set of options drops those of the file.
    const type = this.#given.values.get(this.#flagOf(`${path}.type`));
    const kept = type === undefined || type === value?.type ? value : undefined;
    const parameters = parametersOf(inner, type ?? kept?.type);
    const { options, plain } = this.read(parameters, kept ?? {}, `${path}.`);
    if (kept === undefined && Object.keys(plain).length === 0) return;
    return { option: { ...kept, ...options }, plain: { ...kept, ...plain } };
  }

  #readOne(parameter: AnyParameter, path: string, value: unknown) {
    const { flag } = faceOf(parameter);
    if (!flag) return;
    const called = this.#flagOf(path);
    const text = this.#given.values.get(called);
    const on = this.#given.switches.get(called);
    if (text !== undefined) {
      this.fromJson.delete(path);
      const source = { name: `--${called}`, folder: '.' };
      const option = readValue(parameter, text, source);
      const plain = understood(source, text, () => flag.plain(text));
      return { option, plain };
    }
    if (on !== undefined) {
      this.fromJson.delete(path);
      return { option: on, plain: on };
    }
    if (value === undefined) return;
    const source = {
      name: this.#json.nameOf(path),
      folder: this.#json.folder,
    };
    // In JSON, a text may name a file only for a parameter that reads files.
    const textual = flag.value?.endsWith('FILE') || typeof value !== 'string';
    const option = textual ? readValue(parameter, value, source) : value;
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

/** Reads a value as a flag or JSON gives it, with arrays from files. */
function readValue(
  parameter: AnyParameter,
  given: unknown,
  source: Source,
): unknown {
  const { flag, spec, items } = faceOf(parameter);
  return understood(source, given, () => {
    if (flag && spec) {
      const form = { ...spec(parameter), plain: flag.plain };
      return readSpec(given, source, form);
    }
    if (flag && items) {
      return readItems(given, source, items(parameter), flag.plain);
    }
    if (!flag?.read) return given;
    return flag.read(given, (array) => readArray(array, source));
  });
}

/** What may stand where a parameter takes a spec, and how a text says it. */
interface TextForm extends SpecForm {
  readonly plain: (text: string) => unknown;
}

/**
 * Reads a spec or a list of specs inside the options of a call. The arrays of a
 * spec may be files, and so may the spec itself.
 */
function readSpec(given: unknown, source: Source, form: TextForm): unknown {
  if (Array.isArray(given)) {
    if (form.arrays && isNumbers(given)) return readFloats(given, source);
    return given.map((one, i) =>
      readSpec(one, { ...source, name: `${source.name}[${i}]` }, form),
    );
  }
  if (typeof given !== 'string') {
    return isObject(given) ? readOptions(given, source, form) : given;
  }
  const value = understood(source, given, () => form.plain(given));
  if (typeof value !== 'string') return readSpec(value, source, form);
  if (!value.endsWith('.json')) {
    if (form.arrays) return readFloats(value, source);
    throw misuse(`${source.name} must be a file that ends in .json`);
  }
  const inFile = readFileIn(value, source);
  const isArray = isObject(inFile.value) && 'data' in inFile.value;
  if (form.arrays && isArray) return readFloats(value, source);
  if (typeof inFile.value !== 'object' || holdsFile(inFile.value)) {
    throw misuse(`${value} must hold a spec such as {"method": "alibi"}`);
  }
  return readSpec(inFile.value, inFile.source, form);
}

/** Whether a list names files of specs, which would be read without end. */
const holdsFile = (value: unknown) =>
  Array.isArray(value) && value.some((one) => /\.json$/.test(String(one)));

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) ? isNumbers(value[0]) : typeof value === 'number';

const readFloats = (given: unknown, source: Source) =>
  readValue({ kind: 'floats', axes: [] } as AnyParameter, given, source);

/** The JSON of a file, which may name other files beside it. */
function readFileIn(file: string, { name, folder }: Source) {
  const path = resolve(folder, file);
  const source: Source = { name, folder: dirname(path) };
  return { value: readJsonFile(path, file), source };
}

/** Reads a list of sets of options, whose arrays may be files. */
function readItems(
  given: unknown,
  source: Source,
  parameters: Parameters,
  plain: (text: string) => unknown,
): unknown {
  const value = typeof given === 'string' ? plain(given) : given;
  const all =
    typeof value === 'string' ? readFileIn(value, source) : { value, source };
  // A value that is not a list, or an item that is not an object: the library
  // refuses both.
  if (!Array.isArray(all.value)) return all.value;
  return all.value.map((item: unknown, i) => {
    const at = { ...all.source, name: `${source.name}[${i}]` };
    return isObject(item) ? readObject(item, parameters, at) : item;
  });
}

/** Reads the options of a spec. */
function readOptions(
  given: JsonObject,
  source: Source,
  { method: only }: SpecForm,
): JsonObject {
  const { method: named = only } = given;
  const method = typeof named === 'string' ? methodCalled(named) : undefined;
  const spec = named === undefined ? given : { ...given, method: named };
  return readObject(spec, method?.parameters ?? {}, source);
}

/** Reads values of parameters; the library refuses those that there are not. */
function readObject(
  given: JsonObject,
  parameters: Parameters,
  { name, folder }: Source,
): JsonObject {
  const none = { values: new Map(), switches: new Map() };
  const place = { nameOf: (path: string) => `${name}.${path}`, folder };
  const reader = new Reader(none, place, (path) => path);
  return { ...given, ...reader.read(parameters, given).options };
}

/**
 * Runs `read`; turns a value that it cannot read into an error of the command
 * line.
 */
function understood<T>({ name }: Source, value: unknown, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FlagError)) throw error;
    const { rule, got = typeof value === 'string' ? `"${value}"` : '' } = error;
    throw misuse(`${name} must be ${rule}${got && `, got ${got}`}`);
  }
}
