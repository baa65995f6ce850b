// The maps of a comparison: the second table in the colours of the first, and
// the difference in its own. All maps share one cursor and one zoom.

import { nameRow } from '../../methods/rows.js';
import { createColorbar } from '../../plot/colorbar.js';
import { type Colormap, colormap } from '../../plot/colormap.js';
import { type Crop, readCrop, writeCrop } from '../../plot/crop.js';
import type { Cell } from '../../plot/cursor.js';
import { createHeatmap, type Remote } from '../../plot/heatmap.js';
import type { Pool } from '../../plot/resample.js';
import {
  speakValue,
  writeCount,
  writeSmall,
  writeValue,
} from '../../plot/ticks.js';
import { createZoom, type ZoomEvents } from '../../plot/zoom.js';
import { h, setText } from '../../shell/dom.js';
import { createLiveLine } from '../../shell/live.js';
import { theme } from '../../shell/theme.js';
import { columnAxis, rowAxis } from '../axes.js';
import type { ClippedRange } from '../colour-range.js';
import type { Compared, Table, Tables } from '../desk/tables.js';
import { createRowReader } from '../row-reader.js';

export interface CompareMapsEvents {
  /** The cursor of a map moved. */
  move(cell: Cell | null): void;
  pick(cell: Cell): void;
  zoom: ZoomEvents;
  /** A worker failed. */
  failed(error: unknown): void;
}

const parts = ['second', 'difference'] as const;
type Part = (typeof parts)[number];

/** Colours of a range: both signs have some where a value is negative. */
function coloursOf({ low }: ClippedRange): Colormap {
  return colormap(low < 0 ? 'diverging' : 'sequential', theme());
}

export function createCompareMaps(tables: Tables, events: CompareMapsEvents) {
  const live = createLiveLine();
  const reading = h('p', { class: 'numbers reading' });
  const bar = createColorbar();
  const readers = {
    first: createRowReader(tables, events.failed),
    second: createRowReader(tables, events.failed),
    difference: createRowReader(tables, events.failed),
  };
  let shown: Compared | null = null;
  let drawn = '';
  const maps = parts.map((part) => createMap(part));

  function createMap(part: Part) {
    const title = h('h4');
    const heatmap = createHeatmap({
      move(cell) {
        point(cell, part);
        events.move(cell);
      },
      pick: events.pick,
      reveal: (crop) => zoomTo(part, crop, events.zoom.move),
    });
    const zoom = createZoom(heatmap.cursor.element, {
      move: (crop) => zoomTo(part, crop, events.zoom.move),
      jump: (crop) => zoomTo(part, crop, events.zoom.jump),
    });
    const key = part === 'difference' ? [bar.element] : [];
    const element = h(
      'div',
      { 'data-map': part },
      ...[title, heatmap.element, ...key],
    );
    let of: Table | null = null;
    let remote: Remote | null = null;
    return {
      ...{ part, element, title, heatmap, zoom },
      remoteOf(table: Table): Remote {
        if (of !== table || remote === null) remote = tables.remote(table);
        of = table;
        return remote;
      },
    };
  }

  /** A zoom of one table, told as one of the first, which may be larger. */
  function zoomTo(part: Part, crop: Crop, tell: (crop: Crop) => void): void {
    if (shown === null) return;
    const numbers = writeCrop(crop, shown[part].cells);
    tell(readCrop(shown.first.cells, numbers));
  }

  function point(cell: Cell | null, from?: Part): void {
    for (const { part, heatmap, zoom } of maps) {
      zoom.at(cell);
      if (part !== from) heatmap.cursor.show(cell);
    }
    read(cell);
  }

  function read(cell: Cell | null): void {
    if (shown === null || cell === null) {
      for (const reader of Object.values(readers)) reader.forget();
      setText(reading, 'point at a cell to read both numbers');
      return;
    }
    const { first, second, difference } = shown;
    const { row, column } = cell;
    const { rows, columns } = difference.cells;
    const at = nameRow(first.rows, row, writeCount);
    if (row >= rows || column >= columns) {
      setText(reading, `${at} · dimension ${column} · in one table alone`);
      return;
    }
    readers.first.read(first, row, (ones) =>
      readers.second.read(second, row, (others) =>
        readers.difference.read(difference, row, (offs) => {
          const [one, other, off] = [ones, others, offs].map(
            (values) => values[column] ?? Number.NaN,
          ) as [number, number, number];
          setText(
            reading,
            `${at} · dimension ${column} · ${writeValue(one)} and ` +
              `${writeValue(other)} · difference ${writeSmall(off, 4, 4)}`,
          );
          live.say(
            `${at}, dimension ${column}, ${speakValue(one)} and ` +
              `${speakValue(other)}, difference ${speakValue(off, 4)}`,
          );
        }),
      ),
    );
  }

  read(null);
  return {
    element: h(
      'div',
      { class: 'compare-maps' },
      ...maps.map(({ element }) => element),
    ),
    reading,
    live: live.element,
    /** Shows the cursor of another map. */
    point: (cell: Cell | null) => point(cell),
    draw(
      compared: Compared,
      names: Readonly<Record<Part, string>>,
      { pool, zoom: numbers }: { pool: Pool; zoom: readonly number[] },
    ): void {
      const { held } = compared.difference;
      const now = `${held} ${pool} ${numbers} ${theme()}`;
      if (now === drawn) return;
      drawn = now;
      shown = compared;
      for (const { part, title, heatmap, zoom, remoteOf } of maps) {
        const table = compared[part];
        const range = part === 'second' ? compared.shared : table.range;
        const crop = readCrop(table.cells, numbers);
        setText(title, names[part]);
        zoom.show(table.cells, crop);
        heatmap.draw({
          ...{
            grid: remoteOf(table),
            map: coloursOf(range),
            range,
            pool,
            crop,
          },
          rows: rowAxis(table.rows, crop.rows),
          columns: columnAxis(crop.columns),
          label: names[part],
        });
      }
      const { range } = compared.difference;
      bar.draw(coloursOf(range), range, (value) => writeSmall(value));
    },
  };
}
