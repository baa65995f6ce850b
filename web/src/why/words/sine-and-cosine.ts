import type { Words } from '../question.js';
import { vaswani } from './references.js';

export const words: Words = {
  answer:
    'A sine alone fits two places on the clock. With the cosine, one step is the same ' +
    'turn everywhere, and similarity depends on distance alone.',
  paragraphs: [
    'A clock hand throws two shadows. Its sine says how far right its tip lies, and ' +
      'its cosine how high. One shadow is ambiguous: the fastest sine is 0 at position 0 ' +
      'and −0.009 at position 22, nearly the same number. But the hand points up at the ' +
      'one and down at the other, and the cosines say so: 1 and −1.000.',
    'With both, a step of k words is a turn by a fixed angle, wherever it begins: ' +
      'sin(a + b) and cos(a + b) are made of the sines and cosines of a and b by a ' +
      'matrix that does not know a. That is what the first paper hoped for: that a ' +
      'model easily learns to attend by relative positions. Sines alone have no such ' +
      'matrix.',
    'The product of two rows shows it best. For one hand, sin a · sin b + cos a · ' +
      'cos b = cos(a − b): only the distance is left. Rows 22 words apart have, in the ' +
      'figure, the similarity 0.21 wherever they stand. By sines alone it lies ' +
      'between −0.18 and 0.21, and depends on the place. RoPE uses the same two ' +
      'shadows: it turns each pair of numbers as a hand, instead of adding one.',
  ],
  reference: vaswani,
  onward: {
    text: 'The same figure in the lesson, with the distance to drag',
    href: '#/start/pairs',
  },
};
