/**
 * The kind `variant`: one of several sets of options, chosen by the word
 * `type`.
 */

import { wrongKind } from '../../base/errors.js';
import { calledHere } from '../../base/foreign.js';
import { missing } from '../missing.js';
import { checkChoice } from './choice.js';
import {
  type AnyParameter,
  type Common,
  type Face,
  type InnerParameter,
  type Kind,
  NON_VALUES,
} from './kind.js';

export interface VariantParameter extends Common {
  readonly kind: 'variant';
  /**
   * The sets of parameters other than `type`, by the word that chooses each.
   */
  readonly variants: Readonly<
    Record<string, Readonly<Record<string, AnyParameter>>>
  >;
}

const wordsOf = ({ variants }: VariantParameter) => Object.keys(variants);

const rule = (parameter: VariantParameter) =>
  `an object whose type is one of ${wordsOf(parameter).join(', ')}`;

export const variant: Kind<VariantParameter> = {
  rule,
  check(method, path, parameter, value, checkRecord) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw wrongKind(method, path, rule(parameter), value);
    }
    // `type` is read once: a getter could give another word the second time.
    const { type, ...options } = value as Record<string, unknown>;
    const at = `${path}.type`;
    if (type === undefined) {
      const hint = calledHere(options, 'type');
      throw missing(method, at, rule(parameter), hint);
    }
    const word = checkChoice(method, at, wordsOf(parameter), type);
    const parameters = parameter.variants[word] ?? {};
    return { type: word, ...checkRecord(method, parameters, options, path) };
  },
};

/**
 * The parameters of all sets. Parameters of one name stand together, and are
 * one if they are alike.
 */
function optionsOf({ variants }: VariantParameter): readonly InnerParameter[] {
  const found = new Map<string, Map<string, Inner>>();
  for (const [word, set] of Object.entries(variants)) {
    for (const [name, parameter] of Object.entries(set)) {
      const alike = found.get(name) ?? new Map<string, Inner>();
      found.set(name, alike);
      const text = JSON.stringify(parameter);
      const inner = alike.get(text) ?? { name, parameter, types: [] };
      alike.set(text, { ...inner, types: [...inner.types, word] });
    }
  }
  return [...found.values()].flatMap((alike) => [...alike.values()]);
}

type Inner = Required<InnerParameter>;

export const variantFace: Face<VariantParameter> = {
  doc: (parameter) => {
    const words = wordsOf(parameter).map((word) => `\`'${word}'\``);
    return `\`{ type, … }\`, where \`type\` is one of ${words.join(', ')}`;
  },
  control: 'variant',
  inside: (parameter) => [
    {
      name: 'type',
      parameter: {
        kind: 'choice',
        choices: wordsOf(parameter),
        doc: 'Which set of options it is.',
      } as AnyParameter,
    },
    ...optionsOf(parameter),
  ],
  fuzz: (parameter) => ({
    takes: [],
    wrongKinds: [
      1,
      wordsOf(parameter)[0],
      true,
      [],
      {},
      { type: 1 },
      ...NON_VALUES,
    ],
    wrongValues: [{ type: 'no such word' }, { type: '' }],
  }),
};
