// The part of a table that a map shows, after gestures computed by hand.

import { describe, expect, it } from 'vitest';
import {
  around,
  boxed,
  type Crop,
  changed,
  readCrop,
  rounded,
  scaled,
  wholeOf,
  writeCrop,
} from './crop.js';

const cells = { rows: 1000, columns: 64 };
const whole = wholeOf(cells);

function crop(
  row: number,
  rows: number,
  column: number,
  columns: number,
): Crop {
  return {
    rows: { from: row, count: rows },
    columns: { from: column, count: columns },
  };
}

describe('scaling', () => {
  it('holds a place still', () => {
    const place = { rows: 0.25, columns: 0.5 };
    // Row 250 and column 32 stay where they are.
    expect(scaled(whole, cells, 2, place)).toEqual(crop(125, 500, 16, 32));
  });

  it('goes back to where it began', () => {
    const from = crop(125, 500, 16, 32);
    const place = { rows: 0.25, columns: 0.5 };
    expect(scaled(from, cells, 0.5, place)).toEqual(whole);
  });

  it('shows no more than there is', () => {
    const place = { rows: 0, columns: 1 };
    const from = crop(900, 100, 0, 32);
    expect(scaled(from, cells, 0.25, place)).toEqual(crop(600, 400, 0, 64));
    expect(scaled(from, cells, 1e-9, place)).toEqual(whole);
  });

  it('keeps four cells of an axis while the other goes on', () => {
    const place = { rows: 0.5, columns: 0.75 };
    const narrow = crop(0, 1000, 10, 4);
    expect(scaled(narrow, cells, 4, place)).toEqual(crop(375, 250, 10, 4));
    const wide = crop(0, 1000, 8, 8);
    // Column 14 stays where it was, at three quarters.
    expect(scaled(wide, cells, 4, place).columns).toEqual({
      from: 11,
      count: 4,
    });
  });

  it('takes a table of fewer cells whole', () => {
    const few = { rows: 2, columns: 3 };
    const place = { rows: 0.5, columns: 0.5 };
    expect(scaled(wholeOf(few), few, 8, place)).toEqual(wholeOf(few));
  });
});

it('pans by a part of what is shown, up to the ends', () => {
  const from = crop(100, 200, 10, 20);
  const by = (rows: number, columns: number) =>
    changed(from, cells, { scale: 1, rows, columns });
  expect(by(0.25, -0.5)).toEqual(crop(50, 200, 20, 20));
  expect(by(9, 9)).toEqual(crop(0, 200, 0, 20));
  expect(by(-9, -9)).toEqual(crop(800, 200, 44, 20));
});

it('scales and pans at once, as two fingers do', () => {
  const from = crop(100, 200, 10, 20);
  // What was at a quarter is now at three quarters, twice as large.
  const both = { scale: 2, rows: 0.25, columns: 0.25 };
  expect(changed(from, cells, both)).toEqual(crop(75, 100, 7.5, 10));
});

describe('a box', () => {
  it('has every cell that it meets', () => {
    const box = { rows: [0.1005, 0.2], columns: [0.5, 0.99] } as const;
    expect(boxed(whole, cells, box)).toEqual(crop(100, 100, 32, 32));
  });

  it('has at least four cells around it, inside the table', () => {
    const box = { rows: [0.5, 0.5005], columns: [0.999, 1] } as const;
    expect(boxed(whole, cells, box)).toEqual(crop(499, 4, 60, 4));
  });
});

it('moves no farther than to a cell', () => {
  const from = crop(100, 200, 10, 20);
  const to = (row: number, column: number) =>
    around(from, cells, { row, column });
  expect(to(150, 15)).toEqual(from);
  expect(to(99, 30)).toEqual(crop(99, 200, 11, 20));
  expect(to(999, 0)).toEqual(crop(800, 200, 0, 20));
});

describe('an address', () => {
  it.each([[[]], [[5]], [[5, 10]], [[0, 1000, 0, 64]], [[7, 99, 3, 8]]])(
    'gives back what it holds: %s',
    (numbers) => {
      const read = readCrop(cells, numbers);
      expect(readCrop(cells, writeCrop(read, cells))).toEqual(read);
    },
  );

  it('says nothing of the whole', () => {
    expect(writeCrop(whole, cells)).toEqual([]);
  });

  it('names only cells that there are', () => {
    expect(readCrop(cells, [990, 100, 63, 1])).toEqual(crop(900, 100, 60, 4));
    expect(readCrop({ rows: 0, columns: 0 }, [1, 2, 3, 4])).toEqual(
      crop(0, 0, 0, 0),
    );
  });
});

it('rounds to whole cells that are there', () => {
  expect(rounded(crop(7.6, 992.4, 1.2, 7.5), cells)).toEqual(
    crop(8, 992, 1, 8),
  );
});
