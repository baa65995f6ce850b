/** Collisions of windowed tables: parameters and description. */

import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { pick } from '../describe/pick.js';
import { windowedParameters } from './windowed.description.js';

/** The options of `windowedCollisions`, in the order in which they are read. */
export const windowedCollisionsParameters = {
  ...pick(
    windowedParameters,
    'length',
    'start',
    'step',
    'positions',
    'dim',
    'kind',
    'window',
    'table',
    'blockTable',
    'seed',
  ),
  /** Largest number of pairs that `first` lists. Defaults to 16. */
  most: {
    kind: 'number',
    integer: true,
    min: 0,
    max: 2 ** 20,
    default: 16,
  },
} as const satisfies Parameters;

export const windowedCollisionsDescription = {
  title: 'Collisions of a windowed table',
  summary:
    'Counts the positions that a windowed table cannot tell apart, lists the ' +
    'first of them, and finds the number of positions after which it repeats.',
  goodAt: 'Seeing before training whether a window is too short.',
  badAt: 'Rows that are almost equal: only equal ones are counted.',
  formula: {
    text: 'p and q collide where PE[p] = PE[q]',
    latex: '\\mathrm{PE}_p = \\mathrm{PE}_q,\\quad p \\neq q',
  },
  result:
    'positions, distinct, colliding and pairs (counts), period, first (pairs)',
  accuracy: 'exact: compares the float32 rows, number by number',
  pitfalls: [
    '`analysis.collisions` does the same for the rows of any other table.',
    'Rows that are equal by chance, or because both are zeros, count as well.',
  ],
} as const satisfies Description;
