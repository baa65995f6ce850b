/** Texts from descriptions, for help and for reference pages. */

import { conditionWords, equationsOf } from '../describe/formula.js';
import {
  type AnyParameter,
  type DescribedParameter,
  type MethodDescription,
  paperAddress,
} from '../descriptions.js';
import { familyOf } from './families.js';
import { type Flag, kebab } from './flags.js';
import type { FlagNames } from './givable.js';
import { isObject } from './json.js';

/** The default of a parameter in words: `Defaults to 10000.`, or `Required.` */
export function defaultWords(parameter: DescribedParameter): string {
  if ('default' in parameter && parameter.default !== undefined) {
    return `Defaults to ${plainWords(parameter.default)}.`;
  }
  if (parameter.defaultsTo !== undefined) {
    return `Defaults to ${parameter.defaultsTo}.`;
  }
  return isRequired(parameter) ? 'Required.' : '';
}

/** Whether a parameter must be given. */
export function isRequired(parameter: AnyParameter): boolean {
  return !('default' in parameter) && !parameter.optional;
}

/** A value as a command line gives it. */
export function plainWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const numbers = Array.isArray(value) && !value.some((x) => Object(x) === x);
  return numbers ? value.join(',') : JSON.stringify(value);
}

/** Authors, year, title and address; '' if there is no paper. */
export function paperWords({ paper }: MethodDescription): string {
  if (!paper) return '';
  const { authors, year, title } = paper;
  const address = paperAddress(paper);
  return `${authors} ${year}, ${title}${address && `, ${address}`}`;
}

export { usualFormula } from '../descriptions.js';

/** The equations that hold for other options, with their conditions. */
export function formulaVariants({ formula }: MethodDescription) {
  return equationsOf(formula)
    .filter(({ when, usual }) => when && !usual)
    .map((equation) => ({ condition: conditionWords(equation), equation }));
}

/**
 * Options as flags: `--length 256 --no-bias`; those inside a set of options
 * have paths, `--scaling.type linear`.
 */
export function asFlags(
  values: Readonly<Record<string, unknown>>,
  before = '',
): string {
  const flags = Object.entries(values).map(([name, value]) => {
    const flag = kebab(`${before}${name}`);
    // A spec inside is one flag, because its method says what is in it.
    if (isObject(value) && !('method' in value)) {
      return asFlags(value, `${before}${name}.`);
    }
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${flag}`;
    const text = plainWords(value);
    return `--${flag} ${/^[\w.,:+-]+$/.test(text) ? text : `'${text}'`}`;
  });
  return flags.join(' ');
}

/** Whether a command has the parameters of a method as flags. */
export const hasCommand = (method: MethodDescription): boolean =>
  familyOf(method) !== undefined ||
  ['attention', 'attentionMap'].includes(method.name);

/**
 * The command that writes a method's example; nothing if no command computes
 * the method, or if it has no example.
 */
export function exampleCommand(method: MethodDescription): string | undefined {
  const { name, example } = method;
  const family = familyOf(method);
  if (!family || !example) return undefined;
  const flags = asFlags(example);
  return `posenc ${family.word} ${name} ${flags} --out ${name}.npy`;
}

/** A flag with its placeholder; a switch with its negation. */
export function flagWords({ name, value }: Flag): string {
  if (value !== undefined) return `--${name} ${value}`;
  return name === 'help' ? '--help' : `--[no-]${name}`;
}

/** The flag of the parameter at a path, with its placeholder. */
export function flagOf(
  path: string,
  value: string | undefined,
  nameOf: FlagNames = kebab,
): string {
  return flagWords({ name: nameOf(path), ...(value && { value }) });
}
