// What the worker of this view can be asked.

import type { Meeting } from '../../../figures/arrows/pairs.js';
import type { Lengths } from '../../../figures/spans/lengths.js';
import type { Spans } from '../../../figures/spans/spans.js';
import type { Spec } from '../../../state/spec.js';
import type { Live } from '../meeting.js';
import type { Reach } from '../reach.js';
import type { Scale } from '../scale-words.js';
import type { Comparison } from '../second/compare.js';
import type { Sentence } from '../sentence.js';
import type { RopeState } from '../state.js';

interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export interface PictureAsk {
  readonly state: RopeState;
  /** Whether the sentence has changed since it was computed last. */
  readonly sentence: boolean;
  /** The lengths with which the pairs are compared; null if all are the same. */
  readonly lengths: Lengths | null;
}

export interface Picture {
  readonly meeting: Meeting;
  readonly scores: Live;
  readonly scale: Scale;
  /** Null where there is no second rope. */
  readonly comparison: Comparison | null;
  /** Null where it was not asked for. */
  readonly sentence: Sentence | null;
  readonly spans: Spans | null;
}

/** Scores by distance, with each of the two ropes. */
export interface Reaches {
  readonly first: Reach;
  /** Null where there is no second rope. */
  readonly second: Reach | null;
}

export interface RopeJobs {
  /** What is drawn at once: the two words, the sentence and the pairs. */
  picture: Job<PictureAsk, Picture>;
  /** Scores by distance, first at few distances. */
  reach: Job<RopeState, Reaches>;
  /** The index of the first spec that makes a rope; -1 if none does. */
  first: Job<{ readonly specs: readonly Spec[] }, number>;
}
