// The picture on the canvas of a heat map: pixels, and the part of the table
// that they show. Until those of another part have come, they stand where their
// cells are, larger or smaller.

import { h } from '../shell/dom.js';
import { type Crop, type Span, sameCrop } from './crop.js';

/** Opaque pixels in rows, in memory of their own. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array<ArrayBuffer>;
}

export interface Picture {
  /** Shows pixels as they are. The canvas gets their size. */
  put(pixels: Pixels, crop: Crop): void;
  /** Shows another part of the table, as far as there are pixels of it. */
  show(crop: Crop): void;
}

/** Where a span stands in a length that another span fills. */
function placed(of: Span, within: Span, length: number) {
  const start = ((of.from - within.from) / within.count) * length;
  return { start, length: (of.count / within.count) * length };
}

export function createPicture(canvas: HTMLCanvasElement): Picture {
  const context = canvas.getContext('2d');
  let image: ImageData | null = null;
  let crop: Crop | null = null;
  /** A canvas with the image, which can be drawn at any size. */
  let copy: HTMLCanvasElement | null = null;
  /** Whether the canvas shows the image as it is. */
  let plain = true;

  function copied(from: ImageData): HTMLCanvasElement {
    if (copy !== null) return copy;
    copy = h('canvas', { width: from.width, height: from.height });
    copy.getContext('2d')?.putImageData(from, 0, 0);
    return copy;
  }

  return {
    put({ width, height, pixels }, of) {
      image = new ImageData(
        new Uint8ClampedArray(pixels.buffer),
        width,
        height,
      );
      crop = of;
      copy = null;
      plain = true;
      // A canvas that gets another size keeps its old picture until then.
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      context?.putImageData(image, 0, 0);
    },
    show(wanted) {
      if (image === null || crop === null || context === null) return;
      if (sameCrop(crop, wanted)) {
        if (!plain) context.putImageData(image, 0, 0);
        plain = true;
        return;
      }
      plain = false;
      const { width, height } = canvas;
      const x = placed(crop.columns, wanted.columns, width);
      const y = placed(crop.rows, wanted.rows, height);
      const from = copied(image);
      context.clearRect(0, 0, width, height);
      context.imageSmoothingEnabled = false;
      context.drawImage(from, x.start, y.start, x.length, y.length);
    },
  };
}
