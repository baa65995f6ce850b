// Which columns move at a step: screen 3 of the lesson with one of its controls.

import type { Figure } from '../../start/screen.js';
import { waves } from '../../start/screens/waves.js';
import type { Numbers, State } from '../../start/screens/waves-numbers.js';

export const figure: Figure<State, Numbers> = {
  ...waves,
  controls: waves.controls.filter(({ kind }) => kind === 'range'),
};
