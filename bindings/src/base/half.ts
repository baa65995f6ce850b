/** The two 16-bit floats: their bits, and the numbers that these stand for. */

/** Bits of fraction and of exponent; what is left is the sign. */
interface Form {
  readonly fraction: number;
  readonly exponent: number;
}

const FORM = {
  float16: { fraction: 10, exponent: 5 },
  bfloat16: { fraction: 7, exponent: 8 },
} as const satisfies Record<string, Form>;

/** Name of a kind of number of 16 bits. */
export type Half = keyof typeof FORM;

/** The number that 16 bits stand for, exactly. */
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

/** The bits of the nearest number of a kind, of two nearest the even one. */
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
  // Steps of a normal number hold its leading one, which is one too many for
  // the exponent; where they round up to the next power, it carries.
  const bits = steps + (power + bias - 1) * 2 ** fraction;
  return sign + Math.min(bits, infinity);
}

/** Floor of the binary logarithm of a finite number. */
function exponentOf(size: number): number {
  if (size === 0) return -Infinity;
  const guess = Math.floor(Math.log2(size));
  // The logarithm may have been rounded across an integer.
  if (2 ** guess > size) return guess - 1;
  return 2 ** (guess + 1) <= size ? guess + 1 : guess;
}

/** A number from 0 up to an integer; beyond 2^52 all are. */
function nearestEven(x: number): number {
  const one = 2 ** 52;
  return x < one ? x + one - one : x;
}
