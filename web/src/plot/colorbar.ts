// The key to the colours: a strip of all colours with the values they stand
// for.

import { h } from '../shell/dom.js';
import type { Colormap, ColourRange } from './colormap.js';

export interface Colorbar {
  readonly element: HTMLElement;
  draw(
    map: Colormap,
    range: ColourRange,
    write: (value: number) => string,
  ): void;
}

const parts = [0, 0.25, 0.5, 0.75, 1];

export function createColorbar(): Colorbar {
  const canvas = h('canvas', { height: 1, 'aria-hidden': 'true' });
  const labels = parts.map(() => h('span'));
  const element = h(
    'div',
    { class: 'colorbar' },
    canvas,
    h('div', { class: 'colorbar-labels' }, ...labels),
  );
  const context = canvas.getContext('2d');
  return {
    element,
    draw(map, range, write) {
      canvas.width = map.pixels.length;
      const image = context?.createImageData(canvas.width, 1);
      if (!image || !context) return;
      new Uint32Array(image.data.buffer).set(map.pixels);
      context.putImageData(image, 0, 0);
      labels.forEach((label, i) => {
        const part = parts[i] as number;
        label.textContent = write(range.low + (range.high - range.low) * part);
      });
      // Long numbers have room only at the ends and in the middle.
      const long = labels.some((label) => label.textContent.length > 7);
      element.classList.toggle('sparse', long);
    },
  };
}
