// One table with its columns in two orders, and how alike its rows are: with one of
// the orders throughout, and with both mixed up.

import { oneOf } from '../../start/fields.js';
import {
  fixed,
  group,
  line,
  rect,
  text,
  through,
  upTo,
} from '../../start/paths.js';
import type { Figure, Room } from '../../start/screen.js';
import type { Drawing, Shape } from '../../start/shape.js';

const rows = 16;
const dim = 16;
/** As in the lesson: each hand turns half as fast as the one before. */
const base = 256;
/** The distance of which the sentence tells. */
const told = 4;

type Order = 'pairs' | 'blocks' | 'mixed';

interface State {
  readonly order: Order;
}

interface Numbers {
  /** The table of each program, [rows, dim]. */
  readonly tables: readonly [readonly number[], readonly number[]];
  /** Least and most similarity of a row of the first program with one of the second,
   *  by distance. */
  readonly min: readonly number[];
  readonly max: readonly number[];
}

type Use = Parameters<Figure<State, Numbers>['compute']>[0];

const layoutsOf = {
  pairs: ['interleaved', 'interleaved'],
  blocks: ['blocks', 'blocks'],
  mixed: ['interleaved', 'blocks'],
} as const;

const rounded = (value: number) => +value.toFixed(4);

function compute({ absolute }: Use, { order }: State): Numbers {
  const [one, other] = layoutsOf[order].map(
    (layout) => absolute.sinusoidal({ length: rows, dim, base, layout }).data,
  ) as [Float32Array, Float32Array];
  const both = { data: [...one, ...other], shape: [2 * rows, dim] };
  // The rows of one program with those of the other.
  const { data } = absolute.analysis.gram(both, {
    ...{ rows: [0, rows], columns: [rows, 2 * rows], normalise: true },
  });
  const byDistance = upTo(rows).map((apart) =>
    upTo(rows - apart).map((row) =>
      rounded(data[row * rows + row + apart] ?? 0),
    ),
  );
  return {
    tables: [[...one].map(rounded), [...other].map(rounded)],
    min: byDistance.map((values) => Math.min(...values)),
    max: byDistance.map((values) => Math.max(...values)),
  };
}

const namesOf = {
  pairs: ['sine, cosine, sine, …', 'sine, cosine, sine, …'],
  blocks: ['all sines, all cosines', 'all sines, all cosines'],
  mixed: ['sine, cosine, sine, …', 'all sines, all cosines'],
} as const;

function say({ order }: State, { min, max }: Numbers): string {
  const [least, most] = [min, max].map((edge) => fixed(edge[told] ?? 0, 2));
  return order === 'mixed'
    ? `Rows of one order beside rows of the other: ${told} apart, they are alike by ` +
        `${least} to ${most}, by place. The distance is lost.`
    : `Both programs put ${order === 'pairs' ? 'each cosine beside its sine' : 'all sines before all cosines'}: ` +
        `rows ${told} apart are alike by ${least}, wherever they stand.`;
}

const layouts = {
  wide: {
    ...{ width: 820, height: 282, small: 14, size: 16, cell: 13 },
    ...{ places: [0, 236], top: 44, left: 520, right: 814, low: 252 },
    ...{ chartTop: 44 },
  },
  narrow: {
    ...{ width: 358, height: 372, small: 12, size: 13, cell: 10 },
    ...{ places: [0, 188], top: 40, left: 30, right: 350, low: 338 },
    ...{ chartTop: 246 },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** A table as cells: strong for 1, faint for −1. */
function table(values: readonly number[], cell: number): Shape[] {
  return [
    ...values.map((value, i) =>
      rect((i % dim) * cell, Math.floor(i / dim) * cell, cell, cell, {
        ...{ fill: 'place', opacity: rounded(0.06 + 0.45 * (value + 1)) },
      }),
    ),
    rect(0, 0, dim * cell, rows * cell, { fill: 'none', stroke: 'rule' }),
  ];
}

/** Similarity by distance: a line where it is one value, else a band. */
function chart({ min, max }: Numbers, at: Layout): Shape[] {
  const { left, right, small } = at;
  const top = at.chartTop;
  const y = (value: number) => at.low - ((at.low - top) * (value + 0.5)) / 1.5;
  const x = (apart: number) => left + ((right - left) * apart) / (rows - 1);
  const points = (edge: readonly number[]) =>
    edge.map((value, apart) => [x(apart), y(value)] as const);
  const soft = { size: small, fill: 'soft' } as const;
  const band = `${through([...points(max), ...points(min).reverse()])}Z`;
  return [
    text(left, top - 0.9 * at.size, 'alike, by distance', {
      ...{ size: at.size, face: 'serif' },
    }),
    ...[0, 1].flatMap((value) => [
      line([left, y(value)], [right, y(value)], { stroke: 'rule' }),
      text(left - 6, y(value) + 4, String(value), { ...soft, anchor: 'end' }),
    ]),
    { kind: 'path', d: band, fill: 'place', opacity: 0.25 },
    ...[min, max].map(
      (edge): Shape => ({
        ...{
          kind: 'path',
          d: through(points(edge)),
          stroke: 'place',
          width: 2,
        },
      }),
    ),
    ...[0, rows - 1].map((apart, i) =>
      text(x(apart), at.low + 1.5 * small, `${apart} apart`, {
        ...{ ...soft, anchor: i === 0 ? 'start' : 'end' },
      }),
    ),
  ];
}

function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { size, small } = at;
  const names = namesOf[state.order];
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: [
      ...numbers.tables.flatMap((values, i) => [
        group(
          [
            text(0, -small - 7, `program ${i + 1}`, { size, face: 'serif' }),
            text(0, -6, names[i] ?? '', { size: small, fill: 'soft' }),
            ...table(values, at.cell),
          ],
          { x: at.places[i] ?? 0, y: at.top },
        ),
      ]),
      ...chart(numbers, at),
    ],
  };
}

export const figure: Figure<State, Numbers> = {
  parts: ['absolute'],
  fields: { order: oneOf('pairs', ['pairs', 'blocks', 'mixed']) },
  controls: [
    {
      ...{ kind: 'choice', label: 'Columns of both programs', field: 'order' },
      options: [
        ['pairs', 'side by side'],
        ['blocks', 'in two blocks'],
        ['mixed', 'one of each'],
      ],
    },
  ],
  ...{ compute, draw, say },
};
