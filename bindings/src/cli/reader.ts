/** Reads the values of parameters from flags and from JSON. */

import { dirname, resolve } from 'node:path';
import { faceOf } from '../describe/faces.js';
import {
  type AnyParameter,
  type InnerParameter,
  Misread,
} from '../describe/kinds/kind.js';
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
    // The library refuses a value that is no object.
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

function readValue(
  parameter: AnyParameter,
  value: unknown,
  source: Source,
): unknown {
  const { flag, spec } = faceOf(parameter);
  const read = flag?.read;
  return understood(source, value, () => {
    if (flag && spec) {
      const { arrays } = spec(parameter);
      return readSpec(value, source, { plain: flag.plain, arrays });
    }
    return read ? read(value, (given) => readArray(given, source)) : value;
  });
}

/** What may stand where a parameter takes a spec. */
interface SpecForm {
  readonly plain: (text: string) => unknown;
  readonly arrays: boolean;
}

/**
 * Reads a spec or a list of specs inside the options of a call. The arrays of a
 * spec may be files, and so may the spec itself.
 */
function readSpec(given: unknown, source: Source, form: SpecForm): unknown {
  if (Array.isArray(given)) {
    if (form.arrays && isNumbers(given)) return readFloats(given, source);
    return given.map((one, i) =>
      readSpec(one, { ...source, name: `${source.name}[${i}]` }, form),
    );
  }
  if (typeof given !== 'string') {
    return isObject(given) ? readOptions(given, source) : given;
  }
  const value = understood(source, given, () => form.plain(given));
  if (typeof value !== 'string') return readSpec(value, source, form);
  if (!value.endsWith('.json')) {
    if (form.arrays) return readFloats(value, source);
    throw misuse(`${source.name} must be a file that ends in .json`);
  }
  const path = resolve(source.folder, value);
  const parsed = readJsonFile(path, value);
  const isArray = isObject(parsed) && 'data' in parsed;
  if (form.arrays && isArray) return readFloats(value, source);
  if (typeof parsed !== 'object' || holdsFile(parsed)) {
    throw misuse(`${value} must hold a spec such as {"method": "alibi"}`);
  }
  return readSpec(parsed, { name: source.name, folder: dirname(path) }, form);
}

/** Whether a list names files of specs, which would be read without end. */
const holdsFile = (value: unknown) =>
  Array.isArray(value) && value.some((one) => /\.json$/.test(String(one)));

const isNumbers = (value: unknown): boolean =>
  Array.isArray(value) ? isNumbers(value[0]) : typeof value === 'number';

const readFloats = (given: unknown, source: Source) =>
  readValue({ kind: 'floats' }, given, source);

/** Reads the options of a spec; the library refuses those that it lacks. */
function readOptions(spec: JsonObject, { name, folder }: Source): JsonObject {
  const method =
    typeof spec.method === 'string' ? methodCalled(spec.method) : undefined;
  const none = { values: new Map(), switches: new Map() };
  const place = { nameOf: (path: string) => `${name}.${path}`, folder };
  const reader = new Reader(none, place, (path) => path);
  const { options } = reader.read(method?.parameters ?? {}, spec);
  return { ...spec, ...options };
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
