import type { Words } from '../question.js';
import { su } from './references.js';

export const words: Words = {
  answer:
    'Any order is as good as another, as long as all of a model keeps to one: two orders ' +
    'mixed up give wrong scores without an error.',
  paragraphs: [
    'The first paper writes a sine and its cosine side by side; its first program put ' +
      'all sines into one half of the row and all cosines into the other. Both are right. The ' +
      'numbers are the same, in other columns, and a product of two rows adds them up in ' +
      'any order. A model that is trained with one order learns weights for it, and ' +
      'is as good as with the other.',
    'What goes wrong is to mix them. Weights that were trained with one order meet a ' +
      'table of the other; then each weight meets another wave than it knew. The figure ' +
      'multiplies rows of one program with rows of another: where both keep one order, ' +
      'rows 4 words apart are alike by 0.54 everywhere. Where one ' +
      'of each is taken, it is between 0.15 and 0.50, by place, and nothing ' +
      'complains.',
    'RoPE has the same two orders, and there the mistake is common: the paper turns ' +
      'neighbouring numbers, and many programs turn number i with number i + half. ' +
      'A model and the program that runs it must agree. If they do not, the rows of ' +
      'the weights of queries and keys can be put into the other order once, and all is ' +
      'right again: `convertLayout` of the package does it.',
  ],
  reference: su,
  onward: {
    text: 'Find out which order a program has: My scores are wrong',
    href: 'docs/layouts/',
  },
};
