// The options of a method as facts: each in plain words, with its name.

import { writeCount } from '../../../plot/ticks.js';
import { numberWords, type Options } from '../turn-words.js';

export interface Fact {
  /** What it is, for people. */
  readonly word: string;
  /** Its name in the package. */
  readonly api: string;
  readonly text: string;
}

/** Any value of an option, short: a list by its length and its ends. */
export function valueWords(value: unknown): string {
  if (typeof value === 'number') return numberWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value) ?? 'not set';
  const plain = value.every((one) => typeof one === 'number');
  if (!plain) return `${writeCount(value.length)} lists`;
  if (value.length <= 4) return value.map(valueWords).join(', ');
  const [first, last] = [value[0], value.at(-1)].map(valueWords);
  return `${writeCount(value.length)} numbers, ${first} \u2026 ${last}`;
}

/** What people call the options of schedules. */
const words: Readonly<Record<string, string>> = {
  factor: 'Stretch',
  originalMaxPosition: 'First training',
  maxPosition: 'First training',
  betaFast: 'Kept from this many turns on',
  betaSlow: 'Stretched up to this many turns',
  lowFreqFactor: 'Stretched up to this many turns',
  highFreqFactor: 'Kept from this many turns on',
  shortFactor: 'Factors of short texts',
  longFactor: 'Factors of long texts',
  share: 'Share of the pairs that turn',
  sections: 'Pairs of each axis',
  widths: 'Components of each axis',
  count: 'Number of axes',
  merge: 'Cells side by side that are merged',
  headDim: 'Width of a head',
  theta: 'Base',
  layout: 'Pairing',
  rotaryDim: 'Components that turn',
  rotaryStart: 'First of them',
  heads: 'Heads',
  maxBias: 'Weakest slope: ½ to this power',
  biasScale: 'Factor of the bias',
  buckets: 'Buckets of distances',
  maxDistance: 'Distance from which all share a bucket',
  bidirectional: 'Later tokens have buckets of their own',
};

/** A fact for each option that stands at a place of a layer. */
export const optionFacts = (options: Options, place: string): readonly Fact[] =>
  Object.entries(options).map(([name, value]) => ({
    word: words[name] ?? name,
    api: `${place}.${name}`,
    text: valueWords(value),
  }));
