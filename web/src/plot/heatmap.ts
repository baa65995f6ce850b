// A heat map: a canvas painted from a table, two axes and a cursor. It is
// painted at the resolution of the device and never scaled.

import { h } from '../shell/dom.js';
import { type Axis, type AxisLook, createAxis, type MarkKind } from './axis.js';
import { type Cursor, type CursorEvents, createCursor } from './cursor.js';
import { type Grid, isCrowded } from './grid.js';
import { type Look, resample } from './resample.js';

export interface HeatmapLook extends Look {
  readonly grid: Grid;
  /** What an axis shows that is `pixels` CSS pixels long. */
  readonly rows: (pixels: number) => AxisLook;
  readonly columns: (pixels: number) => AxisLook;
  readonly label: string;
}

export interface Heatmap {
  readonly element: HTMLElement;
  readonly cursor: Cursor;
  readonly columns: Axis;
  draw(look: HeatmapLook): void;
  /** True when pixels of the last picture stand for more than one cell. */
  crowded(): boolean;
}

export interface HeatmapEvents extends CursorEvents {
  /** The heat map was painted again after its size changed. */
  resized?(): void;
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
  const context = canvas.getContext('2d');
  let look: HeatmapLook | null = null;
  let image: ImageData | null = null;
  /** The size in device pixels, and below it in CSS pixels. */
  let size = { width: 0, height: 0 };
  let shown = { width: 0, height: 0 };

  function paint(): void {
    if (look === null || context === null || size.width === 0) return;
    const { width, height } = size;
    if (image === null || image.width !== width || image.height !== height) {
      canvas.width = width;
      canvas.height = height;
      image = context.createImageData(width, height);
    }
    const pixels = new Uint32Array(image.data.buffer);
    resample(look.grid, { width, height, pixels }, look);
    context.putImageData(image, 0, 0);
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
    columns,
    draw(next) {
      look = next;
      cursor.name(next.label);
      cursor.resize(next.grid.rows, next.grid.columns);
      paint();
      layOut();
    },
    crowded: () =>
      look !== null &&
      size.width > 0 &&
      isCrowded(look.grid, size.width, size.height),
  };
}
