/**
 * Numbers as text: the shortest decimal that reads back as the same number of
 * its kind. 0.1 as a float32 is `0.1`, not the `0.10000000149011612` that the
 * number is as a float64.
 */

import type { DType } from '../base/dtype.js';
import { bitsOfHalf, valueOfHalf } from '../base/half.js';

/** Decimal digits that are always enough. */
const DIGITS = { float32: 9, float16: 5, bfloat16: 4 } as const;

type Short = keyof typeof DIGITS;

/** What a number is once it is stored as a dtype; a half as its bits. */
export function stored(dtype: DType, value: number): number {
  if (dtype === 'float64') return value;
  if (dtype === 'float32') return Math.fround(value);
  return bitsOfHalf(dtype, value);
}

/** Writes what an array of a dtype holds; for the halves, that is bits. */
export function decimalWriter(dtype: DType): (held: number) => string {
  if (dtype === 'float64') return plain;
  if (dtype === 'float32') return (held) => shortest('float32', held, held);
  // There are only so many of them, and a table has more numbers.
  const known: string[] = [];
  return (bits) => {
    known[bits] ??= shortest(dtype, valueOfHalf(dtype, bits), bits);
    return known[bits] as string;
  };
}

/** The shortest decimal of a float64 is what JavaScript shows, but for -0. */
function plain(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 *   cost     about 1 µs: two or three tries
 */
function shortest(kind: Short, value: number, held: number): string {
  if (!Number.isFinite(value) || value === 0) return plain(value);
  // Few of all numbers need fewer digits than most or all.
  let digits = DIGITS[kind] - 1;
  let found = attempt(kind, value, held, digits);
  if (found === undefined) return plain(Number(value.toPrecision(digits + 1)));
  for (;;) {
    digits -= 1;
    const shorter = digits && attempt(kind, value, held, digits);
    if (!shorter) return plain(found);
    found = shorter;
  }
}

/** A number of so many digits that is read as the value, if there is one. */
function attempt(
  kind: Short,
  value: number,
  held: number,
  digits: number,
): number | undefined {
  const text = value.toPrecision(digits);
  const nearest = Number(text);
  if (readsAs(kind, nearest, held)) return nearest;
  if (!isPowerOfTwo(value)) return undefined;
  // The next number below is only half as far as the next above: a decimal
  // further away than the nearest may be read as the value.
  const power = Number(/e(.*)$/.exec(value.toExponential(digits - 1))?.[1]);
  const unit = Number(`1e${power - digits + 1}`);
  const outer = nearest + Math.sign(value) * unit;
  const other = Number(outer.toPrecision(digits));
  return readsAs(kind, other, held) ? other : undefined;
}

function isPowerOfTwo(value: number): boolean {
  const size = Math.abs(value);
  return 2 ** Math.round(Math.log2(size)) === size;
}

const BIT = 2 ** -52;

/**
 * Whether a decimal is read as the stored number both by way of float64 and
 * directly: next to the middle between two numbers, these differ.
 */
function readsAs(kind: Short, decimal: number, held: number): boolean {
  return (
    stored(kind, decimal * (1 - BIT)) === held &&
    stored(kind, decimal * (1 + BIT)) === held
  );
}
