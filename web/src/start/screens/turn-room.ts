// How much room the parts of the figure of screen 6 have.

import type { Room } from '../screen.js';

export const layouts = {
  wide: {
    ...{ width: 820, height: 452, left: 22, right: 798, small: 14, size: 16 },
    ...{ panel: 142, across: 420, w: 400, title: 20, dial: 68, dialX: 97 },
    ...{ dialY: 104, number: 34, numbersX: 214, numbersY: 96, head: 10 },
    ...{ chart: 186, chartH: 100, ring: 24 },
  },
  narrow: {
    ...{ width: 358, height: 378, left: 24, right: 334, small: 12, size: 15 },
    ...{ panel: 138, across: 186, w: 172, title: 15, dial: 42, dialX: 86 },
    ...{ dialY: 69, number: 20, numbersX: 0, numbersY: 130, head: 7 },
    ...{ chart: 142, chartH: 78, ring: 15 },
  },
} as const;

export type Layout = (typeof layouts)[Room];
