/** Tries the known ways of turning heads, and what lies between them. */

import type { Heap } from '../../core/memory.js';
import type { Precision } from '../../core/oscillators.js';
import type { RotaryLayout } from '../../core/wasm/calls.js';
import type { RopeCore } from '../core.js';
import { type Factors, measureFit } from './fit.js';
import {
  type LayoutMistake,
  type NamedForm,
  plainForms,
  slippedForms,
  type Turn,
  turnOf,
} from './hypotheses.js';
import { type Sample, sampleRows } from './sample.js';

/** A way in which heads may have been turned, and how well it fits. */
export interface LayoutHypothesis {
  /** What is wrong in it; empty if nothing is. */
  readonly mistakes: readonly LayoutMistake[];
  /**
   * |found - expected| / |found| of the heads that were compared: about 1.4 for
   * unrelated numbers.
   */
  readonly residual: number;
  /** Whether the heads cannot tell it from the best one. */
  readonly fits: boolean;
  /** Layout of the heads before the rotation. */
  readonly layout: RotaryLayout;
  /** Layout of the turned heads. */
  readonly outLayout: RotaryLayout;
  /** 1 if angles are positions times frequencies, -1 for their opposites. */
  readonly sign: 1 | -1;
  /** Base of the frequencies. */
  readonly theta: number;
  /** Number of components that are turned. */
  readonly rotaryDim: number;
  /** The first component that is turned. */
  readonly rotaryStart: number;
  /** What is added to the given positions. */
  readonly offset: number;
  /** What the given positions are divided by. */
  readonly factor: number;
  /** Factor of the turned components, or with `scale` of all. */
  readonly scale: number;
  /** Type to which positions are rounded. */
  readonly positionDtype: 'float64' | 'float16' | 'bfloat16';
  /** The computation of the angles. */
  readonly precision: Precision;
  /** Which of two outputs has the mistakes: `reference` only if it was given. */
  readonly in: 'after' | 'reference';
}

/** Heads before and after, and the rope that may lie between them. */
export interface Trial {
  readonly sample: Sample;
  readonly core: RopeCore;
  readonly positions: Float64Array;
  /** What may have been used instead of the rope's tables, and these. */
  readonly turns: readonly Turn[];
  /** Whether the rope is what was expected, and not one of several guesses. */
  readonly known: boolean;
  readonly in: LayoutHypothesis['in'];
}

type Heads = Pick<Trial, 'sample' | 'positions'>;

/** A hypothesis, and how to try others near to it. */
export interface Found extends Omit<LayoutHypothesis, 'fits'> {
  readonly of: {
    readonly trial: Trial;
    readonly form: NamedForm;
    readonly turn: Turn;
    /** Whether a number of it was fitted to the heads. */
    readonly estimated: boolean;
  };
}

/** Hypotheses fit alike if their residuals differ by less than this factor. */
export const ALIKE = 1.25;

/** A factor nearer to 1 than this is rounding. */
const NEGLIGIBLE = 1e-3;

/** Tries one way, and with another factor if that fits much better. */
function test(
  trial: Trial,
  form: NamedForm,
  turn: Turn,
  estimated = false,
): readonly Found[] {
  const { sample, core } = trial;
  const { pairs, rotaryStart, moved } = turn;
  const { offset = 0, factor = 1, dtype = 'float64' } = moved;
  const made = (
    residual: number,
    scale: number,
    more: readonly LayoutMistake[],
  ): Found => ({
    mistakes: [...form.mistakes, ...turn.mistakes, ...more],
    residual,
    layout: form.layout,
    outLayout: form.outLayout,
    sign: form.sign,
    theta: turn.core.theta,
    rotaryDim: 2 * pairs,
    rotaryStart,
    offset,
    factor,
    scale,
    positionDtype: dtype,
    precision: turn.core.turns.precision,
    in: trial.in,
    of: { trial, form, turn, estimated: estimated || scale !== 1 },
  });
  const plain = measureFit(sample, form, turn);
  const all = [made(plain.residual, 1, [])];
  const tryFactor = (scale: number, factors: Factors, name: LayoutMistake) => {
    if (!(scale > 0) || Math.abs(scale - 1) < NEGLIGIBLE) return;
    const { residual } = measureFit(sample, form, turn, factors);
    if (residual < plain.residual / 2) all.push(made(residual, scale, [name]));
  };
  const { turned, all: each } = plain.factor;
  const whole = 2 * pairs === sample.headDim;
  const { amplitude } = core.turns;
  const isMissing = [turned * amplitude, turned / amplitude].some(
    (x) => amplitude !== 1 && Math.abs(x - 1) < NEGLIGIBLE,
  );
  if (!whole || isMissing) tryFactor(turned, [turned, 1], 'attentionFactor');
  if (!whole || !isMissing) tryFactor(each, [each, each], 'scale');
  return all;
}

/** Tries the turns of a trial: those of its rope with every form. */
export function testKnown(trial: Trial): readonly Found[] {
  const plain = plainForms(trial.core, trial.known);
  return trial.turns.flatMap((turn, i) => {
    const forms = i === 0 ? [...plain, ...slippedForms(plain)] : plain;
    // Heads that are not turned have no layout.
    const used = turn.mistakes[0] === 'unturned' ? forms.slice(0, 1) : forms;
    return used.flatMap((form) => test(trial, form, turn));
  });
}

/** Tries positions that are shifted by up to `most`. */
export function testShifts(
  heap: Heap,
  trial: Trial,
  most: number,
): readonly Found[] {
  const { sample, core, positions, known } = trial;
  // The longest row decides which shift is tried on all rows.
  const rows = Array.from(positions, (_, row) => sampleRows(sample, [row]));
  const length = ({ y }: Sample) => y.reduce((sum, b) => sum + b * b, 0);
  const longest = rows.reduce((a, b) => (length(b) > length(a) ? b : a));
  const at = positions[rows.indexOf(longest)] as number;
  const places = Float64Array.from(
    { length: 2 * most + 1 },
    (_, i) => at + i - most,
  );
  const { cos, sin, ...tables } = turnOf(heap, core, places);
  const row = (table: Float64Array, i: number) =>
    table.subarray(i * core.pairs, (i + 1) * core.pairs);
  let best = {
    residual: Infinity,
    form: plainForms(core, known)[0],
    offset: 0,
  };
  for (const form of plainForms(core, known)) {
    places.forEach((_, i) => {
      const turn = { ...tables, cos: row(cos, i), sin: row(sin, i) };
      const { residual } = measureFit(longest, form, turn);
      if (residual < best.residual) best = { residual, form, offset: i - most };
    });
  }
  const { form, offset } = best;
  if (!form || offset === 0) return [];
  const moved = { offset };
  return test(trial, form, turnOf(heap, core, positions, moved, ['offset']));
}

/** Bases from the least to the largest, in steps that angles can follow. */
const [LEAST, LARGEST, STEP] = [4, 1e10, 1.25];

/** Rows up to this position give the base roughly; others sharpen it. */
const NEAR = 64;

/** Finds the base of the frequencies that fits best. */
export function testBases(heap: Heap, trial: Trial): readonly Found[] {
  const { sample, core, positions, known } = trial;
  const all = Array.from(positions, (_, row) => row);
  const near = all.filter((row) => Math.abs(positions[row] as number) <= NEAR);
  const rows = near.length > 0 ? near : all;
  const places = Float64Array.from(rows, (row) => positions[row] as number);
  const few: Heads = { sample: sampleRows(sample, rows), positions: places };
  const mistakes = known ? (['theta'] as const) : [];
  const turnAt = (theta: number, { positions }: Heads) =>
    turnOf(heap, core.withOptions({ theta }), positions, {}, mistakes);
  const forms = plainForms(core, known);
  let best = { residual: Infinity, theta: LEAST, form: forms[0] };
  for (let theta = LEAST; theta < LARGEST; theta *= STEP) {
    const turn = turnAt(theta, few);
    for (const form of forms) {
      const { residual } = measureFit(few.sample, form, turn);
      if (residual < best.residual) best = { residual, theta, form };
    }
  }
  const { form } = best;
  if (!form) return [];
  const residualAt = (of: Heads) => (theta: number) =>
    measureFit(of.sample, form, turnAt(theta, of)).residual;
  const rough = sharpened(residualAt(few), best.theta, STEP);
  const theta = sharpened(residualAt(trial), rough, 1.001);
  // Bases of models are round: the shortest one that fits nearly as well is it.
  const digits = [1, 2, 3, 4, 5, 6, 7];
  const round = digits.map((count) => Number(theta.toPrecision(count)));
  const wanted = 1.25 * residualAt(trial)(theta);
  const found = round.find((theta) => residualAt(trial)(theta) <= wanted);
  return test(trial, form, turnAt(found ?? theta, trial), true);
}

/** Bases that differ by less than this factor are neighbours. */
const NEIGHBOURS = 1.1;

/**
 * Tries the bases near to that of a hypothesis, and gives the one that fits best
 * if it fits clearly better.
 */
export function testNeighbours(
  heap: Heap,
  { of: { trial, form, turn }, mistakes, residual }: Found,
): readonly Found[] {
  if (mistakes.includes('unturned') || turn.stride !== turn.pairs) return [];
  const named = [...turn.mistakes, ...(trial.known ? ['theta' as const] : [])];
  const turnAt = (theta: number) => {
    const core = turn.core.withOptions({ theta });
    return turnOf(heap, core, trial.positions, turn.moved, named);
  };
  const residualAt = (theta: number) =>
    measureFit(trial.sample, form, turnAt(theta)).residual;
  const near = sharpened(residualAt, turn.core.theta, NEIGHBOURS);
  return test(trial, form, turnAt(near), true).filter(
    (found) => ALIKE * found.residual < residual,
  );
}

/** Where a residual is least, from `from / step` to `from * step`. */
function sharpened(
  residualAt: (theta: number) => number,
  from: number,
  step: number,
): number {
  let [low, middle, high] = [from / step, from, from * step];
  let least = residualAt(middle);
  for (let i = 0; i < SHARPENINGS; ++i) {
    const [a, b] = [Math.sqrt(low * middle), Math.sqrt(middle * high)];
    const [one, two] = [residualAt(a), residualAt(b)];
    if (one < least && one <= two) [high, middle, least] = [middle, a, one];
    else if (two < least) [low, middle, least] = [middle, b, two];
    else [low, high] = [a, b];
  }
  return middle;
}

/** Halvings of the bracket around a base: enough for a float32 base. */
const SHARPENINGS = 24;

/** Tries the angles of float32 frameworks and of ggml. */
export function testRounding(
  heap: Heap,
  { of: { trial, form, turn }, residual }: Found,
): readonly Found[] {
  const { core, mistakes, pairs, stride, moved } = turn;
  if (mistakes.includes('swapped') || stride !== pairs) return [];
  return (['torch', 'ggml'] as const)
    .filter((precision) => precision !== core.turns.precision)
    .map((precision) => {
      const named = [...mistakes, 'precision'] as const;
      const rounded = core.withOptions({ precision });
      return turnOf(heap, rounded, trial.positions, moved, named);
    })
    .flatMap((rounded) => test(trial, form, rounded))
    .filter((found) => found.residual < residual / 2);
}
