import type { Words } from '../question.js';
import { ke } from './references.js';

export const words: Words = {
  answer:
    'Models add: in wide vectors a word and a position hardly overlap, and ' +
    'concatenation would double the width for little.',
  paragraphs: [
    'It looks as if adding must lose something: one sum, and two numbers that nobody ' +
      'can tell apart again. With two numbers a word that is so: two random arrows in ' +
      'a plane typically overlap by 0.71, and positions fall on top of words. ' +
      'But vectors are wide. Of 512 numbers, a random arrow has only 0.04 in common ' +
      'with any other, about 1 divided by the root of 512. There is room for both, and ' +
      'the next layer can read either from their sum.',
    'Concatenation keeps word and position apart by force, at a price: a vector twice ' +
      'as wide, and matrices with more weights in every layer. What it buys can be ' +
      'counted. Of 32 words with positions added, the figure finds 30.1 independent ' +
      'directions at width 512, and 30.1 when they are concatenated. At width 2 it is ' +
      '2.0 against 3.8: there, concatenation wins. Besides, a layer that reads a ' +
      'concatenation adds, too: it multiplies the word by one matrix and the position ' +
      'by another, and adds what comes out.',
    'The words of the figure are drawn by chance, and those of a trained model are ' +
      'not: training makes the room that positions need. That room is limited. Ke, He ' +
      'and Liu found that products of words with positions help little, and gave ' +
      'positions matrices of their own. And most models of today add nothing to words at ' +
      'all: RoPE turns queries and keys instead, so that the question does not arise.',
  ],
  reference: ke,
  onward: {
    text: 'The same figure in the lesson, with a guess before it',
    href: '#/start/add',
  },
  seeded: true,
};
