/**
 * The kind `variant`: one of several sets of options, chosen by the word
 * `type`.
 */

import { wrongKind } from '../../base/errors.js';
import { missing } from '../missing.js';
import { checkChoice } from './choice.js';
import {
  type AnyParameter,
  type Common,
  type Face,
  type Kind,
  nothing,
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
    if (type === undefined) throw missing(method, at, rule(parameter));
    const word = checkChoice(method, at, wordsOf(parameter), type);
    const parameters = parameter.variants[word] ?? {};
    return { type: word, ...checkRecord(method, parameters, options, path) };
  },
};

/** A parameter with its words, if they were added. */
type Worded = AnyParameter & {
  readonly doc?: string;
  readonly defaultsTo?: string;
  readonly default?: unknown;
  readonly choices?: readonly string[];
};

/** What a parameter is, and its default, in one text. */
function textOf({ doc = '', default: value, defaultsTo, optional }: Worded) {
  const usual = value === undefined ? defaultsTo : JSON.stringify(value);
  const end =
    usual === undefined ? !optional && 'Required.' : `Defaults to ${usual}.`;
  return [doc, end].filter(Boolean).join(' ');
}

/**
 * One parameter for those that have one name in several sets: its words are
 * those of all, each with the words that choose the set.
 */
function joined(all: readonly (readonly [string, Worded])[]): AnyParameter {
  const [[, first]] = all as [readonly [string, Worded]];
  const texts = new Map<string, string[]>();
  for (const [word, parameter] of all) {
    const text = textOf(parameter);
    texts.set(text, [...(texts.get(text) ?? []), word]);
  }
  if (texts.size === 1) return first;
  const doc = [...texts].map(([text, words]) => `${words.join(', ')}: ${text}`);
  const choices = all.flatMap(([, { choices = [] }]) => choices);
  const { default: _, defaultsTo: __, ...rest } = first;
  const chosen = first.kind === 'choice' && { choices: [...new Set(choices)] };
  const words = { optional: true, doc: doc.join(' ') };
  return { ...rest, ...chosen, ...words } as AnyParameter;
}

/** The parameters of all sets, by name. */
function joinedSets({ variants }: VariantParameter) {
  const byName = new Map<string, [string, AnyParameter][]>();
  // The last set comes first, so that the order of names stays.
  for (const [word, set] of Object.entries(variants).reverse()) {
    for (const [name, parameter] of Object.entries(set)) {
      byName.set(name, [[word, parameter], ...(byName.get(name) ?? [])]);
    }
  }
  return Object.fromEntries(
    [...byName].map(([name, all]) => [name, joined(all)] as const),
  );
}

export const variantFace: Face<VariantParameter> = {
  doc: (parameter) => {
    const words = wordsOf(parameter).map((word) => `\`'${word}'\``);
    return `\`{ type, … }\`, where \`type\` is one of ${words.join(', ')}`;
  },
  control: 'variant',
  inside: (parameter, word) => ({
    type: {
      kind: 'choice',
      choices: wordsOf(parameter),
      doc: 'Which set of options it is.',
    } as AnyParameter,
    ...joinedSets(parameter),
    ...(typeof word === 'string' && parameter.variants[word]),
  }),
  fuzz: (parameter) => ({
    takes: [],
    wrongKinds: [
      1,
      wordsOf(parameter)[0],
      true,
      [],
      {},
      { type: 1 },
      ...nothing,
    ],
    wrongValues: [{ type: 'no such word' }, { type: '' }],
  }),
};
