import type { Words } from '../question.js';
import { radford } from './references.js';

export const words: Words = {
  answer:
    'GPT and GPT-2 learned their rows, as they learned their words: simple, as good ' +
    'within the trained length, and without a row beyond it.',
  paragraphs: [
    'GPT-2 has a table of 1 024 rows with 768 numbers each, 786 432 weights that ' +
      'training sets as it sets all others. Nothing in it is a wave at first: the rows ' +
      'are drawn by chance, and neighbours are no more alike than strangers. A table of ' +
      'sines begins with what training has to find out: there, a row and its ' +
      'neighbour are alike by 0.97.',
    'Why learn, then? Because it is simple, and costs next to nothing beside the rest of ' +
      'the model. The first Transformer tried both, and found nearly the same results. ' +
      'The price is paid at the end: there is no row 1 024, counting from 0. The ' +
      'package refuses it, as every program must. Sines have a row for every ' +
      'position, but a row is not a promise: a model that never saw it ' +
      'reads it badly, too.',
    'So “GPT” tells of a time, not of a law. GPT-NeoX, Llama and gpt-oss turn queries and ' +
      'keys by RoPE, in which the waves are back: its hands are those of the sines. ' +
      'BERT and the vision transformers learned their tables, as GPT did. The figure shows ' +
      'a table before training, drawn as GPT-2 draws it; the trained one is not in it.',
  ],
  reference: radford,
  onward: {
    text: 'A table to be learned, drawn whole',
    href: '#/encodings?method=learned&length=64&dim=64',
  },
};
