// The marks of a chart, and the same marks in its legend.

import { svg } from '../../../shell/dom.js';

/** `ring` is an empty dot, for what another mark may cover. */
export type Mark = 'dot' | 'ring' | 'line' | 'dashed';

type Point = readonly [x: number, y: number];

function dots(points: readonly Point[]): string {
  // A line of no length with round ends is a dot, however the drawing is
  // stretched. Some browsers draw none where the length is 0.
  return points.map(([x, y]) => `M${x} ${y}h1e-6`).join('');
}

function line(points: readonly Point[]): string {
  let open = false;
  return points
    .map(([x, y]) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) {
        open = false;
        return '';
      }
      const step = open ? 'L' : 'M';
      open = true;
      return `${step}${x.toFixed(5)} ${y.toFixed(5)}`;
    })
    .join('');
}

/** The path of a series; points that are not finite are gaps. */
export function markPath(mark: Mark, points: readonly Point[]): string {
  if (mark === 'line' || mark === 'dashed') return line(points);
  return dots(points.filter((point) => point.every(Number.isFinite)));
}

/** A mark for the legend. */
export function swatchOf(mark: Mark, colour: string): SVGElement {
  const points: Point[] =
    mark === 'line' || mark === 'dashed'
      ? [
          [0, 6],
          [22, 6],
        ]
      : [
          [5, 6],
          [17, 6],
        ];
  const path = svg('path', {
    class: `mark mark-${mark}`,
    d: markPath(mark, points),
  });
  path.style.color = colour;
  return svg(
    'svg',
    { class: 'chart-swatch', viewBox: '0 0 22 12', 'aria-hidden': 'true' },
    path,
  );
}
