/** The schedules that may have made the frequencies of a rope. */

import type { Heap } from '../core/memory.js';
import type { RopeOptions } from '../rotary/rope.js';
import { THETAS } from '../rotary/thetas.js';
import { power, type Round, roundest, TURN } from './arithmetic.js';
import { basesOf, bothRounds, roundBases } from './geometric.js';
import type { Found } from './planes.js';

/** Base and schedule of a rope, and how much must be said to name them. */
export interface Proposal {
  readonly options: Pick<RopeOptions, 'theta' | 'scaling' | 'frequencies'>;
  /** Decimal digits of its numbers, and some for a schedule. */
  readonly cost: number;
  /** Whether its numbers are known, and not the shortest of many. */
  readonly sure: boolean;
}

type Scaling = NonNullable<RopeOptions['scaling']>;

/** Factors and lengths of well-known models. */
export const FACTORS = [2, 4, 8, 16, 32, 40, 64, 128];
export const LENGTHS = [1, 2, 4, 8, 16, 32, 64, 128, 256].map((n) => 1024 * n);

/** Usual factors are farther apart than this share of them. */
const APART = 0.3;

/** What a schedule costs besides its digits. */
const COST = 2;

/** Proposals for frequencies, in no order. */
export function proposalsOf(heap: Heap, found: Found): readonly Proposal[] {
  const { frequencies, errors } = found;
  const pairs = frequencies.length;
  let live = pairs;
  const rests = (k: number) =>
    Math.abs(frequencies[k] as number) <= (errors[k] as number);
  while (live > 0 && rests(live - 1)) --live;
  // Pairs that do not turn, as far as one sees, end a proportional schedule.
  const ending =
    live > 0 && live < pairs
      ? proportional(heap, part(found, live), pairs)
      : [];
  return [...ending, ...turning(heap, found)];
}

/** Proposals of schedules that turn all pairs. */
function turning(heap: Heap, found: Found): readonly Proposal[] {
  const { frequencies, errors } = found;
  const pairs = frequencies.length;
  const first = frequencies[0] as number;
  const error = errors[0] as number;
  if (Math.abs(first - 1) > error) return divided(heap, found);
  const bases = basesOf(heap, found, pairs);
  const rounds = roundBases(bases);
  if (bases.count === pairs) {
    const plain = rounds.map(({ value, digits, sure }) => ({
      ...{ options: { theta: value }, cost: digits },
      // Any second frequency is that of some base.
      sure: sure && (pairs > 2 || THETAS.includes(value)),
    }));
    const raised = rounds.some(({ digits }) => digits > 2);
    return raised ? [...plain, ...raisedBases(heap, bases, pairs)] : plain;
  }
  // The last pairs of the same base may be blended already, but for their errors.
  const fewer = part(found, Math.ceil(SURELY * bases.count));
  const others = roundBases(basesOf(heap, fewer, pairs));
  const all = [...rounds, ...others].filter(
    ({ value }, i, list) => list.findIndex((x) => x.value === value) === i,
  );
  return all.flatMap((theta) => partial(heap, found, theta));
}

/** The share of the pairs with one base that surely is not blended. */
const SURELY = 0.7;

const part = ({ frequencies, errors }: Found, count: number): Found => ({
  frequencies: frequencies.slice(0, count),
  errors: errors.slice(0, count),
});

/** A proposal of a base and a schedule with some numbers. */
function propose(
  theta: Round,
  scaling: Scaling,
  ...numbers: readonly Round[]
): Proposal {
  const all = [theta, ...numbers];
  return {
    options: { theta: theta.value, scaling },
    cost: all.reduce((sum, { digits }) => sum + digits, COST),
    sure: all.every(({ sure }) => sure),
  };
}

/** The divisors that take 1 to a frequency. */
const divisorsOf = (frequency: number, error: number) =>
  [1 / (frequency + error), 1 / Math.max(frequency - error, 1e-12)] as const;

const divisorOf = (frequency: number, error: number): Round =>
  roundest(...divisorsOf(frequency, error), FACTORS, APART);

/** Digits of factors that one pair alone is believed to have. */
const SHORT = 4;

/** The divisors of the slowest pairs, as many as may have the same one. */
function lastDivisors(
  ratios: Float64Array,
  errors: Float64Array,
): readonly Round[] {
  let [low, high] = [0, Infinity];
  let count = 0;
  for (let k = ratios.length - 1; k >= 0; --k) {
    const one = divisorsOf(ratios[k] as number, errors[k] as number);
    const [above, below] = [Math.max(low, one[0]), Math.min(high, one[1])];
    if (!(above <= below)) break;
    [low, high] = [above, below];
    ++count;
  }
  const usual = FACTORS.filter((one) => low <= one && one <= high);
  if (usual.length < 2) {
    const one = roundest(low, high, FACTORS, APART);
    if (one.digits <= SHORT) return [one];
    return count < 2 ? [] : bothRounds(low, high);
  }
  return usual.map((value) => ({ value, digits: 1, sure: false }));
}

/** Shares of the pairs that turn, at the base of all pairs. */
function proportional(
  heap: Heap,
  found: Found,
  pairs: number,
): readonly Proposal[] {
  const [first = 0] = found.frequencies;
  const factor = divisorOf(first, found.errors[0] as number);
  if (factor.value < 1) return [];
  const bases = basesOf(heap, found, pairs, 1 / factor.value);
  const live = found.frequencies.length;
  if (bases.count < live) return [];
  const share = roundest(live / pairs, (live + 0.999) / pairs);
  const scaling: Scaling = {
    type: 'proportional',
    share: share.value,
    ...(factor.value !== 1 && { factor: factor.value }),
  };
  return roundBases(bases).map((theta) => propose(theta, scaling, factor));
}

/** Frequencies that are all divided: linear, or the fixed form of NTK. */
function divided(heap: Heap, found: Found): readonly Proposal[] {
  const pairs = found.frequencies.length;
  const [first = 0] = found.frequencies;
  const [error = 0] = found.errors;
  if (!(first > 0 && first < 1)) return [];
  const factor = divisorOf(first, error);
  const bases = basesOf(heap, found, pairs, 1 / factor.value);
  if (bases.count < pairs) return [];
  // So few numbers are explained by any factor.
  if (pairs < 3 && factor.digits > 3) return [];
  const linear = roundBases(bases).map((theta) =>
    propose(theta, { type: 'linear', factor: factor.value }, factor),
  );
  // NTK divides by the power 1/pairs of the factor, and multiplies theta by it.
  const most = (1.2 * pairs * error) / first;
  const middle = power(heap, first, -pairs);
  const ntk = roundest(middle * (1 - most), middle * (1 + most), FACTORS);
  if (!(ntk.value >= 1) || ntk.digits > 3) return linear;
  const { low, high, count } = bases;
  const theta = { low: low / ntk.value, high: high / ntk.value, count };
  const scaling = { type: 'ntk', form: 'fixed', factor: ntk.value } as const;
  const fixed = roundBases(theta).map((one) => propose(one, scaling, ntk));
  return [...linear, ...fixed];
}

/** Usual bases that NTK raises into an interval. */
function raisedBases(
  heap: Heap,
  { low, high }: { readonly low: number; readonly high: number },
  pairs: number,
): readonly Proposal[] {
  if (pairs < 2) return [];
  return THETAS.flatMap((value) => {
    const theta = roundest(value, value);
    const factorOf = (base: number) => power(heap, base / value, 1 - 1 / pairs);
    const factor = roundest(factorOf(low), factorOf(high), FACTORS);
    // A factor that is not round explains any base.
    if (!(factor.value > 1) || factor.digits > 3) return [];
    return [propose(theta, { type: 'ntk', factor: factor.value }, factor)];
  });
}

/** Schedules that keep fast pairs and divide slow ones: YaRN and Llama 3. */
function partial(heap: Heap, found: Found, theta: Round): readonly Proposal[] {
  const { frequencies, errors } = found;
  const pairs = frequencies.length;
  const plain = Float64Array.from(frequencies, (_, k) =>
    power(heap, theta.value, -k / pairs),
  );
  const ratios = frequencies.map((one, k) => one / (plain[k] as number));
  const unsure = errors.map((one, k) => one / (plain[k] as number));
  const own = lastDivisors(ratios, unsure);
  const [slow = 0, last = 0] = [-2, -1].map((k) => ratios.at(k) ?? 0);
  const error = (unsure.at(-2) ?? 0) + (unsure.at(-1) ?? 0);
  // The slowest pair may be divided in part only: then the factor is larger.
  const larger =
    Math.abs(slow - last) <= error
      ? []
      : FACTORS.filter((one) => one * last > 1).map((one) =>
          roundest(one, one),
        );
  const factors = [...own, ...larger].filter(
    ({ value }, i, list) =>
      value > 1 && list.findIndex((one) => one.value === value) === i,
  );
  return factors.flatMap((factor) => {
    const kept = ratios.map(
      (ratio) => (ratio - 1 / factor.value) / (1 - 1 / factor.value),
    );
    const blended = Array.from(kept.keys()).filter((k) => {
      const most = 2 * (unsure[k] as number);
      const share = kept[k] as number;
      return most < 0.05 && share > most && share < 1 - most;
    });
    return [
      ...yarns(heap, { theta, factor, kept, blended, pairs }),
      ...llamas({ theta, factor, kept, blended, plain }),
    ];
  });
}

/** What is known of a schedule that blends frequencies. */
interface Blended {
  readonly theta: Round;
  readonly factor: Round;
  /** The share of the unscaled frequency in each pair. */
  readonly kept: Float64Array;
  /** The pairs in which both have a share. */
  readonly blended: readonly number[];
}

/** The lengths of well-known models, and one that was found, if it is round. */
function lengthsWith(found: number): readonly Round[] {
  const usual = LENGTHS.map((value) => ({ value, digits: 1, sure: true }));
  const near = Math.round(found);
  if (!(found >= 2) || LENGTHS.includes(near)) return usual;
  const error = Math.max(found * 1e-4, 0.1);
  return [...usual, rare(roundest(found - error, found + error, [near]))];
}

/** A number that models seldom have: it must explain more than a usual one. */
const rare = (one: Round): Round => ({ ...one, digits: one.digits + COST });

/** The line through the first and the last of the blended shares. */
function lineOf(
  { kept, blended }: Blended,
  at: (k: number) => number,
): readonly [slope: number, offset: number] {
  const [a, b] = [blended[0] ?? 0, blended.at(-1) ?? 0];
  const slope = ((kept[b] as number) - (kept[a] as number)) / (at(b) - at(a));
  return [slope, (kept[a] as number) - slope * at(a)];
}

function yarns(
  heap: Heap,
  all: Blended & { readonly pairs: number },
): readonly Proposal[] {
  const { theta, factor, pairs } = all;
  // The share falls from 1, at the pair of 32 turns, to 0, at that of one.
  const [slope, offset] = lineOf(all, (k) => k);
  const low = (1 - offset) / slope;
  const high = low - 1 / slope;
  const lengthAt = (turns: number, pair: number) =>
    turns * TURN * power(heap, theta.value, pair / pairs);
  const make = (length: Round, truncate: boolean) =>
    propose(
      theta,
      {
        type: 'yarn',
        factor: factor.value,
        originalMaxPosition: length.value,
        ...(!truncate && { truncate }),
      },
      factor,
      // Ends that are not rounded to whole pairs are rare.
      truncate ? length : { ...length, digits: length.digits + 1 },
    );
  // Both rounded ends leave some lengths, of which one may be round.
  const [first, last] = [Math.round(low), Math.round(high)];
  const least = Math.max(lengthAt(32, first), lengthAt(1, last - 1));
  const most = Math.min(lengthAt(32, first + 1), lengthAt(1, last));
  const between =
    least < most && least >= 2
      ? [roundest(least * 1.001, most * 0.999, LENGTHS)]
      : [];
  return [
    ...lengthsWith(lengthAt(32, low)).map((length) => make(length, false)),
    ...lengthsWith(0).map((length) => make(length, true)),
    ...between.map((length) => make(whole(length), true)),
  ];
}

const whole = (length: Round): Round => ({
  ...length,
  value: Math.round(length.value),
});

function llamas(
  all: Blended & { readonly plain: Float64Array },
): readonly Proposal[] {
  const { theta, factor, plain } = all;
  // The share is a line over the turns in the first training's context, from 0
  // at one turn to 1 at as many as highFreqFactor says.
  const [slope, offset] = lineOf(all, (k) => plain[k] as number);
  const span = -1 / offset;
  const found = slope * span * TURN;
  const high = roundest(1 + span * 0.999, 1 + span * 1.001, [4]);
  const ends = high.value === 4 || !(high.value > 1) ? [] : [rare(high)];
  const make = (length: Round, high?: Round) =>
    propose(
      theta,
      {
        type: 'llama3',
        factor: factor.value,
        originalMaxPosition: length.value,
        ...(high && { highFreqFactor: high.value }),
      },
      ...[factor, length, ...(high ? [high] : [])],
    );
  const lengths = lengthsWith(found);
  return [
    ...lengths.map((length) => make(length)),
    ...ends.flatMap((high) => lengths.map((length) => make(length, high))),
  ];
}
