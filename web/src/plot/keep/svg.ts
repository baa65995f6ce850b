// Writes a scene as an SVG file: lines as paths, words as text, and the cells of
// heat maps as an image.

import { fonts, paintedRaster } from './canvas.js';
import { pngOf } from './png.js';
import {
  haloOf,
  type PathShape,
  type RasterShape,
  type Scene,
  type Shape,
  type TextShape,
} from './shape.js';
import type { Told } from './told.js';

/** A text inside of a file of XML, also inside of an attribute. */
function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // Characters that XML has no way to write.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  );
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function tag(name: string, attributes: Attributes, inner = ''): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escaped(String(value))}"`);
  return `<${name}${written.join('')}>${inner}</${name}>`;
}

function writeText(shape: TextShape): string {
  const { x, y, text, size, anchor, colour, title, upwards, most } = shape;
  // As wide as the widest letters would be, so that only long text is pressed.
  const long = most !== undefined && text.length * size * 0.6 > most;
  const place = upwards
    ? { transform: `translate(${x} ${y}) rotate(-90)` }
    : { x, y };
  return tag(
    'text',
    {
      ...place,
      ...{ fill: colour, 'font-size': size, 'text-anchor': anchor },
      'font-family': title ? fonts.title : fonts.label,
      'font-style': title ? 'italic' : undefined,
      ...(shape.halo
        ? {
            ...{ stroke: shape.halo, 'stroke-width': haloOf(shape) },
            ...{ 'stroke-linejoin': 'round', 'paint-order': 'stroke' },
          }
        : {}),
      textLength: long ? most : undefined,
      lengthAdjust: long ? 'spacingAndGlyphs' : undefined,
    },
    escaped(text),
  );
}

function writePath(shape: PathShape): string {
  const { d, matrix, stroke, fill, width = 1, dash, cap, opacity } = shape;
  return tag('path', {
    ...{ d, opacity, fill: fill ?? 'none', stroke },
    ...(stroke ? { 'stroke-width': width, 'stroke-linecap': cap } : {}),
    'stroke-dasharray': dash?.join(' '),
    transform: matrix && `matrix(${matrix.join(' ')})`,
    'vector-effect': matrix && 'non-scaling-stroke',
  });
}

/** The address that is a file itself: `data:image/png;base64,…`. */
function addressOf(file: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}

async function writeRaster({ raster, ...box }: RasterShape): Promise<string> {
  const { x, y, width, height } = box;
  return tag('image', {
    ...{ x, y, width, height, preserveAspectRatio: 'none' },
    'image-rendering': 'pixelated',
    href: await addressOf(await pngOf(paintedRaster(raster))),
  });
}

function writeShape(shape: Shape): string | Promise<string> {
  if (shape.kind === 'text') return writeText(shape);
  return shape.kind === 'path' ? writePath(shape) : writeRaster(shape);
}

/** `told` is what the file says of itself. */
export async function sceneSvg(scene: Scene, told: Told): Promise<string> {
  const { width, height, ground, shapes } = scene;
  const parts = [
    tag('title', {}, escaped(told.title)),
    tag('desc', {}, escaped(told.caption)),
    tag('metadata', {}, escaped(JSON.stringify(told))),
    tag('path', { d: `M0 0h${width}v${height}H0Z`, fill: ground }),
    ...(await Promise.all(shapes.map(writeShape))),
  ];
  const form = { width, height, viewBox: `0 0 ${width} ${height}` };
  const space = { xmlns: 'http://www.w3.org/2000/svg', role: 'img' };
  return `${tag('svg', { ...space, ...form }, `\n${parts.join('\n')}\n`)}\n`;
}
