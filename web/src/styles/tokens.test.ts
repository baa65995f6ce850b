// Words can be read on every ground of the page: WCAG 2.2, 1.4.3.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Theme } from '../plot/colormap.js';
import { labToRgb, lch, type Rgb } from '../plot/oklab.js';
import { paletteOf } from '../plot/palette.js';

const sheet = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

/** The two colours of each token, as the style sheet writes them. */
function tokens(): Map<string, Record<Theme, Rgb>> {
  const colour = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`;
  const line = new RegExp(
    `--([a-z-]+): light-dark\\(${colour}, ${colour}\\)`,
    'g',
  );
  return new Map(
    [...sheet.matchAll(line)].map(([, name = '', ...numbers]) => {
      const [l = 0, c = 0, h = 0, L = 0, C = 0, H = 0] = numbers.map(Number);
      return [
        name,
        { light: labToRgb(lch(l, c, h)), dark: labToRgb(lch(L, C, H)) },
      ];
    }),
  );
}

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((v) => {
    const x = v / 255;
    return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort(
    (x, y) => x - y,
  );
  return (light + 0.05) / (dark + 0.05);
}

const all = tokens();
const themes = ['light', 'dark'] as const;

function of(name: string, theme: Theme): Rgb {
  const found = all.get(name);
  if (!found) throw new Error(`tokens.css has no colour --${name}`);
  return found[theme];
}

/** What is written on which ground. */
const written = [
  ...['ink', 'ink-soft', 'over', 'wrong'].flatMap((ink) =>
    ['paper', 'sheet', 'water'].map((ground) => [ink, ground] as const),
  ),
  // A chosen part, and the main button.
  ['ink', 'land'],
  ['sheet', 'over'],
] as const;

describe.each(themes)('in the %s theme', (theme) => {
  it.each(written)('%s on %s has a contrast of 4.5 or more', (ink, ground) => {
    const ratio = contrast(of(ink, theme), of(ground, theme));
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });

  it('words in the colour of a line have it, too', () => {
    for (const colour of paletteOf(theme)) {
      for (const ground of ['paper', 'sheet', 'water']) {
        expect(contrast(colour, of(ground, theme))).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('edges of controls have a contrast of 3 or more', () => {
    const ratio = contrast(of('neat', theme), of('sheet', theme));
    expect(ratio).toBeGreaterThanOrEqual(3);
  });
});

it('black on white is 21 to 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 10);
});
