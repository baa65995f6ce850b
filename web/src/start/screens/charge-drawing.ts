// The figure of screen 7: the word that is dragged away, and on the same axis what
// ALiBi and T5 take from its score, and the factor that this is for its weight.

import { fixed, group, line, rect, text, upTo } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Grip, Shape } from '../shape.js';
import { chart } from './charge-chart.js';
import {
  farthest,
  type Numbers,
  type State,
  say,
  share,
  slope,
} from './charge-numbers.js';
import { across, type Layout, layouts, tones } from './charge-room.js';

/** The word that reads, and the one that is dragged away from it. */
const [reader, dragged] = ['bites', 'dog'];

function ruler({ away }: State, at: Layout): Shape[] {
  const x = (distance: number) => across(at, distance);
  const base = at.ruler + 54;
  const grip: Grip = {
    ...{ kind: 'grip', key: 'away', x: x(away), y: at.ruler + 22 },
    label: `“${dragged}”, drag it away from “${reader}”`,
    ...{ value: away, min: 0, max: farthest },
    said: `${away} words off`,
    shapes: [
      rect(-22, -18, 44, 36, { fill: 'sheet', stroke: 'key', round: 4 }),
      text(0, -3, dragged, {
        ...{ size: at.size, anchor: 'middle', face: 'serif', fill: 'key' },
      }),
      text(0, 11, String(away), {
        ...{ size: at.small, anchor: 'middle', fill: 'key' },
      }),
      // What is dragged has a foot in the colour of all that is.
      rect(-22, 15, 44, 3, { fill: 'grip' }),
    ],
  };
  return [
    text(0, base + 4, reader, { size: at.size, face: 'serif', fill: 'query' }),
    line([at.left, base], [at.right, base], { stroke: 'rule' }),
    ...upTo(farthest / 10 + 1).map((ten) =>
      line([x(10 * ten), base - 3], [x(10 * ten), base + 3], {
        stroke: 'soft',
      }),
    ),
    line([at.left, base], [x(away), base], { stroke: 'soft', width: 3 }),
    grip,
  ];
}

/** The distance of the word, through both charts. Their letters stand on it. */
const plumb = ({ away }: State, at: Layout): Shape =>
  line(
    [across(at, away), at.ruler + 40],
    [across(at, away), at.second + at.h],
    {
      ...{ stroke: 'key', dash: true },
    },
  );

/** A method's name with a sample of its curve, its charge and what that leaves. */
function method(
  title: string,
  added: number,
  place: number,
  at: Layout,
): Shape {
  const isLine = place === 0;
  const mark = isLine ? 'line' : 'steps';
  const tone = tones[mark];
  const look = { size: at.small + 1, fill: tone } as const;
  const sample = { stroke: tone, width: isLine ? 3 : 2.5 } as const;
  return group(
    [
      ...(isLine
        ? [line([0, -9], [16, -1], sample)]
        : [
            line([0, -9], [8, -9], sample),
            line([8, -10], [8, 0], sample),
            line([8, -1], [16, -1], sample),
          ]),
      text(22, 0, title, { size: at.size, face: 'serif', fill: tone }),
      text(at.charge, at.under, `score by ${fixed(added, 2)}`, look),
      text(at.weight, at.under, `weight × ${share(added, '<')}`, look),
    ],
    { y: at.names + place * at.line, mark },
  );
}

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const of = (all: readonly number[]) => all[state.head - 1] ?? 0;
  const [line, steps] = [of(numbers.alibi), of(numbers.t5)];
  return {
    ...{ width: at.width, height: at.height, label: say(state, numbers) },
    shapes: [
      method(
        `ALiBi, head ${state.head}: slope ${slope(state.head)}`,
        line,
        0,
        at,
      ),
      method(
        `T5, head ${state.head}: bucket ${numbers.bucket} (made up, not trained)`,
        steps,
        1,
        at,
      ),
      plumb(state, at),
      ...chart('charge', state, numbers, at),
      ...chart('weight', state, numbers, at),
      ...ruler(state, at),
    ],
  };
}
