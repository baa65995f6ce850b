// Follows the state with what the worker computes: the newest wish is done, older
// ones are given up, and what was drawn last stays until the next has come.

import { createNewest } from '../../engine/newest.js';
import { readError } from '../../engine/trouble.js';
import type { Spans } from '../../figures/spans/spans.js';
import type { Drawn, Refusal } from '../../shell/create-view.js';
import type { Failure } from '../../shell/failure.js';
import type { RopeDesk } from './desk/desk.js';
import type { Picture, Reaches } from './desk/jobs.js';
import { lengthsOf } from './lengths.js';
import { method } from './method.js';
import { prefix } from './second/prefix.js';
import type { Sentence } from './sentence.js';
import { firstScene, type RopeState, scene } from './state.js';

/** After so many milliseconds, earlier values are marked as such. */
const lateMs = 200;

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

function isSame(a: RopeState | null, b: RopeState, parts: readonly Part[]) {
  return a !== null && parts.every((name) => Object.is(a[name], b[name]));
}

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

/** `changed` is called when there is something new to draw. */
export function createFollower(desk: RopeDesk, changed: () => void) {
  const pictures = createNewest('picture');
  const reaches = createNewest('studies');
  let wish: RopeState | null = null;
  let reachWish: RopeState | null = null;
  let picture: Followed | null = null;
  let reach: Reaches | null = null;
  let refusal: Refusal | null = null;
  let reachRefusal: Refusal | null = null;
  let late = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function again(): void {
    wish = null;
    reachWish = null;
    changed();
  }

  async function ask(state: RopeState, signal: AbortSignal): Promise<void> {
    const before = picture;
    const had = before?.state ?? null;
    const input = {
      state,
      sentence: !isSame(had, state, ofSentence),
      lengths: isSame(had, state, ofSpans)
        ? null
        : lengthsOf(method, state.spec, state),
    };
    const got = await desk.ask('picture', input, { signal });
    // What was not asked for is that of the picture before.
    picture = {
      ...got,
      state,
      sentence: got.sentence ?? (before as Followed).sentence,
      spans: got.spans ?? (before as Followed).spans,
    };
  }

  async function refuse(
    error: unknown,
    state: RopeState,
    signal: AbortSignal,
  ): Promise<Refusal> {
    const { failure, lost } = readError(error);
    if (lost) {
      return refusalOf(failure, picture ? 'earlier' : 'nothing', again);
    }
    if (picture !== null) return refusalOf(failure, 'earlier');
    const { spec } = state;
    const alone = failure.param.startsWith(prefix);
    if (!alone && !Object.hasOwn(scene, failure.param)) {
      return refusalOf(failure, 'nothing');
    }
    // Its control stands among the pictures, which must not be empty then.
    const other = alone ? state : { ...firstScene, spec };
    try {
      await ask({ ...other, second: null }, signal);
      return refusalOf(failure, alone ? 'alone' : 'first');
    } catch {
      return refusalOf(failure, 'nothing');
    }
  }

  async function make(state: RopeState, signal: AbortSignal): Promise<void> {
    try {
      await ask(state, signal);
      refusal = null;
    } catch (error) {
      if (signal.aborted) return;
      refusal = await refuse(error, state, signal);
    }
    if (wish === state) {
      clearTimeout(timer);
      late = false;
    }
    changed();
  }

  function clock(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      late = true;
      changed();
    }, lateMs);
  }

  async function makeReach(state: RopeState, signal: AbortSignal) {
    const told = (coarse: Reaches) => {
      reach = coarse;
      changed();
    };
    try {
      told(await desk.ask('reach', state, { signal, told }));
      reachRefusal = null;
    } catch (error) {
      if (signal.aborted) return;
      const { failure, lost } = readError(error);
      reachRefusal = refusalOf(failure, 'missing', lost ? again : undefined);
    }
    changed();
  }

  return {
    picture: () => picture,
    reach: () => reach,
    /** Asks for the pictures of a state, and says what they show. */
    want(state: RopeState): Drawn {
      if (!isSame(wish, state, ofPicture)) {
        wish = state;
        clock();
        pictures.want((signal) => make(state, signal));
      }
      // Scores by distance follow the pictures, of states that can be drawn.
      if (picture !== null) {
        const { state: drawn } = picture;
        const own = { ...drawn, word: state.word, reach: state.reach };
        if (!isSame(reachWish, own, ofReach)) {
          reachWish = own;
          reaches.want((signal) => makeReach(own, signal));
        }
      }
      if (refusal !== null || reachRefusal !== null) {
        return refusal ?? reachRefusal;
      }
      return late && picture !== null ? 'outdated' : null;
    },
    /** Gives up what is not done, because nobody looks at it. */
    stop(): void {
      clearTimeout(timer);
      pictures.stop();
      reaches.stop();
      wish = null;
      reachWish = null;
    },
  };
}
