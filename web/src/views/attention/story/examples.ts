// Sentences that show what positions do. Two sentences of the same words are
// one text in two orders, so that the change of each two words can be measured.

import { splitWords } from '../../../figures/words/words.js';

export interface Example {
  /** What the button says: the sentence as it is read. */
  readonly label: string;
  readonly text: string;
  /** The order in which the words of the text are shown. */
  readonly order: readonly number[];
  /** A second sentence to compare it with; '' for none. */
  readonly beside: string;
}

/** A sentence, and another one of the same words. */
function pair(text: string, other: string): Example[] {
  const words = splitWords(text);
  const taken = new Set<number>();
  const order = splitWords(other).map((word) => {
    const place = words.findIndex((own, i) => own === word && !taken.has(i));
    taken.add(place);
    return place;
  });
  return [
    { label: text, text, order: [], beside: '' },
    { label: other, text, order, beside: '' },
  ];
}

/** A sentence, and a second one that has its words elsewhere. */
function both(text: string, beside: string): Example {
  return { label: `${text} / ${beside}`, text, order: [], beside };
}

export interface ExampleGroup {
  /** What the sentences show. */
  readonly title: string;
  readonly examples: readonly Example[];
}

export const exampleGroups: readonly ExampleGroup[] = [
  {
    title: 'Who bites whom? The words are the same',
    examples: pair('the dog bites the man', 'the man bites the dog'),
  },
  {
    title: 'Who is liked?',
    examples: pair(
      'Tom likes apple, but hates orange',
      'Tom hates orange, but likes apple',
    ),
  },
  {
    title: 'How many of which?',
    examples: pair(
      'I would like 3 oranges and 4 bananas',
      'I would like 4 oranges and 3 bananas',
    ),
  },
  {
    title: 'The same words early and late',
    examples: [
      both(
        'I went to the river bank',
        'Early on the last Sunday of May, long before the first boats left, ' +
          'I went to the river bank',
      ),
    ],
  },
];
