/** Angles, by operations whose bits IEEE 754 fixes, unlike `Math.atan2`. */

/**
 * The angle of the vector (x, y) from the axis x, for y ≥ 0.
 *
 *   range    from 0 to π; 0 for the vector (0, 0)
 *   error    4 ulp of float64
 *   cost     about 40 operations
 */
export function angleOf(y: number, x: number): number {
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
