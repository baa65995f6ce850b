/** Positions of some rows: a list of float64, or start + first + row. */
export interface RawWhere {
  start: number;
  /** Number of the first row, so that a part of a range stays a part of it. */
  first: number;
  /** Pointer to the list, or 0. */
  positions: number;
}
