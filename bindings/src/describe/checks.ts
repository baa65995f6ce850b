/**
 * Checks the options of a call against the description of its parameters.
 *
 * Each option is read exactly once, before anything is computed or allocated,
 * so that a getter cannot change an answer that was already checked and one
 * that throws leaves nothing behind.
 */

import { checkList, checkRows, listRule } from '../arrays/lists.js';
import {
  PosencTypeError,
  show,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { didYouMean } from '../base/nearest.js';
import type {
  BooleanParameter,
  ChoiceParameter,
  IntegersParameter,
  MethodDescription,
  NumberParameter,
  NumbersParameter,
  Parameter,
  Parameters,
  RowsParameter,
} from './form.js';
import { checkNumber, numberRule } from './number.js';

/** What a checked option is. Arrays and objects are checked by their users. */
type CheckedValue<P extends Parameter> = P extends NumberParameter
  ? number
  : P extends ChoiceParameter
    ? P['choices'][number]
    : P extends BooleanParameter
      ? boolean
      : P extends IntegersParameter | NumbersParameter
        ? readonly number[]
        : P extends RowsParameter
          ? readonly [from: number, to: number]
          : unknown;

/** An option is there, by its default or by force. */
type Present<P extends Parameter> = P extends
  | { readonly default: unknown }
  | { readonly kind: 'positions' | 'floats' | 'output' | 'outputPair' | 'rope' }
  ? CheckedValue<P>
  : P extends { readonly optional: true } | { readonly defaultsTo: string }
    ? CheckedValue<P> | undefined
    : CheckedValue<P>;

/** Checked options by name; `given` holds the names that the caller gave. */
export type Checked<P extends Parameters> = {
  readonly [N in keyof P]: Present<P[N]>;
} & { readonly given: ReadonlySet<string> };

/**
 * Options with the literal defaults filled in, or the error to throw. A
 * `preset` among them puts its values before the defaults.
 */
export function checkOptions<P extends Parameters>(
  method: string,
  parameters: P,
  options: unknown,
  presets: MethodDescription['presets'] = {},
): Checked<P> {
  if (
    typeof options !== 'object' ||
    options === null ||
    Array.isArray(options)
  ) {
    throw wrongKind(method, 'options', 'an object', options);
  }
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(parameters, name)) {
      throw unknownOption(method, name, Object.keys(parameters));
    }
  }
  const checked: Record<string, unknown> = {};
  const given = new Set<string>();
  for (const [name, parameter] of Object.entries(parameters)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined) {
      given.add(name);
      checked[name] = checkOption(method, name, parameter, value);
    }
  }
  const { preset: word } = checked;
  const preset = presets[word as string] ?? {};
  for (const [name, parameter] of Object.entries(parameters)) {
    if (given.has(name)) continue;
    if (Object.hasOwn(preset, name)) {
      checked[name] = preset[name];
    } else if ('default' in parameter) {
      checked[name] = parameter.default;
    } else if (!parameter.optional && parameter.defaultsTo === undefined) {
      throw missing(method, name, parameter);
    }
  }
  return Object.assign(checked, { given }) as unknown as Checked<P>;
}

/** A required option that is not there. */
export function missing(
  method: string,
  param: string,
  parameter: Parameter,
): PosencTypeError {
  const rule = ruleOf(parameter);
  return new PosencTypeError(
    `${method}: ${param} is required${rule && `, ${rule}`}`,
    { code: 'ERR_MISSING', param, value: undefined },
  );
}

function checkOption(
  method: string,
  name: string,
  parameter: Parameter,
  value: unknown,
): unknown {
  if (parameter.kind === 'number') {
    return checkNumber(method, name, parameter, value);
  }
  if (parameter.kind === 'integers' || parameter.kind === 'numbers') {
    return checkList(method, name, parameter, value);
  }
  if (parameter.kind === 'rows') return checkRows(method, name, value);
  if (parameter.kind === 'boolean' && typeof value !== 'boolean') {
    throw wrongKind(method, name, ruleOf(parameter), value);
  }
  if (parameter.kind === 'choice') {
    if (typeof value !== 'string') {
      throw wrongKind(method, name, ruleOf(parameter), value);
    }
    if (!parameter.choices.includes(value)) {
      throw wrongValue(method, name, ruleOf(parameter), value, 'ERR_CHOICE');
    }
  }
  return value;
}

/** What a value must be, in words: `an even integer ≥ 2`. */
export function ruleOf(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'number':
      return numberRule(parameter);
    case 'boolean':
      return 'true or false';
    case 'choice': {
      const words = parameter.choices.map((word) => `"${word}"`);
      return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
    }
    case 'integers':
    case 'numbers':
    case 'rows':
      return listRule(parameter);
    case 'indices':
      return 'an array or typed array of integers';
    case 'floats':
      return 'a Float32Array or a float32 tensor';
    default:
      return '';
  }
}

function unknownOption(
  method: string,
  name: string,
  known: readonly string[],
): PosencTypeError {
  return new PosencTypeError(
    `${method}: there is no option ${show(name)}${didYouMean(name, known)}`,
    { code: 'ERR_UNKNOWN_OPTION', param: name },
  );
}
