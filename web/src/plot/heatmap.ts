// A heat map: a canvas painted from a table, two axes and a cursor. It is
// painted at the resolution of the device and never scaled.

import { h } from '../shell/dom.js';
import { type Axis, type AxisLook, createAxis, type MarkKind } from './axis.js';
import { type Crop, wholeOf } from './crop.js';
import { type Cursor, type CursorEvents, createCursor } from './cursor.js';
import { type Cells, type Grid, isCrowded } from './grid.js';
import { createPicture } from './picture.js';
import { type Look, type Raster, resample } from './resample.js';

/** A table whose pixels are made elsewhere, such as in a worker. */
export interface Remote extends Cells {
  /**
   * Makes the pixels of the table at a size, and gives them to `put`, coarser
   * ones first if it likes; later ones replace them. The promise is kept once
   * the last are put, or are no longer wanted because of another call.
   */
  paint(
    size: Pick<Raster, 'width' | 'height'>,
    look: Look,
    put: (pixels: Uint32Array<ArrayBuffer>) => void,
  ): Promise<void>;
}

export interface HeatmapLook extends Look {
  readonly grid: Grid | Remote;
  /** What an axis shows that is `pixels` CSS pixels long. */
  readonly rows: (pixels: number) => AxisLook;
  readonly columns: (pixels: number) => AxisLook;
  readonly label: string;
}

export interface Heatmap {
  readonly element: HTMLElement;
  readonly cursor: Cursor;
  readonly rows: Axis;
  readonly columns: Axis;
  draw(look: HeatmapLook): void;
  /** Kept once the picture of the last look is painted. */
  painted(): Promise<void>;
  /** True when pixels of the last picture stand for more than one cell. */
  crowded(): boolean;
}

export interface HeatmapEvents extends CursorEvents {
  /** The heat map was painted again after its size changed. */
  resized?(): void;
}

/** The part of a table that is drawn. */
function cropOf({ crop, grid }: HeatmapLook): Crop {
  // A table without rows has one that is empty.
  const cells = {
    rows: Math.max(1, grid.rows),
    columns: Math.max(1, grid.columns),
  };
  return crop ?? wholeOf(cells);
}

/** Width and height that every browser allows a canvas. */
const mostPixels = 4096;

/**
 * The device pixels of a length in CSS pixels. `exact` is the browser's count.
 * It is missing in WebKit, and wrong where a tool emulates another screen; the
 * ratio is used then.
 */
function devicePixels(length: number, exact: number | undefined): number {
  const likely = Math.round(length * window.devicePixelRatio);
  const count = exact ?? likely;
  return Math.min(mostPixels, Math.abs(count - likely) > 1 ? likely : count);
}

export function createHeatmap(
  events: HeatmapEvents,
  marks: MarkKind = 'numbers',
): Heatmap {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const cursor = createCursor(events);
  const rows = createAxis('left', marks);
  const columns = createAxis('top', marks);
  cursor.element.prepend(canvas);
  const element = h(
    'div',
    { class: 'heatmap' },
    columns.element,
    rows.element,
    cursor.element,
  );
  const picture = createPicture(canvas);
  let look: HeatmapLook | null = null;
  let painted: Promise<void> = Promise.resolve();
  let asked = 0;
  /** The number of the look whose pixels are shown, and its table. */
  let put = 0;
  let putGrid: HeatmapLook['grid'] | null = null;
  /** The size in device pixels, and below it in CSS pixels. */
  let size = { width: 0, height: 0 };
  let shown = { width: 0, height: 0 };

  function paint(): void {
    asked += 1;
    const turn = asked;
    if (look === null || size.width === 0) return;
    const own = look;
    const crop = cropOf(own);
    const { grid } = own;
    const { width, height } = size;
    if ('values' in grid) {
      const pixels = new Uint32Array(width * height);
      resample(grid, { width, height, pixels }, own);
      picture.put({ width, height, pixels }, crop);
      put = turn;
      putGrid = grid;
      return;
    }
    // Until its pixels come, those before stand where their cells are.
    if (putGrid === grid) picture.show(crop);
    painted = grid.paint({ width, height }, own, (pixels) => {
      // Those of another table, or older than what is shown, are not wanted.
      if (turn < put || look?.grid !== grid) return;
      put = turn;
      putGrid = grid;
      picture.put({ width, height, pixels }, crop);
      picture.show(cropOf(look));
    });
  }

  function layOut(): void {
    if (look === null || size.width === 0) return;
    rows.draw(look.rows(shown.height));
    columns.draw(look.columns(shown.width));
  }

  function measure([entry]: readonly ResizeObserverEntry[]): void {
    if (entry === undefined) return;
    const exact = entry.devicePixelContentBoxSize?.[0];
    const { width, height } = entry.contentRect;
    shown = { width, height };
    size = {
      width: devicePixels(width, exact?.inlineSize),
      height: devicePixels(height, exact?.blockSize),
    };
    paint();
    layOut();
    events.resized?.();
  }

  const observer = new ResizeObserver(measure);
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    // WebKit does not know this box, and `devicePixels` uses the ratio.
    observer.observe(canvas);
  }

  return {
    element,
    cursor,
    ...{ rows, columns },
    draw(next) {
      look = next;
      cursor.name(next.label);
      cursor.resize(next.grid, next.crop);
      paint();
      layOut();
    },
    painted: () => painted,
    crowded() {
      if (look === null || size.width === 0) return false;
      const { rows, columns } = cropOf(look);
      const cells = { rows: rows.count, columns: columns.count };
      return isCrowded(cells, size.width, size.height);
    },
  };
}
