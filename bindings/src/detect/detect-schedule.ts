/** The schedule of a rope, from its frequencies, its tables or turned heads. */

import { type Given, shapeError } from '../arrays/operand.js';
import type { DType } from '../base/dtype.js';
import { PosencTypeError, wrongValue } from '../base/errors.js';
import { fitAxes } from '../describe/axes.js';
import type { Checked } from '../describe/checks.js';
import type { Method } from '../describe/method.js';
import { missing } from '../describe/missing.js';
import type { OptionsOf } from '../describe/parameters.js';
import { checkPlain } from '../rotary/core.js';
import { planRope } from '../rotary/make-core.js';
import type { RopeSpec } from '../rotary/rope.js';
import type { RopeCacheOptions } from '../rotary/rope-cache.js';
import { type Table, tableOf } from './columns.js';
import { detectScheduleParameters } from './detect-schedule.description.js';
import { headsOrders, sampleOf, turnsBetween } from './heads.js';
import type { ScheduleMistake } from './mistakes.js';
import {
  type AnyNumbers,
  EPSILON,
  type Numbers,
  numbersOf,
  readNumbers,
  recognised,
  TINY,
} from './numbers.js';
import { ANGLES, type Found } from './planes.js';
import { type Candidate, type Report, reportOf, type Tried } from './report.js';
import {
  type Search,
  searchFrequencies,
  searchReadings,
} from './rope-search.js';
import type { Outcome } from './rope-trial.js';
import { type Reading, readingsOfBoth, readingsOfOne } from './sources.js';

const name = 'detectSchedule';

/** Options of `detectSchedule`. */
export interface DetectScheduleOptions
  extends OptionsOf<
    typeof detectScheduleParameters,
    DType,
    (typeof ARRAYS)[number]
  > {
  /**
   * Frequencies in radians per position, one for each pair, such as the buffer
   * `inv_freq` of a checkpoint: an array, a tensor of any dtype of floats, or a
   * list. Given instead of tables and heads. Optional.
   */
  readonly frequencies?: AnyNumbers | undefined;
  /**
   * A table of consecutive positions that has cosines and sines beside each
   * other, in any order, or either of them. Optional.
   */
  readonly cache?: AnyNumbers | undefined;
  /**
   * A table of cosines, each once or twice. Without `sin` it must begin at
   * position 0. Optional.
   */
  readonly cos?: AnyNumbers | undefined;
  /** A table of sines, as `cos`. Optional. */
  readonly sin?: AnyNumbers | undefined;
  /**
   * Queries or keys before the rotation, at consecutive positions. Given with
   * `after`. Optional.
   */
  readonly before?: AnyNumbers | undefined;
  /** The same queries or keys after the rotation. Optional. */
  readonly after?: AnyNumbers | undefined;
}

export type { ScheduleMistake };

/** What makes the numbers that `detectSchedule` was given. */
export type ScheduleSpec =
  | RopeSpec
  | ({ readonly method: 'ropeCache' } & RopeCacheOptions);

/** A rope that may be the one that was used. */
export interface ScheduleCandidate
  extends Candidate<ScheduleSpec, ScheduleMistake> {
  /** The position of the first row; null where frequencies were given. */
  readonly start: number | null;
}

/** The result of `detectSchedule`. */
export interface ScheduleReport extends Report<ScheduleCandidate> {}

export interface DetectScheduleMethod {
  /**
   * Which base, schedule, factors and attention factor a rope has, which layout,
   * precision and first position its tables have, or which known mistake explains
   * a difference.
   *
   *   formula  the frequencies that explain the angles of all rows, and the
   *            schedules of `rope` that explain these (Peng et al. 2023,
   *            arXiv:2309.00071)
   *   shapes   `frequencies` [P]; `cache` [L, 2P] or [L, P, 2]; `cos` and `sin`
   *            [L, P] or [L, 2P]; `before` and `after` [L, heads, headDim]
   *   range    finite numbers at consecutive positions; at most 96 rows of them
   *            are compared
   *   error    `found` where one candidate fits up to rounding, or needs by far
   *            the fewest digits; else `ambiguous` or `unknown`
   *   cost     some hundred ropes and tables of the compared rows, below a second
   *
   * @example
   * ```ts
   * const frequencies = pe.rope({ preset: 'Llama 3.1 8B' }).frequencies;
   * const { verdict, spec } = pe.detectSchedule({ frequencies });
   * // 'found', { method: 'rope', headDim: 128, theta: 500000, scaling: { type: 'llama3', … } }
   * ```
   */
  detectSchedule(options: DetectScheduleOptions): ScheduleReport;
}

type Options = Checked<typeof detectScheduleParameters>;

/** The arrays of a call: those of one kind. */
type Arrays = Readonly<Partial<Record<(typeof ARRAYS)[number], Given>>>;

// biome-ignore format: a line each would be longer than what uses them.
const ARRAYS = ['frequencies', 'cache', 'cos', 'sin', 'before', 'after'] as const;

/** The kinds of input, each with the arrays that belong together. */
const KINDS = [['frequencies'], ['cache'], ['cos', 'sin'], ['before', 'after']];

export const detectSchedule: Method<
  DetectScheduleMethod,
  typeof detectScheduleParameters,
  ScheduleReport
> = {
  name,
  parameters: detectScheduleParameters,
  plan(heap, checked) {
    const arrays = readArrays(checked);
    const planned =
      checked.rope === undefined
        ? undefined
        : planRope(heap, name, 'rope', checked.rope);
    return {
      outputs: {},
      cost: 2e8,
      run: () => {
        const expected = planned?.make();
        if (expected) checkPlain(name, expected, ['axes', 'decay', 'mixture']);
        const { frequencies, before, after } = arrays;
        const search = { heap, expected, start: checked.start };
        if (frequencies) {
          return ofFrequencies(search, checked, numbersOf(name, frequencies));
        }
        if (before && after) {
          const both = [before, after].map((one) => numbersOf(name, one));
          return ofHeads(search, checked, both as [Numbers, Numbers]);
        }
        const [cache, cos, sin] = (['cache', 'cos', 'sin'] as const).map(
          (param) => {
            const shaped = detectScheduleParameters[param];
            const given = arrays[param];
            return given && tableOf(name, numbersOf(name, given), shaped);
          },
        );
        return ofTables(search, checked, { cache, cos, sin });
      },
    };
  },
};

/** Reads the arrays; throws unless there are those of one kind. */
function readArrays(checked: Options): Arrays {
  const given = ARRAYS.filter((param) => checked[param] !== undefined);
  const [first] = given;
  if (first === undefined) {
    const rule =
      'the frequencies of a rope; or give cache, cos and sin, or before and after';
    throw missing(name, 'frequencies', rule);
  }
  const kind = KINDS.find((kind) => kind.includes(first)) ?? [];
  const other = given.find((param) => !kind.includes(param));
  if (other !== undefined) {
    throw new PosencTypeError(
      `${name}: ${first} and ${other} exclude each other`,
      { code: 'ERR_CONFLICT', param: first },
    );
  }
  const lacking = kind[0] === 'before' ? kind : [];
  for (const param of lacking as readonly ('before' | 'after')[]) {
    if (checked[param] !== undefined) continue;
    throw missing(
      name,
      param,
      'the same heads on the other side of the rotation',
    );
  }
  return Object.fromEntries(
    given.map((param) => [param, readNumbers(name, param, checked[param])]),
  );
}

/** The width of heads with so many pairs. */
function widthOf(
  { headDim }: Options,
  { expected }: Search,
  pairs: number,
): number {
  if (headDim !== undefined && headDim < 2 * pairs) {
    const rule = `at least ${2 * pairs}, for ${pairs} pairs`;
    throw wrongValue(name, 'headDim', rule, headDim);
  }
  return headDim ?? Math.max(expected?.headDim ?? 0, 2 * pairs);
}

function ofFrequencies(
  search: Search,
  checked: Options,
  numbers: Numbers,
): ScheduleReport {
  const { length, at, param, shape } = numbers;
  fitAxes(
    { method: name, param },
    detectScheduleParameters.frequencies,
    shape,
    {},
  );
  if (length < 1) {
    throw shapeError(name, param, 'that of at least one number', shape);
  }
  const given = Float64Array.from({ length }, (_, i) => at(i));
  const { values: frequencies, dtype } = recognised(given, numbers.dtype);
  // Programs compute frequencies by functions with errors of their own.
  const relative =
    EPSILON[dtype] + (dtype === 'float64' ? 2 ** -44 : ANGLES.float32);
  const tiny = dtype === 'float16' ? TINY : 0;
  const found: Found = {
    frequencies,
    errors: frequencies.map((one) => Math.abs(one) * relative + tiny),
  };
  const parts = headParts(widthOf(checked, search, length), length);
  const outcomes = searchFrequencies(search, parts, found, dtype);
  return reportOf(outcomes.map((outcome) => triedOf(outcome, {})));
}

/** The width of heads, and of their turned part if it is another. */
const headParts = (headDim: number, pairs: number) => ({
  headDim,
  ...(headDim !== 2 * pairs && { rotaryDim: 2 * pairs }),
});

function ofTables(
  search: Search,
  checked: Options,
  {
    cache,
    cos,
    sin,
  }: Readonly<Record<'cache' | 'cos' | 'sin', Table | undefined>>,
): ScheduleReport {
  const readings = cache
    ? readingsOfOne(name, cache)
    : readingsOfBoth(name, cos, sin);
  const table = (cache ?? cos ?? sin) as Table;
  const outcomes = readings.flatMap((reading) => {
    const { pairs } = reading.planes;
    const parts = headParts(widthOf(checked, search, pairs), pairs);
    const { cache: _, ...order } = reading.order;
    const all = { ...parts, ...order };
    const whole = { ...search, length: search.start + table.length };
    return searchReadings(whole, all, reading, table.dtype);
  });
  return reportOf(
    outcomes.map(({ reading, ...outcome }) =>
      triedOf(outcome, cacheParts(reading, outcome, table)),
    ),
  );
}

/** The options of the tables that hold planes. */
function cacheParts(
  { order: { cache } }: Reading,
  { start }: Outcome,
  { length, dtype }: Table,
) {
  return {
    ...{ cache, length },
    ...(start !== 0 && { start }),
    ...(dtype !== 'float32' && { dtype }),
  };
}

/** The spec of an outcome, and how simple it is. */
function triedOf(
  { options, mistakes, residual, fits, start, cost, sure }: Outcome,
  parts: Readonly<Record<string, unknown>>,
): Tried<ScheduleCandidate> {
  const method = 'cache' in parts ? 'ropeCache' : 'rope';
  const given = Object.entries({ ...options, ...parts }).filter(
    ([, value]) => value !== undefined,
  );
  const spec = { method, ...Object.fromEntries(given) } as ScheduleSpec;
  return { spec, mistakes, residual, fits, start, cost, sure };
}

function ofHeads(
  search: Search,
  checked: Options,
  [before, after]: readonly [Numbers, Numbers],
): ScheduleReport {
  const place = { method: name, flat: false };
  const { headDim: wanted } = checked;
  const sizes = fitAxes(
    { ...place, param: 'after' },
    detectScheduleParameters.after,
    after.shape,
    { headDim: wanted },
  );
  const { before: shaped } = detectScheduleParameters;
  fitAxes({ ...place, param: 'before' }, shaped, before.shape, sizes);
  const { L: length = 0, heads = 0, headDim = 0 } = sizes;
  if (headDim % 2 !== 0 || after.length < 1) {
    const rule = 'such that the last axis is even, and not empty';
    throw shapeError(name, 'after', rule, after.shape);
  }
  const size = { length, heads, headDim };
  const [x, y] = [sampleOf(before, size), sampleOf(after, size)];
  const dtype: DType = y.dtype;
  const { expected } = search;
  const outcomes = headsOrders(headDim, expected).flatMap((order) => {
    const planes = turnsBetween(x, y, headDim, order);
    if (!planes) return [];
    const { layout, outLayout, rotaryDim, rotaryStart } = order;
    const parts = {
      ...{ headDim, layout },
      // Others than these hold anyway, also where the rope has them.
      outLayout: outLayout === layout ? undefined : outLayout,
      rotaryDim: rotaryDim === headDim ? undefined : rotaryDim,
      rotaryStart: rotaryStart === 0 ? undefined : rotaryStart,
    };
    const reading = { planes, order: parts, mistakes: [] };
    const whole = { ...search, length: search.start + length };
    return searchReadings(whole, parts, reading, dtype);
  });
  return reportOf(outcomes.map((outcome) => triedOf(outcome, {})));
}
