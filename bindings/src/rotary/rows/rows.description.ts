/** The rows of a rope's calls: parameters. */

import type { PositionRange } from '../../arrays/positions.js';
import { WIDEST } from '../../describe/common.js';
import type {
  AxisPositions,
  PositionList,
} from '../../describe/kinds/positions.js';
import type { OptionsOf, Parameters } from '../../describe/parameters.js';

/** The options of a rope's functions that say what their rows are. */
export const rowParameters = {
  /**
   * Lengths of the axes, slowest first, such as [height, width]: the rows are
   * the cells of this grid in row-major order, and further lengths before them
   * repeat it. Given instead of other positions. Optional.
   */
  grid: {
    kind: 'integers',
    min: 1,
    max: 2 ** 31,
    least: 1,
    most: 8,
    optional: true,
  },
  /**
   * Number of rows before the cells of a `grid` that are not turned, such as
   * those of class and register tokens. Defaults to 0.
   */
  prefix: {
    kind: 'number',
    integer: true,
    min: 0,
    max: WIDEST,
    default: 0,
  },
  /**
   * Whether rows are those of a `query` or of a `key`, which a decay tells
   * apart. Required if the rope has a `decay`. Optional.
   */
  side: {
    kind: 'choice',
    choices: ['query', 'key'],
    optional: true,
  },
} as const satisfies Parameters;

/** The options of a rope's functions that say what their rows are. */
export type RowOptions = OptionsOf<typeof rowParameters>;

/** Positions of rows in one of three forms: a range, lists or a grid. */
export type TablePositions =
  | PositionRange
  | {
      /**
       * A position for each row. With several axes, a list for each axis, or a
       * tensor [axes, rows]; one list holds for all axes.
       */
      readonly positions: PositionList | AxisPositions;
      readonly length?: undefined;
      readonly start?: undefined;
      readonly step?: undefined;
    }
  | {
      readonly grid: readonly number[];
      readonly positions?: undefined;
      readonly length?: undefined;
      readonly start?: undefined;
      readonly step?: undefined;
    };
