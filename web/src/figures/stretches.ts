// Whole numbers from one end to another, far more than can be drawn, on an axis of
// decades: they are cut into stretches. Near ones stand alone, far ones share the
// pixels of a stretch, of which some are computed.

import { writeCount } from '../plot/ticks.js';

/** The first and the last whole number that are shown. */
export interface Ends {
  readonly from: number;
  readonly to: number;
}

/** Numbers that stand together: from one to another, both of them included. */
export interface Stretches {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** A band of so few numbers would look like a broken line. */
const few = 4;

/**
 * So many stretches from one end to the other, as wide as each other on the axis.
 * Where they would have fewer than `few` numbers, each number stands alone.
 */
export function stretchesIn(count: number, ends: Ends): Stretches {
  const growth = (ends.to / ends.from) ** (1 / count) - 1;
  const [from, to]: [number[], number[]] = [[], []];
  for (let at = ends.from; at <= ends.to; ) {
    const wide = Math.floor(growth * at);
    const last = wide < few ? at : Math.min(ends.to, at + wide - 1);
    from.push(at);
    to.push(last);
    at = last + 1;
  }
  return { from: Float64Array.from(from), to: Float64Array.from(to) };
}

/** The golden section: steps of it spread evenly, and meet no wave twice. */
const golden = (Math.sqrt(5) - 1) / 2;

/**
 * Numbers of a stretch, both ends among them: all, or `most` that are spread over
 * it. Equal steps would do for a smooth curve; here, waves of the same length would
 * be met at one height alone.
 */
export function numbersOf(from: number, to: number, most: number): number[] {
  const count = to - from + 1;
  if (count <= most) return Array.from({ length: count }, (_, i) => from + i);
  return Array.from({ length: most }, (_, i) => {
    if (i < 2) return i === 0 ? from : to;
    return from + Math.floor(count * ((i * golden) % 1));
  });
}

/** Some stretches whose numbers are computed at once. */
export interface Batch {
  /** The place of each stretch, and where its numbers begin and end. */
  readonly parts: readonly {
    readonly stretch: number;
    readonly begin: number;
    readonly end: number;
  }[];
  readonly numbers: Float64Array;
}

/** All stretches in batches of at least `size` numbers. */
export function* batchesOf(
  { from, to }: Stretches,
  sampled: number,
  size: number,
): Generator<Batch> {
  let [parts, numbers]: [Batch['parts'][number][], number[]] = [[], []];
  for (let stretch = 0; stretch < from.length; stretch++) {
    const ends = [from[stretch], to[stretch]] as [number, number];
    const begin = numbers.length;
    numbers.push(...numbersOf(...ends, sampled));
    parts.push({ stretch, begin, end: numbers.length });
    if (numbers.length < size && stretch + 1 < from.length) continue;
    yield { parts, numbers: Float64Array.from(numbers) };
    [parts, numbers] = [[], []];
  }
}

/** Which number a point of a chart stands for, or which stretch of them. */
export function stretchWords(
  noun: string,
  { from, to }: Stretches,
  index: number,
): string {
  const [first, last] = [from[index] ?? 0, to[index] ?? 0];
  return first === last
    ? `${noun} ${writeCount(first)}`
    : `${noun}s ${writeCount(first)} to ${writeCount(last)}`;
}

/** How many numbers of a stretch are computed, and how many there are. */
export function countsIn(
  { from, to, sampled }: Stretches & { readonly sampled: number },
  index: number,
): readonly [computed: number, all: number] {
  const all = Number(to[index]) - Number(from[index]) + 1;
  return [Math.min(sampled, all), all];
}
