// The models whose positions are shown, and the segments that the package takes for
// each of them.

import type { Part } from './parts.js';

/**
 * Programs place what comes behind a video in two ways, and count its seconds in
 * two: transformers 5, against vLLM and the first programs of the models.
 */
export const programs = ['vllm', 'transformers'] as const;
export type Program = (typeof programs)[number];

export const programNames: Readonly<Record<Program, string>> = {
  vllm: 'vLLM',
  transformers: 'transformers 5',
};

export interface Model {
  readonly title: string;
  readonly words: string;
}

export const models = {
  qwen2: {
    title: 'Qwen2-VL',
    words: 'Time counts the frames of a video.',
  },
  'qwen2.5': {
    title: 'Qwen2.5-VL',
    words: 'Time counts half seconds: a frame a second later is 2 further.',
  },
  qwen3: {
    title: 'Qwen3-VL',
    words:
      'A time stamp of text stands before each frame, which is an image of its own.',
  },
} as const satisfies Readonly<Record<string, Model>>;

export type ModelName = keyof typeof models;
export const modelNames = Object.keys(models) as readonly ModelName[];

/** What a sequence is asked with. */
export interface Sequence {
  readonly model: ModelName;
  readonly program: Program;
  readonly parts: readonly Part[];
  readonly seconds: number;
  readonly stamp: number;
}

/** Rows and columns of patches that one token holds, on each axis. */
const merge = 2;

/** Temporal positions in a second, in Qwen2.5-VL. */
const tokensPerSecond = 2;

/** A segment, as `mropePositions` takes it. */
export interface Segment {
  readonly type: 'text' | 'image' | 'video';
  readonly length?: number;
  readonly grid?: readonly number[];
  readonly secondsPerGrid?: number;
  readonly timestamps?: readonly number[];
}

function segmentOf(
  part: Part,
  { model, program, seconds, stamp }: Sequence,
): Segment {
  const { kind: type, sizes } = part;
  if (type === 'text') return { type, length: sizes[0] as number };
  const [rows = 0, columns = 0] = sizes.slice(-2);
  const frames = type === 'image' ? 1 : (sizes[0] as number);
  const segment = { type, grid: [frames, merge * rows, merge * columns] };
  if (type === 'image') return segment;
  if (model === 'qwen3') {
    return { ...segment, timestamps: Array(frames).fill(stamp) };
  }
  if (model !== 'qwen2.5') return segment;
  // transformers 5 cuts the seconds to whole ones before anything else.
  const secondsPerGrid =
    program === 'transformers' ? Math.trunc(seconds) : seconds;
  return { ...segment, secondsPerGrid };
}

/** The options of `mropePositions` for a sequence. */
export function callOf(sequence: Sequence) {
  const { model, program, parts } = sequence;
  return {
    segments: parts.map((part) => segmentOf(part, sequence)),
    ...(model === 'qwen2.5' && { tokensPerSecond }),
    ...(program === 'transformers' && {
      design: { type: 'mrope', next: 'sides' } as const,
    }),
  };
}
