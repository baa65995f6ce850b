// What the page says about the wavelengths of pairs and about the lengths with
// which they are compared.

import { writeCount, writeValue } from '../../plot/ticks.js';
import type { Length, Unit } from './lengths.js';
import type { Span, Spans } from './spans.js';

function writeLength(wavelength: number): string {
  return Number.isFinite(wavelength) ? writeValue(wavelength, 5) : 'no turn';
}

/** A length with its name, marked where it is assumed. */
export function nameLength(name: string, { value, source }: Length): string {
  const note = source === 'assumed' ? ' (assumed)' : '';
  return `${name} ${writeCount(value)}${note}`;
}

/** What the schedule makes of a pair, and how far it takes for a turn. */
export function describePair(
  { pairs, unit }: Pick<Spans, 'pairs' | 'unit'>,
  number: number,
): string {
  const pair = pairs[number];
  if (pair === undefined) return 'no pair turns';
  const { before, after, kind } = pair;
  const scaled = before === after ? '' : ` → ${writeLength(after)}`;
  const told = pairs.some((other) => other.before !== other.after);
  const turn =
    before === Infinity ? 'no turn' : `${writeLength(before)}${scaled}`;
  return (
    `pair ${number}: ${turn}${before === Infinity ? '' : ` ${unit} a turn`}` +
    (told ? `, ${kind}` : '')
  );
}

/** The names of the numbers of `countPairs`. */
export const spanNames = {
  partial: 'Pairs that turn, but make no whole turn in a text of training',
  beyond:
    'Of these, pairs that come to angles the model never met, at the end of ' +
    'a text as long as it is to be used on',
  still: 'Pairs that never turn',
} as const;

/** How many pairs are slow at the lengths, in numbers. */
export function countPairs({ pairs, trained, target }: Spans) {
  const counted = (is: (pair: Span) => boolean) =>
    `${writeCount(pairs.filter(is).length)} of ${writeCount(pairs.length)}`;
  const unknown = 'not known without a length';
  return {
    partial: trained ? counted(({ partial }) => partial) : unknown,
    beyond: trained && target ? counted(({ beyond }) => beyond) : unknown,
    still: counted(({ still }) => still),
  };
}

const noLength: Readonly<Record<Unit, string>> = {
  positions: '',
  cells:
    'The model sees pictures: positions are cells of a grid, and no length of ' +
    'texts is compared.',
  'coordinate units':
    'The model sees pictures: coordinates go from −1 to 1 whatever the size ' +
    'of the grid, so that no length is compared.',
};

/** Where the lengths come from. */
export function describeLengths(spans: Spans): string {
  const { trained, target, unit, model, told } = spans;
  if (trained === null) return noLength[unit];
  const words = {
    reader: 'as set here',
    model: `of ${model}`,
    schedule: 'of the schedule',
    assumed: 'assumed: nothing tells it',
  };
  const parts = [
    `trained on ${writeCount(trained.value)} ${unit}, ${words[trained.source]}`,
    ...(target && target.source !== 'assumed'
      ? [`to be used on ${writeCount(target.value)}, ${words[target.source]}`]
      : []),
  ];
  const byModel = [trained, target].some((one) => one?.source === 'model');
  const source = byModel && told !== '' ? ` (${told})` : '';
  return `Lengths: ${parts.join('; ')}${source}.`;
}
