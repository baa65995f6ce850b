// Colours of lines: equally light and far apart in hue, for both themes. The
// first is the magenta in which nautical charts are overprinted.

import type { Theme } from './colormap.js';
import { labToRgb, lch } from './oklab.js';

const hues = [352, 250, 155, 68, 305, 200] as const;

/** The most lines of a chart: each has a colour of its own. */
export const mostLines = hues.length;

export function lineColour(index: number, theme: Theme): string {
  const hue = hues[index % hues.length] as number;
  const [lightness, chroma] = theme === 'light' ? [0.56, 0.14] : [0.77, 0.12];
  const [r, g, b] = labToRgb(lch(lightness, index === 0 ? 0.2 : chroma, hue));
  return `rgb(${r} ${g} ${b})`;
}
