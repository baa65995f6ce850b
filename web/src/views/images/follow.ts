// Follows the state with what the worker computes: the maps of both ways, those of
// larger pictures, and the positions of a sequence.

import { createFollower } from '../../engine/follow.js';
import type { Input, Output } from '../../engine/messages.js';
import type { Drawn, Refusal } from '../../shell/create-view.js';
import type { Work } from '../../state/pending.js';
import { keyOf } from './asked-key.js';
import type { ImagesDesk } from './desk/desk.js';
import type { ImagesJobs } from './desk/jobs.js';

/** What was computed, and of what. */
export interface Made<N extends keyof ImagesJobs> {
  readonly ask: Input<ImagesJobs, N>;
  readonly got: Output<ImagesJobs, N>;
}

export const isRefusal = (drawn: Drawn): drawn is Refusal =>
  drawn !== null && drawn !== 'outdated';

/** What the worker is asked for a state. */
export interface Asks {
  readonly maps: Input<ImagesJobs, 'maps'>;
  readonly beyond: Input<ImagesJobs, 'beyond'>;
  readonly ids: Input<ImagesJobs, 'ids'>;
}

/** `redraw` is called when there is something new to draw. */
export function createImagesFollower(desk: ImagesDesk, redraw: () => void) {
  /** Those who wait for the next change. */
  let waiting: (() => void)[] = [];

  function changed(): void {
    const all = waiting;
    waiting = [];
    for (const go of all) go();
    redraw();
  }

  function follow<N extends keyof ImagesJobs>(
    job: N,
    work: Work,
    what: string,
  ) {
    return createFollower<Input<ImagesJobs, N>, Made<N>>({
      work,
      same: (one, other) => keyOf(one) === keyOf(other),
      make: async (ask, signal) => ({
        made: { ask, got: await desk.ask(job, ask, { signal }) },
      }),
      refuse(failure, { made, retry }) {
        // The maps come first: without them there is nothing to see.
        const empty = made === null && job === 'maps';
        const age: Refusal['age'] = empty ? 'empty' : 'outdated';
        const seen = made
          ? `The pictures show earlier ${what}.`
          : `Nothing can be drawn of these ${what}.`;
        return {
          ...{ failure, seen, age },
          ...(retry && { retry: again }),
        };
      },
      changed,
    });
  }

  const maps = follow('maps', 'picture', 'values');
  const beyond = follow('beyond', 'studies', 'larger pictures');
  const ids = follow('ids', 'studies', 'sequences');

  /** All are lost with one worker. */
  function again(): void {
    for (const one of [maps, beyond, ids]) one.again();
  }

  const wantAll = (asks: Asks): Drawn[] => [
    maps.want(asks.maps),
    beyond.want(asks.beyond),
    ids.want(asks.ids),
  ];

  return {
    /** Kept once there are maps, or a reason why there are none. */
    async prepare(asks: Asks): Promise<void> {
      for (;;) {
        const [drawn = null] = wantAll(asks);
        if (maps.made() !== null || isRefusal(drawn)) return;
        await new Promise<void>((go) => waiting.push(go));
      }
    },
    ...{ maps: maps.made, beyond: beyond.made, ids: ids.made },
    /** Asks for all of a state, and says what the pictures show. */
    want(asks: Asks): Drawn {
      const drawn = wantAll(asks);
      return drawn.find(isRefusal) ?? drawn.find((one) => one !== null) ?? null;
    },
    /** Gives up what is not done, because nobody looks at it. */
    stop(): void {
      for (const one of [maps, beyond, ids]) one.stop();
    },
  };
}
