// The description of a column, also where it has no wave or no numbers.

import { expect, it } from 'vitest';
import { describeColumn } from './column-words.js';
import { describeGaps, wholeCycles } from './waves.js';

const wave = Float64Array.from({ length: 40 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / 10),
);

it.each([
  [
    wave,
    10,
    40,
    '−0.9511 to 0.9511, strongest wave 10 rows long, 4 cycles here',
  ],
  [wave, Number.NaN, 40, 'column 3: −0.9511 to 0.9511, no wave here'],
  [wave, 41, 40, '0.9511, a wave longer than the 40 rows analysed'],
  // Where only some rows were analysed, the line names them.
  [wave, 10, 25, 'wave 10 rows long, 2.5 cycles in the first 25 rows'],
  [wave, 38, 25, '0.9511, a wave longer than the 25 rows analysed'],
  [wave, Number.NaN, 25, '0.9511, no wave in the first 25 rows'],
  [Float64Array.of(2, 2, 2), 1, 3, 'column 3 is 2 everywhere'],
  [Float64Array.of(Number.NaN), Number.NaN, 1, 'column 3 holds no numbers'],
  [new Float64Array(), Number.NaN, 0, 'column 3 holds no numbers'],
])('case %#', (values, length, rows, text) => {
  const line = describeColumn(3, values, { length, rows });
  expect(line).toContain(text);
  expect(line).not.toContain('NaN');
});

it('does not mention waves before they are found', () => {
  expect(describeColumn(3, wave, undefined)).toMatch(/0\.9511$/);
});

it('draws waves with a whole cycle, and counts the others', () => {
  const wavelengths = Float64Array.of(3, 40, 41, Number.NaN, 160, Infinity);
  const waves = {
    power: { values: wave, rows: 40, columns: 1 },
    wavelengths,
    rows: 40,
  };
  const none = Number.NaN;
  expect([...wholeCycles(waves)]).toEqual([3, 40, none, none, none, none]);
  expect(describeGaps(waves)).toBe(
    'Not drawn: 3 columns with a wave longer than the 40 rows analysed, ' +
      '1 column without a wave.',
  );
  const all = { ...waves, wavelengths: Float64Array.of(3, 40) };
  expect(describeGaps(all)).toBe('');
});
