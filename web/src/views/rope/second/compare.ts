// Two ropes at the same two words: what they score with each, and how fast the
// pairs of each turn. The package computes; it runs in the worker of the view.

import type { Rope } from 'posenc';
import type { Attention } from 'posenc/attention';
import { checkDrawn } from '../../../figures/arrows/pairs.js';
import { makeRope } from '../../../methods/make.js';
import { attempt, PageLimit } from '../../../shell/failure.js';
import type { Spec } from '../../../state/spec.js';
import { meetWords } from '../meeting.js';
import type { RopeState } from '../state.js';
import { prefix } from './prefix.js';

/** One of two ropes. */
export interface Side
  extends Pick<
    Rope,
    | 'headDim'
    | 'rotaryDim'
    | 'layout'
    | 'attentionFactor'
    | 'softmaxScale'
    | 'scoreFactor'
  > {
  /** The score of the two words where they are, and where a text begins. */
  readonly score: number;
  readonly moved: number;
  /** Radians a position, of each pair. */
  readonly frequencies: Float64Array;
}

export interface Comparison {
  readonly first: Side;
  readonly second: Side;
}

/** Names of places in errors: both ropes have the same. */
const places: Readonly<Record<string, string>> = {
  keyStart: 'keyAt',
  queryStart: 'queryAt',
};

/** The parameter of the second rope that an error is about. */
export function ofSecond(param: string): string {
  return places[param] ?? prefix + param;
}

export function sideOf(pe: Attention, state: RopeState, spec: Spec): Side {
  const rope = makeRope(pe, spec);
  checkDrawn(rope);
  const { score, moved } = meetWords(pe, { ...state, spec });
  const { headDim, rotaryDim, layout } = rope;
  const { attentionFactor, softmaxScale, scoreFactor } = rope;
  return {
    ...{ headDim, rotaryDim, layout },
    ...{ attentionFactor, softmaxScale, scoreFactor, score, moved },
    frequencies: Float64Array.from(rope.frequencies),
  };
}

/** Null where the state has no second rope. Its errors name it. */
export function compareRopes(
  pe: Attention,
  state: RopeState,
): Comparison | null {
  const { spec, second: other } = state;
  if (other === null) return null;
  const first = sideOf(pe, state, spec);
  const { value, failure } = attempt(() => sideOf(pe, state, other));
  if (failure === null) return { first, second: value };
  throw new PageLimit({ ...failure, param: ofSecond(failure.param) });
}
