// What is said of the columns of every table, against the wavelengths that the
// package finds in the whole of it.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec, withPreset } from '../methods/defaults.js';
import { tableNamed, tables } from '../methods/tables.js';
import { createAnalysis } from './analysis.js';
import { type TestTable, tableFor } from './desk/testing.js';
import { howToRead } from './map-words.js';

let pe: Posenc;

beforeAll(async () => {
  pe = await load();
});

function said(table: TestTable): string {
  return howToRead(table.rows, createAnalysis(pe).waves(table.values));
}

it.each([
  ['paper', /^Each row is one position\. The left columns swing fast, the/],
  ['whisper', /one position\. In each half, the left columns swing fast/],
])('says of %s what its formula says', (preset, sentence) => {
  const method = tableNamed('sinusoidal');
  const spec = withPreset(method, exampleSpec(method), preset);
  expect(said(tableFor(pe, spec))).toMatch(sentence);
});

describe.each(tables)('$name', (method) => {
  it('is described as its own columns are', () => {
    const table = tableFor(pe, exampleSpec(method));
    const sentence = said(table);
    expect(sentence.startsWith('Each row is one cell of the grid.')).toBe(
      table.rows.grid.length > 0,
    );
    const whole = {
      ...table.tensor,
      shape: [table.values.rows, table.values.columns],
    };
    const { wavelengths, explained } = pe.analysis.wavelengths(
      whole as typeof table.tensor,
    );
    const left = wavelengths[0] as number;
    const right = wavelengths.at(-1) as number;
    const single = Array.from(explained).every((share) => share >= 0.99);
    if (sentence.includes('swing fast')) {
      expect(single).toBe(true);
      expect(right).toBeGreaterThan(left);
    }
    const { periods } = pe.analysis.wavelengths(whole as typeof table.tensor);
    if (sentence.includes('No column makes')) {
      Array.from(wavelengths).forEach((length, column) => {
        // A column of one value has no wave, and repeats after every row.
        if (length === Infinity) return;
        expect(periods[column]).toBeNaN();
        if ((explained[column] as number) >= 0.99) {
          expect(length).toBeGreaterThan(table.values.rows);
        }
      });
    }
    const [, every] =
      /Every column repeats after (\d+) rows/.exec(sentence) ?? [];
    if (every !== undefined)
      expect(new Set(periods)).toEqual(new Set([+every]));
  });
});
