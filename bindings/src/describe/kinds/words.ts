/** The kind `words`: a list of different words, each one of several. */

import { wrongKind, wrongValue } from '../../base/errors.js';
import { checkChoice } from './choice.js';
import { type Common, type Face, type Kind, nothing } from './kind.js';

export interface WordsParameter extends Common {
  readonly kind: 'words';
  readonly choices: readonly string[];
}

const rule = ({ choices }: WordsParameter) =>
  `a list of different words out of ${choices.join(', ')}`;

export const words: Kind<WordsParameter> = {
  rule,
  check(method, path, parameter, value) {
    if (!Array.isArray(value)) {
      throw wrongKind(method, path, rule(parameter), value);
    }
    const found: string[] = [];
    for (let i = 0; i < value.length; ++i) {
      const at = `${path}[${i}]`;
      const word = checkChoice(method, at, parameter.choices, value[i]);
      if (found.includes(word)) {
        throw wrongValue(method, at, rule(parameter), word);
      }
      found.push(word);
    }
    return found;
  },
};

const listed = (text: string) => text.split(',').map((word) => word.trim());

export const wordsFace: Face<WordsParameter> = {
  doc: ({ choices }) =>
    `list of ${choices.map((word) => `\`'${word}'\``).join(', ')}`,
  flag: {
    value: 'WORD,WORD…',
    words: ({ choices }) => `some of ${choices.join(', ')}`,
    plain: listed,
    read: (given) => (typeof given === 'string' ? listed(given) : given),
  },
  fuzz: ({ choices }) => ({
    takes: [[choices[0]], choices],
    wrongKinds: [1, choices[0], true, {}, [1], ...nothing],
    wrongValues: [['no such word'], [''], [choices[0], choices[0]]],
  }),
};
