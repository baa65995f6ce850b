// A figure whose picture and numbers can be saved.

import type { KeptNumbers } from './columns.js';
import type { Picture } from './picture.js';

export interface KeptFigure {
  /** The name of its files, without their end. */
  readonly name: string;
  readonly title: string;
  /** What it shows, in a line: sizes and options. */
  readonly caption: string;
  /** The options of the call whose numbers it shows; any JSON value. */
  readonly spec: unknown;
  numbers(): Promise<KeptNumbers>;
  picture(): Picture;
}

export type FileKind = 'png' | 'svg' | 'csv' | 'npy' | 'safetensors' | 'json';
