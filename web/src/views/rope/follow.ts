// Follows the state with the pictures that a worker computes, and with the scores
// by distance.

import { type Answer, createFollower } from '../../engine/follow.js';
import type { Spans } from '../../figures/spans/spans.js';
import type { Drawn, Refusal } from '../../shell/create-view.js';
import { type Failure, failureOf } from '../../shell/failure.js';
import type { RopeDesk } from './desk/desk.js';
import type { Picture, Reaches } from './desk/jobs.js';
import { lengthsOf } from './lengths.js';
import { method } from './method.js';
import { prefix } from './second/prefix.js';
import type { Sentence } from './sentence.js';
import { firstScene, type RopeState, scene } from './state.js';

type Part = keyof RopeState;

const words = ['spec', 'text', 'likeness'] as const;
/** What the scores of the sentence depend on. */
const ofSentence = [...words, 'causal', 'start', 'order'] as const;
const ofSpans = ['spec', 'trained', 'target'] as const;
const ofReach = [...words, 'word', 'second', 'reach'] as const;
/** What must be computed again where it changes. */
const ofPicture = [
  ...ofSentence,
  ...ofSpans,
  ...(['query', 'key', 'queryAt', 'keyAt', 'second'] as const),
] as const;

/** Whether two states have the same of some parts. */
const sameOf = (parts: readonly Part[]) => (a: RopeState, b: RopeState) =>
  parts.every((name) => Object.is(a[name], b[name]));

/** A picture with the state of which it is one. */
export interface Followed extends Picture {
  readonly state: RopeState;
  readonly sentence: Sentence;
  readonly spans: Spans;
}

/** What the pictures show where a state cannot be drawn. */
const seen = {
  earlier: 'The pictures show earlier values.',
  first: 'The pictures show the first sentence.',
  alone: 'The pictures show the first rope alone.',
  nothing: 'Nothing can be drawn with these values.',
  missing: 'A part of this view is missing.',
} as const;

function refusalOf(
  failure: Failure,
  what: keyof typeof seen,
  retry?: () => void,
): Refusal {
  const age = what === 'nothing' ? 'empty' : 'outdated';
  return { failure, age, seen: seen[what], ...(retry ? { retry } : {}) };
}

const isRefusal = (drawn: Drawn): drawn is Refusal =>
  drawn !== null && drawn !== 'outdated';

/** `changed` is called when there is something new to draw. */
export function createRopeFollower(desk: RopeDesk, changed: () => void) {
  async function ask(state: RopeState, signal: AbortSignal): Promise<Followed> {
    const before = pictures.made();
    const has = (parts: readonly Part[]) =>
      before !== null && sameOf(parts)(before.state, state);
    const input = {
      state,
      sentence: !has(ofSentence),
      lengths: has(ofSpans) ? null : lengthsOf(method, state.spec, state),
    };
    const got = await desk.ask('picture', input, { signal });
    // What was not asked for is that of the picture before.
    return {
      ...got,
      state,
      sentence: got.sentence ?? (before as Followed).sentence,
      spans: got.spans ?? (before as Followed).spans,
    };
  }

  /**
   * The picture of a state without what is refused in it, where the control of
   * that stands among the pictures, which must not be empty then.
   */
  async function make(
    state: RopeState,
    signal: AbortSignal,
  ): Promise<Answer<Followed>> {
    try {
      return { made: await ask(state, signal) };
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null || pictures.made() !== null) throw error;
      const alone = failure.param.startsWith(prefix);
      if (!alone && !Object.hasOwn(scene, failure.param)) throw error;
      const other = alone ? state : { ...firstScene, spec: state.spec };
      try {
        const made = await ask({ ...other, second: null }, signal);
        return { made, refusal: refusalOf(failure, alone ? 'alone' : 'first') };
      } catch {
        throw error;
      }
    }
  }

  /** Both are lost with one worker. */
  function again(): void {
    pictures.again();
    reaches.again();
  }

  const pictures = createFollower<RopeState, Followed>({
    work: 'picture',
    same: sameOf(ofPicture),
    make,
    refuse: (failure, { made, retry }) =>
      refusalOf(failure, made ? 'earlier' : 'nothing', retry && again),
    changed,
  });
  const reaches = createFollower<RopeState, Reaches>({
    work: 'studies',
    same: sameOf(ofReach),
    make: async (state, signal, told) => ({
      made: await desk.ask('reach', state, { signal, told }),
    }),
    refuse: (failure, { retry }) =>
      refusalOf(failure, 'missing', retry && again),
    changed,
  });

  return {
    picture: pictures.made,
    reach: reaches.made,
    /** Asks for the pictures of a state, and says what they show. */
    want(state: RopeState): Drawn {
      const drawn = pictures.want(state);
      const picture = pictures.made();
      if (picture === null) return drawn;
      // Scores by distance follow the pictures, of states that can be drawn.
      const { word, reach } = state;
      const reached = reaches.want({ ...picture.state, word, reach });
      return !isRefusal(drawn) && isRefusal(reached) ? reached : drawn;
    },
    /** Gives up what is not done, because nobody looks at it. */
    stop(): void {
      pictures.stop();
      reaches.stop();
    },
  };
}
