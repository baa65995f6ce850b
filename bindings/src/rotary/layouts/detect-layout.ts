/** The rotary layout of heads that an engine turned, found by trying all. */

import { type Given, inputOf, shapeError } from '../../arrays/operand.js';
import { wrongValue } from '../../base/errors.js';
import type { Heap } from '../../core/memory.js';
import { fitAxes } from '../../describe/axes.js';
import { type Checked, ruleOf } from '../../describe/checks.js';
import type { Method } from '../../describe/method.js';
import { missing } from '../../describe/missing.js';
import type { OptionsOf } from '../../describe/parameters.js';
import { checkPlain, type RopeCore } from '../core.js';
import { planRope } from '../make-core.js';
import { type HeadsShape, readShape } from '../rotation/heads.js';
import {
  type HeadsOptions,
  type RotaryData,
  type RotaryDType,
  readRotated,
} from '../rotation/rotated-heads.js';
import {
  type PlacesOptions,
  readRowPositions,
  sequencePositions,
} from '../rows/row-positions.js';
import { THETAS } from '../thetas.js';
import { detectLayoutParameters } from './detect-layout.description.js';
import { turnedBack } from './fit.js';
import {
  plainForms,
  ranges,
  type Turn,
  turnOf,
  turnsOf,
} from './hypotheses.js';
import { choose, type Sample, take } from './sample.js';
import {
  ALIKE,
  type Found,
  type LayoutHypothesis,
  type Trial,
  testBases,
  testKnown,
  testNeighbours,
  testRounding,
  testShifts,
} from './search.js';

const name = 'detectLayout';

/** Options of `detectLayout`. */
export interface DetectLayoutOptions
  extends HeadsOptions,
    PlacesOptions,
    OptionsOf<
      typeof detectLayoutParameters,
      RotaryDType,
      | 'after'
      | 'before'
      | 'reference'
      | keyof HeadsOptions
      | keyof PlacesOptions
    > {
  /**
   * Queries or keys after the rotation, float32, float16 or bfloat16. Required.
   */
  readonly after: RotaryData<RotaryDType>;
  /**
   * The same queries or keys before the rotation. Required unless `reference` is
   * given.
   */
  readonly before?: RotaryData<RotaryDType> | undefined;
  /**
   * What another engine made of the same queries or keys. Without `before`, the
   * mistake is searched that turns one of the two outputs into the other; with
   * it, a report is made of each. Optional.
   */
  readonly reference?: RotaryData<RotaryDType> | undefined;
}

/** The result of `detectLayout`. */
export interface LayoutReport {
  /**
   * `expected`: turned as it should be; `mistake`: every hypothesis that fits has
   * the same mistakes; `ambiguous`: those that fit differ in their mistakes,
   * or in a number that was estimated; `unexplained`: none fits.
   */
  readonly verdict: 'expected' | 'mistake' | 'ambiguous' | 'unexplained';
  /** The only hypothesis that fits; null if none does, or more than one. */
  readonly best: LayoutHypothesis | null;
  /** The least residual of all hypotheses. */
  readonly residual: number;
  /** Whether several hypotheses fit, between which the heads cannot tell. */
  readonly ambiguous: boolean;
  /** All hypotheses: those that fit, then the others by their residuals. */
  readonly hypotheses: readonly LayoutHypothesis[];
  /** The report of `reference`, if `before` is given, too; else null. */
  readonly reference: LayoutReport | null;
}

export type { LayoutMistake } from './hypotheses.js';
export type { LayoutHypothesis };

export interface DetectLayoutMethod {
  /**
   * Which rotary layout and sign an engine used, or which known mistake explains
   * what it made of queries or keys.
   *
   *   formula  residual |y - f(x)| / max(|x|, |y|) for each known way f of
   *            turning heads x to y, right and wrong (Su et al. 2021,
   *            arXiv:2104.09864)
   *   shapes   `after`, `before` and `reference` as `rotate` takes them, all of
   *            one shape
   *   range    finite numbers; at most 16 rows and about 4096 numbers of them
   *            are compared, all of them if there are fewer
   *   error    where the best hypothesis leaves nothing but rounding of float32,
   *            others fit only if they do so; else all within the tolerance fit:
   *            `ambiguous`. An estimated base does not rule out a usual one
   *   cost     some thousand turns of the compared heads, below a second
   *
   * @example
   * ```ts
   * const { verdict, best } = pe.detectLayout({
   *   ...{ before: q, after: turned, heads: 32, headDim: 128 },
   *   rope: { method: 'rope', headDim: 128, theta: 500000 },
   * });
   * // 'mistake', { mistakes: ['layout'], layout: 'interleaved', sign: 1, … }
   * ```
   */
  detectLayout(options: DetectLayoutOptions): LayoutReport;
}

export const detectLayout: Method<
  DetectLayoutMethod,
  typeof detectLayoutParameters,
  LayoutReport
> = {
  name,
  parameters: detectLayoutParameters,
  plan(heap, checked) {
    const { dtype, rope } = checked;
    const after = readRotated(name, 'after', checked.after, dtype);
    const read = (param: 'before' | 'reference') =>
      checked[param] === undefined
        ? undefined
        : readRotated(name, param, checked[param], dtype);
    const [before, reference] = [read('before'), read('reference')];
    if (!before && !reference) {
      const rule =
        'the heads before the rotation, or reference, those of another engine';
      throw missing(name, 'before', rule);
    }
    const planned =
      rope === undefined ? undefined : planRope(heap, name, 'rope', rope);
    const headDim = readWidth(heap, checked, after, planned?.headDim);
    const given = readRowPositions(name, checked);
    const { tolerance = after.dtype === 'bfloat16' ? 0.016 : 0.002 } = checked;
    return {
      outputs: {},
      cost: 2e8,
      run: () => {
        const core = (
          planned ?? planRope(heap, name, 'rope', { method: 'rope', headDim })
        ).make();
        checkPlain(name, core, ['axes', 'decay', 'mixture']);
        const at = shapeOf(heap, after, headDim, checked);
        const chosen = choose(at, sequencePositions(name, given, at, core));
        const numbers = (given: Given<RotaryDType>) => {
          const own = shapeOf(heap, given, headDim, checked);
          // All arrays must have the axes of `after`.
          const axes = at.shape.map(String);
          const place = { method: name, param: given.param, flat: false };
          fitAxes(place, { axes }, own.shape, {});
          const { operand } = inputOf(heap, name, given);
          return take(name, given.param, operand, at, chosen);
        };
        const search = { heap, core, known: planned !== undefined, tolerance };
        const { positions } = chosen;
        const sample = {
          ...{ rows: chosen.rows.length, heads: chosen.heads.length, headDim },
        };
        const y = numbers(after);
        const x = before && numbers(before);
        const z = reference && numbers(reference);
        if (!x) return searchPair(search, { ...sample, positions }, y, z ?? y);
        const report = (y: Float64Array) =>
          searchOne(search, { ...sample, x, y }, positions);
        return { ...report(y), reference: z ? report(z) : null };
      },
    };
  },
};

type Options = Checked<typeof detectLayoutParameters>;

function readWidth(
  heap: Heap,
  { headDim: given }: Options,
  after: Given<RotaryDType>,
  ofRope: number | undefined,
): number {
  if (given !== undefined && ofRope !== undefined && given !== ofRope) {
    throw wrongValue(name, 'headDim', `${ofRope}, as that of rope`, given);
  }
  const { shape = [] } = inputOf(heap, name, after);
  const width =
    given ?? ofRope ?? (shape.length > 2 ? shape.at(-1) : undefined);
  const rule = ruleOf(detectLayoutParameters.headDim);
  if (width === undefined) throw missing(name, 'headDim', rule);
  if (width < 2 || width % 2 !== 0) {
    throw shapeError(name, 'after', 'such that the last axis is even', shape);
  }
  return width;
}

const shapeOf = (
  heap: Heap,
  given: Given<RotaryDType>,
  headDim: number,
  options: Options,
): HeadsShape => {
  const input = inputOf(heap, name, given);
  return readShape(name, given.param, input, headDim, options);
};

/** What a search starts from. */
interface Search {
  readonly heap: Heap;
  /** The rope that was given, or any of the width. */
  readonly core: RopeCore;
  readonly known: boolean;
  readonly tolerance: number;
}

/** How heads were turned that are known before and after. */
function searchOne(
  search: Search,
  sample: Sample,
  positions: Float64Array,
): LayoutReport {
  const { heap, core, known } = search;
  const trial = (core: RopeCore, whole: boolean): Trial => ({
    ...{ sample, core, positions, known, in: 'after' },
    turns: whole
      ? turnsOf(heap, core, positions, known)
      : [turnOf(heap, core, positions)],
  });
  if (known) return report(search, [[trial(core, true)]]);
  const parts = ranges(core.headDim, core.headDim).map(
    ([rotaryDim, rotaryStart]) => ({ rotaryDim, rotaryStart }),
  );
  const guesses = THETAS.flatMap((theta) =>
    parts.map((part, i) =>
      trial(core.withOptions({ theta, ...part }), i === 0),
    ),
  );
  return report(search, [guesses]);
}

/** Which mistake makes one of two outputs, y, of what made the other, z. */
function searchPair(
  search: Search,
  { positions, ...sample }: Omit<Sample, 'x' | 'y'> & Pick<Trial, 'positions'>,
  y: Float64Array,
  z: Float64Array,
): LayoutReport {
  const { heap, core, known } = search;
  const cores = known
    ? [core]
    : THETAS.map((theta) => core.withOptions({ theta }));
  const all = cores.map((core) => ({
    core,
    turns: turnsOf(heap, core, positions, true),
  }));
  const right = plainForms(core, false).filter(({ sign }) => sign > 0);
  const trials = (forms: typeof right, of: LayoutHypothesis['in']) =>
    all.flatMap(({ core, turns }) =>
      forms.map((form): Trial => {
        const [from, to] = of === 'after' ? [z, y] : [y, z];
        const { layout, outLayout } = form;
        const x = turnedBack({ ...sample, y: from }, form, turns[0] as Turn);
        return {
          ...{ turns, positions, known: true, in: of },
          core: { ...core, layout, outLayout },
          sample: { ...sample, x, y: to },
        };
      }),
    );
  // What is known to be right comes first, then what might have been meant.
  const steps = known ? right.map((form) => [form]) : [right];
  return report(
    search,
    steps.flatMap((forms) => [
      trials(forms, 'after'),
      trials(forms, 'reference'),
    ]),
  );
}

/** Residuals below this are rounding of float32. */
const ROUNDING = 3e-7;

/** Positions by which a known rope, and a guessed one, may be shifted. */
const [FAR, NEAR] = [2048, 128];

/** Tries groups of trials until one has a hypothesis that fits. */
function report(
  { heap, known, tolerance }: Search,
  groups: readonly (readonly Trial[])[],
): LayoutReport {
  const found: Found[] = [];
  const fits = ({ residual }: Found) => residual <= tolerance;
  const add = (more: readonly Found[]) => {
    found.push(...more);
    return more.some(fits);
  };
  const tried = new Set<Sample>();
  const isNew = ({ mistakes, of }: Found) => {
    // Heads that were not turned are the same at every base.
    const again = mistakes.includes('unturned') && tried.has(of.trial.sample);
    return !again;
  };
  const first = groups.some((trials) =>
    add(
      trials.flatMap((trial) => {
        const more = testKnown(trial).filter(isNew);
        tried.add(trial.sample);
        return more;
      }),
    ),
  );
  if (!first) {
    const whole = groups.flat().filter(({ turns }) => turns.length > 1);
    const [leading] = groups;
    const widths = new Set<string>();
    const bases = (leading ?? []).filter(({ core: { pairs, rotaryStart } }) => {
      const width = `${pairs} ${rotaryStart}`;
      return !widths.has(width) && widths.add(width);
    });
    const most = known ? FAR : NEAR;
    add(whole.flatMap((trial) => testShifts(heap, trial, most)));
    add(bases.flatMap((trial) => testBases(heap, trial)));
  }
  const best = nearest(found);
  if (best.residual > ROUNDING) add(testRounding(heap, best));
  const nearer = nearest(found);
  if (nearer.residual > ROUNDING && fits(nearer)) {
    add(testNeighbours(heap, nearer));
  }
  const limit = limitOf(found, tolerance);
  const all = found.map(({ of, ...hypothesis }) => ({
    ...hypothesis,
    fits: hypothesis.residual <= limit,
  }));
  const rank = (one: LayoutHypothesis) => (one.fits ? -1 : one.residual);
  const hypotheses = all.sort(
    (a, b) => rank(a) - rank(b) || a.residual - b.residual,
  );
  const fitting = hypotheses.filter(({ fits }) => fits);
  const [only = null] = fitting;
  const { residual } = nearest(found);
  const kinds = new Set(
    found
      .filter((one) => one.residual <= limit)
      .map(({ mistakes, theta, of }) =>
        [...mistakes, ...(of.estimated ? [theta] : [])].join(),
      ),
  );
  const verdicts = only?.mistakes.length === 0 ? 'expected' : 'mistake';
  const some = kinds.size === 1 ? verdicts : 'ambiguous';
  return {
    verdict: only ? some : 'unexplained',
    best: fitting.length === 1 ? only : null,
    residual,
    ambiguous: fitting.length > 1,
    hypotheses,
    reference: null,
  };
}

/**
 * The largest residual of hypotheses between which the heads cannot tell. Where
 * the best one leaves nothing but rounding, others must do so as well. Else the
 * heads hold noise that nobody knows, and all within the tolerance may be true. A
 * number that was fitted to the heads does not rule out a usual one.
 */
function limitOf(found: readonly Found[], tolerance: number): number {
  const usual = found.filter(({ of }) => !of.estimated);
  const explained = usual.some(({ residual }) => residual <= tolerance);
  const { residual } = nearest(explained ? usual : found);
  const limit = Math.max(ALIKE * residual, ROUNDING);
  return residual <= ROUNDING ? Math.min(limit, tolerance) : tolerance;
}

const nearest = (found: readonly Found[]) =>
  found.reduce((a, b) => (b.residual < a.residual ? b : a));
