/** Positions of generators of images and videos: parameters and description. */

import { coordinate } from '../arrays/positions.js';
import { WIDEST } from '../describe/common.js';
import type { Description } from '../describe/description.js';
import type { Parameters } from '../describe/parameters.js';

const count = { kind: 'number', integer: true, min: 0, max: WIDEST } as const;

const lengths = { kind: 'integers', min: 1, max: WIDEST } as const;

const text = {
  /** Number of text tokens. Defaults to 0. */
  text: { ...count, default: 0 },
} as const satisfies Parameters;

const plane = {
  /** Rows and columns of patches. Required. */
  grid: { ...lengths, least: 2, most: 2 },
} as const satisfies Parameters;

const space = {
  /** Frames, rows and columns of patches. Required. */
  grid: { ...lengths, least: 3, most: 3 },
} as const satisfies Parameters;

/** A positive factor. */
const factor = { kind: 'number', min: 2 ** -20, max: WIDEST } as const;

const three = { kind: 'numbers', least: 3, most: 3 } as const;

const fractions = {
  ...space,
  /**
   * Pixels, or frames, of a patch on each axis. Defaults to
   * [8, 32, 32].
   */
  scale: { ...three, min: 0, max: WIDEST, default: [8, 32, 32] },
  /**
   * Lengths that positions divide by: time, height, width. Defaults to [20,
   * 2048, 2048].
   */
  base: { ...three, min: 2 ** -20, max: WIDEST, default: [20, 2048, 2048] },
  /** Frames in a second. Defaults to 25. */
  fps: { ...factor, default: 25 },
} as const satisfies Parameters;

/** The options of `generatorPositions`, in the order in which they are read. */
export const generatorPositionsParameters = {
  /**
   * The model: `flux`, also for Bria, HiDream and Krea 2; `longCat`, with start 0
   * and time 0 for Ovis-Image; `ideogram4`; `flux2`, with images to be edited behind the picture;
   * `qwenImage`, also with layers; `lumina2`; `zImage`; `video`, which stands
   * for all that count cells from 0, such as Wan, HunyuanVideo, CogVideoX 1.5,
   * Kandinsky 5 and GLM-Image, and with two axes for HunyuanImage and Lumina-Next;
   * `cogVideoX` 1.0, also for ConsisID and EasyAnimate, and with two axes and the
   * base [32, 32] for HunyuanDiT; `cogView4`; `cosmos`; `mochi`; `ltx` and `ltx2`,
   * whose positions are fractions; `sd3` and `auraFlow`, whose tables are cut out
   * of larger ones; or `pixArt`, which fits any grid into that of training.
   * Required.
   */
  model: {
    kind: 'variant',
    variants: {
      flux: { ...text, ...plane },
      longCat: {
        ...text,
        ...plane,
        /** Row and column of the first patch. Defaults to 512. */
        start: { ...count, default: 512 },
        /** Position of patches on the first axis. Defaults to 1. */
        time: { ...count, default: 1 },
      },
      ideogram4: {
        ...text,
        ...plane,
        /** Position of the first patch on each axis. Defaults to 65536. */
        start: { ...count, default: 65536 },
      },
      flux2: {
        ...text,
        ...plane,
        /** Images to be edited, behind the picture. Defaults to none. */
        references: { kind: 'records', of: plane, optional: true },
        /** How far images are from each other in time. Defaults to 10. */
        step: { ...count, default: 10 },
      },
      qwenImage: {
        ...text,
        /** The images: the one to be made, and those to be edited. Required. */
        images: { kind: 'records', of: space, least: 1 },
        /** Whether rows and columns count from the middle. Defaults to `true`. */
        centred: { kind: 'boolean', default: true },
        /**
         * Whether images are layers, of which the last one is the condition, at
         * -1 in time. Defaults to `false`.
         */
        layered: { kind: 'boolean', default: false },
      },
      lumina2: { ...text, ...plane },
      zImage: {
        ...text,
        ...space,
        /**
         * Number of tokens to whose multiples text and image are padded.
         * Defaults to 32.
         */
        multiple: { ...count, min: 1, default: 32 },
      },
      video: {
        /** Rows and columns of patches, or frames before them. Required. */
        grid: { ...lengths, least: 2, most: 3 },
        /**
         * Number of each frame, as in FramePack, or [0, 7] as in ChronoEdit.
         * Defaults to 0, 1, 2, …
         */
        frames: {
          kind: 'numbers',
          min: coordinate.min,
          max: coordinate.max,
          optional: true,
        },
        /**
         * What positions on each axis are divided by: [1, 2, 2] in videos of 480
         * lines of Kandinsky 5, [1, 3.16, 3.16] in larger ones. Defaults to 1.
         */
        scales: {
          kind: 'numbers',
          min: 2 ** -20,
          max: WIDEST,
          least: 2,
          most: 3,
          optional: true,
        },
      },
      cogVideoX: {
        /** Rows and columns of patches, or frames before them. Required. */
        grid: { ...lengths, least: 2, most: 3 },
        /** Rows and columns of training, into which the grid is fitted. Required. */
        base: { ...lengths, least: 2, most: 2 },
      },
      cogView4: {
        ...plane,
        /** Rows and columns of training, over which the grid is spread. Required. */
        base: { ...lengths, least: 2, most: 2 },
      },
      cosmos: {
        ...space,
        /** Frames in a second. Defaults to those of training: no matter. */
        fps: { ...factor, optional: true },
        /** Frames in a second of training. Defaults to 24. */
        baseFps: { ...factor, default: 24 },
      },
      mochi: {
        ...space,
        /** Cells of an image to whose area grids are scaled. Defaults to 36864. */
        area: { ...count, min: 1, max: 2 ** 40, default: 36864 },
      },
      ltx: fractions,
      ltx2: {
        ...fractions,
        /** How many frames the first patch has. Defaults to 1. */
        offset: { ...count, default: 1 },
      },
      sd3: {
        ...plane,
        /** Side of the whole table, in patches. Required. */
        side: { ...count, min: 1 },
        /** Side of an image of training, in patches. Required. */
        base: { ...factor },
        /** What coordinates are divided by. Defaults to 1. */
        interpolation: { ...factor, default: 1 },
      },
      auraFlow: {
        ...plane,
        /** Side of the whole table, in patches. Required. */
        side: { ...count, min: 1 },
      },
      pixArt: {
        ...plane,
        /** Side of an image of training, in patches. Required. */
        base: { ...factor },
        /** What coordinates are divided by. Defaults to 1. */
        interpolation: { ...factor, default: 1 },
      },
    },
  },
} as const satisfies Parameters;

export const generatorPositionsDescription = {
  title: 'Positions of generators',
  summary:
    'Numbers the text tokens and patches of models that make images and videos, ' +
    'on all axes of their rotations.',
  goodAt: 'Running such models on grids of any size.',
  badAt:
    'Sizes far beyond those of training, which need frequencies that are scaled.',
  formula: [
    {
      when: { model: 'flux' },
      usual: true,
      text: 'text: (0, 0, 0); image: (0, row, column)',
      latex: '\\text{image: } (0, y, x)',
    },
    {
      when: { model: 'longCat' },
      text: 'text: (0, index, index); image: (time, start + row, start + column)',
      latex: '(t, s + y, s + x)',
    },
    {
      when: { model: 'ideogram4' },
      text: 'text: (index, index, index); image: (start, start + row, start + column)',
      latex: '(s, s + y, s + x)',
    },
    {
      when: { model: 'flux2' },
      text:
        'text: (0, 0, 0, index); image: (0, row, column, 0); reference i: (step · ' +
        '(i + 1), row, column, 0)',
      latex: '(\\delta\\,(i + 1), y, x, 0)',
    },
    {
      when: { model: 'qwenImage' },
      text:
        'image i: (i + frame, row - ⌈rows/2⌉, column - ⌈columns/2⌉); text: s + ' +
        'index on all axes, s the largest ⌊rows/2⌋ or ⌊columns/2⌋',
      latex: '(i + f, y - \\lceil H/2 \\rceil, x - \\lceil W/2 \\rceil)',
    },
    {
      when: { model: 'lumina2' },
      text: 'text: (index, 0, 0); image: (text, row, column)',
      latex: '\\text{image: } (n, y, x)',
    },
    {
      when: { model: 'zImage' },
      text:
        'text and its padding: (1 + index, 0, 0), P of them; image: (P + 1 + ' +
        'frame, row, column); its padding: (0, 0, 0)',
      latex: '\\text{image: } (P + 1 + f, y, x)',
    },
    {
      when: { model: 'video' },
      text:
        '(frame, row, column), each over its scale, the number of a frame being ' +
        'that in frames',
      latex: '(f/s_0, y/s_1, x/s_2)',
    },
    {
      when: { model: 'cogVideoX' },
      text:
        '(frame, a + row · (b · (n - 1)/n - a)/(n - 1), …) for n rows, which the ' +
        'fitted grid takes from a to b',
      latex: 'y_i = a + i\\,\\frac{b (n-1)/n - a}{n - 1}',
    },
    {
      when: { model: 'cogView4' },
      text: '(⌊row · base rows/rows⌋, ⌊column · base columns/columns⌋)',
      latex: '\\lfloor y\\,R / H \\rfloor',
    },
    {
      when: { model: 'cosmos' },
      text: '(frame · baseFps/fps, row, column)',
      latex: '(f\\,\\phi_0/\\phi, y, x)',
    },
    {
      when: { model: 'mochi' },
      text: '(frame, (row + 1/2 - rows/2)·s, …), s = √(area/(rows · columns))',
      latex: '(y + \\tfrac12 - \\tfrac{H}{2})\\sqrt{A/(HW)}',
    },
    {
      when: { model: 'ltx' },
      text: '2 · index · scale/base - 1 on each axis, time also over fps',
      latex: '\\frac{2\\,\\sigma\\,i}{B} - 1',
    },
    {
      when: { model: 'ltx2' },
      text:
        '2 · middle/base - 1 on each axis, where the patch reaches from scale · ' +
        'index to scale · (index + 1), in time less scale - offset, at least 0, over ' +
        'fps',
      latex: '\\frac{2\\,\\bar c}{B} - 1',
    },
    {
      when: { model: 'sd3' },
      text: '((side - rows)/2 + row) · base/side/interpolation, columns alike',
      latex:
        '\\left(\\lfloor \\tfrac{M - H}{2} \\rfloor + y\\right)\\frac{b}{M\\,\\iota}',
    },
    {
      when: { model: 'auraFlow' },
      text: '(⌊side/2⌋ - ⌊rows/2⌋ + row, columns alike)',
      latex:
        '\\lfloor \\tfrac{M}{2} \\rfloor - \\lfloor \\tfrac{H}{2} \\rfloor + y',
    },
    {
      when: { model: 'pixArt' },
      text: '(row · base/rows/interpolation, columns alike)',
      latex: 'y\\,\\frac{b}{H\\,\\iota}',
    },
  ],
  result: '{ text, image }: tensors float64 [axes, tokens]',
  accuracy: 'exact; fractions within 4 ulp(float64)',
  pitfalls: [
    'FLUX.1 gives all text tokens the position 0, FLUX.2 counts them on its last ' +
      'axis.',
    'With an odd number of rows, Qwen-Image has one more before its middle than ' +
      'behind it.',
    'HunyuanVideo, Wan and CogVideoX rotate no text token: `text` is empty.',
    'Sounds of LTX-2 have the times of `ltx2` with grid [tokens, 1, 1], scale [4, ' +
      '1, 1] and fps 100, the rate of its spectrogram; their rope has that axis alone.',
    'The frequencies of LTX rise from π/2 to theta · π/2, in equal ratios.',
  ],
} as const satisfies Description;
