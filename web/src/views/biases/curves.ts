// The numbers of this view: a bias at distances for every head, and the map of one
// head. The package computes them all.

import type { Attention } from 'posenc/attention';
import type { Filled } from '../../figures/learned/weights.js';
import { makeTable } from '../../methods/make.js';
import type { Grid } from '../../plot/grid.js';
import { PageLimit } from '../../shell/failure.js';
import type { Options, Spec } from '../../state/spec.js';
import { fill, shortArrays } from './fill.js';
import { byQuery, gridOf, isGrid } from './methods.js';

/** The most heads, positions and cells that the page draws. */
export const limits = { heads: 256, size: 256, cells: 400 } as const;

export interface CurvesAsk {
  readonly spec: Spec;
  readonly distances: readonly number[];
  /** The position of the query. */
  readonly at: number;
  /** Rows of the grid from the query to the key, down. */
  readonly down: number;
}

export interface Curves {
  /** Columns to the right on a grid, else positions: key minus query. */
  readonly distances: readonly number[];
  /** A curve for each head. */
  readonly heads: readonly Float64Array[];
  /** The bias of each head at distance 0. */
  readonly own: Float64Array;
  /** Arrays that were drawn, and are short enough for a program. */
  readonly drawn: Options;
}

export interface MapAsk {
  readonly spec: Spec;
  readonly head: number;
  readonly size: number;
  readonly at: number;
}

/** The map of a head, and the position of its first query and key. */
export interface HeadMap {
  readonly grid: Grid;
  readonly first: number;
}

function refuse(code: string, param: string, message: string): never {
  throw new PageLimit({ code, param, message });
}

/** Refuses what the page cannot draw, before it is computed. */
export function checkSpec(spec: Spec): void {
  const { heads } = spec;
  if (typeof heads === 'number' && heads > limits.heads) {
    refuse(
      'PAGE_LIMIT',
      'heads',
      `this page draws at most ${limits.heads} heads, not ${heads}; the package ` +
        'has no such limit',
    );
  }
  if (!isGrid(spec)) return;
  const { height, width, prefix } = gridOf(spec);
  const cells = height * width + prefix;
  if (cells > limits.cells) {
    refuse(
      'PAGE_LIMIT',
      prefix > height * width ? 'prefix' : 'grid',
      `this page draws at most ${limits.cells} cells, not ${cells}; the package ` +
        'has no such limit',
    );
  }
}

/** A call of the method with places, in float64: [heads, queries, keys]. */
function callWith(pe: Attention, filled: Filled, options: object) {
  const spec = { ...filled, ...options, dtype: 'float64' } as never;
  const { data, shape } = makeTable(pe, spec);
  return { data: data as Float64Array, heads: shape[0] ?? 0 };
}

/** What asks for the pairs at some distances: their queries and keys. */
export function pairsAt(spec: Spec, at: number, down: number) {
  if (!isGrid(spec)) {
    return {
      queries: [at],
      keysOf: (distances: readonly number[]) =>
        distances.map((distance) => at + distance),
    };
  }
  const { width, prefix } = gridOf(spec);
  // A key above the query in the first row, or below it.
  const [from, to] = down < 0 ? [-down, 0] : [0, down];
  const token = (row: number, column: number) => prefix + row * width + column;
  return {
    // From the last column everything is at the left, from the first at the right.
    queries: [token(from, width - 1), token(from, 0)],
    keysOf: () => Array.from({ length: width }, (_, x) => token(to, x)),
  };
}

export function computeCurves(pe: Attention, ask: CurvesAsk): Curves {
  const { spec, distances, at } = ask;
  checkSpec(spec);
  const filled = fill(pe, spec);
  const down = isGrid(spec) ? clampDown(spec, ask.down) : 0;
  const { queries, keysOf } = pairsAt(spec, at, down);
  const keyPositions = keysOf(distances);
  const call = { queryPositions: queries, keyPositions };
  const { data, heads } = callWith(pe, filled, call);
  const [first = 0] = queries;
  const self = { queryPositions: [first], keyPositions: [first] };
  const own = callWith(pe, filled, self).data;
  const rows = queries.length;
  const count = keyPositions.length;
  return {
    distances,
    own,
    drawn: shortArrays(pe, spec),
    heads: Array.from({ length: heads }, (_, head) => {
      const line = data.subarray(
        head * rows * count,
        (head + 1) * rows * count,
      );
      // On a grid the second query begins where the first one ends, at 0.
      return rows === 1
        ? line.slice()
        : Float64Array.from([
            ...line.subarray(0, count),
            ...line.subarray(count + 1),
          ]);
    }),
  };
}

/** Rows down that the grid has. */
export function clampDown(spec: Spec, down: number): number {
  const most = Math.max(0, gridOf(spec).height - 1);
  return Math.min(most, Math.max(-most, Math.round(down) || 0));
}

/** Numbers of a map that are computed at once. */
const atOnce = 2 ** 20;

export function computeMap(pe: Attention, ask: MapAsk): HeadMap {
  const { spec, head, size, at } = ask;
  checkSpec(spec);
  if (!Number.isInteger(size) || size < 2 || size > limits.size) {
    refuse(
      'PAGE_RANGE',
      'size',
      `size must be an integer from 2 to ${limits.size}, got ${size}`,
    );
  }
  const grid = isGrid(spec);
  const { height, width, prefix } = gridOf(spec);
  const count = grid ? height * width + prefix : size;
  // The last query is the one that the curves are about.
  const first = byQuery(spec) ? Math.max(0, at + 1 - count) : 0;
  const all = Array.from({ length: count }, (_, i) => first + i);
  const filled = fill(pe, spec);
  const values = new Float64Array(count * count);
  const heads = Math.max(1, Number(spec.heads ?? 1) || 1);
  const rows = Math.max(1, Math.floor(atOnce / (heads * count)));
  for (let row = 0; row < count; row += rows) {
    const queryPositions = all.slice(row, row + rows);
    const call = { queryPositions, keyPositions: all };
    const made = callWith(pe, filled, call);
    const number = queryPositions.length * count;
    const own = Math.min(head, made.heads - 1);
    values.set(
      made.data.subarray(own * number, (own + 1) * number),
      row * count,
    );
  }
  return { grid: { values, rows: count, columns: count }, first };
}

/** The tokens of a query and a key at a distance, each where it has room. */
export function pairOf(
  spec: Spec,
  { distance, down, at }: Readonly<Record<'distance' | 'down' | 'at', number>>,
): { query: number; key: number } {
  if (!isGrid(spec)) {
    return { query: at, key: at + distance };
  }
  const { width, prefix } = gridOf(spec);
  const lines = clampDown(spec, down);
  const token = (row: number, column: number) => prefix + row * width + column;
  return {
    query: token(Math.max(0, -lines), Math.max(0, -distance)),
    key: token(Math.max(0, lines), Math.max(0, distance)),
  };
}
