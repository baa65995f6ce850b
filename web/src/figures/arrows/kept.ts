// The circle and the bars of a meeting as saved files. It is loaded when a reader
// first saves one.

import { columnsOf, type KeptNumbers } from '../../plot/keep/columns.js';
import type { Box, Inks, Shape } from '../../plot/keep/shape.js';
import { lineColour } from '../../plot/palette.js';
import { cellTicks, writeValue } from '../../plot/ticks.js';
import { theme } from '../../shell/theme.js';
import type { Arrow, Meeting, Pair } from './pairs.js';
import { barColours, barsPath, levelsOf, linksPath, stepsOf } from './steps.js';

/** The arrows of all pairs, by their tips. */
export function circleNumbers({ pairs }: Meeting): KeptNumbers {
  const tips = (word: 'query' | 'key') =>
    (['before', 'after'] as const).flatMap((when) =>
      ([0, 1] as const).map((axis) => {
        const name = `${word} ${axis === 0 ? 'x' : 'y'} ${when}`;
        const of = (arrow: Arrow) => arrow[when][axis];
        return [name, pairs.map((pair: Pair) => of(pair[word]))] as const;
      }),
    );
  return columnsOf([
    ['pair', pairs.map((_, pair) => pair)],
    ['radians per position', pairs.map(({ frequency }) => frequency)],
    ...tips('query'),
    ...tips('key'),
  ]);
}

/** What each pair adds, and the sum with it; what no pair turns has no number. */
export function stepNumbers(meeting: Meeting): KeptNumbers {
  const steps = stepsOf(meeting);
  const count = meeting.pairs.length;
  return columnsOf([
    ['pair', steps.map((_, pair) => (pair < count ? pair : Number.NaN))],
    ['adds', steps.map(({ from, to }) => to - from)],
    ['sum', steps.map(({ to }) => to)],
  ]);
}

const room = { left: 100, right: 20, top: 20, bottom: 70 };

/** The bars with their axes; the chosen pair is not marked. */
export function stepShapes(meeting: Meeting, box: Box, inks: Inks): Shape[] {
  const steps = stepsOf(meeting);
  const { low, high, ticks } = levelsOf(steps);
  const count = meeting.pairs.length;
  const [x, y] = [box.x + room.left, box.y + room.top];
  const width = box.width - room.left - room.right;
  const height = box.height - room.top - room.bottom;
  const [across, down] = [width / steps.length, height / (high - low)];
  const at = (level: number) => y + (high - level) * down;
  const matrix = [across, 0, 0, down, x, at(0)] as const;
  const text = { kind: 'text', colour: inks.soft, size: 20 } as const;
  const bars = (takes: boolean, colour: number): Shape => ({
    ...{ kind: 'path', matrix, fill: lineColour(colour, theme()) },
    d: barsPath(steps, ({ from, to }) => to >= from === takes),
  });
  const last = at(steps.at(-1)?.to ?? 0);
  return [
    {
      ...{ kind: 'path', stroke: inks.rule, width: 1.5 },
      d: ticks.map((level) => `M${x} ${at(level)}h${width}`).join(''),
    },
    {
      kind: 'path',
      matrix,
      d: linksPath(steps),
      stroke: inks.soft,
      width: 1.5,
    },
    bars(true, barColours.more),
    bars(false, barColours.less),
    {
      ...{ kind: 'path', stroke: inks.ink, width: 2, dash: [8, 6] },
      d: `M${x} ${last}h${width}`,
    },
    ...ticks.map(
      (level): Shape => ({
        ...{ ...text, text: writeValue(level), anchor: 'end' },
        ...{ x: x - 12, y: at(level) + 7 },
      }),
    ),
    ...cellTicks(0, count, 12, 'twos').map(
      (pair): Shape => ({
        ...{ ...text, text: String(pair), anchor: 'middle' },
        ...{ x: x + (pair + 0.5) * across, y: y + height + 28 },
      }),
    ),
    {
      ...{ ...text, anchor: 'end', x: x + width, y: y + height + 58 },
      text: count < steps.length ? 'pair; last: what no pair turns' : 'pair',
    },
  ];
}
