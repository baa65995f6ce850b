/**
 * Numbers of the oracle: BigInt fixed point with 320 fraction bits.
 *
 * The code is slow and obvious on purpose, and shares nothing with the library:
 * it sums series until their terms vanish, without tables, and relies on far
 * more bits than are needed instead of an error analysis. The worst use, a
 * position of 2^53 times a frequency, still leaves about 250 correct bits.
 */

export const BITS = 320n;
export const ONE = 1n << BITS;

/** The exact float64 `x`, except for bits below 2^-320, which are cut off. */
export function fromNumber(x: number): bigint {
  const { mantissa, exponent } = parts(x);
  return shift(mantissa, BigInt(exponent) + BITS);
}

/** A finite float64 as integer mantissa × 2^exponent. */
export function parts(x: number): { mantissa: bigint; exponent: number } {
  if (!Number.isFinite(x)) throw new RangeError(`not finite: ${x}`);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const magnitude = field === 0 ? fraction : fraction | (1n << 52n);
  const mantissa = bits >> 63n ? -magnitude : magnitude;
  return { mantissa, exponent: Math.max(field, 1) - 1075 };
}

export function mul(a: bigint, b: bigint): bigint {
  return (a * b) >> BITS;
}

export function div(a: bigint, b: bigint): bigint {
  return (a << BITS) / b;
}

export function abs(a: bigint): bigint {
  return a < 0n ? -a : a;
}

/** a × 2^by for `by` of either sign. */
export function shift(a: bigint, by: bigint): bigint {
  return by >= 0n ? a << by : a >> -by;
}

/** The square root of a fixed-point number. */
export function sqrt(x: bigint): bigint {
  const scaled = x * ONE;
  let root = 1n << BigInt(Math.ceil(scaled.toString(2).length / 2));
  for (;;) {
    const next = (root + scaled / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** The exponent e with 2^e <= |a| < 2^(e+1), of a fixed-point number ≠ 0. */
export function exponentOf(a: bigint): number {
  return abs(a).toString(2).length - 1 - Number(BITS);
}

/** atan(1/n) = Σ (-1)^i / ((2i+1) n^(2i+1)), for an integer n > 1. */
function atanInverse(n: bigint): bigint {
  let power = ONE / n;
  let sum = power;
  for (let i = 3n, sign = -1n; power !== 0n; i += 2n, sign = -sign) {
    power /= n * n;
    sum += (sign * power) / i;
  }
  return sum;
}

/** Machin's formula. */
export const PI = 16n * atanInverse(5n) - 4n * atanInverse(239n);

/** 2 atanh(t) = 2 (t + t³/3 + t⁵/5 + …) = ln((1+t)/(1-t)), for small t. */
function twoAtanh(t: bigint): bigint {
  const square = mul(t, t);
  let power = t;
  let sum = t;
  for (let i = 3n; power !== 0n && power !== -1n; i += 2n) {
    power = mul(power, square);
    sum += power / i;
  }
  return 2n * sum;
}

export const LN2 = twoAtanh(ONE / 3n);

/** ln of a positive float64, whose value is taken as exact. */
export function ln(x: number): bigint {
  if (!(x > 0)) throw new RangeError(`ln of ${x}`);
  const { mantissa, exponent } = parts(x);
  const length = mantissa.toString(2).length;
  // x = m × 2^e with 1 <= m < 2, so that t = (m-1)/(m+1) <= 1/3.
  const m = shift(mantissa, BITS - BigInt(length - 1));
  const e = BigInt(exponent + length - 1);
  return e * LN2 + twoAtanh(div(m - ONE, m + ONE));
}

/** ln of a fixed-point number > 0, of any size. */
export function lnOf(x: bigint): bigint {
  // ln of its leading bits as a float64, plus ln of an exact quotient near 1.
  const bits = x.toString(2).length;
  const near = Number(x >> BigInt(Math.max(0, bits - 53)));
  const by = BigInt(bits > 53 ? bits - 53 : 0);
  const lead = BigInt(near) << by;
  const t = div(x - lead, x + lead);
  let sum = 0n;
  let power = t;
  for (let i = 1n; power !== 0n && power !== -1n; i += 2n) {
    sum += power / i;
    power = mul(power, mul(t, t));
  }
  // x = near · 2^by units of 2^-320.
  return ln(near) + (by - 320n) * LN2 + 2n * sum;
}

/** e^x, through e^x = 2^n (e^(r/256))^256. */
export function exp(x: bigint): bigint {
  const n = x / LN2;
  const r = (x - n * LN2) >> 8n;
  let term = ONE;
  let sum = ONE;
  for (let i = 1n; term !== 0n && term !== -1n; i += 1n) {
    term = mul(term, r) / i;
    sum += term;
  }
  for (let i = 0; i < 8; ++i) sum = mul(sum, sum);
  return shift(sum, n);
}

/** Sine and cosine of a fixed-point angle of any size. */
export function sinCos(angle: bigint): { sin: bigint; cos: bigint } {
  const halfPi = PI / 2n;
  let quadrant = angle / halfPi;
  let r = angle - quadrant * halfPi;
  // Reduces to the nearest quarter turn: |r| <= π/4, also for negative angles.
  if (2n * r > halfPi) {
    r -= halfPi;
    quadrant += 1n;
  } else if (2n * r < -halfPi) {
    r += halfPi;
    quadrant -= 1n;
  }
  const square = mul(r, r);
  const s = alternating(r, square, 2n);
  const c = alternating(ONE, square, 1n);
  switch (((quadrant % 4n) + 4n) % 4n) {
    case 0n:
      return { sin: s, cos: c };
    case 1n:
      return { sin: c, cos: -s };
    case 2n:
      return { sin: -s, cos: -c };
    default:
      return { sin: -c, cos: s };
  }
}

/** first - first·x/(k(k+1)) + first·x²/(k(k+1)(k+2)(k+3)) - … */
function alternating(first: bigint, square: bigint, k: bigint): bigint {
  let term = first;
  let sum = first;
  for (let i = k; term !== 0n && term !== -1n; i += 2n) {
    term = -mul(term, square) / (i * (i + 1n));
    sum += term;
  }
  return sum;
}
