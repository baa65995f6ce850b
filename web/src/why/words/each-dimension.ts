import type { Words } from '../question.js';
import { vaswani } from './references.js';

export const words: Words = {
  answer:
    'Two neighbouring columns are the sine and the cosine of one clock hand, and each ' +
    'pair of columns has a hand of another speed.',
  paragraphs: [
    'No column says anything about words: the table is a formula, the same for every ' +
      'text. In the first Transformer a row had 512 numbers, which are 256 hands. The ' +
      'first hand turns by one radian a word, and is round after 6.3 words. The last ' +
      'needs 60 611. Between them, each hand is slower than the one before by the same ' +
      'factor, 1.037.',
    'So a column says where a word stands on a scale of its own. Fast columns tell ' +
      'neighbours apart, and repeat soon: they cannot tell word 5 from a word some ' +
      'turns later. Slow columns tell the beginning of a long text from its end, and are ' +
      'nearly equal for neighbours. It is as with the digits of a number, or the hands of a ' +
      'clock for seconds, minutes and hours: none is enough, and together they name ' +
      'a place.',
    'Many columns are slower than any text of that time. 133 of the 256 hands do not ' +
      'come round once in 512 words. The sines of the slowest are nearly straight lines, ' +
      'and their cosines stay near 1. This is not waste: a model can read a slow growth ' +
      'as “about how far in”. Which columns a model really uses is learned, and differs.',
  ],
  reference: vaswani,
  onward: {
    text: 'The whole table, with each of its columns as a wave',
    href: '#/encodings?length=128&dim=512',
  },
};
