// How colours look to eyes that lack one kind of cones: for tests of the colours. Matrices for a complete
// lack, in linear light: Machado, Oliveira and Fernandes, "A Physiologically-based
// Model for Simulation of Color Vision Deficiency" (2009).

import { type Rgb, rgbToLab } from './oklab.js';

type Matrix = readonly (readonly [number, number, number])[];

export const deficiencies = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>;

export type Deficiency = keyof typeof deficiencies;

function linear(v: number): number {
  const x = v / 255;
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
}

function gamma(v: number): number {
  const x = Math.min(1, Math.max(0, v));
  return 255 * (x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055);
}

/** A colour as such an eye sees it. */
export function seenBy(deficiency: Deficiency, rgb: Rgb): Rgb {
  const light = rgb.map(linear);
  const seen = deficiencies[deficiency].map((row) =>
    gamma(row.reduce((sum, share, i) => sum + share * (light[i] ?? 0), 0)),
  );
  return seen as unknown as Rgb;
}

/** The distance of two colours in OKLab: about 0.02 can just be told apart. */
export function distance(a: Rgb, b: Rgb): number {
  const [x, y] = [rgbToLab(a), rgbToLab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}
