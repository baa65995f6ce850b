// The text of screen 6 with its two words, and the bar between them: each is
// dragged by itself.

import { circle, line, rect, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Grip, Shape } from '../shape.js';
import { type Point, places, type State, words } from './turn-numbers.js';
import { type Layout, layouts } from './turn-room.js';

/** Rows of 44 units, so that no two grips share a place. */
const rows = { query: 22, both: 66, key: 110 } as const;

const pitchOf = ({ left, right }: Layout): number =>
  (right - left) / (places - 1);

/** The value of a grip at a point: the earlier word's place for the bar. */
export function gripAt(
  { query, key }: State,
  grip: string,
  [x]: Point,
  room: Room,
): number {
  const at = layouts[room];
  const place = (x - at.left) / pitchOf(at);
  return Math.round(
    grip === 'both' ? place - Math.abs(query - key) / 2 : place,
  );
}

export function ruler({ query, key, start }: State, at: Layout): Shape[] {
  const x = (place: number) => at.left + place * pitchOf(at);
  const [first, apart] = [Math.min(query, key), Math.abs(query - key)];
  const grip = (name: 'query' | 'key', place: number): Grip => ({
    ...{ kind: 'grip', key: name, x: x(place), y: rows[name] },
    label: `${name} “${words[name]}”, drag it along the text`,
    ...{ value: place, min: 0, max: places - 1 },
    said: `position ${start + place}`,
    shapes: [
      rect(-22, -18, 44, 36, {
        ...{ fill: 'sheet', stroke: name, round: 4 },
      }),
      text(0, -2, words[name], {
        ...{ size: at.size, anchor: 'middle', face: 'serif' },
        fill: name,
      }),
      text(0, at.small, String(start + place), {
        ...{ size: at.small, anchor: 'middle', fill: name },
      }),
    ],
  });
  const span = (apart * pitchOf(at)) / 2;
  const bar: Grip = {
    ...{ kind: 'grip', key: 'both', x: x(first + apart / 2), y: rows.both },
    reach: Math.max(span, 22),
    label: 'both words, drag them along the text',
    ...{ value: first, min: 0, max: places - 1 - apart },
    said: `from position ${start + first} to ${start + first + apart}`,
    shapes: [
      rect(-span - 3, -4, 2 * span + 6, 8, {
        ...{ fill: 'grip', round: 4 },
      }),
      circle(0, 0, 9, { fill: 'sheet', stroke: 'grip', width: 2 }),
      ...[-3, 0, 3].map((dx) => line([dx, -4], [dx, 4], { stroke: 'grip' })),
    ],
  };
  const stem = (name: 'query' | 'key', place: number): Shape => {
    const away = name === 'query' ? -1 : 1;
    return line(
      [x(place), rows.both + 5 * away],
      [x(place), rows.both + 26 * away],
      { stroke: name },
    );
  };
  return [
    line([at.left, rows.both], [at.right, rows.both], { stroke: 'rule' }),
    ...upTo(places).map((place) =>
      line([x(place), rows.both - 4], [x(place), rows.both + 4], {
        stroke: place % 4 === 0 ? 'soft' : 'rule',
      }),
    ),
    stem('query', query),
    stem('key', key),
    bar,
    // The numbers of the text, where no word covers them, above the frame of
    // the bar that has the focus.
    ...upTo(places)
      .filter((place) => place % 8 === 0 && place !== key)
      .map((place) =>
        text(x(place), rows.both + 18, String(start + place), {
          ...{ size: at.small, anchor: 'middle', fill: 'soft' },
          halo: true,
        }),
      ),
    grip('query', query),
    grip('key', key),
  ];
}
