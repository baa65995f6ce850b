// All that the view draws of a state, or the reason why it cannot be drawn.

import type { Attention } from 'posenc/attention';
import { computeIndices, type Indices } from '../../../figures/rows/indices.js';
import { attempt, type Outcome } from '../../../shell/failure.js';
import { slots } from '../state/slots.js';
import {
  type AttentionState,
  type BySide,
  bySide,
  type SideName,
  sides,
} from '../state/state.js';
import { type Compared, checkState, compareSide } from './compare.js';
import { computeProfile, type Profile } from './profile.js';
import { computePairing, type Pairing, type Story, textsOf } from './story.js';

/** The path on this view of a parameter that an error names. */
function pathIn(side: SideName, param: string): string {
  if (param === 'start' || /^(?:key|query)Start$/.test(param)) return 'start';
  const slot = slots.find(({ option }) => {
    return option !== undefined && new RegExp(`^${option}\\b`).test(param);
  });
  if (slot?.option === undefined) return param;
  return `${side}.${slot.family}${param.slice(slot.option.length)}`;
}

/** Computes for a side, and gives parameters in errors the names of the view. */
function attemptFor<T>(
  state: AttentionState,
  side: SideName,
  compute: () => T,
): Outcome<T> {
  const outcome = attempt(compute);
  if (outcome.failure === null) return outcome;
  const { failure } = outcome;
  const own = pathIn(side, failure.param);
  // What attention does not name is an option of the table.
  const { table } = state[side];
  const inTable = failure.message.startsWith(`${table?.method}:`);
  const param =
    inTable && own === failure.param && own !== 'start'
      ? `${side}.table.${own}`
      : own;
  return { value: null, failure: { ...failure, param } };
}

export interface OfSide {
  readonly compared: Compared;
  /** Both texts, early and late. */
  readonly pairing: Pairing;
  /**
   * A profile reaches farther than the sentence, so that a table may be too
   * short for it alone.
   */
  readonly profile: Outcome<Profile>;
}

/** All that is drawn of a sentence. */
export interface Computed {
  readonly sides: BySide<OfSide>;
  readonly story: Story;
  readonly indices: Indices;
}

/**
 * Computes what the view draws, and lets go between its steps, each of which
 * takes a part of a second at most.
 */
function* computeInSteps(
  pe: Attention,
  state: AttentionState,
): Generator<void, Outcome<Computed>> {
  const checked = attempt(() => {
    checkState(state);
    return textsOf(state);
  });
  if (checked.failure !== null) return checked;
  const made: Partial<Record<SideName, OfSide>> = {};
  for (const side of sides) {
    const own = state[side];
    const compared = attemptFor(state, side, () => compareSide(pe, state, own));
    if (compared.failure !== null) return compared;
    yield;
    const pairing = attemptFor(state, side, () =>
      computePairing(pe, state, own),
    );
    if (pairing.failure !== null) return pairing;
    yield;
    const profile = attempt(() => computeProfile(pe, state, own));
    made[side] = { compared: compared.value, pairing: pairing.value, profile };
    yield;
  }
  const { scheme, size } = state;
  const indices = attempt(() => computeIndices(pe, scheme, size));
  if (indices.failure !== null) return indices;
  const both = made as BySide<OfSide>;
  const story = {
    ...checked.value,
    sides: bySide((side) => both[side].pairing),
  };
  const value = { sides: both, story, indices: indices.value };
  return { value, failure: null };
}

export function compute(
  pe: Attention,
  state: AttentionState,
): Outcome<Computed> {
  const steps = computeInSteps(pe, state);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Computes it, and awaits `pause` before each step, so that others have a turn. */
export async function computeInTurns(
  pe: Attention,
  state: AttentionState,
  pause: () => Promise<void>,
): Promise<Outcome<Computed>> {
  const steps = computeInSteps(pe, state);
  for (;;) {
    await pause();
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The work that computes it, for a desk. */
export interface SentenceJobs {
  sentence: {
    readonly input: AttentionState;
    readonly output: Outcome<Computed>;
  };
}
