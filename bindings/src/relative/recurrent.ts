/**
 * The terms that Transformer-XL and XLNet share: distances against queries, and
 * learned vectors against keys and distances.
 */

import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { LookupSide } from '../core/wasm/calls.js';
import { missing } from '../describe/missing.js';
import { columnTerm } from '../terms/column-term.js';
import { type AddedVectors, lookupTerm } from '../terms/lookup-term.js';
import { numberTerm } from '../terms/number-term.js';
import type { LoadedTerms, Term, TermSizes, Tile } from '../terms/term.js';
import {
  readOptionalWeight,
  readWeight,
  type Weight,
} from '../terms/weights.js';
import {
  type DistanceOptions,
  type DistanceRows,
  indexOfSpan,
  planDistanceRows,
  type Span,
} from './distance-rows.js';
import { recurrentParameters } from './recurrent.description.js';
import type { PlannedRelative } from './relative.js';

/** The options of the shared terms. */
export interface RecurrentOptions extends DistanceOptions {
  readonly contentBias?: unknown;
  readonly positionBias?: unknown;
  readonly tableBias?: unknown;
}

/** Plans the shared terms. */
export function planRecurrent(
  heap: Heap,
  method: string,
  options: RecurrentOptions,
  sizes: TermSizes,
): PlannedRelative {
  const { heads, headDim, queries, keys } = sizes;
  const rows = planDistanceRows(heap, method, options, sizes);
  const vectors = (param: 'contentBias' | 'positionBias') =>
    planVectors(heap, method, param, options[param], sizes);
  const content = vectors('contentBias');
  const position = vectors('positionBias');
  const biases = planBiases(heap, method, options, sizes, rows.span);
  const count = Math.min(queries + 31, 2 * queries) * heads;
  return {
    names: [
      'position',
      ...(content ? ['contentBias'] : []),
      ...(position ? ['positionBias'] : []),
      ...(biases ? ['tableBias'] : []),
    ],
    needs: { q: true, k: content !== undefined },
    cost: rows.cost + 2 * count * (queries + keys) * headDim,
    load(scratch, gradient) {
      const loaded = rows.load(scratch, gradient);
      const [u, v] = [content, position].map((one) =>
        one?.load(scratch, gradient),
      );
      const biasOf = biases?.load(scratch, gradient);
      const term = (name: string, side: LookupSide, added?: AddedVectors) =>
        distanceTerm(scratch, loaded, { name, side, added });
      return {
        terms: [
          term('position', 'query'),
          ...(u ? [columnTerm(scratch, 'contentBias', u)] : []),
          ...(v ? [term('positionBias', 'none', v)] : []),
          ...(biasOf ? biasOf.terms : []),
        ],
        gradients: () => ({
          ...loaded.gradients(),
          ...u?.gradients(),
          ...v?.gradients(),
          ...biasOf?.gradients?.(),
        }),
      };
    },
  };
}

/** Learned vectors in the instance's memory. */
export interface LoadedVectors extends AddedVectors {
  gradients(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** The axes of vectors that are added to queries. */
const VECTORS = recurrentParameters.contentBias;

/** Reads a vector for each head, [heads, headDim], if there are any. */
export function planVectors(
  heap: Heap,
  method: string,
  param: string,
  value: unknown,
  { heads, headDim }: TermSizes,
) {
  const shape = [heads, headDim];
  const weight = readOptionalWeight(
    ...([heap, method, param, value, shape] as const),
    VECTORS,
  );
  return (
    weight && {
      load: (scratch: Scratch, gradient: boolean) =>
        loadVectors(scratch, param, weight, gradient),
    }
  );
}

function loadVectors(
  scratch: Scratch,
  param: string,
  weight: Weight,
  gradient: boolean,
): LoadedVectors {
  const sum = gradient ? weight.gradient(scratch) : undefined;
  return {
    pointer: weight.float32(scratch),
    gradient: sum?.pointer ?? 0,
    gradients: () => ({ ...(sum && { [param]: sum.tensor() }) }),
  };
}

/** A term that multiplies by the vectors of distances. */
function distanceTerm(
  scratch: Scratch,
  rows: DistanceRows,
  how: {
    readonly name: string;
    readonly side: LookupSide;
    readonly added: AddedVectors | undefined;
  },
): Term {
  const termOf = (tile: Tile) =>
    lookupTerm(scratch, { ...how, ...rows.of(tile) });
  return {
    name: how.name,
    write: (tile, out) => termOf(tile).write(tile, out),
    back: (tile, ...rest) => termOf(tile).back(tile, ...rest),
  };
}

/** The axes of biases. */
const BIASES = { axes: ['rows', 'heads'] } as const;

/** Reads a number for each distance and head, [rows, heads], if there are any. */
function planBiases(
  heap: Heap,
  method: string,
  { tableBias }: RecurrentOptions,
  { heads }: TermSizes,
  span: Span | undefined,
) {
  if (tableBias === undefined) return undefined;
  if (!span) throw missing(method, 'table', 'as there is a tableBias');
  const param = 'tableBias';
  const shape = [span.left + span.right + 1, heads];
  const weight = readWeight(heap, method, param, tableBias, shape, BIASES);
  return {
    load(scratch: Scratch, gradient: boolean): LoadedTerms {
      const index = indexOfSpan(scratch, span);
      const numbers = { name: param, param, weight, index, scaled: true };
      return numberTerm(scratch, numbers, gradient);
    },
  };
}
