// What the view says of errors, in sentences. Nothing here is computed.

import { countsIn, stretchWords } from '../../figures/stretches.js';
import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';
import { farthest, type Lines, worstIn } from './lines.js';
import type { Place } from './place.js';
import { type KnownRope, plainRope } from './ropes.js';
import { type Way, wayNames, ways } from './ways.js';

/** What is known of the positions of which some were computed. */
type Sampled = Pick<Lines, 'from' | 'to' | 'sampled'>;

/** An error; one that is 0 is said to be none. */
export const writeError = (error: number): string =>
  error === 0 ? 'none' : writeSmall(error, 2, 2);

/** Words of a list: `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  if (words.length < 2) return last;
  return `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** The ways that there are, in their order. */
export const waysIn = (
  errors: Partial<Readonly<Record<Way, unknown>>>,
): readonly Way[] => ways.filter((way) => errors[way] !== undefined);

/** A rope in a few words: its model, and the layer that has it. */
export const ropeTitle = ({ name, layer }: KnownRope): string =>
  name === plainRope.name
    ? 'A plain rope: 128 numbers a head, base 10\u202f000'
    : `${name}, layer ${layer}`;

export const linesTitle = (pair: number | null): string =>
  pair === null
    ? 'Largest error of any cosine or sine, by position'
    : `Error of the cosine and sine of pair ${writeCount(pair)}, by position`;

/** A position, or a stretch of them, and how many of them were computed. */
export function placeWords(lines: Sampled, i: number): string {
  const [count, all] = countsIn(lines, i);
  const computed =
    all === 1
      ? ''
      : count === all
        ? ', all computed'
        : `, ${writeCount(count)} of ${writeCount(all)} computed`;
  return `${stretchWords('position', lines, i)}${computed}`;
}

/** The stretch that holds a position. */
export function stretchAt({ to }: Pick<Lines, 'to'>, position: number): number {
  const i = to.findIndex((last) => last >= position);
  return i < 0 ? to.length - 1 : i;
}

/** What is said of a stretch of the first chart. */
export function readLines(
  lines: Lines,
  i: number,
  pair: number | null,
): string {
  const told = waysIn(lines.worst).map((way) => {
    const { error } = worstIn(lines, way, i, pair);
    return `${wayNames[way]} ${writeError(error)}`;
  });
  return `At ${placeWords(lines, i)}: ${told.join(', ')}`;
}

/** The last position up to which every position was computed. */
export function allUpTo(lines: Sampled): number {
  let last = 0;
  for (let i = 0; i < lines.from.length; i++) {
    const [count, all] = countsIn(lines, i);
    if (count < all) break;
    last = Number(lines.to[i]);
  }
  return last;
}

/** Which positions were computed, and what that means for the lines. */
export function explainComputed(
  lines: Sampled & Pick<Lines, 'computed'>,
): string {
  return (
    `Computed: ${writeCount(lines.computed)} of ${writeCount(farthest)} ` +
    `positions, every one up to ${writeCount(allUpTo(lines))}, and ` +
    `${writeCount(lines.sampled)} of each stretch beyond. The lines are the ` +
    'largest error among these; other positions may be worse.'
  );
}

export const placeTitle = (at: number): string =>
  `Error of each pair at position ${writeCount(at)}`;

/** Why torch is nearly right at some positions. */
export function powerWords(at: number): string {
  if (!Number.isInteger(Math.log2(at)) || at < 256) return '';
  return (
    `${writeCount(at)} is a power of two: a product with it is not rounded, so ` +
    'that torch is off by its frequencies alone, and bfloat16 holds it.'
  );
}

/** What is said of a pair at a position. */
export function readPair(
  { errors }: Place,
  pair: number,
  frequency: number,
): string {
  const turn =
    frequency > 0
      ? `one turn in ${writeValue((2 * Math.PI) / frequency, 3)} positions`
      : 'never turns';
  const told = waysIn(errors).map(
    (way) => `${wayNames[way]} ${writeError(Number(errors[way]?.[pair]))}`,
  );
  return `Pair ${writeCount(pair)}, ${turn}: ${told.join(', ')}`;
}

/** Which ways this rope has not, and why. */
export function missingWords(
  errors: Partial<Readonly<Record<Way, unknown>>>,
): string {
  const none = ways.filter((way) => errors[way] === undefined);
  return none.length === 0
    ? ''
    : `This rope has no ${listed(none.map((way) => wayNames[way]))}.`;
}
