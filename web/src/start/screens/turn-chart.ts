// The charts of screen 6: the score by distance. While a word is dragged, the point
// of now runs along a curve: with turning along one and the same, with a table along
// one that depends on where the words stand.

import { circle, fixed, line, text, through, upTo } from '../paths.js';
import type { Shape } from '../shape.js';
import { places, type State, type Sums, scoreOf } from './turn-numbers.js';
import { type Layout, layouts } from './turn-room.js';

/** All scores of the pair lie between these, with a little room. */
const [lowest, highest] = [-2.7, 6.9];

/** Curves of some other places of the query: enough to see whether they are one. */
const others = upTo(7).map((i) => 4 * i);

/** The least and the most of some scores, or the only one, as they are printed. */
function rangeOf({ least, most }: Sums, wide: boolean): string {
  const [from, to] = [fixed(least, 2), fixed(most, 2)];
  if (from === to) return `always ${from}`;
  return wide ? `least ${from}, most ${to}` : `${from} to ${to}`;
}

export function chart(sums: Sums, state: State, at: Layout): Shape[] {
  const { w, chartH, small } = at;
  const y = (score: number) =>
    chartH * ((highest - score) / (highest - lowest));
  // On the right, the zero of the scale has its place.
  const end = w - small - 2;
  // And at both ends the point of now.
  const x = (distance: number) =>
    end / 2 + (end / 2 - 6) * (distance / (places - 1));
  /** What dragging the key shows while the query stays. */
  const curve = (query: number) =>
    through(
      upTo(places).map((key) => [
        x(key - query),
        y(scoreOf(sums, { query, key })),
      ]),
    );
  const distance = state.key - state.query;
  const wide = at === layouts.wide;
  const below = chartH + small + 2;
  const words = { size: small, fill: 'soft' } as const;
  return [
    line([0, y(0)], [end, y(0)], { stroke: 'soft', dash: true }),
    text(w, y(0) + 4, '0', { ...words, anchor: 'end' }),
    line([x(0), 0], [x(0), chartH], { stroke: 'rule' }),
    {
      kind: 'path',
      d: others.map(curve).join(''),
      ...{ stroke: 'soft', opacity: 0.3 },
    },
    { kind: 'path', d: curve(state.query), stroke: 'ink', width: 2 },
    line([x(distance), chartH], [x(distance), y(scoreOf(sums, state))], {
      stroke: 'soft',
    }),
    circle(x(distance), y(scoreOf(sums, state)), 5, {
      ...{ fill: 'ink', stroke: 'sheet', width: 1.5 },
    }),
    text(
      0,
      below,
      `${wide ? 'score at distance' : 'distance'} ${fixed(distance, 0)}`,
      words,
    ),
    ...(wide
      ? [text(x(0), below, 'same place', { ...words, anchor: 'middle' })]
      : []),
    text(w, below, rangeOf(sums, wide), { size: small, anchor: 'end' }),
  ];
}
