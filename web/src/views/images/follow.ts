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

const isRefusal = (drawn: Drawn): drawn is Refusal =>
  drawn !== null && drawn !== 'outdated';

/** `changed` is called when there is something new to draw. */
export function createImagesFollower(desk: ImagesDesk, changed: () => void) {
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

  return {
    ...{ maps: maps.made, beyond: beyond.made, ids: ids.made },
    /** Asks for all of a state, and says what the pictures show. */
    want(asks: {
      readonly maps: Input<ImagesJobs, 'maps'>;
      readonly beyond: Input<ImagesJobs, 'beyond'>;
      readonly ids: Input<ImagesJobs, 'ids'>;
    }): Drawn {
      const drawn = [
        maps.want(asks.maps),
        beyond.want(asks.beyond),
        ids.want(asks.ids),
      ];
      return drawn.find(isRefusal) ?? drawn.find((one) => one !== null) ?? null;
    },
    /** Gives up what is not done, because nobody looks at it. */
    stop(): void {
      for (const one of [maps, beyond, ids]) one.stop();
    },
  };
}
