// Attention of one configuration over a sentence. The package computes every
// number; maps are only compared here.

import type { Attention } from 'posenc/attention';
import {
  type Filled,
  type Sizes,
  withWeights,
} from '../../../figures/learned/weights.js';
import { embedWords } from '../../../figures/words/words.js';
import { makeTable, shapeOf } from '../../../methods/make.js';
import { type Grid, isEmpty } from '../../../plot/grid.js';
import { PageLimit } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { type Side, slots } from '../state/slots.js';
import { attend } from './calls.js';

/** What all words of the page have in common. */
export interface Vectors {
  readonly heads: number;
  readonly headDim: number;
  readonly likeness: number;
}

export interface Ask extends Vectors {
  readonly words: readonly string[];
  /** Position of the first word. */
  readonly start: number;
  readonly causal: boolean;
  /** The only query, by its place; all words ask where it is left out. */
  readonly query?: number;
  /** Whether each term of the scores is wanted by itself. */
  readonly terms?: boolean;
}

/** Numbers [heads, queries, keys]. */
export interface Sheets {
  readonly values: Float32Array;
  readonly heads: number;
  readonly queries: number;
  readonly keys: number;
}

export interface Attended {
  readonly scores: Sheets;
  readonly weights: Sheets;
  /** What the scores are the sum of, by name, if it was wanted. */
  readonly terms: Readonly<Record<string, Sheets>>;
  /** The factor of the weights, if there is one and terms were wanted. */
  readonly gate: Sheets | undefined;
  /** The vectors of the words with the table, [words, heads · headDim]. */
  readonly vectors: Float32Array;
}

/** The spec of a table with as many columns as the vectors have. */
export function tableSpec(
  pe: Attention,
  given: Spec,
  width: number,
  length: number,
  start: number,
): Spec {
  const spec = { ...given, length, start, dim: width };
  // Some tables have two columns for each dimension.
  const columns = shapeOf(pe, spec).at(-1) ?? width;
  return columns === width ? spec : { ...spec, dim: (width * width) / columns };
}

/** The vectors of the words with the table of a side, if there is one. */
export function vectorsOf(
  pe: Attention,
  { table }: Side,
  ask: Pick<Ask, 'words' | 'start' | keyof Vectors>,
): Float32Array {
  const { words, start, heads, headDim, likeness } = ask;
  const width = heads * headDim;
  const x = embedWords(pe, words, width, likeness);
  if (table === undefined) return x;
  const spec = tableSpec(pe, table, width, words.length, start);
  const rows = makeTable(pe, spec);
  const shape = [words.length, width];
  const embeddings = { data: x, shape, dtype: 'float32' } as const;
  return pe.addTo(embeddings, rows as never).data;
}

/** The options of `attention` that hold the parts of a side. */
export function partsOf(
  pe: Attention,
  side: Side,
  sizes: Sizes,
): Record<string, Filled> {
  const entries = slots.flatMap(({ family, option }): [string, Filled][] => {
    const spec = side[family];
    if (spec === undefined || option === undefined) return [];
    const { headDim } = sizes;
    const own = family === 'rotation' ? { ...spec, headDim } : spec;
    return [[option, withWeights(pe, own, sizes)]];
  });
  return Object.fromEntries(entries);
}

export function checkSizes({ heads, headDim, likeness }: Vectors): void {
  for (const [param, value, most] of [
    ['heads', heads, 64],
    ['headDim', headDim, 512],
  ] as const) {
    if (Number.isInteger(value) && value >= 1 && value <= most) continue;
    const message = `${param} must be an integer from 1 to ${most}, got ${value}`;
    throw new PageLimit({ code: 'PAGE_RANGE', param, message });
  }
  if (!(likeness >= 0 && likeness <= 1)) {
    const message = `how alike two words are must be from 0 to 1, got ${likeness}`;
    throw new PageLimit({ code: 'PAGE_RANGE', param: 'likeness', message });
  }
}

export function attendSide(pe: Attention, side: Side, ask: Ask): Attended {
  const { heads, headDim, start, causal, query, terms: asked } = ask;
  const vectors = vectorsOf(pe, side, ask);
  const width = heads * headDim;
  const from = query === undefined ? 0 : query * width;
  const to = query === undefined ? vectors.length : from + width;
  const options = {
    q: vectors.subarray(from, to),
    k: vectors,
    ...{ heads, headDim, causal, terms: asked ?? false },
    ...{ keyStart: start, queryStart: start + (query ?? 0) },
  };
  const keys = ask.words.length;
  const queries = query === undefined ? keys : 1;
  const sizes = { heads, keyHeads: heads, headDim, queries, keys };
  const made = attend(pe, options, partsOf(pe, side, sizes));
  const { scores, weights, terms = {}, gate } = made;
  const sheets = (values: Float32Array): Sheets => ({
    values,
    ...{ heads, queries, keys },
  });
  return {
    scores: sheets(scores.data),
    weights: sheets(hidden(weights.data, scores.data)),
    terms: Object.fromEntries(
      Object.entries(terms).map(([name, { data }]) => [name, sheets(data)]),
    ),
    gate: gate && sheets(gate.data),
    vectors,
  };
}

/** The weights, with -Infinity where the mask hides a key. */
function hidden(weights: Float32Array, scores: Float32Array): Float32Array {
  return weights.map((w, i) => (scores[i] === -Infinity ? -Infinity : w));
}

/** The map of one head. */
export function gridOf(sheets: Sheets, head: number): Grid {
  const { values, queries: rows, keys: columns } = sheets;
  const size = rows * columns;
  const own = values.subarray(head * size, (head + 1) * size);
  return { values: own, rows, columns };
}

/** The largest size of the numbers that are finite. */
export function largestOf(values: Float32Array): number {
  let most = 0;
  for (const value of values) {
    const size = Math.abs(value);
    if (size > most && size < Infinity) most = size;
  }
  return most;
}

/**
 * The largest |a - b| over all heads, where both see the pair; `at(i)` is the
 * place in b of word i.
 */
export function largestChange(
  a: Sheets,
  b: Sheets,
  at: (place: number) => number,
): number {
  let most = 0;
  const { heads, queries, keys } = a;
  for (let h = 0; h < heads; h++) {
    for (let i = 0; i < queries; i++) {
      for (let j = 0; j < keys; j++) {
        const here = a.values[(h * queries + i) * keys + j] as number;
        const there = b.values[(h * queries + at(i)) * keys + at(j)] as number;
        if (isEmpty(here) || isEmpty(there)) continue;
        const change = Math.abs(here - there);
        if (change > most) most = change;
      }
    }
  }
  return most;
}
