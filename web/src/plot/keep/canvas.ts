// Puts a scene on a canvas.

import { h } from '../../shell/dom.js';
import type { Raster } from '../resample.js';
import {
  haloOf,
  type PathShape,
  type RasterShape,
  type Scene,
  type Shape,
  type TextShape,
} from './shape.js';

type Pen = CanvasRenderingContext2D;

/** The fonts of the page, as far as another computer has them. */
export const fonts = {
  title: "Palatino, P052, 'URW Palladio L', serif",
  label: 'system-ui, sans-serif',
};

/** The pixels as a canvas, which can be drawn at any size. */
export function paintedRaster({ width, height, pixels }: Raster) {
  const canvas = h('canvas', { width, height });
  const image = new ImageData(width, height);
  new Uint32Array(image.data.buffer).set(pixels);
  canvas.getContext('2d')?.putImageData(image, 0, 0);
  return canvas;
}

function drawText(pen: Pen, shape: TextShape): void {
  const { x, y, text, size, anchor, colour, title, upwards, most } = shape;
  pen.save();
  pen.translate(x, y);
  if (upwards) pen.rotate(-Math.PI / 2);
  pen.fillStyle = colour;
  pen.font = `${title ? 'italic ' : ''}${size}px ${title ? fonts.title : fonts.label}`;
  pen.textAlign = anchor === 'middle' ? 'center' : anchor;
  if (shape.halo) {
    pen.strokeStyle = shape.halo;
    pen.lineWidth = haloOf(shape);
    pen.lineJoin = 'round';
    pen.strokeText(text, 0, 0, most);
  }
  pen.fillText(text, 0, 0, most);
  pen.restore();
}

function drawPath(pen: Pen, shape: PathShape): void {
  const { d, matrix, stroke, fill, width = 1, dash, cap, opacity = 1 } = shape;
  const path = new Path2D();
  path.addPath(new Path2D(d), matrix ? new DOMMatrix([...matrix]) : undefined);
  pen.save();
  pen.globalAlpha = opacity;
  if (fill) {
    pen.fillStyle = fill;
    pen.fill(path);
  }
  if (stroke) {
    pen.strokeStyle = stroke;
    pen.lineWidth = width;
    pen.lineCap = cap ?? 'butt';
    pen.setLineDash([...(dash ?? [])]);
    pen.stroke(path);
  }
  pen.restore();
}

function drawRaster(pen: Pen, { x, y, width, height, raster }: RasterShape) {
  // Cells have sharp edges.
  pen.imageSmoothingEnabled = false;
  pen.drawImage(paintedRaster(raster), x, y, width, height);
}

function drawShape(pen: Pen, shape: Shape): void {
  if (shape.kind === 'text') drawText(pen, shape);
  else if (shape.kind === 'path') drawPath(pen, shape);
  else drawRaster(pen, shape);
}

export function sceneCanvas(scene: Scene): HTMLCanvasElement {
  const { width, height, ground, shapes } = scene;
  const canvas = h('canvas', { width, height });
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('the browser gives no canvas');
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  for (const shape of shapes) drawShape(pen, shape);
  return canvas;
}
