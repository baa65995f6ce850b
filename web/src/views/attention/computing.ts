// Computes what the view draws: here what takes a few milliseconds, so that
// pictures follow a slider; in a worker what takes longer.

import type { Posenc } from 'posenc';
import { splitWords } from '../../figures/words/words.js';
import { attempt, type Outcome } from '../../shell/failure.js';
import { checkState } from './compare.js';
import { type Computed, compute } from './computed.js';
import type { AttentionState } from './state.js';
import { createWatched } from './watched.js';

/** Products that are computed here, at most; about four milliseconds. */
const mostHere = 4e6;

/** Words of the profile, which one query meets. */
const profiled = 129;

/** Maps of all words that each side needs. */
const maps = 6;

/** The work of drawing a number of a vector, in products. */
const drawing = 20;

/** The products that a state takes for a side, about. */
export function costOf({
  text,
  beside,
  heads,
  headDim,
}: AttentionState): number {
  const [first, second] = [text, beside].map((own) => splitWords(own).length);
  const words = Math.max(first ?? 0, second ?? 0);
  return heads * headDim * (maps * words ** 2 + profiled + drawing * words);
}

/** What the numbers follow from: the state, without what says how they are shown. */
export function keyOf(state: AttentionState): string {
  const { head, query, key, pair, zoom, of, pool, show, ...rest } = state;
  return JSON.stringify(rest);
}

/** @param ready called when a worker has computed what was asked for */
export function createComputing(pe: Posenc, ready: () => void) {
  let key = '';
  let asked = '';
  let outcome: Outcome<Computed> | null = null;

  function take(of: string, made: Outcome<Computed>): void {
    key = of;
    outcome = made;
  }

  const work = createWatched<AttentionState, Outcome<Computed>>({
    make: () =>
      new Worker(new URL('./compute-worker.ts', import.meta.url), {
        type: 'module',
      }),
    work: 'picture',
    answered(made) {
      take(asked, made);
      ready();
      return false;
    },
    replaced() {},
    broken() {
      const message =
        'The worker that computes these numbers stopped three times.';
      const failure = { message, code: 'PAGE_WORKER', param: '' };
      take(asked, { value: null, failure });
      ready();
    },
  });

  return {
    /** What is computed of a state; null if a worker is asked for it. */
    outcomeOf(state: AttentionState): Outcome<Computed> | null {
      const wanted = keyOf(state);
      if (wanted === key) return outcome;
      const { failure } = attempt(() => checkState(state));
      if (failure !== null || costOf(state) <= mostHere) {
        asked = '';
        work.stop();
        take(wanted, compute(pe, state));
        return outcome;
      }
      if (wanted !== asked) {
        asked = wanted;
        work.ask(state);
      }
      return null;
    },
    /** Gives up what is not computed yet, and the worker with its memory. */
    leave(): void {
      asked = '';
      work.close();
    },
  };
}
