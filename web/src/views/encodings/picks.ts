// The columns and the row that are drawn: those that were picked, as far as the
// table has them.

import type { Cells } from '../../plot/grid.js';
import { mostLines } from '../../plot/palette.js';
import type { EncodingsState } from './state.js';

type Picks = Pick<EncodingsState, 'lines' | 'row'>;

/** Whether columns are chosen, but none that the table has. */
function lacks({ lines }: Picks, { columns }: Cells): boolean {
  return lines.length > 0 && lines.every((column) => column >= columns);
}

/** The chosen columns that the table has, or its first where it has none. */
export function columnsOf(picks: Picks, cells: Cells): readonly number[] {
  const { columns } = cells;
  if (lacks(picks, cells)) return [...Array(Math.min(columns, 4)).keys()];
  const there = picks.lines.filter((column) => column < columns);
  return there.slice(0, mostLines);
}

/** A row whose numbers differ: those of position 0 are 0 and 1 in turn. */
const usualRow = 23;

/** The chosen row, or a usual one; the first where the table has it not. */
export function rowOf(
  { row: [row = usualRow] }: Picks,
  { rows }: Cells,
): number {
  return row < rows ? row : 0;
}

/** The chosen columns with another, or without it where it is one of them. */
export function toggled(
  picks: Picks,
  cells: Cells | undefined,
  column: number,
): readonly number[] {
  // Where the table has none of the chosen columns, others are drawn.
  const now =
    cells && lacks(picks, cells) ? columnsOf(picks, cells) : picks.lines;
  const rest = now.filter((other) => other !== column);
  if (rest.length < now.length) return rest;
  return [...rest, column].slice(-mostLines);
}
