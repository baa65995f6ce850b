// The numbers of a meeting in words: those of one pair, and those of the score.
// Every product and every difference holds in the digits that are printed.

import {
  digitsFor,
  digitsForAll,
  product,
  writeEquation,
} from '../../plot/equations.js';
import {
  speakValue,
  writeCount,
  writeSmall,
  writeValue,
} from '../../plot/ticks.js';
import type { Meeting } from './pairs.js';

const turn = 2 * Math.PI;
/** Digits of angles in radians, at least. */
const angleDigits = 6;
/** Digits of products and scores. */
const digits = 5;

interface WrittenAngle {
  readonly radians: number;
  /** Digits of the radians. */
  readonly digits: number;
  readonly turns: string;
  readonly turnDigits: number;
}

const inTurns = ([radians = 0]: readonly number[]) => radians / turn;

/** An angle whose radians give its turns. */
function angleOf(radians: number): WrittenAngle {
  const turns = radians / turn;
  // The part of a turn counts, even after many turns.
  const whole = String(Math.trunc(Math.abs(turns))).length;
  const some = Math.min(16, whole + 3);
  // No digit before the point is left out.
  const least = Math.max(
    angleDigits,
    String(Math.trunc(Math.abs(radians))).length + 1,
  );
  const found = digitsFor([radians], inTurns, turns, some, least);
  return {
    radians,
    digits: found ?? 17,
    turns: writeValue(turns, some),
    turnDigits: some,
  };
}

function writeAngle({ radians, digits, turns }: WrittenAngle): string {
  return `${writeValue(radians, digits)} rad = ${turns} turns`;
}

/** The numbers of a pair; `chosen` is its number. */
export function pairWords(meeting: Meeting, chosen: number) {
  const pair = meeting.pairs[chosen];
  if (pair === undefined) return undefined;
  const { queryAt, keyAt, scale } = meeting;
  const { frequency, query, key } = pair;
  const between = angleOf((queryAt - keyAt) * frequency);
  const angles = [query.angle, key.angle].map(angleOf);
  const shown = Math.max(angleDigits, ...angles.map(({ digits }) => digits));
  // The angles give their turns, and their difference.
  const some = digitsForAll(
    [
      ...angles.map(({ radians, turnDigits: digits }) => {
        const result = radians / turn;
        return { given: [radians], give: inTurns, result, digits };
      }),
      {
        given: [query.angle, key.angle],
        give: ([a = 0, b = 0]) => a - b,
        ...{ result: between.radians, digits: between.digits },
      },
    ],
    shown,
  );
  const [ofQuery, ofKey] = angles.map((angle) =>
    writeAngle({ ...angle, digits: some ?? 17 }),
  ) as [string, string];
  const wavelength = turn / frequency;
  // One turn by its frequency; and the angles are positions times it.
  const frequencyDigits =
    digitsFor([frequency], ([w = 0]) => turn / w, wavelength, 6, 6) ?? 17;
  const part = scale * pair.product;
  const { result, given } = writeEquation(
    part,
    [scale, pair.product],
    product,
    digits,
  );
  return {
    title: `Pair ${chosen} of ${meeting.pairs.length}`,
    frequency: `${writeSmall(frequency, frequencyDigits, frequencyDigits)} rad per position`,
    wavelength: Number.isFinite(wavelength)
      ? `${writeValue(wavelength, 6)} positions`
      : 'never: this pair does not turn',
    'query-angle': ofQuery,
    'key-angle': ofKey,
    'between-angle': writeAngle(between),
    product: given[1] ?? '',
    part: `${result} = ${given.join(' × ')}`,
  };
}

/** What the circle of a pair shows, for those who do not see it. */
export function circleWords(meeting: Meeting, chosen: number): string {
  const pair = meeting.pairs[chosen];
  if (pair === undefined) return '';
  const degrees = (radians: number) => speakValue((radians * 180) / Math.PI, 4);
  const between = Math.atan2(
    pair.key.after[0] * pair.query.after[1] -
      pair.key.after[1] * pair.query.after[0],
    pair.key.after[0] * pair.query.after[0] +
      pair.key.after[1] * pair.query.after[1],
  );
  return (
    `Arrows of pair ${chosen}: the query is turned by ` +
    `${degrees(pair.query.angle)} degrees, the key by ` +
    `${degrees(pair.key.angle)}; from key to query it is ` +
    `${degrees(between)} degrees`
  );
}

/** The numbers of the score of a meeting. */
export function scoreWords(meeting: Meeting) {
  const { pairs, hasRest, queryAt, keyAt, score, scale, sum, moved } = meeting;
  const equation = writeEquation(score, [scale, sum], product, digits);
  const [writtenScale = '', writtenSum = ''] = equation.given;
  const others = hasRest ? ' and of all components without a pair' : '';
  const first = Math.min(queryAt, keyAt);
  const [query, key] = [queryAt - first, keyAt - first].map(writeCount);
  return {
    score: equation.result,
    sign: equation.sign,
    scale: writtenScale,
    sum: writtenSum,
    count: `the products of ${pairs.length} pairs${others}`,
    where: `With q at ${query} and k at ${key}`,
    moved: writeValue(moved, digits),
    change: writeSmall(score - moved, 2),
  };
}
