/** The parts of a method's page of help, from its description. */

import type { DescribedParameter, MethodDescription } from '../descriptions.js';
import { kebab } from './flags.js';
import type { FlagNames, Givable } from './givable.js';
import type { DescribedFlag } from './help-flags.js';
import { capital, flagList, fold, labelled } from './help-text.js';
import {
  asFlags,
  defaultWords,
  flagOf,
  flagWords,
  formulaVariants,
  paperWords,
  usualFormula,
} from './words.js';

/** The usual formula, then the equations that hold for other options. */
function formulaHelp(method: MethodDescription): string {
  const others = formulaVariants(method).map(({ condition, equation }) =>
    fold(`${condition}: ${equation.text}`, 2, 4),
  );
  return [fold(usualFormula(method.formula).text, 2), ...others].join('\n');
}

/** Summary, formula, strengths, result and error of a method. */
export function aboutMethod(method: MethodDescription): readonly string[] {
  return [
    fold(method.summary),
    `${formulaHelp(method)}${labelled('', paperWords(method))}`,
    [
      labelled('Good at', method.goodAt),
      labelled('Bad at', method.badAt),
      labelled('Result', method.result),
      labelled('Error', method.accuracy),
    ]
      .join('')
      .trim(),
  ];
}

/**
 * The flags of parameters with their texts. Several variants may share one.
 */
export function parameterList(
  parameters: readonly Givable<DescribedParameter>[],
  nameOf: FlagNames = kebab,
): string {
  const texts = new Map<string, readonly string[]>();
  for (const { path, parameter, flag, types } of parameters) {
    const name = flagOf(path, flag.value, nameOf);
    // A switch needs no words about its values.
    const kind = flag.value ? `${capital(flag.words(parameter))}.` : '';
    const words = [
      types ? `With ${types.join(', ')}:` : '',
      ...[parameter.doc, kind, defaultWords(parameter)],
    ];
    const text = words.filter(Boolean).join(' ');
    texts.set(name, [...(texts.get(name) ?? []), text]);
  }
  return flagList([...texts]);
}

/** The presets of a method as flags; '' if there are none. */
export function presetList(presets: MethodDescription['presets']): string {
  const setting = Object.entries(presets).map(
    ([preset, values]) => [preset, asFlags(values) || 'the defaults'] as const,
  );
  return setting.length ? `Presets\n${flagList(setting)}` : '';
}

/** Flags that no parameter has, with their texts. */
export const outputList = (flags: readonly DescribedFlag[]) =>
  flagList(flags.map(({ doc, ...flag }) => [flagWords(flag), doc]));

/** Common mistakes; '' if there are none. */
export function pitfallList(pitfalls: readonly string[]): string {
  const lines = pitfalls.map((text) => fold(`- ${text}`, 2, 4));
  return lines.length ? `Pitfalls\n${lines.join('\n')}` : '';
}
