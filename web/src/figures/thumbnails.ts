// Small true pictures of tables: each is the example of its method, made by the
// package and painted as the map is.

import type { MethodDescription } from 'posenc/descriptions';
import { createNewest } from '../engine/newest.js';
import { exampleSpec } from '../methods/defaults.js';
import { colormap } from '../plot/colormap.js';
import { h } from '../shell/dom.js';
import { theme } from '../shell/theme.js';
import type { Tables } from './desk/tables.js';

/** In device pixels of a common screen. */
const size = { width: 112, height: 72 };

export interface Thumbnails {
  /** The picture of a method; blank until `draw`. */
  of(method: MethodDescription): HTMLElement;
  /** Draws those that are not drawn in the colours of the page. */
  draw(): void;
}

export function createThumbnails(
  tables: Tables,
  failed: (error: unknown) => void,
): Thumbnails {
  const made = new Map<MethodDescription, HTMLCanvasElement>();
  const work = createNewest('studies');

  async function drawOne(
    method: MethodDescription,
    canvas: HTMLCanvasElement,
    signal: AbortSignal,
  ): Promise<void> {
    const colours = theme();
    if (canvas.dataset.theme === colours) return;
    const table = await tables.make(exampleSpec(method), 'values', signal);
    const { range } = table;
    const map = colormap(range.low < 0 ? 'diverging' : 'sequential', colours);
    const look = { map, range, pool: 'mean' } as const;
    await tables.remote(table).paint(size, look, (pixels) => {
      const bytes = new Uint8ClampedArray(pixels.buffer);
      const image = new ImageData(bytes, size.width, size.height);
      canvas.getContext('2d')?.putImageData(image, 0, 0);
      canvas.dataset.theme = colours;
    });
    tables.drop(table);
  }

  return {
    of(method) {
      const canvas = h('canvas', {
        ...{ class: 'thumbnail', 'aria-hidden': 'true' },
        ...{ width: size.width, height: size.height },
        'data-method': method.name,
      });
      made.set(method, canvas);
      return canvas;
    },
    draw() {
      work.want(async (signal) => {
        try {
          for (const [method, canvas] of made) {
            await drawOne(method, canvas, signal);
          }
        } catch (error) {
          if (!signal.aborted) failed(error);
        }
      });
    },
  };
}
