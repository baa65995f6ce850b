// Colour maps are even, symmetric, and can be shown on a screen.

import { describe, expect, it } from 'vitest';
import { colormap, entries, entryOf, type Theme } from './colormap.js';
import { inGamut, rgbToLab } from './oklab.js';

const themes: readonly Theme[] = ['light', 'dark'];

function steps(values: readonly number[]): number[] {
  return values.slice(1).map((v, i) => v - (values[i] ?? 0));
}

describe.each(themes)('%s', (theme) => {
  const diverging = colormap('diverging', theme);
  const sequential = colormap('sequential', theme);

  it('fits the screen', () => {
    expect(diverging.labs.every(inGamut)).toBe(true);
    expect(sequential.labs.every(inGamut)).toBe(true);
  });

  it('has 256 opaque pixels', () => {
    expect(diverging.pixels).toHaveLength(entries);
    for (const pixel of diverging.pixels) expect(pixel >>> 24).toBe(255);
  });

  it('changes lightness evenly, as the screen shows it', () => {
    for (const map of [diverging, sequential]) {
      const lightness = map.rgbs.map((rgb) => rgbToLab(rgb)[0]);
      const half = map.kind === 'diverging' ? lightness.slice(128) : lightness;
      const sizes = steps(half).map(Math.abs);
      const mean = sizes.reduce((a, b) => a + b) / sizes.length;
      // Rounding to 8 bits moves a lightness by about a tenth of a percent.
      for (const size of sizes)
        expect(Math.abs(size - mean)).toBeLessThan(4e-3);
    }
  });

  it('is symmetric about zero in lightness and in chroma', () => {
    for (let i = 0; i < entries / 2; i++) {
      const [L = 0, a = 0, b = 0] = diverging.labs[i] ?? [];
      const [M = 0, c = 0, d = 0] = diverging.labs[entries - 1 - i] ?? [];
      expect(L).toBeCloseTo(M, 12);
      expect(Math.hypot(a, b)).toBeCloseTo(Math.hypot(c, d), 12);
    }
  });

  it('keeps the signs apart for the colour blind: blue against yellow', () => {
    for (let i = 0; i < entries / 4; i++) {
      const cool = diverging.labs[i] ?? [0, 0, 0];
      const warm = diverging.labs[entries - 1 - i] ?? [0, 0, 0];
      expect(warm[2] - cool[2]).toBeGreaterThan(0.12);
    }
  });
});

describe('entryOf', () => {
  const range = { low: -1, high: 1 };

  it.each([
    [-1, 0],
    [1, 255],
    [-2, 0],
    [7, 255],
    [-1e-9, 127],
    [0, 128],
    [Number.POSITIVE_INFINITY, 255],
  ])('%f is entry %i', (value, entry) => {
    expect(entryOf(value, range)).toBe(entry);
  });
});
