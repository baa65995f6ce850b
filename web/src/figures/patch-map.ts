// How alike one patch of a grid is to all others, drawn as the grid itself, with
// what is said of it, its numbers and its files: the parts of a figure, which the
// figure lays out.

import { cellOf, type Rows } from '../methods/rows.js';
import { createColorbar } from '../plot/colorbar.js';
import { type ColourRange, colormap } from '../plot/colormap.js';
import { allOf } from '../plot/crop.js';
import type { Cell } from '../plot/cursor.js';
import type { Grid } from '../plot/grid.js';
import { tabulateWhole } from '../plot/grid-table.js';
import { createHeatmap, type HeatmapLook } from '../plot/heatmap.js';
import type { KeptFigure } from '../plot/keep/figure.js';
import { createKeep } from '../plot/keep/keep.js';
import { speakValue, writeValue } from '../plot/ticks.js';
import { createDataTable } from '../shell/data-table.js';
import { h, setText } from '../shell/dom.js';
import { createLiveLine } from '../shell/live.js';
import { theme } from '../shell/theme.js';
import { countAxis } from './axes.js';
import { rangeOf } from './colour-range.js';
import { patchWords } from './patch-words.js';

export interface PatchLook {
  /** The grid, and the rows before its cells. */
  readonly rows: Rows;
  /** The row of the chosen patch. */
  readonly row: number;
  /** How alike it is to each row. */
  readonly alike: Float64Array<ArrayBuffer>;
  /** The range of the colours, if it is not to begin at 0. */
  readonly range?: ColourRange;
  /** What a number is: a cosine, or a score. */
  readonly measure: string;
  /** What its files say; the names of files end in that of the patch. */
  readonly told: Pick<KeptFigure, 'name' | 'caption' | 'spec'>;
}

interface Shown extends PatchLook {
  readonly grid: Grid;
  readonly look: Omit<HeatmapLook, 'label'>;
}

const write = (value: number) => writeValue(value, 3);

/** The patches of a grid as a map of their similarity to one. */
export const patchGrid = ({
  rows,
  alike,
}: Pick<PatchLook, 'rows' | 'alike'>): Grid => {
  const columns = rows.grid.at(-1) ?? 1;
  const values = alike.slice(rows.extra);
  return { values, rows: values.length / columns, columns };
};

/**
 * `choose` is called with the row of a patch that the reader picks; `idle` is said
 * while nobody points at one.
 */
export function createPatchMap(
  choose: (row: number) => void,
  idle = 'press a patch to see what is alike to it',
) {
  const live = createLiveLine();
  const words = h('p', { class: 'patch-words' });
  const reading = h('p', { class: 'numbers reading' });
  const bar = createColorbar();
  let shown: Shown | null = null;

  /** The row that a cell of the map stands for. */
  function rowAt({ row, column }: Cell, { rows, grid }: Shown): number {
    return rows.extra + row * grid.columns + column;
  }

  const nameIn = ({ rows }: Shown, row: number) => cellOf(rows, row).join(', ');

  /** Puts the cursor on the chosen patch, where nobody points at another. */
  function markChosen({ rows, row, grid: { columns } }: Shown): void {
    const at = row - rows.extra;
    const column = at % columns;
    heatmap.cursor.show({ row: (at - column) / columns, column });
  }

  function read(cell: Cell | null): void {
    if (shown === null) return;
    if (cell === null) {
      setText(reading, idle);
      markChosen(shown);
      return;
    }
    const { row, alike, measure } = shown;
    const at = rowAt(cell, shown);
    const [name, own] = [at, row].map((one) => nameIn(shown as Shown, one));
    const value = alike[at] ?? Number.NaN;
    setText(reading, `patch ${name} · ${measure} with ${own}: ${write(value)}`);
    live.say(`patch ${name}, ${measure} ${speakValue(value, 3)}`);
  }

  const heatmap = createHeatmap({
    move: read,
    pick(cell) {
      if (shown !== null) choose(rowAt(cell, shown));
    },
  });
  const keep = createKeep(() => {
    if (shown === null) return null;
    const { row, grid, look, told } = shown;
    const name = nameIn(shown, row);
    return {
      ...told,
      name: `${told.name}-alike-to-${name.replaceAll(', ', '-')}`,
      title: `Similarity to patch ${name}`,
      numbers: async () => ({
        data: grid.values,
        ...{ shape: [grid.rows, grid.columns], dtype: 'float64' as const },
      }),
      picture: () => ({ parts: [{ map: { ...look, write } }] }),
    };
  });
  const data = createDataTable(() => {
    if (shown === null) return null;
    return tabulateWhole(shown.grid, {
      caption: `Similarity of patches to patch ${nameIn(shown, shown.row)}`,
      ...{ corner: 'row', rowName: String, write },
      columnName: (column) => `column ${column}`,
    });
  });

  return {
    ...{ heatmap, words, reading, bar },
    live: live.element,
    data: data.element,
    keep: keep.element,
    draw(next: PatchLook): void {
      const grid = patchGrid(next);
      const range = next.range ?? rangeOf(grid);
      const diverging = next.range === undefined && range.low < 0;
      const map = colormap(diverging ? 'diverging' : 'sequential', theme());
      const look = {
        ...{ grid, map, range, pool: 'mean' as const },
        rows: countAxis('row', allOf(grid.rows)),
        columns: countAxis('column', allOf(grid.columns)),
      };
      shown = { ...next, grid, look };
      const label = `similarity of patches to patch ${nameIn(shown, next.row)}`;
      heatmap.draw({ ...look, label });
      bar.draw(map, range, write);
      setText(words, patchWords(next.rows, next.row, next.alike));
      read(null);
      data.refresh();
    },
  };
}
