/** Tables as lists of rows, which tests compare. */

/** The rows of a row-major table whose rows have `width` numbers. */
export const rowsOf = (data: ArrayLike<number>, width: number): number[][] =>
  Array.from({ length: data.length / width }, (_, row) =>
    Array.from(
      { length: width },
      (_, column) => data[row * width + column] as number,
    ),
  );
