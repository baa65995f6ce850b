// The row of a table that a query and a key read, and what else reads it. The
// package finds every row.

import type { Attention } from 'posenc/attention';
import { findRelativeRows } from '../../../figures/rows/find.js';
import { attempt, PageLimit } from '../../../shell/failure.js';
import type { Options } from '../../../state/spec.js';
import { cellsOf, farthest, isCells, spanOf, tableRows } from './scheme.js';

export interface LookAsk {
  readonly scheme: Options;
  readonly query: number;
  readonly key: number;
}

/** Distances from one to another, both among them. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

interface Found extends LookAsk {
  /** The row that the pair reads; -1 where it reads none. */
  readonly row: number;
  /** Rows of the table. */
  readonly rows: number;
}

/** On a line of positions. */
export interface LineLook extends Found {
  readonly kind: 'line';
  /** Distances are looked at from -span to span. */
  readonly span: number;
  /** The row of each of them. */
  readonly rowAt: Int32Array;
  /** Those that read the row of the pair. */
  readonly shared: readonly Stretch[];
  /** Whether all distances beyond an end read it, too. */
  readonly beyond: { readonly before: boolean; readonly after: boolean };
}

/** On a grid. */
export interface CellsLook extends Found {
  readonly kind: 'cells';
  /** All pairs that read the row of the pair: query, key, query, key … */
  readonly pairs: Int32Array;
  /** The number of all pairs. */
  readonly count: number;
}

export type Looked = LineLook | CellsLook;

/** The most tokens of a grid. */
export const mostTokens = 400;

function refuse(param: string, message: string): never {
  throw new PageLimit({ code: 'PAGE_LIMIT', param, message });
}

/** The stretches of distances that read a row. */
export function stretchesOf(
  rowAt: ArrayLike<number>,
  span: number,
  row: number,
): Stretch[] {
  const stretches: Stretch[] = [];
  let from: number | null = null;
  for (let i = 0; i <= rowAt.length; i++) {
    const reads = i < rowAt.length && rowAt[i] === row;
    if (reads && from === null) from = i - span;
    if (!reads && from !== null) {
      stretches.push({ from, to: i - 1 - span });
      from = null;
    }
  }
  return stretches;
}

function lookOnLine(pe: Attention, ask: LookAsk): LineLook {
  const { scheme, query, key } = ask;
  const distance = key - query;
  const pair = { queryPositions: [query], keyPositions: [key] };
  // The package refuses what is no position.
  const [row = -1] = findRelativeRows(pe, scheme, pair);
  if (Math.abs(distance) > farthest) {
    const message = `this page draws distances up to ${farthest}, not ${distance}; the package has no such limit`;
    refuse('key', message);
  }
  const span = spanOf(scheme, distance);
  const all = Array.from({ length: 2 * span + 1 }, (_, i) => i - span);
  const rowAt = findRelativeRows(pe, scheme, {
    ...{ queryPositions: [0], keyPositions: all },
  });
  const reads = (far: number) => {
    const { value } = attempt(() =>
      findRelativeRows(pe, scheme, {
        ...{ queryPositions: [0], keyPositions: [far] },
      }),
    );
    return value?.[0] === row && row >= 0;
  };
  return {
    ...{ kind: 'line', scheme, query, key, row, span, rowAt },
    rows: tableRows(scheme),
    shared: row < 0 ? [] : stretchesOf(rowAt, span, row),
    beyond: {
      before: rowAt[0] === row && reads(-veryFar),
      after: rowAt[2 * span] === row && reads(veryFar),
    },
  };
}

/** Farther than any table has rows for. */
const veryFar = 2 ** 30;

function lookOnGrid(pe: Attention, ask: LookAsk): CellsLook {
  const { scheme, query, key } = ask;
  const { height, width, prefix } = cellsOf(scheme);
  const tokens = height * width + prefix;
  if (tokens > mostTokens) {
    const name = prefix > height * width ? 'prefix' : 'grid';
    const message = `this page draws at most ${mostTokens} cells, not ${tokens}; the package has no such limit`;
    refuse(`scheme.${name}`, message);
  }
  const [row = -1] = findRelativeRows(pe, scheme, {
    ...{ queryPositions: [query], keyPositions: [key] },
  });
  const all = findRelativeRows(pe, scheme, {});
  const side = Math.round(Math.sqrt(all.length));
  const pairs: number[] = [];
  if (row >= 0) {
    all.forEach((one, i) => {
      if (one === row) pairs.push(Math.floor(i / side), i % side);
    });
  }
  return {
    ...{ kind: 'cells', scheme, query, key, row },
    rows: tableRows(scheme),
    pairs: Int32Array.from(pairs),
    count: all.length,
  };
}

export function lookUp(pe: Attention, ask: LookAsk): Looked {
  return isCells(ask.scheme) ? lookOnGrid(pe, ask) : lookOnLine(pe, ask);
}
