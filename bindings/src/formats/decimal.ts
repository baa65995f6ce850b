/**
 * Writes numbers as text: the shortest decimal that reads back as the same
 * number of its dtype. The float32 0.1 is `0.1`, although its value as a
 * float64 is `0.10000000149011612`.
 */

import type { AnyDType } from '../base/dtype.js';
import { bitsOfHalf, valueOfHalf } from '../base/half.js';

/** Number of decimal digits that is always enough. */
const DIGITS = { float32: 9, float16: 5, bfloat16: 4 } as const;

type Short = keyof typeof DIGITS;

/**
 * Rounds a number to a dtype, as an array stores it: a 16-bit float as its
 * bits.
 */
export function stored(dtype: AnyDType, value: number): number {
  if (dtype === 'float64') return value;
  if (dtype === 'float32') return Math.fround(value);
  if (dtype === 'int32') return value;
  return bitsOfHalf(dtype, value);
}

/**
 * Makes a function that writes an element of an array as text; for 16-bit
 * dtypes the element is the bits.
 */
export function decimalWriter(dtype: AnyDType): (held: number) => string {
  if (dtype === 'float64' || dtype === 'int32') return plain;
  if (dtype === 'float32') return (held) => shortest('float32', held, held);
  // There are only 2^16 different elements, and a table has more.
  const known: string[] = [];
  return (bits) => {
    known[bits] ??= shortest(dtype, valueOfHalf(dtype, bits), bits);
    return known[bits] as string;
  };
}

/** JavaScript shows the shortest decimal of a float64, except for -0. */
function plain(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** about 1 µs: two or three attempts */
function shortest(kind: Short, value: number, held: number): string {
  if (!Number.isFinite(value) || value === 0) return plain(value);
  // Most numbers need all digits or one fewer, so try the latter first.
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

/**
 * A decimal with `digits` digits that reads back as the value, if there is one.
 */
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
  // Next to a power of two, the neighbour below is half as far away as the one
  // above, so a decimal other than the nearest may read back as the value.
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
 * Whether a decimal reads back as the stored number both directly and by way of
 * float64. The two can differ near the middle between two numbers.
 */
function readsAs(kind: Short, decimal: number, held: number): boolean {
  return (
    stored(kind, decimal * (1 - BIT)) === held &&
    stored(kind, decimal * (1 + BIT)) === held
  );
}
