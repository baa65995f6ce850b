// The ropes that there are to choose: those of well-known models, and a plain one.

import type { RopeSpec } from 'posenc/rotary';

export interface KnownRope {
  /** The name of the model. */
  readonly name: string;
  /** The number of the layer whose rope it is. */
  readonly layer: number;
  /** The length of the texts of the first training, where the schedule tells it. */
  readonly trained: number | null;
  /** The most tokens that the model reaches as it is; null where it is not known. */
  readonly context: number | null;
  readonly spec: RopeSpec;
}

/** The rope that no model has to be chosen for. */
export const plainRope: KnownRope = {
  name: 'a plain rope',
  layer: 0,
  trained: null,
  context: null,
  spec: { method: 'rope', headDim: 128 },
};

/** How many pairs of a rope turn by positions. */
export function pairsOf({ spec }: Pick<KnownRope, 'spec'>): number {
  const { headDim = 0, rotaryDim = headDim } = spec;
  return rotaryDim / 2;
}
