// What screen 8 knows of its hands.

/** Words of a text of training, and of the text that is read now. */
export const trained = 4096;
export const factor = 4;
export const longer = factor * trained;

export type Cure = 'none' | 'linear' | 'ntk' | 'yarn';

export interface State {
  readonly cure: Cure;
}

export interface Numbers {
  /** Speeds of the hands in training and now, in radians a word. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export const degrees = (angle: number): number => (angle * 180) / Math.PI;

/** The angle of a hand through the texts of training; at most a full turn. */
export const seen = ({ before }: Numbers, hand: number): number =>
  Math.min((before[hand] ?? 0) * trained, 2 * Math.PI);

/** The angle of a hand through the text that is read now, likewise. */
export const reached = ({ after }: Numbers, hand: number): number =>
  Math.min((after[hand] ?? 0) * longer, 2 * Math.PI);

/** Rounding makes no new angle. */
const rounding = 1e-9;

/** Whether a hand comes to angles that it never had in training. */
export const passes = (numbers: Numbers, hand: number): boolean =>
  reached(numbers, hand) > seen(numbers, hand) + rounding;

/** How many times slower a hand turns now. */
export const slower = ({ before, after }: Numbers, hand: number): number =>
  (before[hand] ?? 0) / (after[hand] ?? 1);
