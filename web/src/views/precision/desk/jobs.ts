// What the worker of this view can be asked.

import type { RopeSpec } from 'posenc/rotary';
import type { First, Wanted } from '../first.js';
import type { Lines } from '../lines.js';
import type { Place } from '../place.js';
import type { Scene, ScoreLines, ScorePlace } from '../scores.js';

interface Job<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

interface OfRope {
  readonly spec: RopeSpec;
}

export type PlaceAsk = OfRope & Scene & { readonly at: number };

export interface PrecisionJobs {
  /** The errors of all pairs by position, first of few positions. */
  lines: Job<OfRope, Lines>;
  /** The errors at one position, and those of a score there. */
  place: Job<PlaceAsk, { readonly pairs: Place; readonly score: ScorePlace }>;
  /** The first positions beyond an error, of more ways with each answer. */
  firsts: Job<OfRope & Wanted, readonly First[]>;
  /** The errors of a score by position, first of few positions. */
  scores: Job<OfRope & Scene, ScoreLines>;
}
