/** What each way of drawing positions makes of uniform numbers. */

import type { OwnArray } from '../base/dtype.js';
import { wrongValue } from '../base/errors.js';
import type { Checked } from '../describe/checks.js';
import type { trainingPositionsParameters } from './training-positions.description.js';

type Draw = Checked<typeof trainingPositionsParameters>['sampling'];
type Of<T extends Draw['type']> = Extract<Draw, { readonly type: T }>;
type Given = readonly number[] | undefined;

/** Positions, and the tokens that have them. */
interface Placed {
  readonly positions: OwnArray<'Float64Array'>;
  readonly tokens: OwnArray<'Int32Array'>;
}

/** A way of drawing whose options are checked. */
interface PlannedDraw {
  /** Number of tokens of the sequence. */
  readonly tokens: number;
  /** How many numbers are drawn. */
  readonly uniform: number;
  readonly place: (uniform: Float64Array) => Placed;
}

export function planDraw(
  method: string,
  draw: Draw,
  length: number,
  draws: Given,
): PlannedDraw {
  const of = { method, length, draws };
  switch (draw.type) {
    case 'randomised':
      return randomised(draw, of);
    case 'pose':
      return pose(draw, of);
    case 'shape':
      return shape(draw, of);
    case 'cape':
      return cape(draw, of);
  }
}

/** What all ways of drawing take. */
interface Call {
  readonly method: string;
  readonly length: number;
  readonly draws: Given;
}

/** The integer from 0 to `count` - 1 at which a uniform number stands. */
const below = (uniform: number, count: number) => Math.floor(uniform * count);

const allOf = (length: number) => Int32Array.from({ length }, (_, i) => i);

/** Throws unless as many numbers are given as there would be draws. */
function checkCount({ method, draws }: Call, count: number): void {
  if (draws === undefined || draws.length === count) return;
  throw wrongValue(
    method,
    'draws.length',
    `${count}`,
    draws.length,
    'ERR_SHAPE',
  );
}

/** Throws unless a given number is an integer of a range. */
function checkDraw(
  { method, draws }: Call,
  at: number,
  least: number,
  most: number,
): number {
  const value = draws?.[at] as number;
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const rule = `an integer from ${least} to ${most}`;
  throw wrongValue(method, `draws[${at}]`, rule, value);
}

function randomised({ most }: Of<'randomised'>, call: Call): PlannedDraw {
  const { method, length, draws } = call;
  if (length > most) {
    throw wrongValue(
      method,
      'length',
      `at most sampling.most = ${most}`,
      length,
    );
  }
  checkCount(call, length);
  const given = draws?.map((_, at) => checkDraw(call, at, 0, most - 1));
  const seen = new Set<number>();
  given?.forEach((position, at) => {
    const rule = 'another position than those before it';
    if (seen.has(position)) {
      throw wrongValue(method, `draws[${at}]`, rule, position);
    }
    seen.add(position);
  });
  return {
    tokens: length,
    uniform: given ? 0 : length,
    place: (uniform) => ({
      positions: Float64Array.from(given ?? distinct(uniform, most)).sort(),
      tokens: allOf(length),
    }),
  };
}

/** A number for each uniform one, none twice (Floyd's algorithm). */
function distinct(uniform: Float64Array, most: number): Set<number> {
  const found = new Set<number>();
  uniform.forEach((u, i) => {
    const last = most - uniform.length + i;
    const drawn = below(u, last + 1);
    found.add(found.has(drawn) ? last : drawn);
  });
  return found;
}

function pose({ context, target }: Of<'pose'>, call: Call): PlannedDraw {
  const { method, length, draws } = call;
  const tokens = Math.min(length, context);
  if (tokens > target) {
    const rule = `at least the ${tokens} tokens of a sequence`;
    throw wrongValue(method, 'sampling.target', rule, target);
  }
  checkCount(call, 3);
  // From the least to the most: the first chunk, the end of the second, the gap.
  const ranges = [
    [Math.min(1, tokens), Math.floor((tokens + 1) / 2)],
    [tokens, length],
    [0, target - tokens],
  ] as const;
  const given =
    draws && ranges.map(([least, most], i) => checkDraw(call, i, least, most));
  return {
    tokens,
    uniform: given ? 0 : 3,
    place(uniform) {
      const [first = 0, end = 0, gap = 0] =
        given ??
        ranges.map(
          ([least, most], i) =>
            least + below(uniform[i] as number, most - least + 1),
        );
      const placed = (skip: number) => (_: unknown, i: number) =>
        i < first ? i : i + skip;
      return {
        positions: Float64Array.from({ length: tokens }, placed(gap)),
        tokens: Int32Array.from({ length: tokens }, placed(end - tokens)),
      };
    },
  };
}

function shape({ most }: Of<'shape'>, call: Call): PlannedDraw {
  const { length, draws } = call;
  checkCount(call, 1);
  const given = draws && checkDraw(call, 0, 0, most);
  return {
    tokens: length,
    uniform: given === undefined ? 1 : 0,
    place(uniform) {
      const start = given ?? below(uniform[0] as number, most + 1);
      const positions = Float64Array.from({ length }, (_, i) => start + i);
      return { positions, tokens: allOf(length) };
    },
  };
}

function cape(draw: Of<'cape'>, call: Call): PlannedDraw {
  const { globalShift, localShift, scale, step, centred } = draw;
  const { length, draws } = call;
  checkCount(call, length + 2);
  const mean = centred ? (step * (length - 1)) / 2 : 0;
  return {
    tokens: length,
    uniform: draws ? 0 : length + 2,
    place(uniform) {
      const signed = (at: number) => 2 * (uniform[at] as number) - 1;
      const shift = draws?.[0] ?? globalShift * signed(0);
      const factor = draws?.[length + 1] ?? powerOf(scale, signed(length + 1));
      const positions = Float64Array.from({ length }, (_, i) => {
        const own = draws?.[i + 1] ?? localShift * signed(i + 1);
        return (step * i - mean + shift + step * own) * factor;
      });
      return { positions, tokens: allOf(length) };
    },
  };
}

/**
 * A power with an exponent from -1 to 1, by roots alone: powers of engines differ
 * in their last bits. The exponent is a multiple of 2^-31.
 */
function powerOf(base: number, exponent: number): number {
  let [root, power, left] = [base, 1, Math.abs(exponent)];
  while (left > 0) {
    if (left >= 1) {
      power *= root;
      left -= 1;
    }
    root = Math.sqrt(root);
    left *= 2;
  }
  return exponent < 0 ? 1 / power : power;
}
