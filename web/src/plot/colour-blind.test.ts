// Colours stay apart for eyes that lack one kind of cones.

import { describe, expect, it } from 'vitest';
import { colormap, entries, type Theme } from './colormap.js';
import {
  type Deficiency,
  deficiencies,
  distance,
  seenBy,
} from './colour-blind.js';
import { labToRgb, lch, type Rgb, rgbToLab } from './oklab.js';
import { paletteOf } from './palette.js';

const cases = (['light', 'dark'] as const).flatMap((theme) =>
  (Object.keys(deficiencies) as Deficiency[]).map(
    (deficiency) => [theme, deficiency] as const,
  ),
);

/** The least distance of any two lines. */
const least: Record<Theme, number> = { light: 0.06, dark: 0.09 };

describe.each(cases)('in the %s theme, to %s eyes', (theme, deficiency) => {
  const seen = (rgb: Rgb) => seenBy(deficiency, rgb);

  it('any two lines differ, and neither vanishes to a usual eye', () => {
    const palette = paletteOf(theme);
    for (const [i, one] of palette.entries()) {
      for (const other of palette.slice(0, i)) {
        expect(distance(seen(one), seen(other))).toBeGreaterThan(least[theme]);
        expect(distance(one, other)).toBeGreaterThan(least[theme]);
      }
    }
  });

  it('the signs of a diverging map differ from a quarter of its range on', () => {
    const { rgbs } = colormap('diverging', theme);
    for (let i = 0; i < (3 * entries) / 8; i++) {
      const [cool, warm] = [rgbs[i], rgbs[entries - 1 - i]] as [Rgb, Rgb];
      expect(distance(seen(cool), seen(warm))).toBeGreaterThan(0.09);
    }
  });

  it('a tenth of a range differs from zero, and from the next tenth', () => {
    for (const kind of ['diverging', 'sequential'] as const) {
      const { rgbs } = colormap(kind, theme);
      const half = kind === 'diverging' ? entries / 2 : 0;
      const tenth = (entries - half) / 10;
      const at = (i: number) =>
        rgbs[Math.min(entries - 1, Math.floor(half + i * tenth))] as Rgb;
      // Both signs: the other arm lies in front of the middle.
      const other = (i: number) =>
        rgbs[Math.max(0, Math.floor(half - 1 - i * tenth))] as Rgb;
      const arms = half === 0 ? [at] : [at, other];
      for (const arm of arms) {
        expect(distance(arm(0), arm(1))).toBeGreaterThan(0.055);
        for (let i = 0; i < 10; i++) {
          // About 0.02 can just be told apart.
          const apart = distance(seen(arm(i)), seen(arm(i + 1)));
          expect(apart).toBeGreaterThan(0.035);
        }
      }
    }
  });

  it('a sequential map only gets darker, or only lighter', () => {
    const { rgbs } = colormap('sequential', theme);
    // Every eighth entry: one step can be less than the rounding to 8 bits.
    const lightness = rgbs
      .filter((_, i) => i % 8 === 0)
      .map((rgb) => rgbToLab(seen(rgb))[0]);
    const ways = lightness
      .slice(1)
      .map((value, i) => Math.sign(value - (lightness[i] ?? 0)));
    expect(new Set(ways)).toEqual(new Set([theme === 'light' ? -1 : 1]));
  });
});

it('in the dark, the lowest colours are lighter than the page', () => {
  // `--paper` and `--sheet` of the style sheet.
  const grounds = [lch(0.185, 0.022, 240), lch(0.215, 0.024, 240)];
  const zero = colormap('diverging', 'dark').rgbs[entries / 2] as Rgb;
  const least = colormap('sequential', 'dark').rgbs[0] as Rgb;
  for (const ground of grounds.map(labToRgb)) {
    expect(distance(zero, ground)).toBeGreaterThan(0.075);
    expect(distance(least, ground)).toBeGreaterThan(0.075);
  }
});

it('a grey stays that grey, and red and green come near each other', () => {
  for (const deficiency of Object.keys(deficiencies) as Deficiency[]) {
    for (const value of seenBy(deficiency, [128, 128, 128])) {
      expect(Math.abs(value - 128)).toBeLessThan(1);
    }
  }
  const [red, green]: [Rgb, Rgb] = [
    [200, 80, 0],
    [110, 130, 0],
  ];
  const usual = distance(red, green);
  expect(distance(seenBy('deutan', red), seenBy('deutan', green))).toBeLessThan(
    usual / 2,
  );
});
