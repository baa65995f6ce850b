// Colour maps: tables of 256 packed colours, made from a few numbers in OKLab.
// Lightness changes by equal steps, so that equal differences of values look
// equal. A diverging map has the same lightness on both sides of zero; warm
// colours are positive, cool ones negative, in both themes.

import { type Lab, labToRgb, lch, type Rgb } from './oklab.js';

export type Theme = 'light' | 'dark';
export type MapKind = 'diverging' | 'sequential';

export interface Colormap {
  readonly kind: MapKind;
  readonly labs: readonly Lab[];
  readonly rgbs: readonly Rgb[];
  /** The colours as opaque pixels, in the byte order of ImageData. */
  readonly pixels: Uint32Array;
}

export const entries = 256;

/** One arm of a map: from `near` (zero) to `far` (the extreme). */
interface Arm {
  readonly lightness: readonly [near: number, far: number];
  readonly hue: readonly [near: number, far: number];
  /** Chroma half way to the far end, and at the far end. */
  readonly chroma: readonly [middle: number, far: number];
}

// Buff and blue are the land and the water of a nautical chart.
const arms: Record<Theme, { warm: Arm; cool: Arm; deep: Arm }> = {
  light: {
    warm: { lightness: [0.975, 0.5], hue: [86, 42], chroma: [0.125, 0.13] },
    cool: { lightness: [0.975, 0.5], hue: [214, 256], chroma: [0.125, 0.13] },
    deep: { lightness: [0.975, 0.3], hue: [196, 272], chroma: [0.1, 0.09] },
  },
  dark: {
    // Zero is lighter than the page, and small numbers are well apart from it:
    // near black, a screen shows little of what it is given.
    warm: { lightness: [0.31, 0.86], hue: [42, 80], chroma: [0.11, 0.086] },
    cool: { lightness: [0.31, 0.86], hue: [262, 222], chroma: [0.11, 0.086] },
    deep: { lightness: [0.29, 0.95], hue: [268, 190], chroma: [0.105, 0.05] },
  },
};

function mix([from, to]: readonly [number, number], t: number): number {
  return from + (to - from) * t;
}

/** The colour at distance t (0..1) from the near end of an arm. */
function along(arm: Arm, t: number): Lab {
  const [middle, far] = arm.chroma;
  // The parabola through 0 at t = 0, `middle` at 1/2 and `far` at 1.
  const chroma = t * (4 * middle - far + t * (2 * far - 4 * middle));
  return lch(mix(arm.lightness, t), chroma, mix(arm.hue, t));
}

function pack([r, g, b]: Rgb): number {
  // Every engine that runs WebAssembly is little-endian: bytes R, G, B, A.
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

function tabulate(kind: MapKind, at: (i: number) => Lab): Colormap {
  const labs = Array.from({ length: entries }, (_, i) => at(i));
  const rgbs = labs.map(labToRgb);
  return { kind, labs, rgbs, pixels: Uint32Array.from(rgbs, pack) };
}

function make(kind: MapKind, theme: Theme): Colormap {
  const { warm, cool, deep } = arms[theme];
  const last = entries - 1;
  if (kind === 'sequential') {
    return tabulate(kind, (i) => along(deep, i / last));
  }
  return tabulate(kind, (i) => {
    const t = (2 * i) / last - 1;
    return along(t < 0 ? cool : warm, Math.abs(t));
  });
}

const made = new Map<string, Colormap>();

export function colormap(kind: MapKind, theme: Theme): Colormap {
  const key = `${kind} ${theme}`;
  const map = made.get(key) ?? make(kind, theme);
  made.set(key, map);
  return map;
}

/** The values that the two ends of a colour map stand for. */
export interface ColourRange {
  readonly low: number;
  readonly high: number;
}

/** The entry of a value; values beyond the ends are clamped. */
export function entryOf(value: number, { low, high }: ColourRange): number {
  const t = ((value - low) / (high - low)) * entries;
  return t >= entries ? entries - 1 : t > 0 ? Math.floor(t) : 0;
}
