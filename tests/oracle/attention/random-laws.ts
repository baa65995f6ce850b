/** Laws by which scores become weights, for random configurations. */

import type { AttentionOptions } from 'posenc';
import type { Scene, Weigh } from '../../support/attention-oracle/attention.js';
import type { Sees } from '../../support/attention-oracle/masks.js';
import {
  linear,
  retention,
  stickBreaking,
} from '../../support/attention-oracle/weighing.js';
import type { Random } from '../random.js';
import type { Maker } from './made.js';
import { mildBiases } from './random-biases.js';
import type { Places } from './random-kit.js';

/** A law, for both sides. */
export interface Law {
  readonly options: AttentionOptions;
  /** What it needs of masks. */
  readonly masks: 'causal' | undefined;
  places(drawn: Places): Places;
  /** The biases that it takes; all without them. */
  readonly biases?: readonly Maker[];
  /** What it makes of the scene of an item, given what queries see without it. */
  scene(places: Places, sees: Sees, item: number): Partial<Scene>;
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

/** Laws of products, whose biases are logarithms of factors. */
export function productsOf(random: Random): Law {
  const type = random.of(['linear', 'retention'] as const);
  const kept = [0, 1].map(retention);
  return {
    options: { weighing: { type } } as AttentionOptions,
    masks: undefined,
    places: (drawn) => drawn,
    biases: mildBiases,
    scene: (_, __, item) => ({
      weigh: type === 'linear' ? linear : (kept[item] as Weigh),
    }),
  };
}
