// The second and the third map of a comparison: the other table in the colours of
// the first, and the difference in its own. All three show the same cells, and
// share one cursor and one zoom.

import { createColorbar } from '../../plot/colorbar.js';
import { type Colormap, colormap } from '../../plot/colormap.js';
import { readCrop } from '../../plot/crop.js';
import type { Cell } from '../../plot/cursor.js';
import {
  createHeatmap,
  type HeatmapLook,
  type Remote,
} from '../../plot/heatmap.js';
import type { MapPicture } from '../../plot/keep/map-panel.js';
import type { Pool } from '../../plot/resample.js';
import {
  speakValue,
  writeCount,
  writeSmall,
  writeValue,
} from '../../plot/ticks.js';
import { createZoom, type ZoomEvents } from '../../plot/zoom.js';
import { h, setText } from '../../shell/dom.js';
import { theme } from '../../shell/theme.js';
import { columnAxis, numberAxis, rowAxis } from '../axes.js';
import type { ClippedRange } from '../colour-range.js';
import type { Compared, Tables } from '../desk/tables.js';
import type { Readout } from '../readout.js';
import { createRowReader } from '../row-reader.js';
import { isMoved, nameOfBoth } from './words.js';

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

/** How the key of each writes its values. */
const writes: Readonly<Record<Part, (value: number) => string>> = {
  second: (value) => writeValue(value),
  difference: (value) => writeSmall(value),
};

/** Colours of a range: both signs have some where a value is negative. */
function coloursOf({ low }: ClippedRange): Colormap {
  return colormap(low < 0 ? 'diverging' : 'sequential', theme());
}

export function createCompareMaps(
  tables: Tables,
  events: CompareMapsEvents,
  readout: Readout,
) {
  const key = createColorbar();
  const readers = {
    first: createRowReader(tables, events.failed),
    second: createRowReader(tables, events.failed),
    difference: createRowReader(tables, events.failed),
  };
  let shown: Compared | null = null;
  let at: Cell | null = null;
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
      reveal: events.zoom.move,
    });
    const zoom = createZoom(heatmap.cursor.element, events.zoom);
    const element = h('div', { 'data-map': part }, title, heatmap.element);
    let current: Compared | null = null;
    let remote: Remote | null = null;
    let look: HeatmapLook | null = null;
    return {
      ...{ part, element, title, heatmap, zoom },
      /** What both tables have of this one. */
      remoteOf(compared: Compared): Remote {
        if (current !== compared || remote === null) {
          const { cells } = compared.difference;
          remote = { ...tables.remote(compared[part]), ...cells };
        }
        current = compared;
        return remote;
      },
      draw(next: HeatmapLook): void {
        look = next;
        setText(title, next.label);
        heatmap.draw(next);
      },
      /** The map as it is drawn, to be saved. */
      picture(): readonly MapPicture[] {
        if (current === null || look === null) return [];
        // A remote of its own, because one paints one thing at a time.
        const { cells } = current.difference;
        const grid = { ...tables.remote(current[part]), ...cells };
        return [{ ...look, grid, title: look.label, write: writes[part] }];
      },
    };
  }

  function point(cell: Cell | null, from?: Part): void {
    for (const { part, heatmap, zoom } of maps) {
      zoom.at(cell);
      if (part !== from) heatmap.cursor.show(cell);
    }
    read(cell);
  }

  function tell(texts: Readonly<Record<Part, string>>): void {
    for (const { part, heatmap } of maps) heatmap.cursor.tell(texts[part]);
  }

  function read(cell: Cell | null): void {
    at = cell;
    // Without a second table, the first writes the line below the maps.
    if (shown === null) return;
    if (cell === null) {
      for (const reader of Object.values(readers)) reader.forget();
      readout.show('point at a cell to read both numbers');
      tell({ second: '', difference: '' });
      return;
    }
    const { first, second, difference } = shown;
    const { row, column } = cell;
    const { rows, columns } = difference.cells;
    if (row >= rows || column >= columns) return;
    const both = [first.rows, second.rows] as const;
    readers.first.read(first, row, (ones) =>
      readers.second.read(second, row, (others) =>
        readers.difference.read(difference, row, (offs) => {
          const [one, other, off] = [ones, others, offs].map(
            (values) => values[column] ?? Number.NaN,
          ) as [number, number, number];
          const apart = writeSmall(off, 4, 4);
          tell({ second: writeValue(other), difference: apart });
          readout.show(
            `${nameOfBoth(both, row, writeCount)} · dimension ${column} · ` +
              `${writeValue(one)} and ${writeValue(other)} · ` +
              `difference ${apart}`,
          );
          readout.say(
            `${nameOfBoth(both, row)}, dimension ${column}, ` +
              `${speakValue(one)} and ${speakValue(other)}, ` +
              `difference ${speakValue(off, 4)}`,
          );
        }),
      ),
    );
  }

  return {
    elements: maps.map(({ element }) => element),
    /** Where it is the figure that stays on a phone. */
    difference: maps[1]?.heatmap.element as HTMLElement,
    key: key.element,
    /** Both maps as they are drawn, to be saved. */
    pictures: () => maps.flatMap(({ picture }) => picture()),
    /** Shows the cursor of another map. */
    point: (cell: Cell | null) => point(cell),
    /** There is no second table any more. */
    clear(): void {
      if (shown === null) return;
      point(null);
      shown = null;
      drawn = '';
    },
    draw(
      compared: Compared,
      names: Readonly<Record<Part, string>>,
      { pool, zoom: numbers }: { pool: Pool; zoom: readonly number[] },
    ): void {
      const { held } = compared.difference;
      const now = `${held} ${pool} ${numbers} ${theme()}`;
      if (now === drawn) return;
      drawn = now;
      const other = shown !== compared;
      shown = compared;
      const { cells, range: apart } = compared.difference;
      const crop = readCrop(cells, numbers);
      const { first, second } = compared;
      const rows = isMoved(first.rows, second.rows)
        ? numberAxis(crop.rows)
        : rowAxis(first.rows, crop.rows);
      for (const { part, zoom, remoteOf, draw } of maps) {
        const range = part === 'second' ? compared.shared : apart;
        zoom.show(cells, crop);
        draw({
          ...{ grid: remoteOf(compared), map: coloursOf(range), range },
          ...{ pool, crop, rows, columns: columnAxis(crop.columns) },
          label: names[part],
        });
      }
      key.draw(coloursOf(apart), apart, writes.difference);
      if (other) read(at);
    },
  };
}
