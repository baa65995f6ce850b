// What a saved picture is made of: a few kinds of shapes, which one writer puts
// on a canvas and another into an SVG file, so that both show the same.

import type { Raster } from '../resample.js';

export interface TextShape {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly colour: string;
  /** The colour around its letters, where it stands on lines. */
  readonly halo?: string;
  /** Serif and italic, as titles are. */
  readonly title?: boolean;
  /** Turned by a quarter, so that it reads upwards. */
  readonly upwards?: boolean;
  /** The most pixels that it may be wide; longer text is pressed together. */
  readonly most?: number;
}

/** The width of a halo, of which half lies inside of the letters. */
export const haloOf = ({ size }: Pick<TextShape, 'size'>): number => 0.3 * size;

export interface PathShape {
  readonly kind: 'path';
  /** As the `d` of an SVG path. */
  readonly d: string;
  readonly stroke?: string;
  readonly fill?: string;
  readonly width?: number;
  readonly dash?: readonly number[];
  readonly cap?: CanvasLineCap;
  readonly opacity?: number;
  /**
   * How `d` is placed: a, b, c, d, e, f of an SVG matrix. Width and dashes are
   * in pixels of the picture all the same.
   */
  readonly matrix?: readonly [number, number, number, number, number, number];
}

export interface RasterShape {
  readonly kind: 'raster';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly raster: Raster;
}

export type Shape = TextShape | PathShape | RasterShape;

/** A place on a picture, in pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly shapes: readonly Shape[];
}

/** The colours of the page that pictures are drawn with. */
export interface Inks {
  readonly ink: string;
  readonly soft: string;
  readonly rule: string;
  readonly neat: string;
  readonly sheet: string;
}

/** A part of a picture: it fills a box with shapes. */
export type Panel = (
  box: Box,
  inks: Inks,
) => readonly Shape[] | Promise<readonly Shape[]>;

const number = (value: number) => Number(value.toFixed(2));

/** The path of a rectangle. */
export const rectangle = ({ x, y, width, height }: Box): string =>
  `M${number(x)} ${number(y)}h${number(width)}v${number(height)}h${number(-width)}Z`;

/** The path through points; where one is not finite, the line has a gap. */
export function pathThrough(
  points: Iterable<readonly [x: number, y: number]>,
): string {
  let path = '';
  let open = false;
  for (const [x, y] of points) {
    const there = Number.isFinite(x) && Number.isFinite(y);
    if (there) path += `${open ? 'L' : 'M'}${number(x)} ${number(y)}`;
    open = there;
  }
  return path;
}
