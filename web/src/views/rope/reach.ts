// The score of a word with itself as far as a million positions away, with what is
// expected of any word, and RoFormer's bound for smooth vectors, which these words
// are not. Far distances are too many to be drawn: the scores of a stretch of them
// are a band, from the least to the most.
// The work is cut into steps, so that the page can answer between them.

import type { Attention } from 'posenc/attention';
import {
  type Ask,
  expectedIn,
  restOf,
  throughStretches,
} from '../../figures/reach/expected.js';
import { reachStretches } from '../../figures/reach/reach-span.js';
import type { Stretches } from '../../figures/stretches.js';
import { embedWords, splitWords } from '../../figures/words/words.js';
import {
  boundByDistance,
  expectByDistance,
  makeRope,
} from '../../methods/make.js';
import { attempt } from '../../shell/failure.js';
import { isRecord, type Spec, withOption } from '../../state/spec.js';
import type { RopeState } from './state.js';

/** The least and the most of each stretch; NaN where there is no number. */
export interface Band {
  readonly least: Float64Array;
  readonly most: Float64Array;
}

export interface Reach extends Stretches {
  /** The rope. */
  readonly spec: Spec;
  readonly word: string;
  /** The most distances of a stretch that were computed. */
  readonly sampled: number;
  /** The score of the word with itself at distance 0. */
  readonly atZero: number;
  readonly rotary: Band;
  /** Without the schedule of the frequencies; null where there is none. */
  readonly unscaled: Band | null;
  /** Without position: the same at every distance. */
  readonly plain: number;
  /** The mean of each stretch; null where the package cannot tell it of this rope. */
  readonly expected: Float64Array | null;
  /** The most of each stretch; null in the same case. */
  readonly bound: Float64Array | null;
  /** Why not. */
  readonly refusal: string;
  /** The step from pair to pair for which the bound holds. */
  readonly smoothness: number;
}

/** The spec without its schedule; null where it has none. */
export function withoutSchedule(spec: Spec): Spec | null {
  const { scaling } = spec;
  const type = scaling !== undefined && isRecord(scaling) && scaling.type;
  const none = type === false || type === 'default';
  return none ? null : withOption(spec, 'scaling', undefined);
}

/**
 * Computes it in steps, each of which takes a few milliseconds at most. The
 * scores are those of a query at each distance with a key at position 0.
 * `sampled` is the most distances of a stretch.
 */
export function* computeReach(
  pe: Attention,
  { spec, text, word: chosen, likeness }: RopeState,
  stretches: Stretches = reachStretches(),
  sampled = 512,
): Generator<undefined, Reach, undefined> {
  const words = splitWords(text);
  const word = words[chosen] ?? words[0] ?? '';
  const rope = makeRope(pe, spec);
  const { headDim, rotaryDim, softmaxScale } = rope;
  const where = { stretches, sampled };
  const k = embedWords(pe, [word], headDim, likeness);
  const count = stretches.from.length;

  function* scoresOf(which: Spec) {
    const least = new Float64Array(count).fill(Number.NaN);
    const most = least.slice();
    const rotary = makeRope(pe, which);
    const ask: Ask = (distances) => {
      const q = new Float32Array(distances.length * headDim);
      for (let i = 0; i < distances.length; i++) q.set(k, i * headDim);
      const at = { queryPositions: [...distances], keyPositions: [0] };
      return pe.attention({ q, k, heads: 1, rotary, ...at }).scores.data;
    };
    yield* throughStretches(ask, where, rope, (stretch, values) => {
      if (values === null) return;
      least[stretch] = Math.min(...values);
      most[stretch] = Math.max(...values);
    });
    return { least, most };
  }

  const at = { q: k, k, heads: 1, headDim } as const;
  const plain = pe.attention(at).scores.data[0] as number;
  const zero = { ...at, rotary: rope, queryStart: 0, keyStart: 0 };
  const atZero = pe.attention(zero).scores.data[0] as number;
  const rotary = yield* scoresOf(spec);
  const bare = withoutSchedule(spec);
  const unscaled = bare && (yield* scoresOf(bare));

  const bound = new Float64Array(count);
  const pairs = rotaryDim / 2;
  const rest = restOf(rope);
  const smoothness = 4 / (pairs + 1);
  const told = attempt(() => {
    expectByDistance(pe, spec, stretches.from.slice(0, 1));
    boundByDistance(pe, spec, stretches.from.slice(0, 1));
  });
  let expected: Float64Array | null = null;
  if (told.failure === null) {
    expected = yield* expectedIn(pe, spec, rope, where);
    const limit: Ask = (distances) => boundByDistance(pe, spec, distances);
    const scale = softmaxScale * smoothness * pairs;
    yield* throughStretches(limit, where, rope, (stretch, values) => {
      bound[stretch] = scale * Math.max(...(values ?? [Number.NaN])) + rest;
    });
  }
  return {
    ...stretches,
    ...{ spec, word, sampled, atZero, rotary, unscaled, plain, smoothness },
    refusal: told.failure?.message ?? '',
    expected,
    bound: told.failure === null ? bound : null,
  };
}

/** All steps at once. */
export function reachOf(
  pe: Attention,
  state: RopeState,
  stretches?: Stretches,
  sampled?: number,
) {
  const steps = computeReach(pe, state, stretches, sampled);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
