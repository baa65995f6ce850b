// Sines alone, or with cosines: screen 4 of the lesson with one of its controls.

import type { Figure } from '../../start/screen.js';
import { pairs } from '../../start/screens/pairs.js';
import type { Numbers, State } from '../../start/screens/pairs-numbers.js';

export const figure: Figure<State, Numbers> = {
  ...pairs,
  controls: pairs.controls.filter(({ kind }) => kind === 'choice'),
};
