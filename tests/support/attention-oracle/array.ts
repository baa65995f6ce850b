/**
 * The oracle of attention: float64, slow, and written from formulas only. It
 * does not know the package, and nothing in it is shared with the package.
 *
 * This file: arrays of several axes, with checked indices. The numbers stand in
 * `data`, so that finite differences can change one of them.
 */

export class Array64 {
  readonly shape: readonly number[];
  readonly data: Float64Array;

  constructor(shape: readonly number[], values?: ArrayLike<number>) {
    const length = shape.reduce((a, b) => a * b, 1);
    if (values && values.length !== length) {
      throw new Error(`${values.length} numbers for the shape [${shape}]`);
    }
    this.shape = shape;
    this.data = values ? Float64Array.from(values) : new Float64Array(length);
  }

  /** Fills an array by its indices. */
  static of(shape: readonly number[], at: (...index: number[]) => number) {
    const result = new Array64(shape);
    for (let place = 0; place < result.data.length; ++place) {
      result.data[place] = at(...result.#index(place));
    }
    return result;
  }

  at(...index: number[]): number {
    return this.data[this.#place(index)] as number;
  }

  /** The numbers along the last axis. */
  row(...index: number[]): number[] {
    const first = this.#place([...index, 0]);
    return Array.from(this.data.subarray(first, first + this.size(-1)));
  }

  /** The length of an axis; -1 is the last one. */
  size(axis: number): number {
    const size = this.shape.at(axis);
    if (size === undefined) throw new Error(`no axis ${axis}: [${this.shape}]`);
    return size;
  }

  #place(index: readonly number[]): number {
    const { shape } = this;
    let place = 0;
    for (let axis = 0; axis < shape.length; ++axis) {
      const size = shape[axis] as number;
      const at = index[axis] as number;
      if (!(at >= 0 && at < size && Number.isInteger(at))) break;
      place = place * size + at;
      if (axis === index.length - 1 && axis === shape.length - 1) return place;
    }
    if (shape.length === 0 && index.length === 0) return 0;
    throw new Error(`no [${index}] in the shape [${shape}]`);
  }

  #index(place: number): number[] {
    const index: number[] = [];
    let rest = place;
    for (let axis = this.shape.length - 1; axis >= 0; --axis) {
      const size = this.shape[axis] as number;
      index[axis] = rest % size;
      rest = Math.floor(rest / size);
    }
    return index;
  }
}

export const sum = (values: readonly number[]): number =>
  values.reduce((a, b) => a + b, 0);

export function dot(a: readonly number[], b: readonly number[]): number {
  if (a.length !== b.length) throw new Error(`${a.length} by ${b.length}`);
  return sum(a.map((x, c) => x * (b[c] as number)));
}

export const add = (a: readonly number[], b: readonly number[]): number[] =>
  a.map((x, c) => x + (b[c] as number));

/** 0 … count - 1 */
export const range = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => i);
