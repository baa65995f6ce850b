/** Rows that have a position on each of several axes. */

import type { PositionedRows } from '../../arrays/positions.js';
import type { Where } from '../../core/wasm/calls.js';

export class AxisRows implements PositionedRows {
  readonly length: number;
  readonly axes: number;
  readonly counted = false;
  readonly integers = false;
  readonly constant = false;
  /** Position of a row on an axis. */
  readonly on: (axis: number, row: number) => number;
  /** Lengths of the axes of a list, if they were given in a tensor. */
  readonly shape: readonly number[];

  constructor(
    length: number,
    axes: number,
    on: (axis: number, row: number) => number,
    shape: readonly number[] = [length],
  ) {
    this.length = length;
    this.axes = axes;
    this.on = on;
    this.shape = shape;
  }

  /** The rows `from` to `to - 1`. */
  slice(from: number, to: number): AxisRows {
    const on = (axis: number, row: number) => this.on(axis, from + row);
    return new AxisRows(to - from, this.axes, on);
  }

  at(row: number): number {
    return this.on(0, row);
  }

  where(
    from: number,
    count: number,
    buffer: ArrayBuffer,
    pointer: number,
  ): Where {
    const lists = new Float64Array(buffer, pointer, count * this.axes);
    for (let axis = 0, i = 0; axis < this.axes; ++axis) {
      for (let row = from; row < from + count; ++row) {
        lists[i++] = this.on(axis, row);
      }
    }
    return { start: 0, first: 0, positions: pointer, apart: count };
  }
}
