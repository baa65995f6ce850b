// Beside a formula stands what the options make of it, in the words of the
// description.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import { formulaChanges } from './changes.js';

const { sinusoidal, sinusoidalGrid, resample, windowed } = methods;

describe('formulaChanges', () => {
  it.each<[MethodDescription, Record<string, unknown>, string[]]>([
    [sinusoidal, {}, []],
    // Usual values, a symbol of the formula, and what is no matter of it.
    [
      sinusoidal,
      { layout: 'interleaved', base: 500, start: 7, dtype: 'float64' },
      [],
    ],
    [
      sinusoidal,
      { layout: 'blocks', cosinesFirst: true },
      [
        '`layout`: `blocks` is all sines, then all cosines.',
        '`cosinesFirst`: cosines and sines change places.',
      ],
    ],
    [
      sinusoidal,
      { zeroPosition: 1, odd: 'zero' },
      [
        '`odd` is `zero`: what the last column of an odd width is: ' +
          'one more `sine`, or `zero`.',
        '`zeroPosition` is 1: a position whose rows are zeros, such as that ' +
          'of padding.',
      ],
    ],
    // What was typed wrong is said elsewhere.
    [sinusoidal, { scale: Number.NaN }, []],
    [
      sinusoidalGrid,
      { layout: 'waves', shift: 1, share: 'up' },
      [
        '`layout` is `waves`: order of the columns: `interleaved` (sin, cos, ' +
          'sin, cos, …) or `blocks` (sines, then cosines) within each axis, ' +
          'or `waves`: the sines of all axes, then their cosines.',
        '`share`: `up` rounds their widths up and cuts the row off.',
      ],
    ],
    [
      resample,
      { antialias: false, from: [3], to: [4] },
      [
        '`antialias` is off: whether the kernel grows as the grid shrinks, ' +
          'so that every row counts; cubic then has the slope -0.5 and not ' +
          '-0.75.',
      ],
    ],
    [
      windowed,
      { kind: 'block' },
      [
        '`kind` is `block`: whether rows depend on the place in the window ' +
          'alone (`modulo`), or on the number of the window, too (`block`).',
      ],
    ],
  ])('case %#', (method, values, sentences) => {
    expect(formulaChanges(method, values)).toEqual(sentences);
  });
});
