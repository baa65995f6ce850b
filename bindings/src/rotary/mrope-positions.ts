/** Position ids of M-RoPE, counted here without the core. */

import type { OwnArray } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { type Checked, ruleOf } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import {
  LARGEST_POSITION_ID,
  mropePositionsParameters,
} from './mrope-positions.description.js';

const name = 'mropePositions';

/** Options of `mropePositions`. */
export interface MropePositionsOptions
  extends OptionsOf<typeof mropePositionsParameters> {}

/** The result of `mropePositions`. */
export interface MropePositions {
  /** Positions [3, tokens] in time, height and width. */
  readonly positions: {
    /** The numbers, those in time first. */
    readonly data: OwnArray<'Int32Array'>;
    /** Lengths of the axes: 3 and the number of tokens. */
    readonly shape: readonly [3, number];
    /** Type of the numbers. */
    readonly dtype: 'int32';
  };
  /** What is added to the index of a later token to give its position. */
  readonly delta: number;
}

export interface MropePositionsMethod {
  /**
   * The positions of the tokens of texts, images and videos in time, height
   * and width, to be given as `positions` of a rope with three axes.
   *
   *   formula  text counts on all axes from the first free position; a vision
   *            block has that position plus the frame, row and column (Wang et
   *            al. 2024, arXiv:2409.12191, section 2.1)
   *   shapes   positions [3, tokens], where an image has frames · rows ·
   *            columns / spatialMerge² tokens
   *   range    positions and number of tokens below 2^31
   *   cost     one pass
   *
   * @example
   * ```ts
   * const { positions, delta } = pe.mropePositions({
   *   segments: [
   *     { type: 'text', length: 4 },
   *     { type: 'image', grid: [1, 8, 12] },
   *     { type: 'text', length: 20 },
   *   ],
   * });
   * const { cos } = rope.cosSin({ positions });
   * ```
   */
  mropePositions(options: MropePositionsOptions): MropePositions;
}

type Options = Checked<typeof mropePositionsParameters>;
type Segment = Options['segments'][number];

/** A block of tokens: frames of rows of columns, or a text with one frame. */
interface Block {
  readonly lengths: readonly [frames: number, rows: number, columns: number];
  /** Time of a frame, from the beginning of the block. */
  readonly time: (frame: number) => number;
  /** Whether tokens count on all axes together. */
  readonly text: boolean;
}

export const mropePositions: Method<
  MropePositionsMethod,
  typeof mropePositionsParameters,
  MropePositions
> = {
  name,
  parameters: mropePositionsParameters,
  plan(_, checked) {
    const blocks = checked.segments.flatMap((segment, i) =>
      blocksOf(checked, segment, `segments[${i}]`),
    );
    const tokens = blocks.reduce((sum, block) => sum + tokensOf(block), 0);
    const end = blocks.reduce(endOf, checked.start);
    if (Math.max(tokens, end - 1) > LARGEST_POSITION_ID) {
      const rule = 'such that positions and tokens are below 2^31';
      throw wrongValue(name, 'segments', rule, Math.max(tokens, end));
    }
    return {
      outputs: { positions: { shape: [3, tokens], dtype: 'int32' } },
      cost: 3 * tokens,
      run: () => ({
        positions: {
          data: count(blocks, checked.start, tokens),
          shape: [3, tokens],
          dtype: 'int32',
        },
        delta: end - tokens,
      }),
    };
  },
};

const tokensOf = ({ lengths: [frames, rows, columns] }: Block) =>
  frames * rows * columns;

/** The first free position after a block that begins at `start`. */
function endOf(start: number, { lengths, time }: Block): number {
  const [frames, rows, columns] = lengths;
  if (frames * rows * columns === 0) return start;
  return start + Math.max(time(frames - 1), rows - 1, columns - 1) + 1;
}

function blocksOf(
  options: Options,
  segment: Segment,
  path: string,
): readonly Block[] {
  const { type, timestamps } = segment;
  checkOptions(segment, path);
  if (type === 'text' || type === 'audio') {
    return [textOf(required(segment, 'length', path))];
  }
  const [frames, rows, columns] = required(segment, 'grid', path).map(
    (length, axis) =>
      mergedLength(options, length, `${path}.grid[${axis}]`, axis),
  ) as [number, number, number];
  if (timestamps === undefined) {
    const time = timeOf(options, segment);
    return [{ lengths: [frames, rows, columns], time, text: false }];
  }
  if (timestamps.length !== frames) {
    const at = `${path}.timestamps.length`;
    const rule = `${frames}, the number of frames`;
    throw wrongValue(name, at, rule, timestamps.length, 'ERR_SHAPE');
  }
  return timestamps.flatMap((length) => [
    textOf(length),
    { lengths: [1, rows, columns], time: (frame) => frame, text: false },
  ]);
}

const textOf = (length: number): Block => ({
  lengths: [1, 1, length],
  time: (frame) => frame,
  text: true,
});

/** Options that say nothing of a segment of this type. */
const FOREIGN = {
  text: ['grid', 'timestamps'],
  audio: ['grid', 'timestamps'],
  image: ['length', 'timestamps'],
  video: ['length'],
} as const;

/** Throws at an option of segments of another type. */
function checkOptions(segment: Segment, path: string): void {
  const { type } = segment;
  const found = FOREIGN[type].find((option) => segment[option] !== undefined);
  if (found === undefined) return;
  const param = `${path}.${found}`;
  throw new PosencTypeError(`${name}: ${param} is not for type "${type}"`, {
    code: 'ERR_CONFLICT',
    param,
  });
}

/** An option that a segment of this type needs. */
function required<N extends 'length' | 'grid'>(
  segment: Segment,
  option: N,
  path: string,
): NonNullable<Segment[N]> {
  const value = segment[option];
  if (value !== undefined) return value as NonNullable<Segment[N]>;
  const rule = ruleOf(mropePositionsParameters.segments.of[option]);
  throw missing(name, `${path}.${option}`, rule);
}

function mergedLength(
  { spatialMerge }: Options,
  length: number,
  path: string,
  axis: number,
): number {
  if (axis === 0) return length;
  const merged = length / spatialMerge;
  if (Number.isInteger(merged)) return merged;
  const rule = `a multiple of spatialMerge = ${spatialMerge}`;
  throw wrongValue(name, path, rule, length);
}

/** The time of a frame; a product in float32 is cut off, as in Qwen2.5-VL. */
function timeOf(
  { tokensPerSecond }: Options,
  { type, secondsPerGrid }: Segment,
): (frame: number) => number {
  if (tokensPerSecond === undefined) return (frame) => frame;
  if (type === 'image') return () => 0;
  const seconds = Math.fround(secondsPerGrid);
  const rate = Math.fround(tokensPerSecond);
  return (frame) =>
    Math.trunc(Math.fround(Math.fround(frame * seconds) * rate));
}

function count(
  blocks: readonly Block[],
  start: number,
  tokens: number,
): OwnArray<'Int32Array'> {
  const data = new Int32Array(3 * tokens);
  let done = 0;
  let from = start;
  for (const block of blocks) {
    const { lengths, time, text } = block;
    const [frames, rows, columns] = lengths;
    for (let frame = 0; frame < frames; ++frame) {
      for (let row = 0; row < rows; ++row) {
        for (let column = 0; column < columns; ++column) {
          const at = text
            ? [column, column, column]
            : [time(frame), row, column];
          at.forEach((place, axis) => {
            data[axis * tokens + done] = from + place;
          });
          done += 1;
        }
      }
    }
    from = endOf(from, block);
  }
  return data;
}
