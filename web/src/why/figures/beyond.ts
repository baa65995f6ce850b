// RoPE as it is, in texts of any length: which hands meet angles that training never
// showed.

import { nearestOf } from '../../start/fields.js';
import { whole } from '../../start/paths.js';
import type { Figure } from '../../start/screen.js';
import { dials } from '../../start/screens/beyond-drawing.js';
import {
  compute,
  degrees,
  type Numbers,
  passing,
  trained,
} from '../../start/screens/beyond-numbers.js';

const stops = [1, 2, 4, 8, 16, 32].map((times) => times * trained);

interface State {
  /** Words of the text that is read. */
  readonly words: number;
}

function say({ words }: State, numbers: Numbers): string {
  const { before } = numbers;
  const slowest = before.at(-1) ?? 0;
  const [far, further] = [trained, words].map((length) =>
    whole(degrees(slowest * length)),
  );
  return words === trained
    ? `In ${whole(words)} words, as in training, no hand meets a new angle. The ` +
        `slowest goes to ${far}°.`
    : `In ${whole(words)} words, ${passing(numbers)} of ${before.length} hands go ` +
        `beyond every angle of training: the slowest to ${further}°, not ${far}°.`;
}

export const figure: Figure<State, Numbers> = {
  parts: ['rotary'],
  fields: { words: nearestOf(4 * trained, stops) },
  controls: [
    {
      ...{ kind: 'range', label: 'Words in the text', field: 'words' },
      ...{ min: trained, max: 32 * trained, stops, say: whole },
      ticks: [trained, 2 * trained, 8 * trained],
    },
  ],
  compute: (use, { words }) => compute(use, { words, cure: 'none' }),
  draw: (state, numbers, room) => dials(numbers, say(state, numbers), room),
  say,
};
