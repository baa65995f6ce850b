// Pictures of attention over a long sequence: what is asked of the worker, and
// what it answers.

import type { AttentionMapOptions, Posenc } from 'posenc';
import type { Failure } from '../../shell/failure.js';
import { partsOf, vectorsOf } from './attend.js';
import { shownWords } from './compare.js';
import { type LongZoom, zoomOf } from './long-zoom.js';
import type { Side } from './slots.js';
import type { AttentionState, LongOf, LongPool, SideName } from './state.js';

/** The largest number of cells along an axis of a picture. */
const mostCells = 256;

/** A picture of each side, in data that a worker can be sent. */
export interface LongAsk {
  readonly sides: Readonly<Record<SideName, Side>>;
  /** The sentence, which is repeated. */
  readonly words: readonly string[];
  readonly length: number;
  readonly start: number;
  readonly causal: boolean;
  readonly likeness: number;
  readonly heads: number;
  readonly headDim: number;
  /** The head that is drawn. */
  readonly head: number;
  readonly zoom: LongZoom;
  readonly of: LongOf;
  readonly pool: LongPool;
  /** Number of cells along each axis. */
  readonly cells: number;
}

/** What the worker says of a side. */
export type LongAnswer = { readonly side: SideName } & (
  | {
      /** Rows of the picture, from the first to that behind the last. */
      readonly rows: readonly [from: number, to: number];
      readonly values: Float32Array;
    }
  | {
      /** The picture with one query in each row in place of all. */
      readonly coarse: Float32Array;
    }
  | { readonly failure: Failure }
);

/** What a state asks for, whose values have been checked. */
export function askOf(state: AttentionState, head: number): LongAsk {
  const { length, a, b } = state;
  const { start, causal, likeness, heads, headDim } = state;
  const zoom = zoomOf(length, state.zoom);
  return {
    ...{ sides: { a, b }, words: shownWords(state), length, start, causal },
    ...{ likeness, heads, headDim, head, zoom },
    ...{ of: state.of, pool: state.pool },
    cells: Math.min(mostCells, zoom.span),
  };
}

/** The head of a picture of an ask among those that are computed. */
export function headOf(ask: LongAsk, side: SideName): number {
  return isAlone(ask.sides[side]) ? 0 : ask.head;
}

/** Whether every head can be computed without the others. */
function isAlone({ table: _, rotation: __, ...terms }: Side): boolean {
  return Object.keys(terms).length === 0;
}

/** The options of `attentionMap` for a side. */
export function longOptions(
  pe: Posenc,
  ask: LongAsk,
  name: SideName,
): AttentionMapOptions {
  const { length, words, start, causal, headDim, zoom } = ask;
  const side = ask.sides[name];
  const long = Array.from(
    { length },
    (_, i) => words[i % words.length] as string,
  );
  const vectors = vectorsOf(pe, side, { ...ask, words: long });
  const alone = isAlone(side);
  const heads = alone ? 1 : ask.heads;
  const x = alone ? oneHead(vectors, ask) : vectors;
  const sizes = { heads, keyHeads: heads, headDim };
  const { query, key, span } = zoom;
  return {
    ...{ q: x, k: x, heads, headDim, causal, of: ask.of, pool: ask.pool },
    ...{ keyStart: start, queryStart: start },
    queryRange: [query, query + span],
    keyRange: [key, key + span],
    ...{ height: ask.cells, width: ask.cells },
    ...partsOf(pe, side, { ...sizes, queries: length, keys: length }),
  } as AttentionMapOptions;
}

/**
 * The query that stands for all of a row in the coarse picture: the one in the
 * middle of them.
 */
export function coarseQuery(row: number, { zoom, cells }: LongAsk): number {
  const at = (cell: number) => Math.floor((cell * zoom.span) / cells);
  const [from, to] = [at(row), Math.max(at(row) + 1, at(row + 1))];
  return zoom.query + Math.floor((from + to - 1) / 2);
}

/**
 * The options of the coarse picture: one query for each row, and all of the keys.
 * @param options those of the whole picture
 */
export function coarseOptions(
  ask: LongAsk,
  options: AttentionMapOptions,
): AttentionMapOptions {
  const { heads = 1, headDim = ask.headDim } = options;
  const width = heads * headDim;
  const vectors = options.q as Float32Array;
  const places = Array.from({ length: ask.cells }, (_, row) => {
    return coarseQuery(row, ask);
  });
  const q = new Float32Array(ask.cells * width);
  places.forEach((place, row) => {
    q.set(vectors.subarray(place * width, (place + 1) * width), row * width);
  });
  const { queryStart: _, queryRange: __, ...rest } = options;
  return {
    ...rest,
    q,
    queryPositions: places.map((place) => ask.start + place),
  } as AttentionMapOptions;
}

/** The part of all vectors that belongs to the head of an ask. */
function oneHead(
  vectors: Float32Array,
  { length, heads, headDim, head }: LongAsk,
): Float32Array {
  const own = new Float32Array(length * headDim);
  for (let i = 0; i < length; i++) {
    const from = (i * heads + head) * headDim;
    own.set(vectors.subarray(from, from + headDim), i * headDim);
  }
  return own;
}
