/** Tokens that have a position on each of several axes. */

/** A number of tokens, and the positions of each by its index. */
export interface AxisTokens {
  readonly length: number;
  readonly at: (token: number) => readonly number[];
}

/**
 * Writes the positions of tokens to rows of `count` numbers, one for each axis,
 * from column `first` on.
 */
export function writeTokens(
  { length, at }: AxisTokens,
  rows: Int32Array | Float64Array,
  count: number,
  first = 0,
): void {
  for (let token = 0; token < length; ++token) {
    at(token).forEach((position, axis) => {
      rows[axis * count + first + token] = position;
    });
  }
}
