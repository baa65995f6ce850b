// How much room the parts of the figure of screen 6 have.

import type { Room } from '../screen.js';

export const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 22, right: 798, small: 14, size: 16 },
    ...{ panel: 142, across: 420, w: 400, title: 20, dial: 88, dialX: 97 },
    ...{ dialY: 128, number: 34, numbersX: 230, numbersY: 122, head: 11 },
    ...{ chart: 228, chartH: 60, ring: 30 },
  },
  narrow: {
    ...{ width: 358, height: 378, left: 24, right: 334, small: 12, size: 15 },
    ...{ panel: 138, across: 186, w: 172, title: 15, dial: 52, dialX: 86 },
    ...{ dialY: 74, number: 20, numbersX: 0, numbersY: 152, head: 8 },
    ...{ chart: 168, chartH: 52, ring: 18 },
  },
} as const;

export type Layout = (typeof layouts)[Room];
