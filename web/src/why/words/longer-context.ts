import type { Words } from '../question.js';
import { peng } from './references.js';

export const words: Words = {
  answer:
    'It slows them, so that a longer text shows no angles but those of training. The ' +
    'price is that near words come closer, for some waves or for all.',
  paragraphs: [
    'Take the 64 hands of RoPE in a head of width 128, trained on 4 096 words. Most went ' +
      'round many times in training. 18 never did: the slowest came to 27°. In a text of ' +
      '16 384 words it would come to 108°, where no training showed what that means. All ' +
      'cures slow hands, and differ in which.',
    'Linear interpolation slows all hands four times. No angle is new, but neighbours, ' +
      'which were 57° apart on the fastest hand, are 14° apart. NTK raises the base ' +
      'from 10 000 to 40 890: the fastest hand keeps its speed, the slowest is four times ' +
      'slower, and 17 hands between them still meet new angles. YaRN leaves the 21 ' +
      'fastest hands as they are, slows the 18 slowest four times, and blends the 25 between. ' +
      'It also sharpens all scores a little, by a factor of 1.30.',
    'None of this is free. A model was trained with the speeds that it had, and most ' +
      'extended models were trained a little more with the new ones. A schedule that is ' +
      'always on also changes short texts; some programs switch it on only when a text is ' +
      'long. And a wave that is slowed carries its old meaning only nearly: how far ' +
      'a model then really reads is a matter of measurement, not of the formula.',
  ],
  reference: peng,
  onward: {
    text: 'The waves of real models, before and after extension',
    href: '#/rope?headDim=128&trained=4096&target=16384&scaling.type=yarn&scaling.factor=4&scaling.originalMaxPosition=4096',
  },
};
