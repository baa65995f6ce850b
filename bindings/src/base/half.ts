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

/** A number rounded to a 16-bit float. */
export const roundToHalf = (half: Half, value: number): number =>
  valueOfHalf(half, bitsOfHalf(half, value));

/**
 * Writes the numbers that the bits of a 16-bit float type stand for, all of
 * which are float32 numbers.
 *
 *   range    `values` is as long as `bits`
 *   error    none
 *   cost     one pass, a few integer operations a value
 */
export function widen(
  half: Half,
  bits: ArrayLike<number>,
  values: Float32Array,
): void {
  const { buffer, byteOffset, length } = values;
  const words = new Uint32Array(buffer, byteOffset, length);
  if (half === 'float16') {
    widenFloat16(bits, words, values);
    return;
  }
  // The bits of a bfloat16 are the upper half of those of a float32.
  for (let i = 0; i < length; ++i) words[i] = (bits[i] as number) << 16;
}

/** Widens float16; `words` are the bits of `values`. */
function widenFloat16(
  bits: ArrayLike<number>,
  words: Uint32Array,
  values: Float32Array,
): void {
  for (let i = 0; i < words.length; ++i) {
    const half = bits[i] as number;
    const sign = (half & 0x8000) << 16;
    // Exponent and fraction, where float32 has them.
    const size = (half & 0x7fff) << 13;
    if (size >= 0x1f << 23) {
      // Infinity or NaN: all bits of the exponent are set.
      words[i] = sign | (0xff << 23) | size;
    } else if (size >= 1 << 23) {
      // The biases of the two exponents are 15 and 127.
      words[i] = sign | (size + ((127 - 15) << 23));
    } else {
      // A multiple of 2^-24, the least float16; with a sign even if it is 0.
      values[i] = (sign ? -1 : 1) * (half & 0x3ff) * 2 ** -24;
    }
  }
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
