// A program to copy, which computes the positions of a sequence.

import { literalOf } from 'posenc/descriptions';
import { program } from '../../../methods/snippet.js';
import { callOf, type Sequence } from './models.js';

export const writeSequence = (sequence: Sequence): string =>
  program(
    `const { positions, delta } = pe.mropePositions(${literalOf(callOf(sequence))});`,
    'const [, tokens] = positions.shape;',
    'const time = positions.data.subarray(0, tokens);',
    'const height = positions.data.subarray(tokens, 2 * tokens);',
    'const width = positions.data.subarray(2 * tokens);',
  );
