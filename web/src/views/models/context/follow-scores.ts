// Has the expected scores of schedules computed, and keeps the newest.

import { createNewest } from '../../../engine/newest.js';
import { readError } from '../../../engine/trouble.js';
import type { Outcome } from '../../../shell/failure.js';
import type { Scores, ScoresAsk } from './scores.js';

/** The most that are kept: those of a few moves of the slider. */
const most = 32;

type Ask = (ask: ScoresAsk, signal: AbortSignal) => Promise<Scores>;

async function loadDesk(): Promise<Ask> {
  const { createRotaryDesk } = await import('../desk/desk.js');
  const desk = createRotaryDesk();
  return (ask, signal) => desk.ask('scores', ask, { signal });
}

/** `changed` is called when there is something new to draw. */
export function createScores(
  changed: () => void,
  load: () => Promise<Ask> = loadDesk,
) {
  const newest = createNewest('studies');
  const kept = new Map<string, Outcome<Scores>>();
  let loading: Promise<Ask> | null = null;
  /** What was lost with a worker: another wish tries it again. */
  const lost = new Set<string>();
  let wish = '';
  let last = '';

  const idOf = (ask: ScoresAsk) => JSON.stringify(ask);

  function keep(id: string, outcome: Outcome<Scores>): void {
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(id, outcome);
  }

  async function compute(
    asks: readonly ScoresAsk[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const ask of asks) {
      const id = idOf(ask);
      if (kept.has(id)) continue;
      try {
        loading ??= load();
        const value = await (await loading)(ask, signal);
        keep(id, { value, failure: null });
      } catch (error) {
        if (signal.aborted) return;
        const trouble = readError(error);
        keep(id, { value: null, failure: trouble.failure });
        if (trouble.lost) {
          lost.add(id);
          loading = null;
        }
      }
    }
    changed();
  }

  return {
    /** What is there of what is asked, in its order; the rest is on its way. */
    want(asks: readonly ScoresAsk[]): readonly (Outcome<Scores> | undefined)[] {
      const ids = asks.map(idOf);
      const id = ids.join();
      if (id !== last) {
        if (lost.size > 0) wish = '';
        for (const one of lost) kept.delete(one);
        lost.clear();
        last = id;
      }
      const found = ids.map((one) => kept.get(one));
      if (found.includes(undefined) && id !== wish) {
        wish = id;
        newest.want((signal) => compute(asks, signal));
      }
      return found;
    },
    /** Gives up what is not done, because nobody looks at it. */
    stop(): void {
      newest.stop();
      wish = '';
    },
  };
}
