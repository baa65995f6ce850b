/** Searches the rope that explains frequencies, or a reading of tables. */

import type { DType } from '../base/dtype.js';
import type { Heap } from '../core/memory.js';
import type { RopeCore } from '../rotary/core.js';
import { THETAS } from '../rotary/thetas.js';
import { differences, expectedTrials } from './expected.js';
import type { ScheduleMistake } from './mistakes.js';
import { ANGLES, amplitudeOf, type Found, frequenciesOf } from './planes.js';
import {
  type FoundOptions,
  isLike,
  type Outcome,
  ropeOf,
  type Trial,
  tryFrequencies,
  tryPlanes,
  worstOf,
} from './rope-trial.js';
import { FACTORS, proposalsOf } from './schedules.js';
import { otherwise, type Reading } from './sources.js';

/** What a search starts from. */
export interface Search {
  readonly heap: Heap;
  readonly expected: RopeCore | undefined;
  /** The position that was expected in the first row. */
  readonly start: number;
}

/** Ropes that are shown where none fits. */
const NEAREST = 4;

/** Ropes that may have frequencies: what was expected, or else all proposals. */
function trialsOf(
  { heap, expected }: Search,
  parts: FoundOptions,
  found: Found,
): readonly Trial[] {
  const pairs = found.frequencies.length;
  const own: ScheduleMistake[] =
    expected && expected.pairs !== pairs ? ['rotaryDim'] : [];
  const proposed = proposalsOf(heap, found).flatMap((proposal) => {
    const options = { ...parts, ...proposal.options };
    const core = ropeOf(heap, options);
    if (!core) return [];
    const mistakes = expected
      ? [...own, ...differences(options, expected)]
      : [];
    return [{ ...proposal, options, core, mistakes }];
  });
  if (!expected || own.length > 0) return proposed;
  return [...expectedTrials(heap, expected), ...proposed];
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
  const usual = factor === undefined || FACTORS.includes(factor);
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
  const relative = dtype === 'float64' ? 2 ** -44 : ANGLES.float32;
  const found = frequenciesOf(planes, amplitude, relative);
  const sum = found.frequencies.reduce((a, b) => a + b, 0);
  if (sum < 0 && !turned) {
    return otherwise(reading).flatMap((other) =>
      searchReadings(search, parts, other, dtype, true),
    );
  }
  const explore = (found: Found) => {
    const trials = trialsOf(search, parts, found);
    return likely(trials, found).flatMap((trial) => {
      const outcome = tryPlanes(search.heap, trial, planes, dtype);
      if (!outcome) return [];
      const fits = (near: Trial) =>
        tryPlanes(search.heap, near, planes, dtype)?.fits ?? false;
      const sharp = search.expected
        ? outcome
        : sharpened(search, outcome, fits);
      const found = named(search, reading, trial, sharp);
      // One row says nothing of a schedule.
      const alone = planes.rows.length === 1 && !search.expected;
      return [alone ? { ...found, sure: false } : found];
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
  const { cache, layout } = reading.order;
  const mistakes = [...outcome.mistakes, ...reading.mistakes];
  const add = (mistake: ScheduleMistake, differs: boolean) => {
    if (differs && !mistakes.includes(mistake)) mistakes.push(mistake);
  };
  const { attentionFactor } = trial.core;
  const wanted = cache === undefined ? expected?.layout : expected?.outLayout;
  add('start', outcome.start !== start);
  add(
    'attentionFactor',
    expected !== undefined && outcome.core.attentionFactor !== attentionFactor,
  );
  add(
    'layout',
    expected !== undefined && layout !== undefined && layout !== wanted,
  );
  const { cache: _, ...order } = reading.order;
  // What was expected may read pairs in one layout and write them in another.
  const right = expected !== undefined && layout === wanted;
  const options = right ? outcome.options : { ...outcome.options, ...order };
  return { ...outcome, options, mistakes, reading };
}
