// What the page of a method knows of its figure, written into it by the build.

import type { Family } from 'posenc/descriptions';
import type { Grid } from '../plot/grid.js';
import type { Part } from '../shell/parts.js';

/** An option that a reader may change. */
export interface Changeable {
  readonly name: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly integer: boolean;
}

export interface MethodData {
  readonly name: string;
  readonly family: Family;
  /** The entry of the package that computes it. */
  readonly part: Part;
  /** The options of its picture. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly fields: readonly Changeable[];
  /** The picture: float32 numbers in base64, row by row. */
  readonly rows: number;
  readonly columns: number;
  readonly values: string;
}

/** The most cells of a figure, which shows the first of more. */
export const mostCells = { rows: 64, columns: 64 };

const words: Readonly<Record<Family, readonly [row: string, column: string]>> =
  {
    table: ['position', 'column'],
    rotation: ['position', 'pair'],
    bias: ['query', 'key'],
    relative: ['query', 'key'],
    gate: ['query', 'key'],
  };

/** What rows and columns are called; cells of an image have rows of their own. */
export const axesOf = ({
  family,
  options,
}: Pick<MethodData, 'family' | 'options'>): readonly [string, string] =>
  options.grid !== undefined && family !== 'table'
    ? ['row', 'column']
    : words[family];

/** What a figure shows, in a sentence. */
export function captionOf(
  data: Pick<MethodData, 'family' | 'options'>,
): string {
  const [row, column] = axesOf(data);
  switch (data.family) {
    case 'table':
      return 'The table: a row for each position, a column for each of its numbers.';
    case 'rotation':
      return 'The cosine of each pair’s angle: a row for each position, a column for each pair.';
    default:
      return row === 'row'
        ? 'What the cell in the middle of the image has for each cell, in the first head.'
        : `The first head: a row for each ${row}, a column for each ${column}.`;
  }
}

/** The numbers that the build computed. */
export function heldGrid({ rows, columns, values }: MethodData): Grid {
  const bytes = Uint8Array.from(atob(values), (byte) => byte.charCodeAt(0));
  return { rows, columns, values: new Float32Array(bytes.buffer) };
}
