/** Laws by which scores become weights, for random configurations. */

import type { AttentionOptions } from 'posenc';
import type { Scene } from '../../support/attention-oracle/attention.js';
import type { Sees } from '../../support/attention-oracle/masks.js';
import { stickBreaking } from '../../support/attention-oracle/weighing.js';
import type { Random } from '../random.js';
import type { Places } from './random-kit.js';

/** A law, for both sides. */
export interface Law {
  readonly options: AttentionOptions;
  /** What it needs of masks. */
  readonly masks: 'causal' | undefined;
  places(drawn: Places): Places;
  /** What it makes of a scene, given what queries see without it. */
  scene(places: Places, sees: Sees): Partial<Scene>;
}

/** Stick-breaking, whose keys stand in the order of their positions. */
export function sticksOf(random: Random): Law {
  const current = random.next() < 0.5;
  const remainder = random.next() < 0.5;
  const rising = (list: readonly number[]) => [...list].sort((a, b) => a - b);
  return {
    options: {
      weighing: {
        type: 'stick-breaking',
        ...((current || random.next() < 0.5) && { current }),
        ...(remainder && { remainder }),
      },
    } as AttentionOptions,
    masks: 'causal',
    places({ options, ...places }) {
      const keyAt = rising(places.keyAt);
      const { keyPositions } = options;
      return {
        ...{ ...places, keyAt },
        options: { ...options, ...(keyPositions && { keyPositions: keyAt }) },
      };
    },
    scene({ queryAt, keyAt }, sees) {
      const own = (i: number, j: number) => queryAt[i] === keyAt[j];
      return {
        sees: (i, j, head) => sees(i, j, head) && (current || !own(i, j)),
        weigh: stickBreaking(
          remainder
            ? (i, head) => {
                const at = keyAt.findIndex((_, j) => own(i, j));
                return at >= 0 && sees(i, at, head) ? at : undefined;
              }
            : undefined,
        ),
      };
    },
  };
}
