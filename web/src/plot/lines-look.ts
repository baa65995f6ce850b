// What a line chart shows.

import type { Numbers } from './grid.js';

export interface Line {
  readonly label: string;
  readonly colour: string;
  readonly values: Numbers;
  /**
   * Makes the line an envelope, from `values` up to these: two thin lines with
   * a faint colour between them.
   */
  readonly upTo?: Numbers;
  /** Width in CSS pixels. Defaults to 1.5. */
  readonly width?: number;
  /** Draws a dot for each value, and no line between values. */
  readonly dots?: boolean;
  /** Draws a bar from zero for each value. */
  readonly bars?: boolean;
}

export interface LinesLook {
  readonly x: Numbers;
  readonly lines: readonly Line[];
  readonly xName: string;
  readonly yName: string;
  /** Ends of the value axis. Defaults to those of the values. */
  readonly range?: readonly [low: number, high: number];
  /** Makes the value axis logarithmic; values up to 0 become gaps. */
  readonly logarithmic?: boolean;
  /** Ends of the axis across. Defaults to the first and the last `x`. */
  readonly ends?: readonly [from: number, to: number];
  /**
   * Makes the chart a strip below a map that has the same axis across: it has no
   * such axis of its own, and its values have so many CSS pixels as the map's edge.
   */
  readonly edge?: number;
  /** Fills the space between the first two lines with this colour. */
  readonly band?: string;
}
