// Overlaps of words and positions by the width of vectors: screen 5 of the lesson.

import { add } from '../../start/screens/add.js';

/** It begins where models are: in wide vectors, of which the answer speaks. */
export const figure: typeof add = {
  ...add,
  fields: { ...add.fields, width: { ...add.fields.width, initial: 512 } },
};
