/** The kind `number`: a finite number. */

import { wrongKind, wrongValue } from '../../base/errors.js';
import {
  type Common,
  type Face,
  FlagError,
  type Kind,
  NON_VALUES,
} from './kind.js';

export interface NumberParameter extends Common {
  readonly kind: 'number';
  readonly default?: number;
  readonly min?: number;
  readonly max?: number;
  readonly integer?: true;
  readonly even?: true;
}

/** Throws unless the value is a number within the parameter's limits. */
export function checkNumber(
  method: string,
  path: string,
  parameter: Omit<NumberParameter, 'kind'>,
  value: unknown,
): number {
  if (typeof value !== 'number') {
    throw wrongKind(method, path, numberRule(parameter), value);
  }
  if (!fits(parameter, value)) {
    const { max = Infinity } = parameter;
    throw wrongValue(method, path, numberRule(parameter, value > max), value);
  }
  // Turns a count of -0 into 0. A position of -0 stays: its sine is -0.
  return parameter.integer ? value + 0 : value;
}

/** Whether a number is within a parameter's limits. */
export function fits(
  parameter: Omit<NumberParameter, 'kind'>,
  value: number,
): boolean {
  const { min = -Infinity, max = Infinity, integer, even } = parameter;
  return (
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    (!integer || Number.isInteger(value)) &&
    (!even || value % 2 === 0)
  );
}

/**
 * The rule for a number, in words. For a range that starts at 0 or above, it
 * names only the end that the value misses.
 */
export function numberRule(
  parameter: Omit<NumberParameter, 'kind'>,
  tooLarge = false,
): string {
  const { min = -Infinity, max = Infinity, integer, even } = parameter;
  const kind = even
    ? 'an even integer'
    : integer
      ? 'an integer'
      : 'a finite number';
  if (tooLarge && min >= 0) return `${kind} ≤ ${bound(max)}`;
  if (Number.isFinite(max) && min < 0) {
    return `${kind} from ${bound(min)} to ${bound(max)}`;
  }
  return Number.isFinite(min) ? `${kind} ≥ ${bound(min)}` : kind;
}

/**
 * A limit in words. Very large limits are near powers of two, and very small
 * ones are powers of two; they are shown as such.
 */
export function bound(limit: number): string {
  const size = Math.abs(limit);
  if (size === 0 || (size >= 2 ** -10 && size < 2 ** 20)) return String(limit);
  const power = Math.round(Math.log2(size));
  const less = 2 ** power - size;
  if (less === 0) return `${limit < 0 ? '-' : ''}2^${power}`;
  return limit > 0 && less > 0 && less < 10
    ? `2^${power} - ${less}`
    : String(limit);
}

/** The range of a parameter, in words that follow "number". */
export function rangeWords({
  min = -Infinity,
  max = Infinity,
}: {
  readonly min?: number;
  readonly max?: number;
}): string {
  const least = Number.isFinite(min) ? ` from ${bound(min)}` : '';
  const most = Number.isFinite(max) ? ` to ${bound(max)}` : '';
  return least || !most ? least + most : ` up to ${bound(max)}`;
}

export const number: Kind<NumberParameter> = {
  rule: numberRule,
  check: checkNumber,
};

const words = (parameter: NumberParameter): string => {
  const { integer, even } = parameter;
  const what = even ? 'even integer' : integer ? 'integer' : 'number';
  return what + rangeWords(parameter);
};

/** Reads a number from a text. */
function plain(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(value)) throw new FlagError('a number');
  return value;
}

export const numberFace: Face<NumberParameter> = {
  doc: words,
  control: 'number',
  flag: {
    value: 'N',
    words,
    plain,
    read: (given) => (typeof given === 'string' ? plain(given) : given),
  },
  fuzz: (parameter) => {
    const { min, max, integer, even } = parameter;
    const step = even ? 2 : 1;
    const ends = [min, max].filter((end) => end !== undefined);
    return {
      takes: [...ends, ...(parameter.default === undefined ? [] : [0])].filter(
        (value) => fits(parameter, value),
      ),
      wrongKinds: ['1', 1n, true, [1], {}, ...NON_VALUES],
      wrongValues: [
        ...[Number.NaN, Infinity, -Infinity],
        ...(integer ? [2.5] : []),
        ...(even ? [3] : []),
        ...(min === undefined ? [] : [integer ? min - step : min - 0.5]),
        ...(max === undefined ? [] : [integer ? max + step : max * 2]),
      ].filter((value) => !fits(parameter, value)),
    };
  },
};
