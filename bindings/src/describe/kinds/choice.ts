/** The kind `choice`: one of several words. */

import { wrongKind, wrongValue } from '../../base/errors.js';
import { choiceHint } from '../../base/foreign.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';

export interface ChoiceParameter extends Common {
  readonly kind: 'choice';
  readonly choices: readonly string[];
  readonly default?: string;
}

/** Throws unless the value is one of the words. */
export function checkChoice(
  method: string,
  path: string,
  words: readonly string[],
  value: unknown,
): string {
  if (typeof value !== 'string') {
    throw wrongKind(method, path, choiceRule(words), value);
  }
  if (words.includes(value)) return value;
  const hint = choiceHint(value, words);
  throw wrongValue(method, path, choiceRule(words), value, 'ERR_CHOICE', hint);
}

/** Most words that a rule lists. */
const MOST_SHOWN = 16;

function choiceRule(words: readonly string[]): string {
  const quoted = words.map((word) => `"${word}"`);
  if (quoted.length < 2) return quoted.join();
  if (quoted.length > MOST_SHOWN) {
    return `one of ${quoted.length} words, such as ${quoted.slice(0, 3).join(', ')}`;
  }
  return `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`;
}

export const choice: Kind<ChoiceParameter> = {
  rule: ({ choices }) => choiceRule(choices),
  check: (method, path, { choices }, value) =>
    checkChoice(method, path, choices, value),
};

export const choiceFace: Face<ChoiceParameter> = {
  doc: ({ choices }) => choices.map((word) => `\`'${word}'\``).join(', '),
  control: 'choice',
  flag: {
    value: 'WORD',
    words: ({ choices }) => `one of ${choices.join(', ')}`,
    plain: (text) => text,
  },
  fuzz: ({ choices }) => ({
    takes: choices,
    wrongKinds: [0, true, [choices[0]], {}, ...NON_VALUES],
    wrongValues: ['', 'no such word', `${choices[0]} `, 'constructor'],
  }),
};
