// The state of the view of images, and how it is written into an address:
//   #/images?method=detr&with=golden&grid=10x16&patch=2x3&to=20x32
//   #/images?model=qwen3&parts=t4_i4x6_v3x2x2_t5

import { readList } from '../../controls/list.js';
import {
  decode,
  encode,
  type Field,
  numberField,
  type Schema,
  textField,
  wordField,
} from '../../state/hash.js';
import type { Naming } from '../../state/names.js';
import type { Asked, Size, WayOptions } from './calls.js';
import {
  type ModelName,
  modelNames,
  type Program,
  programs,
} from './sequence/models.js';
import { type WayName, wayNames } from './ways.js';

/** Which of the two ways is shown in larger pictures. */
export const sides = ['left', 'right'] as const;
export type Side = (typeof sides)[number];

export interface ImagesState extends WayOptions {
  readonly method: WayName;
  readonly with: WayName;
  /** Rows and columns of the training. */
  readonly grid: readonly number[];
  /** Row and column of the chosen patch; none for the one in the middle. */
  readonly patch: readonly number[];
  /** NaN for the mean of all heads. */
  readonly head: number;
  readonly side: Side;
  /** Rows and columns of the larger picture. */
  readonly to: readonly number[];
  readonly model: ModelName;
  readonly program: Program;
  /** Texts, images and videos in a row, as `parts.ts` writes them. */
  readonly parts: string;
  /** Seconds from one frame of a video to the next. */
  readonly seconds: number;
  /** Tokens of text before each frame of a video, in Qwen3-VL. */
  readonly stamp: number;
  /** The token that is read. */
  readonly token: number;
}

/** One of some names, of which the given one comes first. */
const nameField = <N extends string>(initial: N): Field<N> =>
  textField(initial);

const listField = (initial: readonly number[]): Field<readonly number[]> => ({
  initial,
  format: (list) => list.join('x'),
  parse: readList,
});

const schema: Schema<ImagesState> = {
  method: nameField('mae'),
  with: nameField('mixed'),
  grid: listField([14, 14]),
  patch: listField([]),
  dim: numberField(768),
  base: numberField(Number.NaN),
  headDim: numberField(64),
  theta: numberField(Number.NaN),
  heads: numberField(12),
  head: numberField(Number.NaN),
  least: numberField(0.8),
  most: numberField(20),
  seed: numberField(0),
  side: wordField(sides),
  to: listField([32, 32]),
  model: nameField('qwen2'),
  program: wordField(programs),
  parts: textField<string>('t4_i4x6_t3_v4x2x3_t5', 400),
  seconds: numberField(1),
  stamp: numberField(8),
  token: numberField(Number.NaN),
};

export const namings: readonly Naming[] = [
  { kind: 'method', names: () => wayNames },
  { kind: 'method', entry: 'with', names: () => wayNames },
  { kind: 'model', names: () => modelNames },
];

export const readState = (query: URLSearchParams): ImagesState =>
  decode(schema, query);

export const writeState = (state: ImagesState): string =>
  new URLSearchParams(encode(schema, state)).toString();

export const firstState: ImagesState = readState(new URLSearchParams());

/** The way of a side. */
export const wayAt = (state: ImagesState, side: Side): WayName =>
  side === 'left' ? state.method : state.with;

/** The size of a grid that may be wrong: the worker checks it. */
export const sizeOf = (grid: readonly number[]): Size => grid as Size;

/** The row of the chosen patch in a grid; the middle one where there is none. */
export function rowIn(
  patch: readonly number[],
  [rows = 0, columns = 0]: readonly number[],
): number {
  const [row = Number.NaN, column = Number.NaN] = patch;
  const there = (at: number, count: number) =>
    Number.isInteger(at) && at >= 0 && at < count;
  if (there(row, rows) && there(column, columns)) return row * columns + column;
  return Math.floor(rows / 2) * columns + Math.floor(columns / 2);
}

/** The patch of a larger grid that lies where a patch of the training lies. */
export function rowBeyond(
  row: number,
  grid: readonly number[],
  to: readonly number[],
): number {
  const columns = grid[1] ?? 1;
  const place = [Math.floor(row / columns), row % columns];
  const [down = 0, along = 0] = place.map((at, axis) =>
    Math.floor(((at + 0.5) * (to[axis] ?? 1)) / (grid[axis] ?? 1)),
  );
  return down * (to[1] ?? 1) + along;
}

/** What is asked of a way at the grid of the training. */
export const askedOf = (state: ImagesState, way: WayName): Asked => ({
  ...{ way, grid: sizeOf(state.grid), larger: null },
  options: optionsIn(state),
});

/** The options of the ways, without what else the state has. */
export const optionsIn = ({
  dim,
  base,
  headDim,
  theta,
  heads,
  seed,
  least,
  most,
}: ImagesState): WayOptions => ({
  ...{ dim, base, headDim, theta, heads, seed, least, most },
});
