// OKLab, the colour space in which equal steps look equally large.
// Matrices: Bjorn Ottosson, "A perceptual color space for image processing".

/** Lightness 0..1 and the two opponent axes (green-red, blue-yellow). */
export type Lab = readonly [L: number, a: number, b: number];
/** Red, green, blue, each 0..255. */
export type Rgb = readonly [r: number, g: number, b: number];

/** A colour by lightness, chroma and hue angle in degrees. */
export function lch(L: number, chroma: number, hue: number): Lab {
  const angle = (hue * Math.PI) / 180;
  return [L, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function linearRgb([L, a, b]: Lab): Rgb {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** True when a screen can show the colour without clipping it. */
export function inGamut(lab: Lab): boolean {
  return linearRgb(lab).every((v) => v >= -1e-4 && v <= 1 + 1e-4);
}

function gamma(v: number): number {
  const x = Math.min(1, Math.max(0, v));
  const y = x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055;
  return Math.round(255 * y);
}

export function labToRgb(lab: Lab): Rgb {
  const [r, g, b] = linearRgb(lab);
  return [gamma(r), gamma(g), gamma(b)];
}

function linear(v: number): number {
  const x = v / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

export function rgbToLab(rgb: Rgb): Lab {
  const r = linear(rgb[0]);
  const g = linear(rgb[1]);
  const b = linear(rgb[2]);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
