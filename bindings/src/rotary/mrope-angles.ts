/**
 * Angles of grids, by sums, products and roots alone: those of engines differ in
 * their last bits.
 */

/**
 * The angle at which (x, y) is seen from the origin, from -π to π; 0 for the
 * origin itself.
 *
 *   error  ≤ 1e-15 of π
 */
export function angleOf(x: number, y: number): number {
  const [width, height] = [Math.abs(x), Math.abs(y)];
  if (width === 0 && height === 0) return 0;
  const acute =
    height > width
      ? Math.PI / 2 - arctangent(width / height)
      : arctangent(height / width);
  const upper = x < 0 ? Math.PI - acute : acute;
  return y < 0 ? -upper : upper;
}

/** The arctangent of a number from 0 to 1, by its series after two halvings. */
function arctangent(tangent: number): number {
  const halved = (t: number) => t / (1 + Math.sqrt(1 + t * t));
  const t = halved(halved(tangent));
  let sum = 0;
  // t is at most tan(π/16), so that the first term left out is below 1e-19.
  for (let k = 23; k >= 1; k -= 2) sum = 1 / k - t * t * sum;
  return 4 * t * sum;
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
