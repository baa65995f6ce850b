/** The kind `words`: a list of one or more different words out of several. */

import { wrongKind, wrongValue } from '../../base/errors.js';
import { checkChoice } from './choice.js';
import { type Common, type Face, type Kind, NON_VALUES } from './kind.js';

export interface WordsParameter extends Common {
  readonly kind: 'words';
  readonly choices: readonly string[];
}

const rule = ({ choices }: WordsParameter) =>
  `a list of one or more different words out of ${choices.join(', ')}`;

export const words: Kind<WordsParameter> = {
  rule,
  check(method, path, parameter, value) {
    if (!Array.isArray(value)) {
      throw wrongKind(method, path, rule(parameter), value);
    }
    const found = Array.from(value, (word: unknown, i) =>
      checkChoice(method, `${path}[${i}]`, parameter.choices, word),
    );
    const different = new Set(found).size;
    if (found.length > 0 && different === found.length) return found;
    throw wrongValue(method, path, rule(parameter), found);
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
    wrongKinds: [1, choices[0], true, {}, [1], ...NON_VALUES],
    wrongValues: [[], ['no such word'], [''], [choices[0], choices[0]]],
  }),
};
