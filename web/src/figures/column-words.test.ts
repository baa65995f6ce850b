// The description of a column, also where it has no wave or no numbers.

import { expect, it } from 'vitest';
import { describeColumn } from './column-words.js';
import { limitsOfColumn } from './desk/lines.js';
import { describeGaps, describeWave, wholeCycles } from './waves.js';

const wave = Float64Array.from({ length: 40 }, (_, i) =>
  Math.sin((2 * Math.PI * i) / 10),
);

const none = Number.NaN;

/** The limits of the fourth column of a table, whose others are zero. */
function limits(values: Float64Array) {
  const table = new Float64Array(4 * values.length);
  values.forEach((value, row) => {
    table[4 * row + 3] = value;
  });
  return limitsOfColumn({ values: table, rows: values.length, columns: 4 }, 3);
}

it.each([
  [
    ...[wave, 10, true, 40],
    'column 3: −0.9511 to 0.9511, repeats every 10 rows, 4 cycles here',
  ],
  [wave, 12.5, false, 40, '0.9511, a wave of 12.5 rows, 3.2 cycles here'],
  [wave, 40, false, 40, '0.9511, a wave of 40 rows, 1 cycle here'],
  [wave, none, false, 40, '0.9511, no wave of one length here'],
  [wave, Infinity, false, 40, '0.9511, no whole cycle here'],
  // Where only some rows were analysed, the line names them.
  [wave, 10, true, 25, 'every 10 rows, 2.5 cycles in the first 25 rows'],
  [wave, Infinity, false, 25, 'no whole cycle in the first 25 rows'],
  [wave, none, false, 25, 'no wave of one length in the first 25 rows'],
  [Float64Array.of(2, 2, 2), none, false, 3, 'column 3 is 2 everywhere'],
  [Float64Array.of(none), none, false, 1, 'column 3 holds no numbers'],
  [new Float64Array(), none, false, 0, 'column 3 holds no numbers'],
] as [Float64Array, number, boolean, number, string][])(
  'case %#',
  (values, length, exact, rows, text) => {
    const line = describeColumn(limits(values), { length, exact, rows });
    expect(line).toContain(text);
    expect(line).not.toMatch(/NaN|longer/);
  },
);

it('does not mention waves before they are found', () => {
  expect(describeColumn(limits(wave), undefined)).toMatch(/0\.9511$/);
});

it('draws waves with a whole cycle, and counts the others', () => {
  const lengths = Float64Array.of(3, 40, Infinity, none, Infinity, Infinity);
  const waves = {
    power: { values: wave, rows: 40, columns: 1 },
    exact: [true, false, false, false, false, false],
    lengths,
    rows: 40,
  };
  expect([...wholeCycles(waves)]).toEqual([3, 40, none, none, none, none]);
  expect(describeGaps(waves)).toBe(
    'Not drawn: 3 columns without a whole cycle in the 40 rows analysed, ' +
      '1 column without a wave of one length.',
  );
  const all = { ...waves, lengths: Float64Array.of(3, 40) };
  expect(describeGaps(all)).toBe('');
  expect(describeWave({ length: 3, exact: true, rows: 40 })).toBe(
    'repeats every 3 rows',
  );
});
