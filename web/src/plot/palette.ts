// Colours of lines: equally light, far apart in hue, told apart on both
// grounds. The first is the magenta in which charts are overprinted.

import type { Theme } from './colormap.js';
import { labToRgb, lch } from './oklab.js';

const hues = [352, 250, 155, 68, 305, 200] as const;

/** More lines than colours would not be told apart. */
export const mostLines = hues.length;

export function lineColour(index: number, theme: Theme): string {
  const hue = hues[index % hues.length] as number;
  const [lightness, chroma] = theme === 'light' ? [0.56, 0.14] : [0.77, 0.12];
  const [r, g, b] = labToRgb(lch(lightness, index === 0 ? 0.2 : chroma, hue));
  return `rgb(${r} ${g} ${b})`;
}
