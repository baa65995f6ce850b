import type { Words } from '../question.js';
import { chen } from './references.js';

export const words: Words = {
  answer:
    'No: the formula goes on for ever, but slow hands come to angles that the model never ' +
    'met, and there it guesses.',
  paragraphs: [
    'RoPE makes scores depend on distances, and has an angle for every position. It is ' +
      'often concluded that it works at any length. But a model learns what to do with ' +
      'angles, and in training it meets only some. In a head of width 128 with the ' +
      'base 10 000, trained on 4 096 words, 46 of 64 hands go round at least once: they ' +
      'have been at every angle. 18 have not.',
    'In a text twice as long, all 18 pass the last angle that they showed in training, and ' +
      'the slowest stands at 54° where 27° was the most. A score is a sum over ' +
      'all hands, so some unknown numbers are enough to spoil it. Chen et al. saw that ' +
      'scores at distances beyond training can become very large, although those within are ' +
      'small: the fit says nothing about what lies outside.',
    'What helps is to keep the angles within those of training: slower hands, by position ' +
      'interpolation, NTK or YaRN, mostly with a little more training. Newer models are ' +
      'also trained with a larger base, such as 500 000 in Llama 3, which slows hands from the ' +
      'start. Methods that were made for longer texts, ' +
      'such as ALiBi, pay in another coin: what is far away counts little.',
  ],
  reference: chen,
  onward: {
    text: 'Which override makes an engine read longer texts',
    href: 'docs/longer-texts/',
  },
};
