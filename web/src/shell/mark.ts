// The mark of the project: two waves of different length from one origin.

import { svg } from './dom.js';

const waves = [
  ['slow', 'M1 14c6-16 12-16 18 0s12 16 18 0'],
  ['fast', 'M1 14c3-12 6-12 9 0s6 12 9 0 6-12 9 0 6 12 9 0'],
] as const;

export function createMark(): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 38 28', width: 38, height: 28, 'aria-hidden': 'true' },
    ...waves.map(([name, d]) => svg('path', { class: `wave-${name}`, d })),
  );
}
