/**
 * Checks the options of a call against the description of its parameters.
 *
 * Each option is read exactly once, before anything is computed or allocated.
 * So a getter cannot change a value that was already checked, and a getter that
 * throws leaves nothing behind.
 */

import {
  PosencRangeError,
  PosencTypeError,
  show,
  wrongKind,
} from '../base/errors.js';
import { optionHint } from '../base/foreign.js';
import { boolean } from './kinds/boolean.js';
import { type ChoiceParameter, choice } from './kinds/choice.js';
import { floats } from './kinds/floats.js';
import { handle } from './kinds/handle.js';
import { indices } from './kinds/indices.js';
import type { CheckRecord, Kind } from './kinds/kind.js';
import { integers, numbers } from './kinds/list.js';
import { number } from './kinds/number.js';
import { other } from './kinds/other.js';
import { output, outputPair, outputSet } from './kinds/output.js';
import { positions } from './kinds/positions.js';
import { records } from './kinds/records.js';
import { rows } from './kinds/rows.js';
import { spec } from './kinds/spec.js';
import { variant } from './kinds/variant.js';
import { type WordsParameter, words } from './kinds/words.js';
import { missing } from './missing.js';
import type {
  Parameter,
  Parameters,
  PlainValue,
  Presets,
  Records,
  Variant,
} from './parameters.js';

const kinds: { readonly [K in Parameter['kind']]: Kind<never> } = {
  ...{ number, boolean, choice, integers, numbers, rows, indices, positions },
  ...{ floats, output, outputPair, outputSet, handle, spec, variant },
  ...{ records, words },
  other,
};

/** Type of a checked option, by its kind; `unknown` if the methods check it. */
interface CheckedBy<P extends Parameter> {
  number: number;
  boolean: boolean;
  choice: P extends ChoiceParameter ? P['choices'][number] : never;
  integers: readonly number[];
  numbers: readonly number[];
  rows: readonly [from: number, to: number];
  words: P extends WordsParameter ? readonly P['choices'][number][] : never;
  variant: P extends Variant ? CheckedVariant<P['variants']> : never;
  records: P extends Records ? readonly Checked<P['of']>[] : never;
}

type CheckedValue<P extends Parameter> = P['kind'] extends keyof CheckedBy<P>
  ? CheckedBy<P>[P['kind']]
  : unknown;

type CheckedVariant<V extends Readonly<Record<string, Parameters>>> = {
  readonly [W in keyof V]: { readonly type: W } & Checked<V[W]>;
}[keyof V];

/** Whether an option always has a value: it is required or has a default. */
type Present<P extends Parameter> = P extends { readonly default: unknown }
  ? CheckedValue<P>
  : P extends { readonly optional: true }
    ? CheckedValue<P> | undefined
    : CheckedValue<P>;

/** Checked options by name; `given` holds the names that the caller gave. */
export type Checked<P extends Parameters> = {
  readonly [N in keyof P]: Present<P[N]>;
} & { readonly given: ReadonlySet<string> };

/** Where an option belongs that a call does not have; '' if nowhere. */
type HintOf = (option: string) => string;

/**
 * Checks options and fills in literal defaults. The values of a `preset` take
 * precedence over the defaults. An error about an option that does not exist
 * ends with what `hintOf` says of it, if anything.
 */
export function checkOptions<P extends Parameters>(
  method: string,
  parameters: P,
  options: unknown,
  presets: Presets = {},
  hintOf: HintOf = () => '',
): Checked<P> {
  return checkRecord(
    ...([method, parameters, options, '', presets, hintOf] as const),
  ) as unknown as Checked<P>;
}

/** Checks options that stand inside another option, at `path`. */
function checkRecord(
  method: string,
  parameters: Parameters,
  options: unknown,
  path: string,
  presets: Presets = {},
  hintOf: HintOf = () => '',
): Record<string, unknown> {
  if (
    typeof options !== 'object' ||
    options === null ||
    Array.isArray(options) ||
    ArrayBuffer.isView(options)
  ) {
    const rule = path ? 'an object' : objectRule(parameters);
    throw wrongKind(method, path || 'options', rule, options);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(parameters, name)) {
      const hint = hintOf(name) || optionHint(name, namesIn(parameters));
      throw unknownOption(method, path, name, hint);
    }
  }
  const checked: Record<string, unknown> = {};
  const given = new Set<string>();
  const entries = entriesOf(parameters);
  for (const [name, parameter] of entries) {
    const value = (options as Record<string, unknown>)[name];
    if (value === undefined) continue;
    given.add(name);
    checked[name] = checkOption(method, pathOf(path, name), parameter, value);
  }
  const preset = presetOf({ parameters, presets }, checked);
  for (const [name, parameter] of entries) {
    if (given.has(name)) continue;
    const held = heldBy(preset, name, parameter);
    if (held !== undefined) {
      // An object that a preset sets may leave out options inside it.
      checked[name] =
        checked.preset === undefined
          ? held
          : checkOption(method, pathOf(path, name), parameter, held);
    } else if (!parameter.optional) {
      throw missing(method, pathOf(path, name), ruleOf(parameter));
    }
  }
  checked.given = given;
  return checked;
}

/** `an object such as { length, dim }`: with the options that a call needs. */
function objectRule(parameters: Parameters): string {
  const needed = entriesOf(parameters).flatMap(([name, parameter]) =>
    // Calls give positions or their number, so that neither is required.
    name === 'length' || !(parameter.optional || 'default' in parameter)
      ? [name]
      : [],
  );
  const shown = needed.length > 0 ? needed : Object.keys(parameters);
  return `an object such as { ${shown.slice(0, 3).join(', ')} }`;
}

/** The names of parameters, then the paths of those inside variants. */
function namesIn(parameters: Parameters): readonly string[] {
  const inside = entriesOf(parameters).flatMap(([name, parameter]) =>
    'variants' in parameter
      ? ['type', ...Object.values(parameter.variants).flatMap(Object.keys)].map(
          (inner) => `${name}.${inner}`,
        )
      : [],
  );
  return [...Object.keys(parameters), ...new Set(inside)];
}

function pathOf(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

type Entries = readonly (readonly [name: string, parameter: Parameter])[];

const lists = new WeakMap<Parameters, Entries>();

/** The parameters as a list, which is made once. */
function entriesOf(parameters: Parameters): Entries {
  const known = lists.get(parameters);
  if (known) return known;
  const entries = Object.entries(parameters);
  lists.set(parameters, entries);
  return entries;
}

/** Parameters, and the presets that give some of them other defaults. */
interface Holding {
  readonly parameters: Parameters;
  readonly presets?: Presets;
}

/**
 * The value that holds for an option that is left out: that of the preset
 * which the options name, else the default of the parameter.
 *
 *   range    `of` is a description of a method, or an object with the
 *            parameters of a variant or of a record; `name` is any text
 *   error    none: undefined where no value holds, and no preset holds where
 *            the options name one that does not exist
 *   cost     two look-ups
 *
 * @example
 * ```ts
 * heldValue(methods.sinusoidal, { preset: 'whisper' }, 'layout'); // 'blocks'
 * heldValue(methods.sinusoidal, {}, 'layout'); // 'interleaved'
 * ```
 */
export function heldValue(
  holding: Holding,
  options: Readonly<Record<string, unknown>>,
  name: string,
): PlainValue | undefined {
  const { parameters } = holding;
  const parameter = Object.hasOwn(parameters, name)
    ? parameters[name]
    : undefined;
  return heldBy(presetOf(holding, options), name, parameter);
}

type Preset = Readonly<Record<string, PlainValue>>;

/** The preset that the options name, if there is one. */
function presetOf(
  { parameters, presets = {} }: Holding,
  options: Readonly<Record<string, unknown>>,
): Preset | undefined {
  const word = Object.hasOwn(parameters, 'preset') && options.preset;
  if (typeof word !== 'string' || !Object.hasOwn(presets, word)) {
    return undefined;
  }
  return presets[word];
}

/** The value of a preset, else the default of the parameter. */
function heldBy(
  preset: Preset | undefined,
  name: string,
  parameter: Parameter | undefined,
): PlainValue | undefined {
  if (preset && Object.hasOwn(preset, name)) return preset[name];
  return parameter && 'default' in parameter ? parameter.default : undefined;
}

/**
 * Whether a parameter takes a value, by the check of its kind and, inside a
 * variant or a list of records, by those of the parameters there.
 *
 *   range    any value. What only the method can check passes: whether an
 *            array has the right length, for example
 *   cost     that of the check
 *
 * @example
 * ```ts
 * accepts(methods.rope.parameters.headDim, 63); // false: it is odd
 * ```
 */
export function accepts(parameter: Parameter, value: unknown): boolean {
  try {
    checkOption('accepts', 'value', parameter, value);
    return true;
  } catch (error) {
    if (error instanceof PosencTypeError || error instanceof PosencRangeError) {
      return false;
    }
    throw error;
  }
}

const kindOf = (parameter: Parameter) =>
  kinds[parameter.kind] as Kind<Parameter>;

function checkOption(
  method: string,
  path: string,
  parameter: Parameter,
  value: unknown,
): unknown {
  const { check } = kindOf(parameter);
  if (!check) return value;
  return check(method, path, parameter, value, checkInside);
}

/** Checks the options inside another, for the kinds that have some. */
const checkInside: CheckRecord = (method, parameters, options, path) =>
  checkRecord(method, parameters as Parameters, options, path);

/** The rule for a value, in words: `an even integer ≥ 2`. */
export function ruleOf(parameter: Parameter): string {
  return kindOf(parameter).rule(parameter);
}

function unknownOption(
  method: string,
  path: string,
  name: string,
  hint: string,
): PosencTypeError {
  const where = path && ` in ${path}`;
  return new PosencTypeError(
    `${method}: there is no option ${show(name)}${where}${hint}`,
    { code: 'ERR_UNKNOWN_OPTION', param: path ? `${path}.${name}` : name },
  );
}
