/**
 * Angles, their sines and cosines, by operations whose bits IEEE 754 fixes,
 * unlike `Math.atan2`.
 */

/**
 * The angle of the vector (x, y) from the axis x.
 *
 *   range    from -π to π; 0 for the vector (0, 0)
 *   error    4 ulp of float64
 *   cost     about 40 operations
 */
export function angleOf(y: number, x: number): number {
  if (y < 0) return -angleOf(-y, x);
  const [least, most] = y <= Math.abs(x) ? [y, Math.abs(x)] : [Math.abs(x), y];
  if (most === 0) return 0;
  const acute = arcTangent(least / most);
  const right = y <= Math.abs(x) ? acute : Math.PI / 2 - acute;
  return x < 0 ? Math.PI - right : right;
}

/** Below this, the series of the arc tangent needs eight terms. */
const SMALL = 0.1;

/** The arc tangent of a number from 0 to 1. */
function arcTangent(given: number): number {
  let [x, scale] = [given, 1];
  // The tangent of half the angle.
  for (; x > SMALL; scale *= 2) x /= 1 + Math.sqrt(1 + x * x);
  const square = x * x;
  let sum = 0;
  for (let odd = 17; odd > 1; odd -= 2) sum = square * (1 / odd - sum);
  return scale * (x - x * sum);
}

/**
 * Sine and cosine of an angle between -8π and 8π.
 *
 *   error  ≤ 4e-15
 */
export function sinCos(angle: number): { sin: number; cos: number } {
  const quarter = Math.round(angle / (Math.PI / 2));
  const rest = angle - quarter * (Math.PI / 2);
  const [sin, cos] = [series(rest, 19) * rest, series(rest, 18)];
  const turn = ((quarter % 4) + 4) % 4;
  if (turn === 1) return { sin: cos, cos: -sin };
  if (turn === 2) return { sin: -sin, cos: -cos };
  return turn === 3 ? { sin: -cos, cos: sin } : { sin, cos };
}

/** 1 - x²/((n-1) n) (1 - …), up to the power `last`: of sine if it is odd. */
function series(x: number, last: number): number {
  let sum = 1;
  for (let n = last; n > 1; n -= 2) sum = 1 - ((x * x) / (n * (n - 1))) * sum;
  return sum;
}
