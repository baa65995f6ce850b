// The numbers of screen 8, and what they say: how fast its hands turn in training
// and under each cure, and which angles they reach.

import { fixed, whole } from '../paths.js';
import type { Instances } from '../screen.js';

/** Words of a text of training, and of the text that is read now. */
export const trained = 4096;
export const factor = 4;
export const longer = factor * trained;

export type Cure = 'none' | 'linear' | 'ntk' | 'yarn';

export interface State {
  /** Words of the text that is read: as many as in training, or more. */
  readonly words: number;
  readonly cure: Cure;
}

export interface Numbers {
  readonly words: number;
  /** Speeds of the hands in training and now, in radians a word. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The angle of a hand through the texts of training; at most a full turn. */
export const seen = ({ before }: Numbers, hand: number): number =>
  Math.min((before[hand] ?? 0) * trained, 2 * Math.PI);

/** The angle of a hand through the text that is read now, likewise. */
export const reached = ({ words, after }: Numbers, hand: number): number =>
  Math.min((after[hand] ?? 0) * words, 2 * Math.PI);

/** Rounding makes no new angle. */
const rounding = 1e-9;

/** Whether a hand comes to angles that it never had in training. */
export const passes = (numbers: Numbers, hand: number): boolean =>
  reached(numbers, hand) > seen(numbers, hand) + rounding;

/** How many times slower a hand turns now. */
export const slower = ({ before, after }: Numbers, hand: number): number =>
  (before[hand] ?? 0) / (after[hand] ?? 1);

export const headDim = 128;

/** The schedules of the cures, as the package takes them. */
export const scalings = {
  none: { type: 'default' },
  linear: { type: 'linear', factor },
  ntk: { type: 'ntk', factor },
  yarn: { type: 'yarn', factor, originalMaxPosition: trained },
} as const satisfies Record<Cure, object>;

export function compute(
  { rotary }: Instances,
  { words, cure }: State,
): Numbers {
  const speeds = (by: Cure) => [
    ...rotary.rope({ headDim, scaling: scalings[by] }).frequencies,
  ];
  return { words, before: speeds('none'), after: speeds(cure) };
}

/** How many hands come to new angles. */
export const passing = (numbers: Numbers): number =>
  numbers.before.filter((_, hand) => passes(numbers, hand)).length;

/** Whether the fastest hand keeps its speed, so that neighbours stay apart. */
export const keepsNeighbours = (numbers: Numbers): boolean =>
  slower(numbers, 0) < 1 + rounding;

/** How many hands keep their speed, turn slower, and turn slower by all. */
export function countOf(numbers: Numbers) {
  const slow = numbers.before.map((_, hand) => slower(numbers, hand));
  const count = (holds: (times: number) => boolean) =>
    slow.filter(holds).length;
  return {
    kept: count((times) => times < 1 + rounding),
    slowed: count((times) => times > 1 + rounding),
    full: count((times) => times > factor - 1e-6),
  };
}

/** What is true of a text as long as those of training, whatever its length. */
function sayShort({ cure }: State, numbers: Numbers): string {
  const { kept, slowed, full } = countOf(numbers);
  const last = numbers.before.length - 1;
  const slowest = degrees((numbers.before[last] ?? 0) * trained);
  const [near, nearer] = [numbers.before, numbers.after].map(([first = 0]) =>
    fixed(degrees(first), 0),
  );
  const even = `Even in ${whole(trained)} words, the price is paid: `;
  switch (cure) {
    case 'none':
      return (
        `In training, of texts of ${whole(trained)} words, fast hands came to every ` +
        `angle, slow ones to a few: the slowest went to ${fixed(slowest, 0)}°.`
      );
    case 'linear':
      return (
        `${even}all ${full} hands turn four times slower, and neighbours are ` +
        `${nearer}° apart, not ${near}°.`
      );
    case 'ntk':
      return `${even}all hands but the fastest turn slower.`;
    case 'yarn':
      return (
        `${even}near words come closer for ${slowed} hands. ${kept} fast ones keep ` +
        'their speed.'
      );
  }
}

export function say(state: State, numbers: Numbers): string {
  if (state.words === trained) return sayShort(state, numbers);
  const { cure } = state;
  const count = passing(numbers);
  const { kept, slowed, full } = countOf(numbers);
  const last = numbers.before.length - 1;
  const speeds = [numbers.before, numbers.after];
  const [far, further] = [trained, longer].map((length, i) =>
    fixed(degrees((speeds[i]?.[last] ?? 0) * length), 0),
  );
  const [near, nearer] = speeds.map(([first = 0]) => fixed(degrees(first), 0));
  const beyond =
    count === 0 ? 'No hand goes beyond' : `${count} hands go beyond`;
  switch (cure) {
    case 'none':
      return (
        `In ${whole(longer)} words, ${beyond} every angle of training: ` +
        `the slowest goes to ${further}°, not ${far}°.`
      );
    case 'linear':
      return (
        `${beyond} the angles of training. The price: all ${full} turn four times ` +
        `slower, so that neighbours are ${nearer}° apart, not ${near}°.`
      );
    case 'ntk':
      return (
        `The slowest hand stays at ${further}°, the fastest keeps its ${nearer}°. ` +
        `The price: in between, all turn slower, and ${beyond} the angles of training.`
      );
    case 'yarn':
      return (
        `${beyond} the angles of training, and ${kept} fast ones keep their speed. ` +
        `The price: near words come closer for ${slowed}, of which ${full} turn ` +
        'four times slower.'
      );
  }
}
