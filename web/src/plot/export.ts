// Draws a heat map with its axes, key and caption as one picture to be saved.

import { cssColour, h } from '../shell/dom.js';
import type { AxisLook } from './axis.js';
import type { Colormap, ColourRange } from './colormap.js';
import type { Raster } from './resample.js';

export interface Poster {
  readonly title: string;
  readonly caption: string;
  readonly map: Colormap;
  readonly range: ColourRange;
  /** The picture, of the size `posterField`. */
  readonly picture: Raster;
  readonly rows: (pixels: number) => AxisLook;
  readonly columns: (pixels: number) => AxisLook;
  readonly write: (value: number) => string;
}

const size = { width: 1600, height: 1000 };
const field = { x: 110, y: 130, width: 1450, height: 740 };
/** The size of the picture on a poster. */
export const posterField = { width: field.width, height: field.height };
const fonts = {
  title: "italic 38px Palatino, P052, 'URW Palladio L', serif",
  label: '18px system-ui, sans-serif',
};

type Pen = CanvasRenderingContext2D;

/** The place of the middle of a cell along an axis, from 0 to 1. */
function placeOf({ from = 0, cells }: AxisLook, cell: number): number {
  return (cell - from + 0.5) / cells;
}

function drawAxes(pen: Pen, poster: Poster): void {
  const { x, y, width, height } = field;
  const columns = poster.columns(width / 2);
  const rows = poster.rows(height / 2);
  pen.textAlign = 'center';
  pen.textBaseline = 'alphabetic';
  for (const { cell, label } of columns.marks) {
    const place = x + placeOf(columns, cell) * width;
    pen.fillRect(place - 1, y - 10, 2, 9);
    pen.fillText(label, place, y - 17);
  }
  pen.fillText(columns.name, x + width / 2, y - 44);
  pen.textAlign = 'right';
  pen.textBaseline = 'middle';
  for (const { cell, label } of rows.marks) {
    const place = y + placeOf(rows, cell) * height;
    pen.fillRect(x - 10, place - 1, 9, 2);
    pen.fillText(label, x - 16, place);
  }
  pen.save();
  pen.translate(32, y + height / 2);
  pen.rotate(-Math.PI / 2);
  pen.textAlign = 'center';
  pen.fillText(rows.name, 0, 0);
  pen.restore();
}

/** The pixels as a canvas, which can be drawn at any size. */
function painted({ width, height, pixels }: Raster): HTMLCanvasElement {
  const canvas = h('canvas', { width, height });
  const image = new ImageData(width, height);
  new Uint32Array(image.data.buffer).set(pixels);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function drawTable(pen: Pen, { picture }: Poster): void {
  const { x, y } = field;
  pen.drawImage(painted(picture), x, y);
}

function drawKey(pen: Pen, { map, range, write }: Poster): void {
  const [x, y, width] = [1160, 900, 400];
  const { pixels } = map;
  const strip = painted({ width: pixels.length, height: 1, pixels });
  pen.drawImage(strip, x, y, width, 18);
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  for (const part of [0, 0.5, 1]) {
    const value = range.low + (range.high - range.low) * part;
    pen.fillText(write(value), x + part * width, y + 26);
  }
}

export function drawPoster(poster: Poster): HTMLCanvasElement {
  const canvas = h('canvas', { width: size.width, height: size.height });
  const pen = canvas.getContext('2d');
  if (pen === null) return canvas;
  const { x, y, width, height } = field;
  pen.fillStyle = cssColour('--sheet');
  pen.fillRect(0, 0, size.width, size.height);
  drawTable(pen, poster);
  pen.strokeStyle = cssColour('--neat');
  pen.strokeRect(x - 0.5, y - 0.5, width + 1, height + 1);
  pen.fillStyle = cssColour('--ink');
  pen.textBaseline = 'alphabetic';
  pen.font = fonts.title;
  pen.fillText(poster.title, x, 62);
  pen.font = fonts.label;
  // At most as wide as the space left of the key.
  pen.fillText(poster.caption, x, 918, 1000);
  pen.fillText('posenc', x, 950);
  drawAxes(pen, poster);
  drawKey(pen, poster);
  return canvas;
}
