// Sentences name options that the formula does not show, in the words of the
// description.

import { type MethodDescription, methods } from 'posenc/descriptions';
import { describe, expect, it } from 'vitest';
import type { Options } from '../state/spec.js';
import { formulaChanges } from './changes.js';
import { effective } from './defaults.js';

const { sinusoidal, sinusoidalGrid, resample, windowed } = methods;

describe('formulaChanges', () => {
  it.each<[MethodDescription, Options, string[]]>([
    [sinusoidal, {}, []],
    // Symbols of the formula, sizes, and the kind of the numbers.
    [sinusoidal, { base: 500, start: 7, dtype: 'float64' }, []],
    // The formula follows these.
    [sinusoidal, { layout: 'blocks', cosinesFirst: true, shift: 1 }, []],
    [sinusoidal, { zeroPosition: 1, precision: 'torch' }, []],
    [windowed, { kind: 'block' }, []],
    [
      sinusoidal,
      { odd: 'zero' },
      [
        '`odd` is `zero`: content of the last column of an odd width: ' +
          'one more `sine`, or `zero`.',
      ],
    ],
    // A wrong value is named beside its control.
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
        '`antialias` is off: whether the kernel grows when the grid ' +
          'shrinks, so that every row counts; the slope of the cubic kernel ' +
          'is then -0.5 instead of -0.75.',
      ],
    ],
  ])('case %#', (method, options, sentences) => {
    const all = effective(method, { ...options, method: method.name });
    expect(formulaChanges(method, all)).toEqual(sentences);
  });
});

it('names the type of an option that has several sets of options', () => {
  const scaling = {
    kind: 'variant',
    optional: true,
    doc: 'How positions are stretched: `yarn` stretches waves by length; others stretch all.',
    variants: { linear: {}, yarn: {} },
  } as const;
  const method = { ...sinusoidal, parameters: { scaling } };
  const sentences = (type: string) =>
    formulaChanges(method, { scaling: { type } });
  expect(sentences('yarn')).toEqual([
    '`scaling`: `yarn` stretches waves by length.',
  ]);
  expect(sentences('linear')).toEqual([
    '`scaling` is `linear`: how positions are stretched: `yarn` stretches ' +
      'waves by length; others stretch all.',
  ]);
  expect(formulaChanges(method, {})).toEqual([]);
});
