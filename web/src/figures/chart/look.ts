// What a chart shows.

import type { KeptFigure } from '../../plot/keep/figure.js';
import type { Scale } from '../../plot/scales.js';
import type { Mark, Pin } from './marks.js';

export interface Series {
  readonly label: string;
  /**
   * What its legend says, where that is not the label: series that share it and
   * their colour have one entry.
   */
  readonly kind?: string;
  readonly mark: Mark;
  readonly colour: string;
  /** NaN and infinite values are gaps. */
  readonly values: ArrayLike<number>;
  /** Of a band, which goes from `values` up to these. */
  readonly upTo?: ArrayLike<number>;
}

export interface ChartLook {
  readonly x: ArrayLike<number>;
  /** The last x that each point stands for, where one stands for several. */
  readonly xTo?: ArrayLike<number>;
  readonly across: Scale;
  readonly up: Scale;
  readonly series: readonly Series[];
  /** Places that are marked besides. */
  readonly pins?: readonly Pin[];
  readonly xName: string;
  readonly yName: string;
  /** The same heights in another measure, on an axis at the right. */
  readonly beside?: {
    readonly name: string;
    write(value: number): string;
  };
  /** What is said of the point with an index, in the line above the chart. */
  read(index: number): string;
  /** The point that is read where the pointer is elsewhere. */
  readonly chosen: number;
  /** The numbers of the chart, to be read as a table; the title of its files. */
  readonly caption: string;
  /** What its files say besides. */
  readonly told: Pick<KeptFigure, 'name' | 'caption' | 'spec'>;
}
