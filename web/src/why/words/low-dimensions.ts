import type { Words } from '../question.js';
import { vaswani } from './references.js';

export const words: Words = {
  answer:
    'No, the other way round: the first columns turn fastest, and the last hardly move.',
  paragraphs: [
    'Many tutorials say that low dimensions change slowly and high ones fast. The ' +
      'formula says the opposite. The angle of pair i is the position divided by a power ' +
      'of the base that grows with i: pair 0 is divided by 1, and turns by one radian, ' +
      '57°, at every word. The last pair is divided by almost the whole base.',
    'In the figure, which has 8 hands, the first turns by 57° a word and the last by ' +
      '0.4°. In the first Transformer, with 256 hands, the last needs 60 611 words for a ' +
      'turn. Colour maps of the table show it at a glance: the left columns flicker from row ' +
      'to row, and the right ones are smooth.',
    'The confusion may come from binary numbers, to which the table is often compared. ' +
      'Written on paper, their fastest digit stands at the right. The figure writes the ' +
      'lowest bit first, above the fastest hand. It matters in practice: programs that extend ' +
      'the context leave the fast, low pairs as they are and slow the high ones, and ' +
      'who has the order upside down slows the wrong ones.',
  ],
  reference: vaswani,
  onward: {
    text: 'The same figure in the lesson: play it to 64 rows',
    href: '#/start/waves',
  },
};
