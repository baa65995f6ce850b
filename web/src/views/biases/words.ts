// What the view says of its numbers.

import { writeCount, writeSmall, writeValue } from '../../plot/ticks.js';
import type { Spec } from '../../state/spec.js';
import {
  byKey,
  byQuery,
  type Effect,
  effectOf,
  isGrid,
  methodOf,
  type Origin,
  originOf,
} from './methods.js';
import { modelOf } from './models.js';

/** The largest logarithm of ten that is written as a number. */
const plainPower = 300;

/** e^b, which may be smaller or larger than a number can be. */
export function writeFactor(b: number): string {
  const power = b * Math.LOG10E;
  if (Math.abs(power) < plainPower) return writeSmall(Math.exp(b), 3, 2);
  const whole = Math.floor(power);
  const digits = writeValue(10 ** (power - whole), 2);
  return `${digits}×10${raise(whole)}`;
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function raise(power: number): string {
  const digits = String(Math.abs(power)).replace(
    /\d/g,
    (digit) => raised[Number(digit)] ?? '',
  );
  return `${power < 0 ? '⁻' : ''}${digits}`;
}

const plural = (count: number, one: string, many = `${one}s`) =>
  `${writeCount(count)} ${count === 1 ? one : many}`;

/** Where a key stands from the query: "10 words before the query". */
export function placeWords(spec: Spec, distance: number, down = 0): string {
  if (!isGrid(spec)) {
    if (distance === 0) return 'at the query itself';
    const side = distance < 0 ? 'before' : 'after';
    return `${plural(Math.abs(distance), 'word')} ${side} the query`;
  }
  const parts = [
    ...(distance === 0
      ? []
      : [
          `${plural(Math.abs(distance), 'column')} to the ${distance < 0 ? 'left' : 'right'}`,
        ]),
    ...(down === 0
      ? []
      : [`${plural(Math.abs(down), 'row')} ${down < 0 ? 'up' : 'down'}`]),
  ];
  return parts.length === 0 ? 'at the query itself' : parts.join(', ');
}

/** What of the numbers a reading is about. */
export interface Read {
  readonly spec: Spec;
  readonly head: number;
  readonly distance: number;
  readonly down: number;
  /** The bias there, and at distance 0. */
  readonly bias: number;
  readonly own: number;
  /** Whether the bias is shown as it is added. */
  readonly raw: boolean;
}

const adds = (bias: number) =>
  bias < 0
    ? `takes ${writeValue(-bias, 4)} from the score`
    : `adds ${writeValue(bias, 4)} to the score`;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** e⁻⁵ ≈ 0.00674, as a formula; a power that is not whole stands after ^. */
export function powerWords(b: number): string {
  const written = writeValue(b, 4);
  const whole = Number.isInteger(Number(b.toPrecision(4)));
  const power = whole ? `e${raise(Number(b.toPrecision(4)))}` : `e^${written}`;
  return `${power} ${b === 0 ? '=' : '≈'} ${writeFactor(b)}`;
}

/** What a bias at a distance does, in words. */
export function readBias(read: Read): string {
  const { spec, head, distance, down, bias, own, raw } = read;
  const place = capital(placeWords(spec, distance, down));
  const start = `${place}, head ${head}`;
  const effect = effectOf(spec);
  if (effect === 'factor') {
    return `${start} multiplies the product of query and key by ${writeValue(bias, 4)}.`;
  }
  if (effect === 'kept') {
    return `${start} keeps ${powerWords(bias)} of the product of query and key.`;
  }
  if (own === 0 || raw) {
    return `${start} ${adds(bias)}: the weight is multiplied by ${powerWords(bias)}.`;
  }
  if (distance === 0 && down === 0) {
    return `${start} ${adds(bias)}. Other keys are compared with that.`;
  }
  return (
    `${start} ${adds(bias)}, at the query itself ${writeValue(own, 4)}. The ` +
    `difference multiplies the weight by ${powerWords(bias - own)}.`
  );
}

/** The heading of the curves. */
export function curvesTitle(spec: Spec): string {
  const what: Readonly<Record<Effect, string>> = {
    weight: 'What a head adds to the score',
    kept: 'The logarithm of what a head keeps',
    factor: 'What a head multiplies the product by',
  };
  return `${what[effectOf(spec)]}, by distance`;
}

/** The names of the axes of the curves; the second has none for a factor. */
export function axisNames(spec: Spec, against: boolean) {
  const effect = effectOf(spec);
  if (effect === 'factor') return { bias: 'factor of the product', factor: '' };
  const bias = against ? 'bias, against the query itself' : 'bias b';
  const factor =
    effect === 'kept' ? 'e^b, what is kept' : 'e^b, the factor of the weight';
  return { bias, factor };
}

/** The name of the axis across. */
export function acrossName(spec: Spec, log: boolean, side: number): string {
  if (isGrid(spec)) return 'columns from the query to the key';
  if (!log) return 'position of the key minus that of the query';
  return `words ${side < 0 ? 'before' : 'after'} the query`;
}

const illustrative = 'Illustrative: from a seed, not a trained model.';

/** Where the numbers of a bias come from. */
export function originWords(spec: Spec): string {
  const method = methodOf(spec);
  const words: Readonly<Record<Origin, string>> = {
    formula: 'From the formula: nothing is learned.',
    seed: illustrative,
    example: 'Illustrative: the numbers of an example, not a trained model.',
  };
  const model = modelOf(spec);
  const origin = originOf(method);
  if (origin === 'formula') {
    return model === '' ? words.formula : `${words.formula} ${model} has them.`;
  }
  const known =
    model === ''
      ? ''
      : ` Heads and distances are those of ${model}; the shape of its curves is not known here.`;
  return `${words[origin]}${known}${kerpleWords(spec)}`;
}

const kerpleWords = ({ method, form = 'log' }: Spec): string =>
  method === 'kerple'
    ? ' Its numbers are drawn as its training begins: scale from 0 to 2' +
      (form === 'log' ? ', rate from 0 to 1.' : '.')
    : '';

/** Whether the numbers are those of no model. */
export const isIllustrative = (spec: Spec): boolean =>
  originOf(methodOf(spec)) !== 'formula';

/** What a cell of the map says. */
export function readCell(
  spec: Spec,
  {
    query,
    key,
    bias,
    head,
  }: Readonly<Record<'query' | 'key' | 'bias' | 'head', number>>,
): string {
  const act = effectOf(spec) === 'factor' ? 'factor' : 'bias';
  return `query ${writeCount(query)} · key ${writeCount(key)} · ${act} ${writeValue(bias, 5)} · head ${head}`;
}

/** What the map of a head shows. */
export function mapWords(spec: Spec): string {
  if (isGrid(spec)) {
    return 'A line of the map is a cell of the grid that asks; cells are numbered row by row.';
  }
  if (byQuery(spec)) {
    return 'Each query has a line of its own: FIRE divides distances by how far the query is from the beginning.';
  }
  return byKey(spec)
    ? 'Every line is the same: this form counts keys, and weights follow from differences alone.'
    : 'Every line is the same curve, moved on by one: the distance alone counts.';
}
