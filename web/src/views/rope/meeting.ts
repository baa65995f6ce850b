// The meeting of the two words whose arrows are shown: at which positions they
// are, and what they score there with RoPE, with a table added and without
// position. The package computes the scores.

import type { Attention } from 'posenc/attention';
import { computeMeeting, type Meeting } from '../../figures/arrows/pairs.js';
import { embedWords, splitWords } from '../../figures/words/words.js';
import { makeRope } from '../../methods/make.js';
import { shownOrder } from './sentence.js';
import type { RopeState } from './state.js';

/** The positions of query and key. */
export interface Places {
  readonly queryAt: number;
  readonly keyAt: number;
}

type Chosen = Pick<RopeState, 'text' | 'order' | 'query' | 'key'>;

/**
 * The words whose arrows are shown, as places among the words shown. A word
 * that the sentence does not have is its first.
 */
export function chosenPlaces(state: Chosen): readonly [number, number] {
  const order = shownOrder(state);
  const at = (chosen: number) =>
    Math.max(0, order.indexOf(chosen < order.length ? chosen : 0));
  return [at(state.query), at(state.key)];
}

/** Where the sentence has the two words. */
export function ownPlaces(state: Chosen & Pick<RopeState, 'start'>): Places {
  const [query, key] = chosenPlaces(state);
  return { queryAt: state.start + query, keyAt: state.start + key };
}

/** Where the arrows are: as the sentence has them, or as the reader put them. */
export function placesOf(state: RopeState): Places {
  const own = ownPlaces(state);
  return {
    queryAt: state.queryAt ?? own.queryAt,
    keyAt: state.keyAt ?? own.keyAt,
  };
}

/** Vectors of the two words. */
function vectorsOf(pe: Attention, state: RopeState) {
  const words = splitWords(state.text);
  const { headDim } = makeRope(pe, state.spec);
  const chosen = [state.query, state.key].map(
    (place) => words[place] ?? words[0] ?? '',
  );
  const vectors = embedWords(pe, chosen, headDim, state.likeness);
  const [q, k] = [vectors.subarray(0, headDim), vectors.subarray(headDim)];
  return { q, k, headDim };
}

export function meetWords(pe: Attention, state: RopeState): Meeting {
  const { q, k } = vectorsOf(pe, state);
  return computeMeeting(pe, { spec: state.spec, q, k, ...placesOf(state) });
}

/** A score where the words are, and where the first is at position 0. */
export interface Told {
  readonly here: number;
  readonly moved: number;
}

export interface Live extends Places {
  /** The positions of the second scores. */
  readonly from: Places;
  readonly rotary: Told;
  readonly added: Told;
  readonly plain: Told;
}

/** The scores of two words that meet, in three ways. */
export function compareWays(
  pe: Attention,
  state: RopeState,
  { score, moved }: Meeting,
): Live {
  const { q, k, headDim } = vectorsOf(pe, state);
  const places = placesOf(state);
  const first = Math.min(places.queryAt, places.keyAt);
  const from = {
    queryAt: places.queryAt - first,
    keyAt: places.keyAt - first,
  };
  const scoreOf = (a: Float32Array, b: Float32Array) =>
    pe.attention({ q: a, k: b, heads: 1, headDim }).scores.data[0] as number;
  const addedAt = ({ queryAt, keyAt }: Places): number => {
    const positions = [queryAt, keyAt];
    const { data } = pe.sinusoidal({ positions, dim: headDim });
    const sum = (x: Float32Array, row: number) =>
      x.map((value, i) => value + (data[row * headDim + i] as number));
    return scoreOf(sum(q, 0), sum(k, 1));
  };
  const plain = scoreOf(q, k);
  return {
    ...places,
    from,
    rotary: { here: score, moved },
    added: { here: addedAt(places), moved: addedAt(from) },
    plain: { here: plain, moved: plain },
  };
}
