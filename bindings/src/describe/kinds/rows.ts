/** The kind `rows`: a range [from, to] of rows of a result, without `to`. */

import { wrongValue } from '../../base/errors.js';
import {
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';
import { checkList } from './list.js';

export interface RowsParameter extends Common {
  readonly kind: 'rows';
}

const LIST = { kind: 'integers', min: 0, least: 2, most: 2 } as const;

const rule = () => 'an array [from, to] of two row numbers';

/** Checks `[from, to]`; methods check that there are so many rows. */
export const rows: Kind<RowsParameter> = {
  rule,
  check(method, path, _, value) {
    const [from = 0, to = 0] = checkList(method, path, LIST, value, rule());
    if (to >= from) return [from, to];
    throw wrongValue(method, `${path}[1]`, `at least ${path}[0] = ${from}`, to);
  },
};

/** Reads `4096:8192`; a missing number leaves that end open. */
function read(given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const match = /^(\d*):(\d*)$/.exec(given.trim());
  if (!match) {
    throw new FlagError('two row numbers with a colon, such as 4096:8192');
  }
  const [, from, to] = match;
  return [Number(from || 0), to ? Number(to) : Infinity];
}

export const rowsFace: Face<RowsParameter> = {
  doc: () => '`[from, to]`',
  flag: {
    value: 'A:B',
    words: () => 'two row numbers, such as 4096:8192; either may be left out',
    plain: (text) => text,
    read,
  },
  fuzz: () => ({
    takes: [[0, 0]],
    wrongKinds: [1, '0:1', true, {}, ['0', '1'], ...NON_VALUES],
    wrongValues: [[], [0], [0, 1, 2], [1, 0], [-1, 0], [0.5, 1]],
  }),
};
