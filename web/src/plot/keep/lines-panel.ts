// A line chart with its axes and its legend, to be saved.

import type { Line, LinesLook } from '../lines-look.js';
import { marksOn, placeOn, type Scale } from '../scales.js';
import { writeCount, writeTick } from '../ticks.js';
import { axesRoom, axesShapes, gridShape } from './axes.js';
import { type Panel, pathThrough, rectangle, type Shape } from './shape.js';

export interface LinesPicture extends LinesLook {
  /** What stands above it, where a picture has several. */
  readonly title?: string;
}

const room = { ...axesRoom, top: 60 };

/** The least and the most of all finite numbers; those above 0 with `above`. */
function endsOf(lists: readonly ArrayLike<number>[], above: boolean) {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const value = list[i] as number;
      if (!Number.isFinite(value) || (above && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  return low <= high
    ? { low, high }
    : { low: above ? 1 : 0, high: above ? 10 : 1 };
}

/** The axis of x, with room at its ends for half a dot or half a bar. */
function acrossOf(x: ArrayLike<number>, lines: readonly Line[]): Scale {
  const { low, high } = endsOf([x], false);
  const wide = lines.some(({ dots, bars }) => dots || bars);
  const room = wide ? (high - low || 1) / (2 * Math.max(1, x.length - 1)) : 0;
  return { low: low - room, high: high + room, logarithmic: false };
}

function scalesOf({ x, lines, range, logarithmic = false }: LinesLook) {
  const all = lines.flatMap(({ values, upTo }) =>
    upTo ? [values, upTo] : [values],
  );
  const found = endsOf(all, logarithmic);
  const flat = found.low === found.high && !logarithmic;
  const [low, high] = range ?? [
    found.low - (flat ? 1 : 0),
    found.high + (flat ? 1 : 0),
  ];
  return {
    across: acrossOf(x, lines),
    up: {
      low,
      high: logarithmic && high <= low ? 10 * low : high,
      logarithmic,
    },
  };
}

/**
 * The names of the colours, where there are several lines: the title and the
 * axis name one alone. Lines of one colour have one name together.
 */
function keysOf(lines: readonly Line[]) {
  if (lines.length === 1) return [];
  const colours = [...new Set(lines.map(({ colour }) => colour))];
  return colours.map((colour) => {
    const labels = lines
      .filter((line) => line.colour === colour)
      .map(({ label }) => label);
    const few = labels.length <= 3;
    const label = few ? labels.join(', ') : `${labels[0]} … ${labels.at(-1)}`;
    return { colour, label };
  });
}

export function linesPanel(look: LinesPicture): Panel {
  return (box, inks) => {
    const field = {
      x: box.x + room.left,
      y: box.y + room.top,
      width: box.width - room.left - room.right,
      height: box.height - room.top - room.bottom,
    };
    const { x, y, width, height } = field;
    const { across, up } = scalesOf(look);
    const left = (value: number) => x + placeOn(across, value) * width;
    const top = (value: number) => y + (1 - placeOn(up, value)) * height;
    const text = { kind: 'text', colour: inks.ink, size: 18 } as const;

    const points = (values: ArrayLike<number>) =>
      Array.from(look.x, (value, i) => {
        return [left(value), top(values[i] as number)] as const;
      });
    /** The space between two lines. */
    const between = (one: ArrayLike<number>, other: ArrayLike<number>) => {
      const there = points(one).filter(([, at]) => Number.isFinite(at));
      const back = points(other).filter(([, at]) => Number.isFinite(at));
      return `${pathThrough([...there, ...back.reverse()])}Z`;
    };
    function shapesOf(line: Line): Shape[] {
      const { colour, values, upTo, dots, bars } = line;
      const stroke = { kind: 'path', stroke: colour } as const;
      if (dots) {
        const all = points(values).filter((point) =>
          point.every(Number.isFinite),
        );
        // A line of no length with round ends is a dot.
        const d = all.map((one) => `${pathThrough([one])}h0.01`).join('');
        return [{ ...stroke, d, width: 8, cap: 'round' }];
      }
      if (bars) {
        const zero = top(Math.max(up.low, Math.min(up.high, 0)));
        const step = (0.8 * width) / Math.max(1, look.x.length);
        const wide = Math.min(24, Math.max(1, step));
        const d = points(values)
          .filter((point) => point.every(Number.isFinite))
          .map(([at, end]) => {
            const own = { x: at - wide / 2, width: wide };
            return rectangle({
              ...own,
              y: Math.min(zero, end),
              height: Math.abs(end - zero),
            });
          });
        return [{ kind: 'path', d: d.join(''), fill: colour }];
      }
      const shapes: Shape[] = [
        {
          ...{ ...stroke, d: pathThrough(points(values)) },
          width: upTo ? 1.5 : 2 * (line.width ?? 1.5),
        },
      ];
      if (!upTo) return shapes;
      return [
        { kind: 'path', d: between(values, upTo), fill: colour, opacity: 0.16 },
        ...shapes,
        { ...stroke, d: pathThrough(points(upTo)), width: 1.5 },
      ];
    }

    const [first, second] = look.lines;
    const axes = {
      ...{ field, xName: look.xName, yName: look.yName },
      columns: marksOn(across, 8, true).map((value) => ({
        ...{ at: left(value), text: writeCount(value) },
      })),
      rows: marksOn(up, 6, true).map((value) => ({
        ...{ at: top(value), text: writeTick(value) },
      })),
    };
    const keys = keysOf(look.lines);
    const longest = Math.max(...keys.map(({ label }) => label.length));
    const share = Math.min(width / keys.length, 70 + 11 * longest);
    return [
      gridShape(axes, inks),
      ...(look.band && first && second
        ? [
            {
              ...{ kind: 'path' as const, fill: look.band },
              d: between(first.values, second.values),
            },
          ]
        : []),
      ...look.lines.flatMap(shapesOf),
      ...axesShapes(axes, inks),
      ...(look.title === undefined
        ? []
        : [
            {
              ...{ ...text, x, y: box.y + 18 },
              ...{ text: look.title, anchor: 'start' as const, most: width },
            },
          ]),
      ...keys.flatMap(({ label, colour }, i): Shape[] => [
        {
          ...{ kind: 'path', stroke: colour, width: 4 },
          d: `M${x + i * share} ${box.y + 40}h28`,
        },
        {
          ...{ ...text, x: x + i * share + 36, y: box.y + 46 },
          ...{ text: label, anchor: 'start', most: share - 44 },
        },
      ]),
    ];
  };
}
