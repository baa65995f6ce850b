// Computes what the view draws: here what takes a few milliseconds, so that
// pictures follow a slider; in a worker what takes longer.

import { createNewest } from '../../../engine/newest.js';
import { readError } from '../../../engine/trouble.js';
import { splitWords } from '../../../figures/words/words.js';
import { attempt, type Failure, type Outcome } from '../../../shell/failure.js';
import { nextTask } from '../../../state/task.js';
import { checkState } from '../numbers/compare.js';
import { type Computed, compute, computeInTurns } from '../numbers/computed.js';
import type { AttentionState } from '../state/state.js';
import { createAttentionDesk } from './jobs.js';
import type { Supply } from './supply.js';

/** Products that are computed here, at most; about four milliseconds. */
const mostHere = 4e6;

/** Words of the profile, which one query meets. */
const profiled = 129;

/** Maps of all words that each side needs. */
const maps = 6;

/** The work of drawing a number of a vector, in products. */
const drawing = 20;

/** The work of a pair of positions that reads a row of a table, in products. */
const reading = 60;

/** The products that a state takes for a side, about. */
export function costOf({
  text,
  beside,
  heads,
  headDim,
  size,
}: AttentionState): number {
  const [first, second] = [text, beside].map((own) => splitWords(own).length);
  const words = Math.max(first ?? 0, second ?? 0);
  const side =
    heads * headDim * (maps * words ** 2 + profiled + drawing * words);
  return side + reading * size ** 2;
}

/** The part of a state that says how its numbers are shown. */
export function looksOf(state: AttentionState) {
  const { head, query, key, pair, zoom, of, pool, show, length } = state;
  return { head, query, key, pair, zoom, of, pool, show, length };
}

/** What the numbers follow from: the state, without how they are shown. */
export function keyOf(state: AttentionState): string {
  return JSON.stringify(
    Object.entries(state).filter(([name]) => !(name in looksOf(state))),
  );
}

/** What was computed last. */
export interface Made {
  readonly state: AttentionState;
  readonly outcome: Outcome<Computed>;
}

/** What is known of a state. */
export interface Known {
  /** What was computed last, which may be of an earlier state. */
  readonly made: Made | null;
  /** Whether that is of this state. */
  readonly current: boolean;
  /** Why the worker could not compute this state. */
  readonly trouble: Failure | null;
}

/** @param changed called when there is more to know */
export function createComputing(supply: Supply, changed: () => void) {
  const desk = createAttentionDesk('sentence');
  const work = createNewest('picture');
  /** The key of what is made, and of what is asked for. */
  let [key, asked] = ['', ''];
  let made: Made | null = null;
  let trouble: Failure | null = null;

  /** Asks for a state that takes long, or for tables that are not here yet. */
  function ask(state: AttentionState, wanted: string): void {
    work.want(async (signal) => {
      try {
        if (!supply.has(state)) await supply.bring(state);
        if (costOf(state) > mostHere) {
          const outcome = await desk.ask('sentence', state, { signal });
          made = { state, outcome };
          key = wanted;
        }
      } catch (error) {
        if (signal.aborted || wanted !== asked) return;
        trouble = readError(error).failure;
      }
      changed();
    });
  }

  /** Gives up what the worker was asked for. */
  function rest(): void {
    if (asked !== '') work.stop();
    asked = '';
    trouble = null;
  }

  return {
    /** Computes a state that is computed here, each step in a task of its own. */
    async prepare(state: AttentionState): Promise<void> {
      if (attempt(() => checkState(state)).failure !== null) return;
      if (costOf(state) > mostHere || !supply.has(state)) return;
      const outcome = await computeInTurns(supply.pe, state, nextTask);
      made = { state, outcome };
      key = keyOf(state);
    },
    /** What is known of a state, after its numbers were computed or asked for. */
    knownOf(state: AttentionState): Known {
      const { failure } = attempt(() => checkState(state));
      if (failure !== null) {
        rest();
        const refused = { state, outcome: { value: null, failure } };
        return { made: refused, current: true, trouble: null };
      }
      const wanted = keyOf(state);
      if (wanted === key) rest();
      else if (costOf(state) <= mostHere && supply.has(state)) {
        rest();
        made = { state, outcome: compute(supply.pe, state) };
        key = wanted;
      } else if (wanted !== asked) {
        asked = wanted;
        trouble = null;
        ask(state, wanted);
      }
      return { made, current: wanted === key, trouble };
    },
    /** Asks again for what the worker could not compute. */
    retry(): void {
      rest();
      changed();
    },
    /** Gives up what is not computed yet, and the worker with its memory. */
    leave(): void {
      rest();
      desk.close();
    },
  };
}
