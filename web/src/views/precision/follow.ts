// Follows the state with what the worker computes: each figure has a wish of its own,
// so that none waits for what it does not show.

import { createFollower } from '../../engine/follow.js';
import type { Input, Output } from '../../engine/messages.js';
import type { Drawn, Refusal } from '../../shell/create-view.js';
import type { PrecisionDesk } from './desk/desk.js';
import type { PrecisionJobs } from './desk/jobs.js';
import type { KnownRope } from './ropes.js';
import type { PrecisionState } from './state.js';

type Name = keyof PrecisionJobs;

/** What was computed, with what it was asked for. */
export interface Made<N extends Name> {
  readonly rope: KnownRope;
  readonly asked: Input<PrecisionJobs, N>;
  readonly got: Output<PrecisionJobs, N>;
}

type Wish<N extends Name> = Pick<Made<N>, 'rope' | 'asked'>;

const isRefusal = (drawn: Drawn): drawn is Refusal =>
  drawn !== null && drawn !== 'outdated';

export function createPrecisionFollower(
  desk: PrecisionDesk,
  changed: () => void,
) {
  function again(): void {
    // All of them are lost with one worker.
    for (const one of [lines, place, firsts, scores]) one.again();
  }

  const follow = <N extends Name>(job: N, work: 'picture' | 'studies') =>
    createFollower<Wish<N>, Made<N>>({
      work,
      same: (one, other) =>
        JSON.stringify(one.asked) === JSON.stringify(other.asked),
      async make({ rope, asked }, signal, tell) {
        const told = (got: Made<N>['got']) => tell({ rope, asked, got });
        const got = await desk.ask(job, asked, { signal, told });
        return { made: { rope, asked, got } };
      },
      refuse: (failure, { made, retry }) => ({
        failure,
        age: made ? 'outdated' : 'empty',
        seen: made
          ? 'The pictures show earlier values.'
          : 'Nothing can be drawn with these values.',
        ...(retry ? { retry: again } : {}),
      }),
      changed,
    });

  const lines = follow('lines', 'picture');
  const place = follow('place', 'picture');
  const firsts = follow('firsts', 'studies');
  const scores = follow('scores', 'studies');

  /** Whether each figure has something to show. */
  const isThere = () =>
    [lines, place, firsts, scores].every((one) => one.made() !== null);

  return {
    isThere,
    lines: lines.made,
    place: place.made,
    firsts: firsts.made,
    scores: scores.made,
    want(rope: KnownRope, state: PrecisionState, pair: number | null): Drawn {
      const { spec } = rope;
      const { error, at, vectors, distance } = state;
      const scene = { vectors, distance };
      const drawn = [
        lines.want({ rope, asked: { spec } }),
        place.want({ rope, asked: { spec, at, ...scene } }),
        firsts.want({ rope, asked: { spec, pair, error } }),
        scores.want({ rope, asked: { spec, ...scene } }),
      ];
      return (
        drawn.find(isRefusal) ??
        (drawn.slice(0, 2).includes('outdated') ? 'outdated' : null)
      );
    },
    stop(): void {
      for (const one of [lines, place, firsts, scores]) one.stop();
    },
  };
}
