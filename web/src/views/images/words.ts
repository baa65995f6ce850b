// What the view says of its maps.

import { cellOf } from '../../methods/rows.js';
import { writeCount, writeValue } from '../../plot/ticks.js';
import type { Size } from './calls.js';
import type { BeyondAsk, BeyondMaps } from './desk/jobs.js';
import { type Beyond, measureOf, type WayName, wayOf } from './ways.js';

const write = (value: number) => writeValue(value, 3);

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean over the patches at some steps from a patch, that are in the grid. */
function meanAt(
  alike: ArrayLike<number>,
  [rows, columns]: Size,
  row: number,
  steps: readonly (readonly [down: number, along: number])[],
): number {
  const [y, x] = [Math.floor(row / columns), row % columns];
  const there = steps
    .map(([down, along]) => [y + down, x + along] as const)
    .filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns);
  return meanOf(there.map(([r, c]) => alike[r * columns + c] as number));
}

/** All steps of which some signs are others, or whose ends are swapped. */
const around = (down: number, along: number) =>
  [
    [down, along],
    [along, down],
  ].flatMap(([a = 0, b = 0]) => [
    [a, b] as const,
    [a, -b] as const,
    [-a, b] as const,
    [-a, -b] as const,
  ]);

/**
 * Patches five steps away straight, and those that are as far aslant: three steps
 * one way and four the other. A cross in the map is a difference of the two.
 */
export function slantOf(alike: ArrayLike<number>, size: Size, row: number) {
  return {
    straight: meanAt(alike, size, row, [
      [5, 0],
      [-5, 0],
      [0, 5],
      [0, -5],
    ]),
    aslant: meanAt(alike, size, row, around(3, 4)),
  };
}

/** Empty where the grid has no such patches. */
export function slantWords(
  alike: ArrayLike<number>,
  size: Size,
  row: number,
): string {
  const { straight, aslant } = slantOf(alike, size, row);
  if (Number.isNaN(straight) || Number.isNaN(aslant)) return '';
  return (
    `Five steps along its row or column: ${write(straight)}; ` +
    `as far on a slant, by 3 and 4 steps: ${write(aslant)}.`
  );
}

/** What a number of a map is, said once below both. */
export const measureWords: Readonly<Record<'cosine' | 'score', string>> = {
  cosine: 'Tables: the cosine of the rows of two patches.',
  score:
    'Ropes: the score of one vector with itself at both patches, divided by its ' +
    'score where it is not turned; the mean over all directions of the vector.',
};

export function measuresWords(left: WayName, right: WayName): string {
  const measures = new Set([left, right].map(measureOf));
  return (['cosine', 'score'] as const)
    .filter((one) => measures.has(one))
    .map((one) => measureWords[one])
    .join(' ');
}

export const howNames: Readonly<Record<Beyond, string>> = {
  on: 'positions go on',
  squeezed: 'positions squeezed',
  resampled: 'table resampled',
};

const howWords: Readonly<Record<Beyond, string>> = {
  on: 'where positions go on',
  squeezed: 'where positions are squeezed',
  resampled: 'where the table is resampled',
};

const sizeWords = ([rows, columns]: Size) => `${rows} × ${columns}`;

/** The cosine or score one patch to the right, else to the left; NaN for none. */
export function besideOf(
  alike: ArrayLike<number>,
  columns: number,
  row: number,
): number {
  const step = row % columns < columns - 1 ? 1 : -1;
  return columns < 2 ? Number.NaN : (alike[row + step] as number);
}

/** How many patches are farther from the chosen one than the training had any. */
export function fartherThan([rows, columns]: Size, to: Size, row: number) {
  const [y, x] = [Math.floor(row / to[1]), row % to[1]];
  let count = 0;
  for (let r = 0; r < to[0]; r++) {
    for (let c = 0; c < to[1]; c++) {
      if (Math.abs(r - y) >= rows || Math.abs(c - x) >= columns) count += 1;
    }
  }
  return count;
}

/** What becomes of the neighbours, and of the farthest, in a larger picture. */
export function beyondWords(
  { asked, row, rowBeyond }: BeyondAsk,
  to: Size,
  { trained, larger }: BeyondMaps,
): string[] {
  const { grid, way } = asked;
  const before = besideOf(trained, grid[1], row);
  const lines = Object.entries(larger).map(([how, alike]) => {
    const now = besideOf(alike, to[1], rowBeyond);
    return `${write(now)} ${howWords[how as Beyond]}`;
  });
  const beside = Number.isNaN(before)
    ? []
    : [
        `With the patch beside it: ${write(before)} in the training; ` +
          `in the larger picture ${lines.join(', ')}.`,
      ];
  const far = fartherThan(grid, to, rowBeyond);
  const share = Math.round((100 * far) / (to[0] * to[1]));
  const farther =
    'on' in larger
      ? [
          `Where positions go on, ${writeCount(far)} of ${writeCount(to[0] * to[1])} ` +
            `patches (${share} %) are farther from it along an axis than any two ` +
            `of ${sizeWords(grid)} were.`,
        ]
      : [];
  return [
    ...beside,
    ...farther,
    `${wayOf(way).usual} (Recalled, not read in the program.)`,
  ];
}

/** The name of a patch in a grid. */
export const patchName = (size: Size, row: number): string =>
  cellOf({ start: 0, step: 1, grid: size, extra: 0 }, row).join(', ');
