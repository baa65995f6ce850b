/**
 * Numbers as integers that count units of 2^-320: their logarithms and powers
 * have far more digits than a float64 keeps. So they are those of the core to
 * the bit, in every engine; `Math.log` and `Math.exp` differ between engines.
 */

const BITS = 320n;

export const ONE = 1n << BITS;

/** ln 2π */
export const LN_TWO_PI =
  0x1d67f1c864beb4a6929792002883240479f611f1a268b169bbd8d46267b542aba425f3affc01d0d7fn;

const LN_TWO =
  0xb17217f7d1cf79abc9e3b39803f2f6af40f343267298b62d8a0d175b8baafa2be7b876206debac98n;

/** A float64 from 2^-98 to 2^800, or 0, exactly. */
export const fixed = (x: number): bigint => BigInt(x * 2 ** 150) << 170n;

/** The nearest float64. */
export const rounded = (x: bigint): number => Number(x) / 2 ** 320;

export const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

export const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** Rounded down to a whole number. */
export const floor = (x: bigint): bigint => (x >> BITS) << BITS;

/** ln x, for x > 0. */
export function ln(x: bigint): bigint {
  // x = m 2^n with 1 ≤ m < 2, and ln m = 2 artanh t, t = (m - 1)/(m + 1).
  const n = BigInt(x.toString(2).length - 1) - BITS;
  const m = n < 0n ? x << -n : x >> n;
  let power = over(m - ONE, m + ONE);
  const square = times(power, power);
  let sum = 0n;
  for (let i = 1n; power > 0n; i += 2n) {
    sum += power / i;
    power = times(power, square);
  }
  return n * LN_TWO + 2n * sum;
}

/** e^x */
export function exp(x: bigint): bigint {
  // x = n ln 2 + r with 0 ≤ r < ln 2.
  const n = floor(over(x, LN_TWO)) >> BITS;
  const r = x - n * LN_TWO;
  let term = ONE;
  let sum = 0n;
  for (let i = 1n; term > 0n; ++i) {
    sum += term;
    term = times(term, r) / i;
  }
  return n < 0n ? sum >> -n : sum << n;
}
