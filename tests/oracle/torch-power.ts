/**
 * Powers of float32 as torch computes them on x86-64, from the published
 * algorithm of SLEEF's `powf` with fused operations: each step is done in exact
 * fixed-point numbers and rounded to float32.
 */

import { exp, fromNumber, ln, mul } from './fixed.js';
import { FLOAT32, round } from './ulp.js';

const f = Math.fround;

/** a × b + c, rounded once. */
const fma = (a: number, b: number, c: number): number =>
  round(mul(fromNumber(a), fromNumber(b)) + fromNumber(c), FLOAT32);

/** An unevaluated sum of two float32. */
type Pair = readonly [hi: number, lo: number];

/** What rounding the sum s of a and b has lost. */
function lost(a: number, b: number, s: number): number {
  const part = f(s - a);
  return f(f(a - f(s - part)) + f(b - part));
}

function add([a, a2]: Pair, [b, b2]: Pair): Pair {
  const s = f(a + b);
  return [s, f(lost(a, b, s) + f(a2 + b2))];
}

/** Of a pair and a number. */
function addOne([a, a2]: Pair, b: number): Pair {
  const s = f(a + b);
  return [s, f(lost(a, b, s) + a2)];
}

/** The shorter sum for |a| >= |b|. */
function addSmaller([a, a2]: Pair, [b, b2]: Pair): Pair {
  const s = f(a + b);
  return [s, f(f(f(f(a - s) + b) + a2) + b2)];
}

function times([a, a2]: Pair, [b, b2]: Pair): Pair {
  const s = f(a * b);
  return [s, fma(a, b2, fma(a2, b, fma(a, b, -s)))];
}

function timesOne([a, a2]: Pair, b: number): Pair {
  const s = f(a * b);
  return [s, fma(a2, b, fma(a, b, -s))];
}

function squared([a, a2]: Pair): Pair {
  const s = f(a * a);
  return [s, fma(f(a + a), a2, fma(a, a, -s))];
}

function divided([a, a2]: Pair, [b, b2]: Pair): Pair {
  const inverse = f(1 / b);
  const s = f(a * inverse);
  const u = fma(inverse, a, -s);
  const v = fma(-b2, inverse, fma(-b, inverse, 1));
  return [s, fma(s, v, fma(a2, inverse, u))];
}

/** A polynomial by fused steps, from the coefficient of the highest power. */
const polynomial = (x: number, coefficients: readonly number[]) =>
  coefficients
    .slice(1)
    .reduce((sum, c) => fma(sum, x, f(c)), f(coefficients[0] ?? 0));

const exact = (a: number, b: number): Pair => addOne([a, 0], b);

function logarithm(x: number): Pair {
  const scaled = f(x * f(1 / 0.75));
  const e = Math.floor(Math.log2(scaled));
  const m = x * 2 ** -e;
  const s = divided(exact(-1, m), exact(1, m));
  const z = squared(s);
  const t = polynomial(z[0], [0.240320355, 0.285112679, 0.400007993]);
  const twoThirds: Pair = [f(0.666666627), f(3.69183861e-9)];
  const ln2: Pair = [f(0.693147182), f(-1.90465421e-9)];
  const lead = addSmaller(timesOne(ln2, e), [2 * s[0], 2 * s[1]]);
  return addSmaller(lead, times(times(z, s), add(timesOne(z, t), twoThirds)));
}

function exponential(x: Pair): number {
  const scaled = f(f(x[0] + x[1]) * f(Math.LOG2E));
  const n = Math.round(scaled);
  const sum = addOne(
    addOne(x, f(n * f(-0.693145752))),
    f(n * f(-0.00000142860677)),
  );
  const hi = f(sum[0] + sum[1]);
  const r: Pair = [hi, f(f(sum[0] - hi) + sum[1])];
  const t = polynomial(
    r[0],
    [0.00136324647, 0.00836596917, 0.0416710824, 0.166665524, 0.499999851],
  );
  const [a, b] = addSmaller([1, 0], addSmaller(r, timesOne(squared(r), t)));
  return f(a + b) * 2 ** n;
}

/** base^exponent, correctly rounded. */
export const power32 = (base: number, exponent: number): number =>
  round(exp(mul(fromNumber(exponent), ln(f(base)))), FLOAT32);

/** Power k of `count` in a tensor: sixteen at a time by SLEEF, then others. */
export const torchPower = (
  base: number,
  exponent: number,
  k: number,
  count: number,
): number =>
  k < count - (count % 16)
    ? exponential(timesOne(logarithm(f(base)), exponent))
    : power32(base, exponent);
