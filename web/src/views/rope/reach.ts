// The score of a word with itself as far as a million positions away, with the
// curve that is expected of any word, and RoFormer's bound for smooth vectors,
// which these words are not.
// The work is cut into steps, so that the page can answer between them.

import type { Posenc } from 'posenc';
import { embedWords, splitWords } from '../../figures/words/words.js';
import {
  boundByDistance,
  expectByDistance,
  makeRope,
} from '../../methods/make.js';
import { attempt } from '../../shell/failure.js';
import { isRecord, type Spec, withOption } from '../../state/spec.js';
import { reachDistances } from './reach-span.js';
import type { RopeState } from './state.js';

export interface Reach {
  /** The rope. */
  readonly spec: Spec;
  readonly word: string;
  readonly distances: Float64Array;
  /** The score of the word with itself at distance 0. */
  readonly atZero: number;
  readonly rotary: Float64Array;
  /** Without the schedule of the frequencies; null where there is none. */
  readonly unscaled: Float64Array | null;
  /** Without position: the same at every distance. */
  readonly plain: number;
  /** Null where the package cannot tell them of this rope. */
  readonly expected: Float64Array | null;
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

/** Distances and pairs that one step works on. */
const stepSize = 4096;

/**
 * Computes it in steps, each of which takes a few milliseconds at most. The
 * scores are those of a query at each distance with a key at position 0.
 */
export function* computeReach(
  pe: Posenc,
  { spec, text, word: chosen, likeness }: RopeState,
  distances = reachDistances(),
): Generator<undefined, Reach, undefined> {
  const words = splitWords(text);
  const word = words[chosen] ?? words[0] ?? '';
  const rope = makeRope(pe, spec);
  const { headDim, rotaryDim, softmaxScale } = rope;
  const k = embedWords(pe, [word], headDim, likeness);
  const step = Math.max(1, Math.floor(stepSize / Math.max(1, headDim / 2)));
  const count = distances.length;

  function* slices(write: (from: number, part: Float64Array) => void) {
    for (let from = 0; from < count; from += step) {
      write(from, distances.slice(from, from + step));
      yield;
    }
  }

  function* scoresOf(which: Spec) {
    const scores = new Float64Array(count);
    const rotary = makeRope(pe, which);
    const ask = (part: Float64Array) => {
      const q = new Float32Array(part.length * headDim);
      for (let i = 0; i < part.length; i++) q.set(k, i * headDim);
      const at = { queryPositions: [...part], keyPositions: [0] };
      return pe.attention({ q, k, heads: 1, rotary, ...at }).scores.data;
    };
    yield* slices((from, part) => {
      const { value } = attempt(() => ask(part));
      if (value) {
        scores.set(value, from);
        return;
      }
      // A rope with a decay refuses far positions: they are gaps.
      part.forEach((distance, i) => {
        const one = attempt(() => ask(Float64Array.of(distance)));
        scores[from + i] = one.value?.[0] ?? Number.NaN;
      });
    });
    return scores;
  }

  const at = { q: k, k, heads: 1, headDim } as const;
  const plain = pe.attention(at).scores.data[0] as number;
  const zero = { ...at, rotary: rope, queryStart: 0, keyStart: 0 };
  const atZero = pe.attention(zero).scores.data[0] as number;
  const rotary = yield* scoresOf(spec);
  const bare = withoutSchedule(spec);
  const unscaled = bare && (yield* scoresOf(bare));

  const [expected, bound] = [new Float64Array(count), new Float64Array(count)];
  const pairs = rotaryDim / 2;
  // Components have variance 1, so those that no pair turns add 1 each.
  const rest = softmaxScale * (headDim - rotaryDim);
  const smoothness = 4 / (pairs + 1);
  let refusal = '';
  yield* slices((from, part) => {
    if (refusal !== '') return;
    const { value, failure } = attempt(() => ({
      scores: expectByDistance(pe, spec, part),
      bounds: boundByDistance(pe, spec, part),
    }));
    if (failure !== null) {
      refusal = failure.message;
      return;
    }
    // The package expects components of variance 1/2.
    expected.set(
      value.scores.map((s) => 2 * softmaxScale * s + rest),
      from,
    );
    const scale = softmaxScale * smoothness * pairs;
    bound.set(
      value.bounds.map((b) => scale * b + rest),
      from,
    );
  });
  const told = refusal === '';
  return {
    ...{
      spec,
      word,
      distances,
      atZero,
      rotary,
      unscaled,
      plain,
      refusal,
      smoothness,
    },
    expected: told ? expected : null,
    bound: told ? bound : null,
  };
}

/** All steps at once. */
export function reachOf(
  pe: Posenc,
  state: RopeState,
  distances?: Float64Array,
) {
  const steps = computeReach(pe, state, distances);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
