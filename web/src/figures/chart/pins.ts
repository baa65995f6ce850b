// Places of a chart that are marked: a dot on one of its lines, or a line from the
// bottom to the top with words beside it.

import { placeOn } from '../../plot/scales.js';
import { h, svg } from '../../shell/dom.js';
import type { ChartLook } from './look.js';
import type { Pin } from './marks.js';

/** Where a pin stands in a field whose sides are 1 long, y downwards. */
export interface PlacedPin extends Pin {
  readonly across: number;
  readonly down: number | null;
  /** Words of a line that stands far right are written to its left. */
  readonly turned: boolean;
  /** Counts the lines before it, so that their words stand below each other. */
  readonly row: number;
}

export function placePins({
  pins = [],
  across,
  up,
}: Pick<ChartLook, 'pins' | 'across' | 'up'>): readonly PlacedPin[] {
  let row = 0;
  return pins.flatMap((pin): PlacedPin[] => {
    const x = placeOn(across, pin.x);
    const down = pin.y === undefined ? null : 1 - placeOn(up, pin.y);
    if (!(x >= 0 && x <= 1)) return [];
    if (down !== null && !(down >= 0 && down <= 1)) return [];
    const own = { ...pin, across: x, down, turned: x > 0.6, row };
    if (down === null) row += 1;
    return [own];
  });
}

/** The path of a pin in such a field. */
export const pinPath = ({ across, down }: PlacedPin): string =>
  down === null ? `M${across} 0V1` : `M${across} ${down}h1e-6`;

export function createPins() {
  const drawing = svg('g');
  const words = h('div', { class: 'chart-pins' });
  return {
    drawing,
    words,
    draw(look: ChartLook): void {
      const placed = placePins(look);
      drawing.replaceChildren(
        ...placed.map((pin) => {
          const name = pin.down === null ? 'line' : 'dot';
          const path = svg('path', {
            class: `pin pin-${name}`,
            d: pinPath(pin),
          });
          if (pin.colour) path.style.color = pin.colour;
          return path;
        }),
      );
      words.replaceChildren(
        ...placed
          .filter(({ words: text }) => text !== undefined)
          .map(({ across, turned, row, words: text = '' }) => {
            const label = h('span', { class: turned ? 'turned' : '' }, text);
            label.style.left = `${100 * across}%`;
            label.style.top = `${0.3 + 1.15 * row}em`;
            return label;
          }),
      );
    },
  };
}
