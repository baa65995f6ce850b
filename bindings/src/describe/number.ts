/** Checks of options that are numbers. */

import { wrongKind, wrongValue } from '../base/errors.js';
import type { NumberParameter } from './form.js';

/** Throws unless the value is a number as described. */
export function checkNumber(
  method: string,
  name: string,
  parameter: NumberParameter,
  value: unknown,
): number {
  if (typeof value !== 'number') {
    throw wrongKind(method, name, numberRule(parameter), value);
  }
  const { min = -Infinity, max = Infinity, integer, even } = parameter;
  const fits =
    Number.isFinite(value) &&
    value >= min &&
    value <= max &&
    (!integer || Number.isInteger(value)) &&
    (!even || value % 2 === 0);
  if (!fits) {
    const rule = numberRule(parameter, value > max);
    throw wrongValue(method, name, rule, value);
  }
  // A count of -0 is 0; a position of -0 is another one, with a sine of -0.
  return integer ? value + 0 : value;
}

/**
 * What a number must be, in words. Of a range that starts at a number from 0
 * up, the end that matters is told.
 */
export function numberRule(
  parameter: NumberParameter,
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

/** Large limits are about powers of two, and read better as such. */
export function bound(limit: number): string {
  const size = Math.abs(limit);
  if (size < 2 ** 20) return String(limit);
  const power = Math.round(Math.log2(size));
  const less = 2 ** power - size;
  if (less === 0) return `${limit < 0 ? '-' : ''}2^${power}`;
  return limit > 0 && less > 0 && less < 10
    ? `2^${power} - ${less}`
    : String(limit);
}
