/** Reads the metadata of a GGUF file by kinds of values. */

import { show } from '../../base/errors.js';
import type { GgufHeader } from './header.js';
import { noGguf } from './reader.js';

/** The values of one architecture by the names of their keys. */
export interface Keys {
  /** A whole number ≥ 0. */
  whole(name: string): number | undefined;
  /** A whole number, or one for each layer. */
  wholes(name: string): number | readonly number[] | undefined;
  /** A finite number, as the converter was given it. */
  real(name: string): number | undefined;
  word(name: string): string | undefined;
  flag(name: string): boolean | undefined;
  /** A whole number, or switches by layers. */
  switches(name: string): number | readonly (boolean | number)[] | undefined;
}

/**
 * Reads `ARCH.NAME`.
 *
 *   error    `ERR_FORMAT` if a value is of another kind
 */
export function keysOf({ metadata }: GgufHeader, arch: string): Keys {
  const read = <T>(
    name: string,
    kind: string,
    fits: (value: unknown) => value is T,
  ): T | undefined => {
    const key = `${arch}.${name}`;
    const value = metadata.get(key);
    if (value === undefined || fits(value)) return value;
    throw noGguf(`${key} must be ${kind}, got ${show(value)}`, value);
  };
  return {
    whole: (name) => read(name, 'a whole number ≥ 0', isWhole),
    wholes: (name) => read(name, 'whole numbers ≥ 0', isWholes),
    real: (name) => {
      const value = read(name, 'a finite number', isReal);
      return value === undefined ? undefined : shortest(value);
    },
    word: (name) => read(name, 'a text', isWord),
    flag: (name) => read(name, 'a boolean', isFlag),
    switches: (name) => read(name, 'booleans or a whole number', isSwitches),
  };
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isWholes(value: unknown): value is number | number[] {
  return isWhole(value) || (Array.isArray(value) && value.every(isWhole));
}

/** Whether a number is in the range of float32, which all keys have. */
function isReal(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) < 2 ** 128;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string';
}

function isFlag(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isSwitches(value: unknown): value is number | (boolean | number)[] {
  const one = (item: unknown) => typeof item === 'boolean' || isWhole(item);
  return isWhole(value) || (Array.isArray(value) && value.every(one));
}

/**
 * The shortest decimal number that rounds to the same float32, such as 0.1 for
 * 0.10000000149011612: what the configuration said, which the converter rounded.
 * A number that is no float32 stays as it is.
 */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; ++digits) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}
