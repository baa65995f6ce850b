/** Converts between numbers and the bits of the two 16-bit floats. */

/** Numbers of fraction and exponent bits; the remaining bit is the sign. */
interface Form {
  readonly fraction: number;
  readonly exponent: number;
}

const FORM = {
  float16: { fraction: 10, exponent: 5 },
  bfloat16: { fraction: 7, exponent: 8 },
} as const satisfies Record<string, Form>;

/** Name of a 16-bit float type. */
export type Half = keyof typeof FORM;

/** The exact number that 16 bits stand for. */
export function valueOfHalf(half: Half, bits: number): number {
  const { fraction, exponent } = FORM[half];
  const sign = bits & 0x8000 ? -1 : 1;
  const largest = 2 ** exponent - 1;
  const power = (bits >> fraction) & largest;
  const rest = (bits & (2 ** fraction - 1)) / 2 ** fraction;
  const bias = largest >> 1;
  if (power === largest) return rest ? Number.NaN : sign * Infinity;
  if (power === 0) return sign * rest * 2 ** (1 - bias);
  return sign * (1 + rest) * 2 ** (power - bias);
}

/** The bits of the nearest number of a type; ties go to the even one. */
export function bitsOfHalf(half: Half, value: number): number {
  const { fraction, exponent } = FORM[half];
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const bias = 2 ** (exponent - 1) - 1;
  const infinity = (2 ** exponent - 1) * 2 ** fraction;
  if (Number.isNaN(value)) return infinity + 2 ** (fraction - 1);
  const size = Math.abs(value);
  if (size === Infinity) return sign + infinity;
  const power = Math.max(exponentOf(size), 1 - bias);
  const steps = nearestEven(size / 2 ** (power - fraction));
  // For a normal number, `steps` includes the leading one bit, which adds 1 to
  // the exponent: hence `power - 1`. If `steps` rounds up to the next power, it
  // adds 1 more, rightly.
  const bits = steps + (power + bias - 1) * 2 ** fraction;
  return sign + Math.min(bits, infinity);
}

/** Floor of the binary logarithm of a finite number. */
function exponentOf(size: number): number {
  if (size === 0) return -Infinity;
  const guess = Math.floor(Math.log2(size));
  // Math.log2 may have rounded to the integer from either side.
  if (2 ** guess > size) return guess - 1;
  return 2 ** (guess + 1) <= size ? guess + 1 : guess;
}

/**
 * Rounds a number ≥ 0 to an integer; ties go to the even one. Beyond 2^52 all
 * numbers are integers.
 */
function nearestEven(x: number): number {
  const one = 2 ** 52;
  return x < one ? x + one - one : x;
}
