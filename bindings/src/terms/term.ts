/**
 * Terms: what acts on the scores of attention besides their content. Each
 * writes a map of the scores, and takes the gradient of that map back to the
 * queries, the keys and its own weights. Attention knows no method of a term,
 * only this form.
 */

import type { Pairs } from '../arrays/pairs.js';
import type { Tensor } from '../arrays/tensor.js';
import type { Heap, Scratch } from '../core/memory.js';
import type { Checked } from '../describe/checks.js';
import type { Method, MethodMap } from '../describe/method.js';
import type { Parameters } from '../describe/parameters.js';

/** Where a term acts. */
export type TermFamily = 'bias' | 'relative' | 'gate';

/** The lengths of the axes of an attention call. */
export interface TermSizes {
  readonly heads: number;
  readonly keyHeads: number;
  readonly headDim: number;
  /** Width of a value; 0 if there are none. */
  readonly valueDim: number;
  readonly queries: number;
  readonly keys: number;
  /** Number of items of a batch; 1 if it is left out. */
  readonly items?: number;
}

/** Some queries of one item of a batch, with `keys` of its keys. */
export interface Tile extends TermSizes {
  /** The first key: 0 of all keys, unless all terms are `partial`. */
  readonly key: number;
  /** Number of the item in the batch. */
  readonly item: number;
  /** The positions of all queries and keys of the item. */
  readonly pairs: Pairs;
  /** The first query of the tile. */
  readonly row: number;
  /** Number of queries in the tile. */
  readonly rows: number;
  /**
   * Address of the queries of the tile, before rotation: float32 [rows, heads,
   * headDim]. 0 for a bias or a gate that is computed alone.
   */
  readonly q: number;
  /**
   * Address of the keys of the tile, before rotation: float32 [keys, keyHeads,
   * headDim].
   */
  readonly k: number;
  /** Factor of the scores, which terms of content have in them. */
  readonly scale: number;
  /**
   * Address of scale · q·k, after rotation: float32 [heads, rows, keys]. Terms
   * must not change it. It is 0 where a term is computed alone, and where no
   * term is `ofContent`.
   */
  readonly content: number;
  /**
   * Sets a map of the tile, float32 [heads, rows, keys], to -Infinity where a
   * query does not see a key. Tiles have it if a term is `acrossKeys` and keys
   * can be masked.
   */
  readonly hide?: ((map: number) => void) | undefined;
}

/** Addresses of gradients, to which terms add their share. */
export interface Inflow {
  /** float32 [rows, heads, headDim] */
  readonly q: number;
  /** float32 [keys, keyHeads, headDim] */
  readonly k: number;
  /** float32 [heads, rows, keys]: the gradient by scale · q·k */
  readonly content: number;
}

/**
 * A map [heads, rows, keys] whose numbers overlap in memory: a line for each
 * head, of which each row is a part. Strides are numbers of float32.
 */
export interface StreamedMap {
  /** Address of the row of the first query. */
  readonly values: number;
  readonly headStride: number;
  readonly rowStride: number;
}

/** Sums of the gradient by such a map; strides are numbers of float64. */
export interface StreamedSums {
  /** Address of the sums for the first query. */
  readonly sums: number;
  /** Heads that have sums. */
  readonly heads: number;
  readonly headStride: number;
  readonly rowStride: number;
}

/** One summand of the scores, or the gate that multiplies the weights. */
export interface Term {
  /** Its name among the terms of a result. */
  readonly name: string;
  /** Writes the term of a tile: float32 [heads, rows, keys]. */
  write(tile: Tile, out: number): void;
  /**
   * The lines whose parts are the rows of the term, if it has such, from the row
   * of the first query on.
   */
  lines?(pairs: Pairs): StreamedMap | undefined;
  /**
   * Where the gradient by these lines is added, instead of a call of `back`;
   * undefined if there is none.
   */
  sums?(pairs: Pairs): StreamedSums | undefined;
  /**
   * Takes the gradient by the term of a tile, float32 [heads, rows, keys], back
   * to q and k, and keeps that of the weights.
   */
  back(tile: Tile, upstream: number, into: Inflow): void;
}

/** What is added to the output by position, such as Shaw's values. */
export interface ValueTerm {
  /**
   * Adds to the output of a tile, float32 [rows, heads, valueDim], for weights
   * float32 [heads, rows, keys].
   */
  write(tile: Tile, weights: number, out: number): void;
  /**
   * Takes the gradient by the output back: adds to the gradient by the weights,
   * and keeps that of the term's own weights.
   */
  back(
    tile: Tile,
    weights: number,
    upstream: number,
    weightsUpstream: number,
  ): void;
}

/** Terms in the instance's memory. */
export interface LoadedTerms {
  readonly terms: readonly Term[];
  readonly values?: ValueTerm | undefined;
  /** The gradients of the weights by name, after the tiles of all items. */
  gradients?(): Readonly<Record<string, Tensor<'float32'>>>;
}

/** The planned terms of one spec. */
export interface PlannedTerms {
  /** The names of the terms, in the order in which they are added. */
  readonly names: readonly string[];
  /**
   * The default factor of the scores is 1/√(headDim · divisor). Defaults to 1.
   */
  readonly divisor?: number;
  /** Whether a term reads the content, and has a gradient by it. */
  readonly ofContent?: true;
  /**
   * Whether a term reads several keys for one score, so that it must know which
   * of them are masked.
   */
  readonly acrossKeys?: true;
  /** Whether terms write and take back maps of some of the keys, too. */
  readonly partial?: true;
  /**
   * The position of the first query by default, where queries and keys are
   * counted apart, as the cells of two grids are.
   */
  readonly queryStart?: number | undefined;
  /** Arithmetic operations of all terms, about. */
  readonly cost: number;
  /** Loads the terms; `gradient` says whether `back` will be called. */
  load(scratch: Scratch, gradient: boolean): LoadedTerms;
}

/** How a method acts inside attention. */
export interface TermForm<P extends Parameters> {
  readonly family: TermFamily;
  /** The options that its spec has there. */
  readonly parameters: P;
  /**
   * Plans its terms for an attention call of these sizes. A method that takes
   * specs of other methods finds these in `methods`.
   */
  plan(
    heap: Heap,
    checked: Checked<P>,
    sizes: TermSizes,
    methods?: MethodMap,
  ): PlannedTerms;
}

/** A method whose spec can stand inside attention. */
export interface TermMethod<
  Api,
  P extends Parameters,
  Own extends Parameters,
  Result = unknown,
> extends Method<Api, P, Result> {
  readonly term: TermForm<Own>;
}
