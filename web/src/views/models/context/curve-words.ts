// What is said of the schedules over each other.

import type { Layer } from 'posenc/models';
import { writeCount, writeValue } from '../../../plot/ticks.js';
import { firstTraining } from '../waves/waves.js';
import type { Curve, Span } from './curves.js';

/** What can be drawn of the schedules, as addresses name it. */
export const curveKinds = ['factor', 'wavelength', 'score', 'angle'] as const;

export type CurveWord = (typeof curveKinds)[number];

export const curveNames: Readonly<Record<CurveWord, string>> = {
  factor: 'Factor of each frequency',
  wavelength: 'Wavelengths',
  score: 'Score by distance',
  angle: 'Unseen angles',
};

/** Ratios that differ by less are equal: both frequencies are rounded. */
const equal = 2 ** -45;

/** Pairs that turn slower than without a schedule, and those that do not turn. */
export const slowed = ({ pairs }: Pick<Curve, 'pairs'>): number =>
  pairs.filter(({ ratio }) => ratio < 1 - equal).length;

/** The numbers of a schedule, as one sentence each. */
export function curveWords(curve: Curve): readonly string[] {
  const { pairs, unseen, attentionFactor, temperature, instead } = curve;
  const all = writeCount(pairs.length);
  const slow = slowed(curve);
  const fast = pairs.filter(({ ratio }) => ratio > 1 + equal).length;
  const least = pairs.reduce((a, { ratio }) => Math.min(a, ratio), 1);
  const met = unseen?.filter((degrees) => degrees > 0).length ?? 0;
  const words: string[] = [];
  if (slow === 0) words.push('No pair turns slower.');
  else {
    const most = least > 0 ? `, up to ${writeValue(1 / least, 4)} times` : '';
    words.push(`${writeCount(slow)} of ${all} pairs turn slower${most}.`);
  }
  if (fast > 0) words.push(`${writeCount(fast)} turn faster.`);
  if (unseen !== null) {
    const most = unseen.reduce((a, b) => Math.max(a, b), 0);
    words.push(
      met === 0
        ? 'No pair comes to an angle that the first training did not show.'
        : `${writeCount(met)} come to angles that the first training did not show, ` +
            `up to ${writeValue(most, 3)}\u00b0 of their circle.`,
    );
  }
  words.push(
    attentionFactor === 1 && temperature === 1
      ? 'The temperature stays as it is.'
      : `Temperature: cosines and sines are multiplied by ` +
          `${writeValue(attentionFactor, 5)}, so that scores of what turns are ` +
          `multiplied by ${writeValue(temperature, 5)}.`,
  );
  if (instead) {
    words.push('It is drawn as if the weights were used to no schedule.');
  }
  return words;
}

/** What the curves are of: the layer, the lengths, and what the window bounds. */
export function spanWords(layer: Layer, { first, to, window }: Span): string {
  const of = `Layer ${layer.index} in texts of ${writeCount(to)} tokens`;
  if (first === undefined) {
    return `${of}. Nothing tells how long the texts of the training were.`;
  }
  const told =
    firstTraining(layer) === undefined
      ? 'as the file says'
      : 'as its schedule says';
  const training = `first trained on ${writeCount(first)}, ${told}`;
  const bound =
    window !== null && window < to
      ? ` Its queries see ${writeCount(window)} tokens, so that no distance is longer.`
      : '';
  return `${of}, ${training}.${bound}`;
}

const drawn: Readonly<Record<CurveWord, string>> = {
  factor:
    'How fast each pair turns, as a part of its speed without a schedule. Pair 0 is ' +
    'the fastest.',
  wavelength:
    'Tokens that each pair takes for a whole turn. Below the line of the first ' +
    'training, it has shown the whole circle.',
  score:
    'The mean score of a query and an equal key, whose numbers are drawn at random, ' +
    'by their distance. Far distances stand together, up to 64 of each stretch.',
  angle:
    'Degrees of its circle that each pair comes to in such a text, and that no text ' +
    'of the first training has shown.',
};

/** What the chart shows. */
export const drawnWords = (word: CurveWord): string => drawn[word];

/** A value of a curve at a point, as it is read. */
export function readAt(
  place: string,
  curves: readonly { readonly title: string }[],
  numberAt: (index: number) => number | undefined,
  unit = '',
): string {
  const values = curves.map(({ title }, i) => {
    const value = numberAt(i);
    const text =
      value === undefined || Number.isNaN(value)
        ? 'not to be told'
        : Number.isFinite(value)
          ? `${writeValue(value, 5)}${unit}`
          : 'no turn';
    return `${title} ${text}`;
  });
  return [place, ...values].join(' \u00b7 ');
}
