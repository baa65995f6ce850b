// What is said of the columns of every table, against the wavelengths that the
// package finds in the whole of it.

import { load, type Posenc } from 'posenc';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleSpec, withPreset } from '../methods/defaults.js';
import { tableNamed, tables } from '../methods/table-methods.js';
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

/** Whether all rows of a part of the columns that share a key are equal. */
function depends(
  { values, rows }: TestTable,
  from: number,
  to: number,
  key: (cell: number, line: number) => number,
): boolean {
  const line = rows.grid[1] as number;
  const seen = new Map<number, string>();
  for (let cell = 0; cell < values.rows; cell++) {
    const at = cell * values.columns;
    const own = [...values.values.slice(at + from, at + to)].join();
    const place = key(cell, line);
    if ((seen.get(place) ?? own) !== own) return false;
    seen.set(place, own);
  }
  return true;
}

it.each([
  ['blocks', false, 'row', 'column'],
  ['blocks', true, 'column', 'row'],
  ['waves', false, undefined, undefined],
])(
  'tells the halves of a grid, %s, last axis first: %s',
  (layout, lastAxisFirst, left, right) => {
    const spec = {
      ...exampleSpec(tableNamed('sinusoidalGrid')),
      layout,
      lastAxisFirst,
    };
    const table = tableFor(pe, spec);
    const found = /Left half: the (\w+) of the cell; right half: its (\w+)\./;
    const [, first, last] = found.exec(said(table)) ?? [];
    expect([first, last]).toEqual([left, right]);
    if (left === undefined) return;
    const { columns } = table.values;
    const keys = {
      row: (cell: number, line: number) => Math.floor(cell / line),
      column: (cell: number, line: number) => cell % line,
    };
    const half = columns / 2;
    expect(depends(table, 0, half, keys[first as 'row'])).toBe(true);
    expect(depends(table, half, columns, keys[last as 'row'])).toBe(true);
  },
);

describe.each(tables)('$name', (method) => {
  it('says of halves of a grid only what is so', () => {
    const table = tableFor(pe, exampleSpec(method));
    if (!said(table).includes('Left half: the row')) return;
    const { columns } = table.values;
    const half = columns / 2;
    const row = (cell: number, line: number) => Math.floor(cell / line);
    expect(depends(table, 0, half, row)).toBe(true);
  });

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
