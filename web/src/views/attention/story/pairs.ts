// The numbers of the main figure by pairs of words, for its table and its files.

import type { Cell } from '../../../plot/cursor.js';
import { valueAt } from '../../../plot/grid.js';
import type { Story } from '../numbers/story.js';
import {
  type Column,
  columnNames,
  type Grids,
  type Line,
  lineNames,
} from './grids.js';

/** A map of the figure. */
export interface Place {
  readonly line: Line;
  readonly column: Column;
}

export interface Pairs {
  /** The number of pairs of two words. */
  readonly count: number;
  /** The names of the maps. */
  readonly names: readonly string[];
  /** The places in the late text of the two words of a pair. */
  cellOf(index: number): Cell;
  /** The numbers of a pair, one for each map. */
  valuesAt(index: number): readonly number[];
}

/** The same two words in all maps, in the order of the late text. */
export function pairsOf(
  { late, places }: Story,
  grids: Grids,
  maps: readonly Place[],
): Pairs {
  const size = late.words.length;
  const cellOf = (index: number): Cell => ({
    row: Math.floor(index / size),
    column: index % size,
  });
  return {
    count: size ** 2,
    names: maps.map(
      ({ line, column }) => `${lineNames[line]}, ${columnNames[column]}`,
    ),
    cellOf,
    valuesAt(index) {
      const cell = cellOf(index);
      const early = {
        row: places[cell.row] ?? 0,
        column: places[cell.column] ?? 0,
      };
      return maps.map(({ line, column }) => {
        const own = column === 'early' ? early : cell;
        return valueAt(grids[line][column], own.row, own.column);
      });
    },
  };
}
