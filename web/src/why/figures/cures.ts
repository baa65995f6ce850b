// What each way to a longer context does to the hands: screen 8 of the lesson, with
// the longer text and one of its controls.

import { nearestOf, oneOf } from '../../start/fields.js';
import type { Figure } from '../../start/screen.js';
import { beyond } from '../../start/screens/beyond.js';
import {
  longer,
  type Numbers,
  type State,
} from '../../start/screens/beyond-numbers.js';

export const figure: Figure<State, Numbers> = {
  ...beyond,
  fields: {
    words: nearestOf(longer, [longer]),
    cure: oneOf('linear', ['none', 'linear', 'ntk', 'yarn']),
  },
  controls: beyond.controls.filter(({ kind }) => kind === 'choice'),
};
