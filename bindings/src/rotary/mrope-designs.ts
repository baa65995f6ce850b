/**
 * Where the designs of multimodal models place the tokens of an image or a video
 * that begins at a position.
 */

import type { Checked } from '../describe/checks.js';
import type { AxisTokens } from './axis-tokens.js';
import { circlePoints } from './mrope-circle.js';
import type { mropePositionsParameters } from './mrope-positions.description.js';

/** A block of tokens: frames of rows of columns, or a text with one frame. */
export interface Block {
  readonly lengths: readonly [frames: number, rows: number, columns: number];
  /** Time of a frame, from the beginning of the block. */
  readonly time: (frame: number) => number;
  /** Whether tokens count on all axes together. */
  readonly text: boolean;
}

/** A block in its place. */
export interface Placed extends AxisTokens {
  /** Where the next block begins. */
  readonly end: number;
  /** The position behind the largest one that counts for `delta`. */
  readonly most: number;
}

/** Places a block at `start`; `image` counts the images before it. */
type Place = (block: Block, start: number, image: number) => Placed;

export interface Design {
  readonly axes: 3 | 4;
  readonly dtype: 'int32' | 'float64';
  readonly place: Place;
}

type Spec = NonNullable<Checked<typeof mropePositionsParameters>['design']>;

/** The design of a spec; without one, that of Qwen2-VL. */
export function designOf(spec: Spec | undefined): Design {
  const type = spec?.type ?? 'mrope';
  const axes = type === 'xdrope' ? 4 : 3;
  const whole = type === 'mrope' || type === 'xdrope';
  const vision = spec ? visionOf(spec) : mrope;
  return {
    axes,
    dtype: whole ? 'int32' : 'float64',
    place: (block, start, image) =>
      block.text ? placeText(block, start, axes) : vision(block, start, image),
  };
}

function placeText(block: Block, start: number, axes: number): Placed {
  const length = tokensOf(block);
  const end = start + length;
  return {
    ...{ length, end, most: end },
    at: (token) => Array(axes).fill(start + token),
  };
}

const tokensOf = ({ lengths: [frames, rows, columns] }: Block) =>
  frames * rows * columns;

/** The design of Qwen2-VL. */
const mrope: Place = (block, start) => placeScaled(block, start);

function visionOf(spec: Spec): Place {
  if (spec.type === 'v2pe') return v2pe(spec.visualStride);
  if (spec.type === 'xdrope') return xdrope;
  const { temporalStride } = spec;
  return (given, start) => {
    const block = {
      ...given,
      time: (frame: number) => given.time(frame) * temporalStride,
    };
    switch (spec.type) {
      case 'mrope':
        return mropeBehind(block, start, spec.next);
      case 'mropeI':
        return mropeI(block, start);
      case 'mmrope':
        return placeScaled(block, start, spec.scale);
      case 'videorope':
        return videorope(block, start);
      case 'circlerope':
        return circlerope(spec, block, start);
    }
  };
}

/** Frame, row and column of a token. */
function cellOf({ lengths: [, rows, columns] }: Block, token: number) {
  const line = Math.floor(token / columns);
  return [Math.floor(line / rows), line % rows, token % columns] as const;
}

/** Frame, row and column, times a factor each, from the start on. */
function placeScaled(
  block: Block,
  start: number,
  [ofTime = 1, ofRows = 1, ofColumns = 1]: readonly number[] = [],
): Placed {
  const [frames, rows, columns] = block.lengths;
  const largest = Math.max(
    block.time(frames - 1) * ofTime,
    (rows - 1) * ofRows,
    (columns - 1) * ofColumns,
  );
  const end = start + largest + 1;
  return {
    ...{ length: tokensOf(block), end, most: end },
    at(token) {
      const [frame, row, column] = cellOf(block, token);
      const cell = [block.time(frame) * ofTime, row * ofRows];
      return [...cell, column * ofColumns].map((place) => start + place);
    },
  };
}

/** Wang et al. 2024 (arXiv:2409.12191), section 2.1. */
function mropeBehind(
  block: Block,
  start: number,
  next: 'largest' | 'sides',
): Placed {
  const placed = placeScaled(block, start);
  const [, rows, columns] = block.lengths;
  if (next === 'largest') return placed;
  return { ...placed, end: start + Math.max(rows, columns) };
}

/**
 * MRoPE-I (Huang et al. 2025, arXiv:2510.23095), and OmniRoPE alike: rows and
 * columns begin at 0 in each image, and only time goes on.
 */
function mropeI(block: Block, start: number): Placed {
  return {
    ...placeScaled(block, start),
    at(token) {
      const [frame, row, column] = cellOf(block, token);
      return [start + block.time(frame), row, column];
    },
  };
}

/**
 * VideoRoPE (Wei et al. 2025, arXiv:2502.05173): rows and columns lie about the
 * time of their frame, and text goes on behind the last frame.
 */
function videorope(block: Block, start: number): Placed {
  const [frames, rows, columns] = block.lengths;
  const end = start + block.time(frames - 1) + 1;
  const [up, left] = [rows, columns].map((n) => Math.floor((n - 1) / 2));
  return {
    ...{ length: tokensOf(block), end, most: end },
    at(token) {
      const [frame, row, column] = cellOf(block, token);
      const time = start + block.time(frame);
      return [time, time + row - (up ?? 0), time + column - (left ?? 0)];
    },
  };
}

/**
 * V2PE (Ge et al. 2024, arXiv:2412.09616): all tokens of an image share few
 * positions, in equal steps behind the token before them.
 */
const v2pe =
  (visualStride: number): Place =>
  (block, start) => {
    const length = tokensOf(block);
    const last = start - 1 + visualStride;
    return {
      ...{ length, end: Math.ceil(last) + 1, most: last + 1 },
      at: (token) =>
        Array(3).fill(start - 1 + (token + 1) * (visualStride / length)),
    };
  };

/** Circle-RoPE (Wang et al. 2025, arXiv:2505.16416), section 3. */
function circlerope(
  spec: Extract<Spec, { readonly type: 'circlerope' }>,
  block: Block,
  start: number,
): Placed {
  const [frames, rows, columns] = block.lengths;
  const span = block.time(frames - 1);
  const points = circlePoints(spec, rows, columns, span);
  const largest = points.reduce((most, p) => Math.max(most, ...p), -Infinity);
  const end = start + largest + span + 1;
  return {
    ...{ length: tokensOf(block), end, most: end },
    at(token) {
      const time = block.time(Math.floor(token / points.length));
      const point = points[token % points.length] ?? [];
      return point.map((place) => place + start + time);
    },
  };
}

/**
 * XD-RoPE of Hunyuan-VL: sequence, width, height and image. All tokens count on,
 * but those inside an image have its column, row and number. Each row ends in a
 * token for the new line, and a token stands before the image and one behind it.
 */
function xdrope(block: Block, start: number, image: number): Placed {
  const [frames, rows, columns] = block.lengths;
  const line = columns + 1;
  const length = frames * rows * line + 2;
  const end = start + length;
  return {
    ...{ length, end, most: end },
    at(token) {
      const here = start + token;
      if (token === 0 || token === length - 1) return Array(4).fill(here);
      const cell = (token - 1) % (rows * line);
      return [here, cell % line, Math.floor(cell / line), image];
    },
  };
}
