/**
 * The circle of Circle-RoPE, on a plane to which the positions of texts are
 * perpendicular, so that all cells of an image are as far from each text.
 */

import { angleOf, sinCos } from '../base/angles.js';

/** How cells are placed on the circle. */
interface Circle {
  readonly radius: number;
  readonly radiusScale: number | undefined;
  readonly alpha: number;
  readonly centred: boolean;
  readonly mix: number;
  readonly lift: number | undefined;
}

/** A point in time, height and width. */
type Point = readonly [time: number, height: number, width: number];

/** The points of all cells, row by row; `span` is the time of all frames. */
export function circlePoints(
  circle: Circle,
  rows: number,
  columns: number,
  span: number,
): readonly Point[] {
  const { centred, mix, lift } = circle;
  const middle = (last: number) => (centred ? last / 2 : 0);
  const cells = Array.from({ length: rows * columns }, (_, n) => ({
    x: (n % columns) - middle(columns - 1),
    y: Math.floor(n / columns) - middle(rows - 1),
  }));
  const seen = cells.map(({ x, y }) => angleOf(y, x));
  const least = seen.reduce((a, b) => Math.min(a, b), Infinity);
  const range = seen.reduce((a, b) => Math.max(a, b), -Infinity) - least;
  const radius = radiusOf(
    circle,
    Math.max(columns - 1 - middle(columns - 1), rows - 1 - middle(rows - 1)),
    span - middle(span),
  );
  const points = cells.map(({ x, y }, n) => {
    const own = seen[n] as number;
    const even = range > 0 ? ((own - least) / range) * (2 * Math.PI) : own;
    const index = (n / cells.length) * (2 * Math.PI);
    const angle = circle.alpha * even + (1 - circle.alpha) * index;
    const { sin, cos } = sinCos(angle);
    const part = (on: number, off: number) => (1 - mix) * on + mix * off;
    return onPlane(part(radius * cos, x), part(radius * sin, y));
  });
  if (lift === undefined) return points;
  const lowest = points.reduce((low, p) => Math.min(low, ...p), Infinity);
  const by = Math.abs(lowest) + lift;
  return points.map(([t, h, w]) => [t + by, h + by, w + by]);
}

const radiusOf = (
  { radius, radiusScale }: Circle,
  farthest: number,
  span: number,
) =>
  radiusScale === undefined ? radius : Math.max(farthest, span) * radiusScale;

/** Puts (x, y) on the plane of (-1, 1, 0) / √2 and (-1, -1, 2) / √6. */
function onPlane(x: number, y: number): Point {
  const [across, along] = [x / Math.sqrt(2), y / Math.sqrt(6)];
  return [2 * along, across - along, -across - along];
}
