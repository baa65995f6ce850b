// Pictures of attention over a long sequence: what is asked of the worker, and
// what it answers.

import type { AttentionMapOptions } from 'posenc';
import type { Attention } from 'posenc/attention';
import { embedWords } from '../../../figures/words/words.js';
import { methodNamed } from '../../../methods/described/all.js';
import { makeTable } from '../../../methods/make.js';
import { type Crop, readCrop } from '../../../plot/crop.js';
import type { Cells } from '../../../plot/grid.js';
import { writeCount } from '../../../plot/ticks.js';
import { type Failure, PageLimit } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { partsOf, tableSpec } from '../numbers/attend.js';
import { shownWords } from '../numbers/compare.js';
import type { Side } from '../state/slots.js';
import type {
  AttentionState,
  LongOf,
  LongPool,
  SideName,
} from '../state/state.js';

/** The largest number of cells along an axis of a picture. */
export const mostCells = 256;

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
  /** The pairs that are drawn: queries are rows, keys are columns. */
  readonly crop: Crop;
  readonly of: LongOf;
  readonly pool: LongPool;
  readonly cells: Cells;
}

/** What the worker says of a side. */
export type LongAnswer = { readonly side: SideName } & (
  | {
      /** Rows of the picture, from the first to that behind the last. */
      readonly rows: readonly [from: number, to: number];
      readonly values: Float32Array<ArrayBuffer>;
      /**
       * How many rows the picture has, where it is a coarse one of one query for
       * each of them.
       */
      readonly level?: number;
    }
  | { readonly failure: Failure }
);

/** The work that draws them, for a desk. */
export interface LongJobs {
  /**
   * Pictures of both sides: they are told of in turns, first coarsely; null comes
   * last.
   */
  long: { readonly input: LongAsk; readonly output: LongAnswer | null };
}

/** All pairs of a sequence: queries down, keys across. */
export const wordsOf = ({ length }: Pick<LongAsk, 'length'>): Cells => ({
  rows: length,
  columns: length,
});

/** What a state asks for, whose values have been checked. */
export function askOf(state: AttentionState, head: number): LongAsk {
  const { length, a, b } = state;
  const { start, causal, likeness, heads, headDim } = state;
  const crop = readCrop(wordsOf(state), state.zoom);
  return {
    ...{ sides: { a, b }, words: shownWords(state), length, start, causal },
    ...{ likeness, heads, headDim, head, crop },
    ...{ of: state.of, pool: state.pool },
    cells: {
      rows: Math.min(mostCells, crop.rows.count),
      columns: Math.min(mostCells, crop.columns.count),
    },
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

/** Lets other work pass; it is awaited inside of long loops. */
type Pause = () => Promise<void>;

/** The options of `attentionMap` for a side. */
export async function longOptions(
  pe: Attention,
  ask: LongAsk,
  name: SideName,
  pause: Pause = async () => {},
): Promise<AttentionMapOptions> {
  const { length, start, causal, headDim, cells } = ask;
  const side = ask.sides[name];
  const alone = isAlone(side);
  const heads = alone ? 1 : ask.heads;
  const own = { first: alone ? ask.head : 0, heads };
  const x = await longVectors(pe, side.table, ask, own, pause);
  const sizes = { heads, keyHeads: heads, headDim };
  const { rows, columns } = ask.crop;
  return {
    ...{ q: x, k: x, heads, headDim, causal, of: ask.of, pool: ask.pool },
    ...{ keyStart: start, queryStart: start },
    queryRange: [rows.from, rows.from + rows.count],
    keyRange: [columns.from, columns.from + columns.count],
    ...{ height: cells.rows, width: cells.columns },
    ...partsOf(pe, side, { ...sizes, queries: length, keys: length }),
  } as AttentionMapOptions;
}

/** The most numbers of all vectors, of which the package holds three copies. */
const mostNumbers = 2 ** 27;

/** Numbers of a table that are made in one go. */
const madeAtOnce = 2 ** 21;

/** The vectors of some heads: the words again and again, with a table. */
async function longVectors(
  pe: Attention,
  table: Spec | undefined,
  { words, length, start, headDim, likeness, heads }: LongAsk,
  own: { readonly first: number; readonly heads: number },
  pause: Pause,
): Promise<Float32Array> {
  const width = heads * headDim;
  const ownWidth = own.heads * headDim;
  const offset = own.first * headDim;
  const most = Math.floor(mostNumbers / ownWidth);
  if (length > most) {
    const message =
      `length must be at most ${writeCount(most)} with ${heads} heads of ` +
      `${headDim} numbers, got ${writeCount(length)}`;
    throw new PageLimit({ code: 'PAGE_MEMORY', param: 'length', message });
  }
  const word = embedWords(pe, words, width, likeness);
  const out = new Float32Array(length * ownWidth);
  /** Writes the part of the heads of some vectors from a place on. */
  const write = (x: Float32Array, from: number, count: number) => {
    for (let i = 0; i < count; i++) {
      const at = i * width + offset;
      out.set(x.subarray(at, at + ownWidth), (from + i) * ownWidth);
    }
  };
  const step = Math.max(1, Math.floor(madeAtOnce / width));
  const spec = table && tableSpec(pe, table, width, length, start);
  // A few tables are made in one piece alone.
  const cut =
    spec === undefined ||
    Object.hasOwn(methodNamed(spec.method)?.parameters ?? {}, 'rows');
  const rowsAtOnce = cut ? step : length;
  for (let from = 0; from < length; from += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, length - from);
    const data = new Float32Array(count * width);
    for (let i = 0; i < count; i++) {
      const at = ((from + i) % words.length) * width;
      data.set(word.subarray(at, at + width), i * width);
    }
    const rows = cut ? { rows: [from, from + count] } : {};
    const shape = [count, width];
    const embeddings = { data, shape, dtype: 'float32' } as const;
    const sum = spec
      ? pe.addTo(embeddings, makeTable(pe, { ...spec, ...rows }) as never).data
      : data;
    write(sum, from, count);
    await pause();
  }
  return out;
}

/** The fewest rows of a coarse picture. */
const fewRows = 16;

/** How many rows the coarse pictures have that come before the whole one. */
export function coarseLevels({ crop, cells }: LongAsk): readonly number[] {
  return crop.rows.count > cells.rows ? [fewRows, cells.rows] : [];
}

/**
 * The query that stands for all of a row in a coarse picture: the one in the
 * middle of them.
 * @param rows how many rows the coarse picture has
 */
export function coarseQuery(
  row: number,
  { crop }: Pick<LongAsk, 'crop'>,
  rows: number,
): number {
  const { from: first, count } = crop.rows;
  const at = (n: number) => Math.floor((n * count) / rows);
  const [from, to] = [at(row), Math.max(at(row) + 1, at(row + 1))];
  return first + Math.floor((from + to - 1) / 2);
}

/**
 * The options of a coarse picture: one query for each row, and all of the keys.
 * @param options those of the whole picture
 * @param rows how many rows it has
 */
export function coarseOptions(
  ask: LongAsk,
  options: AttentionMapOptions,
  rows: number,
): AttentionMapOptions {
  const { heads = 1, headDim = ask.headDim } = options;
  const width = heads * headDim;
  const vectors = options.q as Float32Array;
  const places = Array.from({ length: rows }, (_, row) => {
    return coarseQuery(row, ask, rows);
  });
  const q = new Float32Array(rows * width);
  places.forEach((place, row) => {
    q.set(vectors.subarray(place * width, (place + 1) * width), row * width);
  });
  const { queryStart: _, queryRange: __, ...rest } = options;
  return {
    ...{ ...rest, q, height: rows },
    queryPositions: places.map((place) => ask.start + place),
  } as AttentionMapOptions;
}
