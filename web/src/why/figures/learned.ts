// How alike the rows around a position are: in a table of sines, and in a table like
// that of GPT-2 before training, which ends.

import { within } from '../../start/fields.js';
import {
  fixed,
  group,
  line,
  rect,
  text,
  upTo,
  whole,
} from '../../start/paths.js';
import type { Figure, Room } from '../../start/screen.js';
import type { Drawing, Shape, Tone } from '../../start/shape.js';

/** The table of GPT-2. */
const rows = 1024;
const dim = 768;
/** The rows to each side with which one is compared. */
const around = 24;
const farthest = 1199;

interface State {
  readonly position: number;
}

/** Similarities of a row with those around it. */
interface Alike {
  /** The distance of the first. */
  readonly from: number;
  readonly values: readonly number[];
}

interface Numbers {
  readonly sines: Alike;
  /** Null where the table has no such row. */
  readonly learned: Alike | null;
}

type Use = Parameters<Figure<State, Numbers>['compute']>[0];

/** Of the rows of a table around a position, up to its last row. */
function alike(
  { absolute }: Use,
  position: number,
  last: number,
  tableOf: (positions: number[]) => {
    data: Float32Array;
    shape: readonly number[];
  },
): Alike {
  const start = Math.max(position - around, 0);
  const end = Math.min(position + around, last);
  const table = tableOf(upTo(end - start + 1).map((i) => start + i));
  const own = position - start;
  const { data } = absolute.analysis.gram(table as never, {
    ...{ rows: [own, own + 1], normalise: true },
  });
  return {
    from: start - position,
    values: [...data].map((x) => +x.toFixed(4)),
  };
}

function compute(use: Use, { position }: State): Numbers {
  const { absolute } = use;
  return {
    sines: alike(use, position, Number.POSITIVE_INFINITY, (positions) =>
      absolute.sinusoidal({ positions, dim }),
    ),
    learned:
      position < rows
        ? alike(use, position, rows - 1, (positions) =>
            absolute.learned({
              ...{ positions, dim, preset: 'gpt2', tableLength: rows },
            }),
          )
        : null,
  };
}

/** The similarity of a row and its neighbour: the next one, or else the one before. */
const nextOf = ({ from, values }: Alike): number =>
  values[1 - from] ?? values[-1 - from] ?? 0;

function say({ position }: State, { sines, learned }: Numbers): string {
  const waves = `With sines, row ${whole(position)} and its neighbour are alike by ${fixed(nextOf(sines), 2)}`;
  return learned
    ? `${waves}. In a table that is to be learned they begin at ` +
        `${fixed(nextOf(learned), 2)}, as any two rows by chance.`
    : `${waves}. The table of ${whole(rows)} rows has no row ${whole(position)}.`;
}

const layouts = {
  wide: {
    ...{ width: 820, height: 330, small: 14, size: 18, high: 200 },
    ...{ span: 370, places: [40, 440], tops: [50, 50] },
  },
  narrow: {
    ...{ width: 358, height: 352, small: 12, size: 15, high: 96 },
    ...{ span: 310, places: [36, 36], tops: [26, 204] },
  },
} as const;

type Layout = (typeof layouts)[Room];

/** A bar for each row around the position. */
function panel(
  title: string,
  shown: Alike | null,
  tone: Tone,
  position: number,
  { span, high, small, size }: Layout,
): Shape[] {
  const pitch = span / (2 * around + 1);
  const soft = { size: small, fill: 'soft' } as const;
  const bars = shown?.values.map((value, i) => {
    const tall = Math.max(Math.abs(value) * high, 0.75);
    const x = (shown.from + i + around) * pitch;
    return rect(x, value < 0 ? high : high - tall, 0.75 * pitch, tall, {
      fill: tone,
    });
  });
  return [
    text(0, -0.8 * size, title, { size, face: 'serif' }),
    ...[0, 1].flatMap((value) => [
      line([0, high * (1 - value)], [span, high * (1 - value)], {
        stroke: 'rule',
      }),
      text(-6, high * (1 - value) + 4, String(value), {
        ...{ ...soft, anchor: 'end' },
      }),
    ]),
    ...(bars ?? [
      text(span / 2, high / 2, `no row ${whole(position)}`, {
        ...{ size, fill: 'wrong', anchor: 'middle' },
      }),
    ]),
    ...[-around, 0, around].map((by) =>
      text(
        (by + around + 0.5) * pitch,
        high + 2.4 * small,
        words(position, by),
        {
          ...{ ...soft, anchor: by < 0 ? 'start' : by > 0 ? 'end' : 'middle' },
        },
      ),
    ),
  ];
}

/** What stands below a bar. */
function words(position: number, by: number): string {
  if (by === 0) return `row ${whole(position)}`;
  return `${Math.abs(by)} ${by < 0 ? 'before' : 'after'}`;
}

function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const { position } = state;
  const panels = [
    ['sines', numbers.sines, 'place'],
    ['learned, before training', numbers.learned, 'soft'],
  ] as const;
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: panels.map(([title, shown, tone], i) =>
      group(panel(`alike: ${title}`, shown, tone, position, at), {
        ...{ x: at.places[i] ?? 0, y: at.tops[i] ?? 0 },
      }),
    ),
  };
}

export const figure: Figure<State, Numbers> = {
  parts: ['absolute'],
  fields: { position: within(512, 0, farthest) },
  controls: [
    {
      ...{ kind: 'range', label: 'Position', field: 'position', say: whole },
      ...{ min: 0, max: farthest, ticks: [0, 512, rows - 1, rows] },
    },
  ],
  ...{ compute, draw, say },
};
