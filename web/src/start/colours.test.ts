// The colours of figures: the same in files as on the page, readable, and told
// apart by eyes that lack a kind of cone.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Lab, labToRgb, lch, type Rgb, rgbToLab } from '../plot/oklab.js';
import { type Tone, tones } from './shape.js';
import { colours } from './svg-file.js';

const read = (path: string) =>
  readFileSync(new URL(path, import.meta.url), 'utf8');
const tokens = read('../styles/tokens.css');
const themes = ['light', 'dark'] as const;
const seen = tones.filter((tone) => tone !== 'none');

/** The name of the page's colour for a tone, by the style sheet. */
function tokenOf(tone: Tone): string {
  const rule = new RegExp(`\\.fill-${tone} \\{\\s*fill: var\\((--[\\w-]+)\\)`);
  return rule.exec(read('figure.css'))?.[1] ?? '';
}

/** The colours of a token in the light and in the dark theme. */
function valuesOf(token: string): Lab[] {
  const [, pair = ''] =
    new RegExp(`${token}: light-dark\\((.*)\\);`).exec(tokens) ?? [];
  return [...pair.matchAll(/oklch\(([^)]*)\)/g)].map(([, words = '']) => {
    const [L = 0, chroma = 0, hue = 0] = words.split(' ').map(Number);
    return lch(L, chroma, hue);
  });
}

const rgbOf = (hex: string) =>
  (hex.match(/[\da-f]{2}/g) ?? []).map((two) =>
    Number.parseInt(two, 16),
  ) as unknown as Rgb;

it.each(seen)('writes %s into files as the page shows it', (tone) => {
  const values = valuesOf(tokenOf(tone));
  expect(values).toHaveLength(2);
  themes.forEach((theme, i) => {
    expect(rgbOf(colours[theme][tone])).toEqual(
      labToRgb(values[i] ?? [0, 0, 0]),
    );
  });
});

const linear = (rgb: Rgb) =>
  rgb.map((v) =>
    v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
const light = (rgb: Rgb): number => {
  const [r = 0, g = 0, b = 0] = linear(rgb);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

it.each(seen.filter((tone) => tone !== 'rule' && tone !== 'sheet'))(
  'prints words in %s that can be read: WCAG 2.2, 1.4.3',
  (tone) => {
    for (const [i, theme] of themes.entries()) {
      for (const ground of ['--paper', '--sheet']) {
        const under = labToRgb(valuesOf(ground)[i] ?? [0, 0, 0]);
        const [low = 0, high = 0] = [under, rgbOf(colours[theme][tone])]
          .map(light)
          .sort((a, b) => a - b);
        expect((high + 0.05) / (low + 0.05)).toBeGreaterThan(4.5);
      }
    }
  },
);

/** What eyes without a kind of cone see: Machado et al. 2009, table 1. */
const eyes: Readonly<Record<string, readonly (readonly number[])[]>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no long ones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no middle ones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no short ones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seenBy(eye: readonly (readonly number[])[], rgb: Rgb): Lab {
  const given = linear(rgb);
  const mixed = eye.map((row) => {
    const v = row.reduce((sum, part, i) => sum + part * (given[i] ?? 0), 0);
    const x = Math.min(Math.max(v, 0), 1);
    return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
  });
  return rgbToLab(mixed as unknown as Rgb);
}

/** Tones that mean different things in one figure. */
const together = [
  ['query', 'key'],
  ['query', 'ink'],
  ['key', 'ink'],
  ['place', 'ink'],
  ['place', 'wrong'],
  ['place', 'grip'],
  ['wrong', 'ink'],
] as const;

it.each(Object.keys(eyes))('tells meanings apart with %s', (name) => {
  for (const theme of themes) {
    for (const pair of together) {
      const [one, other] = pair.map((tone) =>
        seenBy(eyes[name] ?? [], rgbOf(colours[theme][tone])),
      );
      const off = Math.hypot(
        ...[0, 1, 2].map((i) => (one?.[i] ?? 0) - (other?.[i] ?? 0)),
      );
      // Four times what is just seen between large fields.
      expect(off, `${theme}: ${pair}`).toBeGreaterThan(0.08);
    }
  }
});
