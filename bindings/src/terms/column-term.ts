/**
 * Terms that depend on the key alone: a vector of each head against the keys.
 * The mathematics is in `cpp/posenc/relative/column.hpp`.
 */

import type { Scratch } from '../core/memory.js';
import type { AddedVectors } from './lookup-term.js';
import type { Term, Tile } from './term.js';

/** A term of the scores: scale · vector_h·k_j for every query. */
export function columnTerm(
  scratch: Scratch,
  name: string,
  vectors: AddedVectors,
): Term {
  const { core } = scratch;
  const callOf = ({
    rows,
    keys,
    heads,
    keyHeads,
    headDim,
    scale,
    k,
  }: Tile) => ({
    options: { rows, keys, heads, keyHeads, headDim, scale },
    ...{ k, added: vectors.pointer },
  });
  return {
    name,
    write: (tile, out) =>
      scratch.check(core.column({ ...callOf(tile), out }), tile.keys * 32),
    back(tile, upstream, into) {
      const gradients = { kGradient: into.k, addedGradient: vectors.gradient };
      const call = { ...callOf(tile), upstream, ...gradients };
      scratch.check(core.columnGradient(call), tile.keys * 8);
    },
  };
}
