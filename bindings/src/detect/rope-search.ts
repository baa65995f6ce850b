/** Searches the rope that explains frequencies, or a reading of tables. */

import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import { THETAS } from '../rotary/thetas.js';
import {
  asExpected,
  differences,
  EXPECTED,
  expectedTrials,
  MISTAKE,
} from './expected.js';
import type { ScheduleMistake } from './mistakes.js';
import { ANGLES, amplitudeOf, type Found, frequenciesOf } from './planes.js';
import {
  type FoundOptions,
  isLike,
  type Outcome,
  relativeOf,
  ropeOf,
  type Trial,
  tryFrequencies,
  tryPlanes,
  worstOf,
} from './rope-trial.js';
import { FACTORS, LENGTHS, proposalsOf } from './schedules.js';
import { otherwise, type Reading } from './sources.js';

/** What a search starts from. */
export interface Search {
  readonly heap: Heap;
  readonly expected: RopeCore | undefined;
  /** The position that was expected in the first row. */
  readonly start: number;
  /** Rows of the tables or heads. */
  readonly length?: number;
}

/** Ropes that are shown where none fits. */
const NEAREST = 4;

/** Ropes that may have frequencies: what was expected, or else all proposals. */
function trialsOf(
  { heap, expected, length }: Search,
  parts: FoundOptions,
  found: Found,
): readonly Trial[] {
  const pairs = found.frequencies.length;
  const own: ScheduleMistake[] =
    expected && expected.pairs !== pairs ? ['rotaryDim'] : [];
  const proposals = proposalsOf(heap, found);
  if (!expected || own.length > 0) {
    return proposals.flatMap((proposal) => {
      const options = { ...parts, ...proposal.options };
      const core = ropeOf(heap, options);
      if (!core) return [];
      const others = expected ? differences(options, expected) : [];
      return [{ ...proposal, options, core, mistakes: [...own, ...others] }];
    });
  }
  const seen = new Set<string>();
  const proposed = proposals.flatMap((proposal) => {
    const found = { ...parts, ...proposal.options };
    return asExpected(found, expected).flatMap((options, i, all) => {
      const id = JSON.stringify(options);
      const core = seen.has(id) ? undefined : ropeOf(heap, options);
      seen.add(id);
      if (!core) return [];
      const mistakes = differences(options, expected);
      // What has more of the rope that was expected goes first.
      const near = i < all.length - 1;
      const cost = near ? EXPECTED + MISTAKE * mistakes.length : proposal.cost;
      return [{ ...proposal, options, core, mistakes, cost }];
    });
  });
  return [...expectedTrials(heap, expected, length), ...proposed];
}

/** The trials whose frequencies are like those found; else the nearest. */
function likely(trials: readonly Trial[], found: Found): readonly Trial[] {
  const like = trials.filter(({ core }) => isLike(core, found));
  if (like.length > 0) return like;
  const worst = ({ core }: Trial) =>
    worstOf(found.frequencies, core.frequencies);
  return [...trials].sort((a, b) => worst(a) - worst(b)).slice(0, NEAREST);
}

/** Neighbours of a base and of a factor that are not the same to a user. */
const [NEAR_BASE, NEAR_FACTOR] = [1.02, 1.05];

/**
 * An outcome of usual numbers, of which it was not known whether others are as
 * good: they are sure if numbers near to them do not fit.
 */
function sharpened<O extends Outcome>(
  { heap }: Search,
  outcome: O,
  fits: (trial: Trial) => boolean,
): O {
  const { options, sure } = outcome;
  const { theta = 10000, scaling } = options;
  const factor = scaling && 'factor' in scaling ? scaling.factor : undefined;
  if (!outcome.fits) return outcome;
  if (!scaling && sure && outcome.core.pairs > 1) {
    // A schedule may have changed slow pairs of which the numbers say nothing.
    const { theta: _, ...others } = options;
    const frequencies = Array.from(outcome.core.frequencies);
    frequencies.push((frequencies.pop() ?? 0) / 2);
    const slower = { ...others, frequencies };
    const core = options.frequencies ? undefined : ropeOf(heap, slower);
    const unseen = core && fits({ ...outcome, options: slower, core });
    return unseen ? { ...outcome, sure: false } : outcome;
  }
  const length =
    scaling && 'originalMaxPosition' in scaling
      ? scaling.originalMaxPosition
      : undefined;
  const usual =
    (factor === undefined || FACTORS.includes(factor)) &&
    (length === undefined || LENGTHS.includes(length));
  if (sure || !usual || !THETAS.includes(theta)) return outcome;
  const changes: FoundOptions[] = [{ theta: theta * NEAR_BASE }];
  if (factor !== undefined) {
    const other = { ...scaling, factor: factor * NEAR_FACTOR };
    changes.push({ scaling: other as NonNullable<FoundOptions['scaling']> });
  }
  const others = changes.some((change) => {
    const near = { ...options, ...change };
    const core = ropeOf(heap, near);
    return core !== undefined && fits({ ...outcome, options: near, core });
  });
  return { ...outcome, sure: !others };
}

/** Tries ropes on frequencies. */
export function searchFrequencies(
  search: Search,
  parts: FoundOptions,
  found: Found,
  dtype: DType,
): readonly Outcome[] {
  return likely(trialsOf(search, parts, found), found).map((trial) => {
    const outcome = tryFrequencies(search.heap, trial, found, dtype);
    return sharpened(search, outcome, ({ core }) => isLike(core, found));
  });
}

/** An outcome, and the reading of the table that it explains. */
export interface ReadOutcome extends Outcome {
  readonly reading: Reading;
}

/** Rows from which frequencies are found where angles have 16 bits. */
const FEW = 64;

/** Tries ropes on a reading of tables, which may turn the wrong way. */
export function searchReadings(
  search: Search,
  parts: FoundOptions,
  reading: Reading,
  dtype: DType,
  turned = false,
): readonly ReadOutcome[] {
  const { planes } = reading;
  const amplitude = amplitudeOf(planes);
  if (amplitude === undefined) return [];
  const found = frequenciesOf(planes, amplitude, relativeOf(dtype));
  const sum = found.frequencies.reduce((a, b) => a + b, 0);
  if (sum < 0 && !turned) {
    return otherwise(reading).flatMap((other) =>
      searchReadings(search, parts, other, dtype, true),
    );
  }
  const explore = (found: Found) => {
    const trials = trialsOf(search, parts, found);
    return likely(trials, found).flatMap((trial) => {
      const { heap, start } = search;
      const outcome = tryPlanes(heap, trial, planes, dtype, start);
      if (!outcome) return [];
      const fits = (near: Trial) =>
        tryPlanes(heap, near, planes, dtype, start)?.fits ?? false;
      const sharp = search.expected
        ? outcome
        : sharpened(search, outcome, fits);
      const found = named(search, reading, trial, sharp);
      // One row says nothing of a schedule.
      const alone = planes.rows.length === 1 && !search.expected;
      return [alone || !found.placed ? { ...found, sure: false } : found];
    });
  };
  const fine = explore(found);
  if (fine.some(({ fits }) => fits)) return fine;
  const rough = frequenciesOf(planes, amplitude, ANGLES.half, FEW);
  return [...fine, ...explore(rough)];
}

/** Names in what an outcome and its table differ from what was expected. */
function named(
  { expected, start }: Search,
  reading: Reading,
  trial: Trial,
  outcome: Outcome,
): ReadOutcome {
  const { cache, ...order } = reading.order;
  const { layout, outLayout = layout, rotaryStart = 0 } = order;
  const mistakes = [...outcome.mistakes, ...reading.mistakes];
  const add = (mistake: ScheduleMistake, differs: boolean) => {
    if (differs && !mistakes.includes(mistake)) mistakes.push(mistake);
  };
  const found = { ...outcome.options, ...order };
  add('start', outcome.start !== start);
  if (!expected) return { ...outcome, options: found, mistakes, reading };
  const { attentionFactor } = trial.core;
  add('attentionFactor', outcome.core.attentionFactor !== attentionFactor);
  const isHeads = cache === undefined;
  if (isHeads) add('rotaryStart', rotaryStart !== expected.rotaryStart);
  // A single pair is the same in both layouts.
  const other =
    reading.planes.pairs > 1 &&
    layout !== undefined &&
    (outLayout !== expected.outLayout ||
      (isHeads && layout !== expected.layout));
  add('layout', other);
  const all = isHeads
    ? found
    : other
      ? { ...found, outLayout: undefined }
      : // Tables do not say in which layout the pairs are read.
        outcome.options;
  const own = mistakes.length - outcome.mistakes.length;
  const cost = outcome.cost + MISTAKE * own;
  return { ...outcome, options: all as FoundOptions, mistakes, cost, reading };
}
