/**
 * Terms that multiply queries or keys by rows of a table. A method says which
 * row each pair looks up; the mathematics is in
 * `cpp/posenc/relative/lookup.hpp`.
 */

import type { Scratch } from '../core/memory.js';
import type { LookupSide } from '../core/wasm/calls.js';
import type { LookupIndex } from './lookup-index.js';
import type { Term, Tile, ValueTerm } from './term.js';

/** A table in the instance's memory: vectors of float32. */
export interface LookupTable {
  /** Address of row 0 of head 0. */
  readonly table: number;
  readonly tableRows: number;
  readonly width: number;
  /** Numbers from a row to the next. */
  readonly rowStride: number;
  /** Numbers from a head to the next; 0 if heads share the table. */
  readonly headStride: number;
  /** Address of its gradient, float64, placed as the table; 0: none. */
  readonly gradient: number;
}

/** Vectors that are added to queries or keys, float32 [heads, width]. */
export interface AddedVectors {
  readonly pointer: number;
  /** Address of their gradient, float64; 0: none. */
  readonly gradient: number;
}

/** Vectors of a tile that are multiplied, and the address of their gradient. */
export interface MultipliedVectors {
  readonly x: number;
  readonly xHeads: number;
  readonly gradient: number;
}

/** How a term looks its values up. */
export interface Lookup {
  readonly name: string;
  /** What the rows of the table multiply. */
  readonly side: LookupSide;
  readonly table: LookupTable;
  readonly index: LookupIndex;
  readonly added?: AddedVectors | undefined;
  /** Whether the term has the factor of the scores in it. Defaults to true. */
  readonly scaled?: boolean;
  /** The vectors of the queries of a tile, if not those of `q`. */
  readonly vectors?: (tile: Tile) => MultipliedVectors;
}

/** What `lookup` and `lookupGradient` take of a tile. */
function callOf(
  tile: Tile,
  lookup: Pick<Lookup, 'table' | 'index'>,
  side: LookupSide,
  xHeads: number,
) {
  const { heads, rows, keys } = tile;
  const { gradient: _, ...table } = lookup.table;
  return {
    ...{ queries: rows, keys, heads, side, xHeads },
    ...table,
    ...lookup.index(tile),
  };
}

/** Bytes that the core allocates for a lookup, about; used in errors only. */
function bytesOf({ tableRows, width }: LookupTable): number {
  return tableRows * (width + 24) * 4;
}

/**
 * A term of the scores: scale · (x + added)·T[index(i, j)], where x is the query
 * or the key.
 */
export function lookupTerm(scratch: Scratch, lookup: Lookup): Term {
  const { core } = scratch;
  const { side, table, added, scaled = true } = lookup;
  const bytes = bytesOf(table);
  const vectorsOf = (tile: Tile): MultipliedVectors => {
    if (lookup.vectors) return lookup.vectors(tile);
    if (side === 'none') return { x: 0, xHeads: 1, gradient: 0 };
    return side === 'query'
      ? { x: tile.q, xHeads: tile.heads, gradient: 0 }
      : { x: tile.k, xHeads: tile.keyHeads, gradient: 0 };
  };
  const argumentsOf = (tile: Tile, { x, xHeads }: MultipliedVectors) => ({
    ...callOf(tile, lookup, side, xHeads),
    scale: scaled ? tile.scale : 1,
    x,
    added: added?.pointer ?? 0,
  });
  return {
    name: lookup.name,
    write(tile, out) {
      const call = argumentsOf(tile, vectorsOf(tile));
      scratch.check(core.lookup({ ...call, accumulate: false, out }), bytes);
    },
    back(tile, upstream, into) {
      const vectors = vectorsOf(tile);
      const given = side === 'query' ? into.q : side === 'key' ? into.k : 0;
      const status = core.lookupGradient({
        ...argumentsOf(tile, vectors),
        upstream,
        xGradient: lookup.vectors ? vectors.gradient : given,
        addedGradient: added?.gradient ?? 0,
        tableGradient: table.gradient,
      });
      scratch.check(status, bytes);
    },
  };
}

/** Adds Σ_j weight · T[index(i, j)] to the output of attention. */
export function lookupValues(
  scratch: Scratch,
  lookup: Pick<Lookup, 'table' | 'index'>,
): ValueTerm {
  const { core } = scratch;
  const bytes = bytesOf(lookup.table);
  const argumentsOf = (tile: Tile) => ({
    ...callOf(tile, lookup, 'query', tile.heads),
    ...{ scale: 1, added: 0 },
  });
  return {
    write(tile, weights, out) {
      // The sum of weights by row, times the rows: a lookup backwards.
      const status = core.lookupGradient({
        ...argumentsOf(tile),
        ...{ x: 0, upstream: weights, xGradient: out },
        ...{ addedGradient: 0, tableGradient: 0 },
      });
      scratch.check(status, bytes);
    },
    back(tile, weights, upstream, weightsUpstream) {
      const call = { ...argumentsOf(tile), x: upstream };
      scratch.check(
        core.lookup({ ...call, accumulate: true, out: weightsUpstream }),
        bytes,
      );
      const { gradient } = lookup.table;
      if (gradient === 0) return;
      const status = core.lookupGradient({
        ...call,
        ...{ upstream: weights, xGradient: 0 },
        ...{ addedGradient: 0, tableGradient: gradient },
      });
      scratch.check(status, bytes);
    },
  };
}
