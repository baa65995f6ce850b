// The families of methods in plain words.

import type { Family } from 'posenc/descriptions';

/** What a part of a configuration is called. */
export const familyNames: Readonly<Record<Family, string>> = {
  table: 'Table, added to the words',
  rotation: 'Rotation of queries and keys',
  relative: 'Relative term, added to the scores',
  bias: 'Bias, added to the scores',
  gate: 'Gate, multiplies the weights',
};
