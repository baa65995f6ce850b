/** The functions of a rope: parameters. */

import { positionParameters } from '../arrays/positions.js';
import { DTYPES } from '../base/dtype.js';
import type { Parameters } from '../describe/parameters.js';
import { rotationOperations } from './rotation/rotate.description.js';
import { rowParameters } from './rows/rows.description.js';
import { cacheParameters } from './tables/cache.description.js';

/** The options of the functions of a rope. */
export const ropeOperations = {
  cosSin: {
    parameters: {
      ...positionParameters,
      /**
       * A position for each row. With several axes, a list for each axis (or a
       * tensor [axes, rows]); one list holds for all axes. Given instead of the
       * other options of positions. Optional.
       */
      positions: {
        kind: 'positions',
        axes: true,
        optional: true,
      },
      ...rowParameters,
      /**
       * Whether each value is written twice, once for each component of its
       * pair, in the order of the layout. Defaults to `false`.
       */
      full: {
        kind: 'boolean',
        default: false,
      },
      /** Type of the numbers. Defaults to `'float32'`. */
      dtype: {
        kind: 'choice',
        choices: DTYPES,
        default: 'float32',
      },
      /** Arrays or tensors to write into. Defaults to new ones. */
      out: {
        kind: 'outputPair',
        optional: true,
      },
    },
  },
  cache: {
    parameters: { ...cacheParameters },
  },
  ...rotationOperations,
} as const satisfies Readonly<Record<string, { parameters: Parameters }>>;
