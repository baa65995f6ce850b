// Small pictures of methods whose numbers were computed while the page was built:
// see `plugins/small-pictures.ts`. They are painted in the colours of the page.

import { colormap, type MapKind } from '../plot/colormap.js';
import { h } from '../shell/dom.js';
import { theme } from '../shell/theme.js';

/** Cells by the entries of a colour map. */
export interface SmallPicture {
  readonly rows: number;
  readonly columns: number;
  readonly kind: MapKind;
  /** The entry of each cell, row by row: bytes in base64. */
  readonly entries: string;
}

/** In device pixels of a common screen: two of them are one of the page. */
const size = { width: 112, height: 72 };

/** An empty picture of a method, as large as all of them. */
export function createPicture(name: string): HTMLCanvasElement {
  return h('canvas', {
    ...{ class: 'thumbnail', 'aria-hidden': 'true' },
    ...{ width: size.width, height: size.height },
    'data-method': name,
  });
}

/** Paints a picture, if it is not there in the colours of the page. */
export function paintPicture(
  canvas: HTMLCanvasElement,
  { rows, columns, kind, entries }: SmallPicture,
): void {
  const colours = theme();
  if (canvas.dataset.theme === colours) return;
  const { pixels } = colormap(kind, colours);
  const cells = Uint8Array.from(atob(entries), (byte) => byte.charCodeAt(0));
  const { width, height } = size;
  const image = new Uint32Array(width * height);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * rows) / height);
    for (let x = 0; x < width; x++) {
      const column = Math.floor((x * columns) / width);
      const cell = cells[row * columns + column] ?? 0;
      image[y * width + x] = pixels[cell] ?? 0;
    }
  }
  const bytes = new Uint8ClampedArray(image.buffer);
  canvas
    .getContext('2d')
    ?.putImageData(new ImageData(bytes, width, height), 0, 0);
  canvas.dataset.theme = colours;
}
