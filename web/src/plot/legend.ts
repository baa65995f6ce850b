// Names of the lines of a chart, and their values where the pointer is.

import { h, setText } from '../shell/dom.js';

export interface LegendEntry {
  readonly label: string;
  readonly colour: string;
}

/** A swatch, a name and a place for a value that keeps its width. */
export function createLegendEntry({ label, colour }: LegendEntry) {
  const swatch = h('i', { class: 'swatch' });
  const value = h('span', { class: 'line-value numbers' });
  swatch.style.color = colour;
  return {
    parts: [swatch, h('span', {}, label), value],
    show: (text: string) => setText(value, text),
  };
}
