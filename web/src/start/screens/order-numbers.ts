// The numbers of screen 1, and what they say: attention among five words, as they
// stand and as they stood.

import { embedWords } from '../../figures/words/words.js';
import { fixed, upTo } from '../paths.js';
import type { Instances } from '../screen.js';

export const words = ['the', 'dog', 'bites', 'the', 'man'] as const;
export const places = upTo(words.length);
export const [dog, man] = [1, 4];
/** Numbers of a word, and of its output. */
export const dim = 16;
const likeness = 0.4;

export interface State {
  /** The words as they stand, by their places in the first sentence. */
  readonly order: readonly number[];
  readonly knows: 'nothing' | 'positions' | 'mask';
}

/** What attention makes of a sentence. */
interface Attended {
  /** [words, words], of places in the sentence. */
  readonly weights: readonly number[];
  /** [words, dim] */
  readonly outputs: readonly number[];
}

export interface Numbers extends Attended {
  /** The same of the first sentence, once words have moved. */
  readonly before: Attended | null;
  /** By place: the most by which a number of the output differs from what the
   *  word had in the first sentence. */
  readonly changes: readonly number[];
}

/** Attention among the words as they stand, one head, each its own query. */
function attend(
  { absolute, attention }: Instances,
  { order, knows }: State,
): Attended {
  const sentence = order.map((word) => words[word] ?? '');
  const plain = embedWords(absolute, sentence, dim, likeness);
  const x =
    knows === 'positions'
      ? absolute.addTo(
          plain,
          absolute.sinusoidal({ length: order.length, dim }),
        ).data
      : plain;
  const { weights, output } = attention.attention({
    ...{ q: x, k: x, v: x, heads: 1, headDim: dim },
    causal: knows === 'mask',
  });
  return { weights: [...weights.data], outputs: [...output.data] };
}

export function compute(use: Instances, state: State): Numbers {
  const now = attend(use, state);
  const before = isMoved(state)
    ? attend(use, { ...state, order: places })
    : null;
  const { outputs } = before ?? now;
  const changes = state.order.map((word, place) =>
    Math.max(
      ...upTo(dim).map((c) =>
        Math.abs(
          (now.outputs[place * dim + c] ?? 0) - (outputs[word * dim + c] ?? 0),
        ),
      ),
    ),
  );
  return { ...now, changes, before };
}

/** Lets two words change places. */
export function swapped(order: readonly number[], one: number, other: number) {
  const pair = [one, other];
  return order.map((word) => (pair.includes(word) ? one + other - word : word));
}

/** Whether dog and man have changed places, and no other word has. */
export const isSwapped = ({ order }: State): boolean =>
  `${order}` === `${swapped(places, dog, man)}`;

export const isMoved = ({ order }: State): boolean =>
  order.some((word, i) => word !== i);

/** Below this, two float32 results differ by rounding alone. */
const rounding = 1e-6;

/** Whether the output at a place is what its word had in the first sentence. */
export const isSame = ({ changes }: Numbers, place: number): boolean =>
  (changes[place] ?? 0) < rounding;

/** How many outputs differ from what their words had in the first sentence. */
export const changed = (numbers: Numbers): number =>
  places.filter((place) => !isSame(numbers, place)).length;

export function say(state: State, numbers: Numbers): string {
  const most = fixed(Math.max(...numbers.changes), 2);
  if (!isMoved(state)) {
    return {
      nothing:
        'Squares show how a row shares out its attention. The two rows of “the” ' +
        'are equal, though one stands first and one fourth.',
      positions: 'With positions added, the two rows of “the” differ.',
      mask: 'With a causal mask, a word sees itself and earlier words only.',
    }[state.knows];
  }
  if (changed(numbers) === 0) {
    return (
      'The words changed places and took their squares along. ' +
      'No number changed, but for rounding below 0.000001.'
    );
  }
  return (
    `${changed(numbers)} of 5 outputs changed, one number by as much as ${most}: ` +
    (state.knows === 'mask'
      ? 'the mask lets a little of the order through.'
      : 'who bites whom now makes a difference.')
  );
}
