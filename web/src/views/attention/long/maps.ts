// The pictures of a long sequence, one for each configuration: heat maps with
// one range of colours and one cursor.

import type { Scale } from '../../../figures/scale.js';
import { createColorbar } from '../../../plot/colorbar.js';
import { colormap } from '../../../plot/colormap.js';
import { type Span, writeCrop } from '../../../plot/crop.js';
import type { Cell } from '../../../plot/cursor.js';
import { type Grid, isEmpty, valueAt } from '../../../plot/grid.js';
import { createHeatmap } from '../../../plot/heatmap.js';
import type { KeptFigure } from '../../../plot/keep/figure.js';
import { speakValue, writeValue } from '../../../plot/ticks.js';
import { createZoom, type ZoomEvents } from '../../../plot/zoom.js';
import type { TableText } from '../../../shell/data-table.js';
import { h, setText } from '../../../shell/dom.js';
import { describeFailure } from '../../../shell/failure.js';
import { createLiveLine } from '../../../shell/live.js';
import { theme } from '../../../shell/theme.js';
import type { Saved } from '../state/saved.js';
import type { BySide } from '../state/state.js';
import { sides } from '../state/state.js';
import { type LongAsk, wordsOf } from './ask.js';
import {
  axisOf,
  coloured,
  scaleOf,
  stretchOf,
  writeEnds,
  writePairs,
} from './look.js';
import { isKnown, knownOf, type LongModel } from './model.js';

/** The word in the middle of those that a cell shows. */
function middleOf(cell: number, { from, count }: Span, cells: number): number {
  return from + Math.floor(((cell + 0.5) * count) / cells);
}

/** `events` tell which part a reader zooms to; both maps show the same. */
export function createLongMaps(model: LongModel, events: ZoomEvents) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const bar = createColorbar();
  const maps = sides.map((side) => {
    const title = h('span');
    const value = h('output', { class: 'numbers' });
    const failure = h('p', { class: 'hint missing', hidden: true });
    const heatmap = createHeatmap({ move });
    const zoom = createZoom(heatmap.cursor.element, events, 'All words');
    const element = h(
      'figure',
      { class: 'map', 'data-map': `${side}-long` },
      h('figcaption', {}, title, value),
      heatmap.element,
      failure,
    );
    return { side, title, value, failure, heatmap, zoom, element };
  });

  const gridsOf = (): Grid[] =>
    sides.flatMap((side) => model.pictures[side]?.grid ?? []);

  function move(cell: Cell | null): void {
    const { crop, cells } = model.wanted ?? {};
    const pair =
      cell && crop && cells
        ? {
            row: middleOf(cell.row, crop.rows, cells.rows),
            column: middleOf(cell.column, crop.columns, cells.columns),
          }
        : null;
    for (const { heatmap, zoom } of maps) {
      heatmap.cursor.show(cell);
      zoom.at(pair);
    }
    read(cell);
  }

  function read(cell: Cell | null): void {
    const { wanted, pictures } = model;
    if (wanted === undefined || cell === null) {
      setText(reading, 'Point at a cell, or use the arrow keys.');
      for (const { value } of maps) setText(value, '');
      return;
    }
    const { pool } = wanted;
    const queries = writeEnds(cell.row, stretchOf(wanted, 'rows'));
    const keys = writeEnds(cell.column, stretchOf(wanted, 'columns'));
    setText(reading, `queries ${queries} · keys ${keys}`);
    const spoken = maps.map(({ side, value }) => {
      const picture = pictures[side];
      const number =
        picture?.grid && isKnown(picture, cell.row)
          ? valueAt(picture.grid, cell.row, cell.column)
          : Number.NaN;
      const text = Number.isNaN(number) ? '' : writeValue(number, 5);
      setText(value, text);
      return isEmpty(number)
        ? `nothing in ${side.toUpperCase()}`
        : speakValue(number, 4);
    });
    live.say(`queries ${queries}, keys ${keys}, ${pool} ${spoken.join(', ')}`);
  }

  read(null);
  return {
    /** What the cell under the cursor shows. */
    reading,
    /** The same for screen readers. */
    live: live.element,
    bar: bar.element,
    /** The buttons of zooming. */
    tools: maps[0]?.zoom.tools ?? '',
    elements: maps.map((map) => map.element),
    /** Forgets the cell under the cursor, because the pictures are others. */
    clear: () => read(null),
    /** Draws what there is of the pictures. */
    draw(titles: BySide<string>): void {
      const { wanted, pictures } = model;
      if (wanted === undefined) return;
      const scale = scaleOf(wanted, gridsOf());
      bar.draw(colormap(scale.kind, theme()), scale.range, writerOf(wanted));
      for (const { side, title, failure, heatmap, zoom } of maps) {
        const name = `${side.toUpperCase()}: ${titles[side]}`;
        setText(title, name);
        title.title = name;
        zoom.show(wordsOf(wanted), wanted.crop);
        const picture = pictures[side];
        const why = picture?.failure;
        failure.hidden = why === undefined;
        heatmap.element.hidden = why !== undefined;
        setText(failure, why === undefined ? '' : describeFailure(why));
        if (picture?.grid === undefined) continue;
        heatmap.draw({
          ...lookOf(wanted, scale, picture.grid),
          label: `${wanted.of} of ${name}, long sequence, queries down, keys across`,
        });
      }
    },
    /** The lines of a table: each cell, with its words and its numbers. */
    table(): TableText | null {
      const { wanted, pictures } = model;
      if (wanted === undefined) return null;
      const { cells, pool, of } = wanted;
      const there = knownIn(pictures).map(({ grid }) => grid);
      return {
        caption: `The ${pool} of the ${of} in each cell`,
        heads: ['queries', 'keys'],
        columns: sides.flatMap((side) =>
          pictures[side]?.grid ? [side.toUpperCase()] : [],
        ),
        count: there.length === 0 ? 0 : cells.rows * cells.columns,
        row(index) {
          const row = Math.floor(index / cells.columns);
          const column = index % cells.columns;
          return [
            writeEnds(row, stretchOf(wanted, 'rows')),
            writeEnds(column, stretchOf(wanted, 'columns')),
            ...there.map((grid) => writeLong(valueAt(grid, row, column))),
          ];
        },
      };
    },
    /** What files of the pictures hold; null before there is one. */
    kept(titles: BySide<string>, saved: Saved): KeptFigure | null {
      const { wanted, pictures } = model;
      if (wanted === undefined || gridsOf().length === 0) return null;
      const { of, pool, crop, cells, length } = wanted;
      const zoom = writeCrop(crop, wordsOf(wanted));
      const scale = scaleOf(wanted, gridsOf());
      const there = knownIn(pictures);
      return {
        name: `attention-${of}-${length}-words`,
        title: `${of === 'scores' ? 'Scores' : 'Weights'} of ${writePairs(crop)}`,
        caption: `${saved.caption} · ${pool} of each cell`,
        spec: { ...(saved.spec as object), length, zoom, of, pool, cells },
        numbers: async () => ({
          ...{
            dtype: 'float32',
            shape: [there.length, cells.rows, cells.columns],
          },
          data: Float32Array.from(
            there.flatMap(({ grid }) => [...grid.values]),
          ),
        }),
        picture: () => ({
          columns: 2,
          parts: there.map(({ side, grid }) => ({
            map: {
              ...{ ...lookOf(wanted, scale, grid), write: writerOf(wanted) },
              title: `${side.toUpperCase()}: ${titles[side]}`,
            },
          })),
        }),
      };
    },
  };
}

/** A number of a cell; a mask hides all pairs of one that has none. */
const writeLong = (value: number) =>
  isEmpty(value) ? 'masked' : writeValue(value, 5);

/** Writes the values of the key to the colours. */
const writerOf =
  ({ of }: LongAsk) =>
  (value: number): string =>
    writeValue(of === 'scores' ? value : 10 ** value, 2);

/** The pictures that there are, each with its own numbers alone. */
function knownIn(pictures: LongModel['pictures']) {
  return sides.flatMap((side) => {
    const picture = pictures[side];
    return picture?.grid ? [{ side, grid: knownOf(picture) }] : [];
  });
}

function lookOf(wanted: LongAsk, scale: Scale, grid: Grid) {
  return {
    grid: coloured(grid, wanted, scale),
    ...{ map: colormap(scale.kind, theme()), range: scale.range },
    pool: 'nearest' as const,
    rows: axisOf('query', stretchOf(wanted, 'rows')),
    columns: axisOf('key', stretchOf(wanted, 'columns')),
  };
}
