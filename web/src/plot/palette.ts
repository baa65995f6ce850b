// Colours of lines, for both themes. They differ in lightness as well as in hue,
// so that eyes without one kind of cones tell them apart, too; and each is dark or
// light enough for words in it on every ground of the page. Tests hold both. The
// first is the magenta in which nautical charts are overprinted.

import type { Theme } from './colormap.js';
import { type Lab, labToRgb, lch, type Rgb } from './oklab.js';

const colours: Record<Theme, readonly Lab[]> = {
  light: [
    lch(0.52, 0.183, 352),
    lch(0.41, 0.178, 270),
    lch(0.47, 0.107, 160),
    lch(0.47, 0.107, 64),
    lch(0.33, 0.119, 300),
    lch(0.37, 0.053, 208),
  ],
  dark: [
    lch(0.74, 0.165, 352),
    lch(0.83, 0.083, 262),
    lch(0.65, 0.132, 148),
    lch(0.87, 0.12, 85),
    lch(0.69, 0.168, 296),
    lch(0.94, 0.062, 195),
  ],
};

/** The most lines of a chart: each has a colour of its own. */
export const mostLines = colours.light.length;

/** The colours of a theme, as the screen shows them. */
export const paletteOf = (theme: Theme): readonly Rgb[] =>
  colours[theme].map(labToRgb);

export function lineColour(index: number, theme: Theme): string {
  const [r, g, b] = labToRgb(colours[theme][index % mostLines] as Lab);
  return `rgb(${r} ${g} ${b})`;
}
