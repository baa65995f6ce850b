/** What a description says, in words: for help and for reference pages. */

import type { MethodDescription, Parameter } from '../describe/form.js';
import { conditionWords, equationsOf } from '../describe/formula.js';
import { type Flag, kebab } from './flags.js';
import { KINDS } from './kinds.js';

/** The default, or that there is none: `Defaults to 10000.` */
export function defaultWords(parameter: Parameter): string {
  if ('default' in parameter && parameter.default !== undefined) {
    return `Defaults to ${plainWords(parameter.default)}.`;
  }
  if (parameter.defaultsTo !== undefined) {
    return `Defaults to ${parameter.defaultsTo}.`;
  }
  return parameter.optional ? '' : 'Required.';
}

/** A value as it is written on a command line. */
export function plainWords(value: unknown): string {
  return Array.isArray(value) ? value.join(',') : String(value);
}

/** Authors, year, title and address; '' if there is no paper. */
export function paperWords({ paper }: MethodDescription): string {
  if (!paper) return '';
  const { authors, year, title } = paper;
  const address = paperAddress(paper);
  return `${authors} ${year}, ${title}${address && `, ${address}`}`;
}

export { usualFormula } from '../describe/formula.js';

/** What options change about a formula: equations with their conditions. */
export function formulaVariants({ formula }: MethodDescription) {
  return equationsOf(formula)
    .filter(({ when, usual }) => when && !usual)
    .map((equation) => ({ condition: conditionWords(equation), equation }));
}

/** Where a paper is to be had. */
export function paperAddress({
  arxiv,
  doi,
  url,
}: NonNullable<MethodDescription['paper']>): string {
  if (arxiv) return `https://arxiv.org/abs/${arxiv}`;
  return doi ? `https://doi.org/${doi}` : (url ?? '');
}

/** Values as flags: `--length 256 --no-bias`. */
export function asFlags(values: Readonly<Record<string, unknown>>): string {
  const flags = Object.entries(values).map(([name, value]) => {
    const flag = kebab(name);
    if (typeof value === 'boolean') return `--${value ? '' : 'no-'}${flag}`;
    const text = plainWords(value);
    return `--${flag} ${/^[\w.,:+-]+$/.test(text) ? text : `'${text}'`}`;
  });
  return flags.join(' ');
}

/** The command that makes the example of a method. */
export function exampleCommand({ name, example }: MethodDescription): string {
  const flags = example ? `${asFlags(example)} ` : '';
  return `posenc table ${name} ${flags}--out ${name}.npy`;
}

/** What a value may be, in words; '' if no command takes it. */
export function kindWords(parameter: Parameter): string {
  return KINDS[parameter.kind]?.words(parameter) ?? '';
}

/** A flag with what stands behind it; a switch with its twin. */
export function flagWords({ name, value }: Flag): string {
  if (value !== undefined) return `--${name} ${value}`;
  return name === 'help' ? '--help' : `--[no-]${name}`;
}

/** The flag of a parameter; '' if it has none. */
export function flagOf(name: string, { kind }: Parameter): string {
  const known = KINDS[kind];
  if (!known) return '';
  const { value } = known;
  return flagWords({ name: kebab(name), ...(value && { value }) });
}
