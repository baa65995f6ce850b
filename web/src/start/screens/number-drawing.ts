// The figure of screen 2: a panel for each label, with its title and a verdict.

import { fixed, group, line, text, whole } from '../paths.js';
import type { Room } from '../screen.js';
import type { Drawing, Shape } from '../shape.js';
import {
  fails,
  flips,
  type Label,
  labels,
  type Numbers,
  reachOf,
  type State,
  say,
  tableLength,
} from './number-numbers.js';
import {
  type Box,
  counted,
  divided,
  learnt,
  toneOf,
  written,
} from './number-panels.js';

const layouts = {
  wide: {
    ...{ width: 820, height: 452, title: 19, verdict: 13, head: 38, gap: 14 },
    ...{ w: 372, h: 136, small: 14, columns: 2, across: 448, down: 236 },
  },
  narrow: {
    ...{ width: 358, height: 356, title: 15, verdict: 12, head: 22, gap: 2 },
    ...{ w: 358, h: 58, small: 12, columns: 1, across: 0, down: 90 },
  },
} as const;

const panels: Readonly<
  Record<
    Label,
    {
      readonly title: string;
      readonly inner: (state: State, numbers: Numbers, at: Box) => Shape[];
      /** What comes of it in a text of this length. */
      readonly verdict: (state: State, numbers: Numbers) => string;
    }
  >
> = {
  grow: {
    title: 'Count',
    inner: counted,
    verdict: (_, numbers) =>
      `${whole(numbers.count)} beside numbers up to ${fixed(reachOf(numbers), 1)}`,
  },
  slide: {
    title: 'Fraction of the length',
    inner: divided,
    verdict: ({ length }) =>
      length === 2 ? 'one step is 1' : `one step is 1/${whole(length - 1)}`,
  },
  jump: {
    title: 'Bits',
    inner: written,
    verdict: (state, numbers) => `${flips(state, numbers)} flip at one step`,
  },
  end: {
    title: 'Learned table',
    inner: learnt,
    verdict: (_, { refusal }) =>
      refusal === ''
        ? 'a row for each word, so far'
        : `no row for position ${whole(tableLength)}`,
  },
};

export function draw(state: State, numbers: Numbers, room: Room): Drawing {
  const at = layouts[room];
  const shapes = labels.map((label, i): Shape => {
    const { title, inner, verdict } = panels[label];
    const failed = fails(label, state, numbers);
    const column = i % at.columns;
    const row = Math.floor(i / at.columns);
    return group(
      [
        line([0, 0.5], [at.w, 0.5], { stroke: 'rule' }),
        text(0, at.title * 1.15, title, { size: at.title, face: 'serif' }),
        text(
          at.w,
          at.title * 1.15,
          `${failed ? '✕ ' : ''}${verdict(state, numbers)}`,
          {
            ...{ size: at.verdict, anchor: 'end' },
            fill: toneOf(failed),
          },
        ),
        group(inner(state, numbers, at), { y: at.head + at.gap }),
      ],
      { x: column * at.across, y: row * at.down, mark: label },
    );
  });
  const { width, height } = at;
  return { width, height, label: say(state, numbers), shapes };
}
