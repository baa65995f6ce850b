// The plane of one pair: the arrows of query and key, thin as the words have
// them and thick after the rotation, with an arc from one to the other.

import { svg } from '../../shell/dom.js';
import type { Arrow, Pair, Point } from './pairs.js';

/** Half the width of the drawing, in its own units. */
const half = 100;
/** The longest arrow of a picture. */
const reach = 84;

function place([x, y]: Point): string {
  // The y of a drawing points down.
  return `${x.toFixed(2)} ${(-y).toFixed(2)}`;
}

function polar(angle: number, radius: number): Point {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** A shaft from the origin with a head of two strokes. */
export function arrowPath(tip: Point, head: number): string {
  const [x, y] = tip;
  const length = Math.hypot(x, y);
  const size = Math.min(head, length);
  const angle = Math.atan2(y, x);
  const barb = (way: number) => {
    const [dx, dy] = polar(angle + way * 2.6, size);
    return place([x + dx, y + dy]);
  };
  return `M0 0L${place(tip)}M${barb(1)}L${place(tip)}L${barb(-1)}`;
}

/** The arc of a rotation, without whole turns. */
export function arcPath(from: Point, angle: number, radius: number): string {
  const turn = ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI);
  const begin = Math.atan2(from[1], from[0]);
  const wide = turn > Math.PI ? 1 : 0;
  const [start, end] = [polar(begin, radius), polar(begin + turn, radius)];
  return `M${place(start)}A${radius} ${radius} 0 ${wide} 0 ${place(end)}`;
}

function scaled([x, y]: Point, factor: number): Point {
  return [x * factor, y * factor];
}

/** How far the middles of two letters are that do not touch. */
const letterRoom = 15;

/**
 * Where the letters of two thick arrows stand: behind their tips, and apart
 * where the tips meet, across the way of the first.
 */
export function letterPlaces(
  one: Point,
  other: Point,
): readonly [Point, Point] {
  const behind = ([x, y]: Point): Point =>
    polar(Math.atan2(y, x), Math.hypot(x, y) + 13);
  const [a, b] = [behind(one), behind(other)];
  const lacking = letterRoom - Math.hypot(a[0] - b[0], a[1] - b[1]);
  if (lacking <= 0) return [a, b];
  const angle = Math.atan2(a[1], a[0]);
  const across: Point = [-Math.sin(angle), Math.cos(angle)];
  const along = (b[0] - a[0]) * across[0] + (b[1] - a[1]) * across[1];
  const by = ((along < 0 ? -1 : 1) * letterRoom - along) / 2;
  const moved = ([x, y]: Point, far: number): Point => [
    x + far * across[0],
    y + far * across[1],
  ];
  return [moved(a, -by), moved(b, by)];
}

function drawArrow(
  name: 'query' | 'key',
  { before, after, angle }: Arrow,
  factor: number,
  label: Point | null,
): SVGElement {
  const [thin, thick] = [scaled(before, factor), scaled(after, factor)];
  const parts: SVGElement[] = [
    svg('path', { class: 'before', d: arrowPath(thin, 7) }),
    svg('path', { class: 'after', d: arrowPath(thick, 11) }),
  ];
  if (label !== null) {
    const [x, y] = label;
    const radius = name === 'query' ? 26 : 18;
    parts.push(
      svg('path', { class: 'arc', d: arcPath(before, angle, radius) }),
      svg('text', { x, y: -y }, name === 'query' ? 'q' : 'k'),
    );
  }
  return svg('g', { class: name }, ...parts);
}

export interface Plane {
  readonly element: SVGSVGElement;
  /** `longest` is the length of the longest arrow of all planes beside it. */
  draw(pair: Pair, longest: number): void;
}

/** The longest of the arrows of a pair. */
export function longestArrow({ query, key }: Pair): number {
  const all = [query.before, query.after, key.before, key.after];
  return Math.max(...all.map(([x, y]) => Math.hypot(x, y)));
}

/** A detailed plane has arcs and letters. */
export function createPlane(detailed: boolean): Plane {
  const arrows = svg('g');
  const element = svg(
    'svg',
    {
      class: 'plane',
      viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`,
      'aria-hidden': 'true',
    },
    svg('circle', { class: 'rim', r: reach }),
    svg('path', { class: 'rim', d: `M${-half} 0H${half}M0 ${-half}V${half}` }),
    arrows,
  );
  return {
    element,
    draw({ query, key }, longest) {
      const factor = longest > 0 ? reach / longest : 0;
      const [q, k] = letterPlaces(
        scaled(query.after, factor),
        scaled(key.after, factor),
      );
      arrows.replaceChildren(
        drawArrow('key', key, factor, detailed ? k : null),
        drawArrow('query', query, factor, detailed ? q : null),
      );
    },
  };
}
