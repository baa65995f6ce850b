// The legend of a chart: names of its lines, and their values at the pointer.

import { h, setText } from '../shell/dom.js';

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
}

/** A swatch, a name, and a value whose place does not change its width. */
export function createLegendEntry({ label, colour }: LegendEntry) {
  const swatch = h('i', { class: 'swatch' });
  const value = h('span', { class: 'line-value numbers' });
  swatch.style.color = colour;
  return {
    parts: [swatch, h('span', {}, label), value],
    show: (text: string) => setText(value, text),
  };
}
