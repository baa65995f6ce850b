/** Position ids of M-RoPE: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';
import { designVariants } from './mrope-designs.description.js';

/** Largest position, and number of tokens, that an Int32Array holds. */
export const LARGEST_POSITION_ID = 2 ** 31 - 1;

/** The parameters of a segment. */
const segment = {
  /**
   * What the tokens of the segment are: `text`, `audio`, which is counted like
   * text, `image` or `video`. Required.
   */
  type: {
    kind: 'choice',
    choices: ['text', 'audio', 'image', 'video'],
  },
  /** Number of tokens of a text or of audio. Required for these. */
  length: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION_ID,
    optional: true,
  },
  /**
   * Number of frames, rows and columns of an image or a video, as in
   * `image_grid_thw`: rows and columns are counted before they are merged.
   * Required for these.
   */
  grid: {
    kind: 'integers',
    min: 1,
    max: LARGEST_POSITION_ID,
    least: 3,
    most: 3,
    optional: true,
  },
  /**
   * Seconds from one frame of a video to the next, which count if
   * `tokensPerSecond` is given. Defaults to 1.
   */
  secondsPerGrid: {
    kind: 'number',
    min: 0,
    max: 2 ** 31,
    default: 1,
  },
  /**
   * Number of text tokens before each frame of a video, such as those of a time
   * stamp in Qwen3-VL; each frame then is an image of its own. Optional.
   */
  timestamps: {
    kind: 'integers',
    min: 0,
    max: LARGEST_POSITION_ID,
    least: 1,
    optional: true,
  },
} as const satisfies Parameters;

/** The options of `mropePositions`, in the order in which they are read. */
export const mropePositionsParameters = {
  /** The parts of the sequence, in their order. Required. */
  segments: {
    kind: 'records',
    of: segment,
    least: 1,
  },
  /**
   * Number of rows, and of columns, of an image that one token holds. Defaults
   * to 2.
   */
  spatialMerge: {
    kind: 'number',
    integer: true,
    min: 1,
    max: WIDEST,
    default: 2,
  },
  /**
   * Temporal positions in a second of a video: Qwen2.5-VL takes 2, Qwen2.5-Omni
   * 25. Without it, frames are counted, as in Qwen2-VL. Optional.
   */
  tokensPerSecond: {
    kind: 'number',
    min: 0,
    max: coordinate.max,
    optional: true,
  },
  /**
   * How images and videos are placed: `mrope`, as Qwen-VL does; `mropeI`, with
   * rows and columns from 0 on, as in OmniRoPE and, for heads of their own axis,
   * MHRoPE; `mmrope`, by factors; `videorope`, about a diagonal, as in HoPE too;
   * `v2pe`, in small steps on one line; `circlerope`, on a circle; or `xdrope`,
   * with the four axes of Hunyuan-VL. Defaults to `mrope`.
   */
  design: {
    kind: 'variant',
    variants: designVariants,
    optional: true,
  },
  /** Position of the first token. Defaults to 0. */
  start: {
    kind: 'number',
    integer: true,
    min: 0,
    max: LARGEST_POSITION_ID,
    default: 0,
  },
} as const satisfies Parameters;

export const mropePositionsDescription = {
  title: 'Positions of M-RoPE',
  summary:
    'Numbers the tokens of a sequence of texts, images and videos in time, ' +
    'height and width, as Qwen-VL models do.',
  goodAt:
    'Sequences with images: a picture takes few positions, however many tokens it has.',
  badAt:
    'Counting tokens by distance: an image moves the text behind it by its ' +
    'longest side, not by the number of its tokens.',
  formula: [
    {
      text: 'text: t = h = w = s, s + 1, …, s the first free position',
      latex: '\\text{text: } t = h = w = s, s+1, \\dots',
    },
    {
      text:
        'image, video: (t, h, w) = s + (frame, row, column); the next segment ' +
        'begins at the largest position plus 1',
      latex: "(t, h, w) = s + (f, y, x),\\quad s' = \\max(t, h, w) + 1",
    },
    {
      when: { tokensPerSecond: { not: null } },
      text: 't = s + floor(frame · secondsPerGrid · tokensPerSecond)',
      latex: 't = s + \\lfloor f\\,\\Delta\\,\\nu \\rfloor',
    },
    {
      when: { design: 'mropeI' },
      text: '(t, h, w) = (s + frame, row, column)',
      latex: '(t, h, w) = (s + f, y, x)',
    },
    {
      when: { design: 'mmrope' },
      text: '(t, h, w) = s + scale · (frame, row, column)',
      latex: '(t, h, w) = s + (\\sigma_0 f, \\sigma_1 y, \\sigma_2 x)',
    },
    {
      when: { design: 'videorope' },
      text:
        't = s + temporalStride · frame, h = t + row - ⌊(rows - 1)/2⌋, w = t + ' +
        'column - ⌊(columns - 1)/2⌋; the next segment begins at the last t plus 1',
      latex:
        't = s + \\delta f,\\quad h = t + y - \\lfloor \\tfrac{H-1}{2} \\rfloor,\\quad ' +
        'w = t + x - \\lfloor \\tfrac{W-1}{2} \\rfloor',
    },
    {
      when: { design: 'v2pe' },
      text:
        't = h = w = s - 1 + visualStride · (index + 1)/tokens of the image; the ' +
        'next segment begins at the last one, rounded up, plus 1',
      latex: 't = h = w = s - 1 + \\delta\\,\\frac{n + 1}{N}',
    },
    {
      when: { design: 'circlerope' },
      text:
        '(w, h, t) = s + radius · (cos a · u + sin a · v), u = (-1, 1, 0)/√2, v = ' +
        '(-1, -1, 2)/√6, a = alpha · angle of the cell + (1 - alpha) · 2π · ' +
        'index/cells',
      latex: '(w, h, t) = s + r\\,(\\cos a\\;u + \\sin a\\;v)',
    },
    {
      when: { design: 'xdrope' },
      text:
        '(sequence, width, height, image) = (index, column, row, number of the ' +
        'image)',
      latex: '(p, w, h, m) = (i, x, y, m)',
    },
  ],
  paper: {
    title:
      "Qwen2-VL: Enhancing Vision-Language Model's Perception of the World " +
      'at Any Resolution',
    authors: 'Wang et al.',
    year: 2024,
    arxiv: '2409.12191',
  },
  result:
    '{ positions: [3, tokens] (time, height, width), delta }, int32 or float64; ' +
    'with xdrope [4, tokens] (sequence, width, height, image)',
  accuracy: 'exact; coordinates of circles within 1e-14 of the radius',
  pitfalls: [
    'The token at index i of a later step has the position i + delta, which ' +
      'is not i.',
    '`grid` counts patches before they are merged, as `image_grid_thw` does.',
    'In a batch that is padded on the left, the index of a token counts ' +
      'padding, too: `delta` is for sequences without it.',
    'vLLM, and the first code for Qwen2.5-VL, cut the temporal position to an ' +
      'integer after a product in float32, which is done here, too. ' +
      'Later versions of transformers 4 cut the seconds themselves, so that ' +
      '0.5 becomes 0: `secondsPerGrid: Math.trunc(seconds)` gives what they do.',
    'Transformers 5 lets the text behind a video begin behind its rows and ' +
      'columns, so that it repeats positions of later frames: `next: ' +
      "'sides'`. vLLM and earlier versions begin behind the frames, too.",
    'With `mrope`, positions in fractions are cut to integers, as the ' +
      'reference stores them; `delta` keeps the fraction.',
  ],
} as const satisfies Description;
