// The four panels of screen 2: what each label is, and where it fails.

import { fixed, line, rect, text, upTo, whole } from '../paths.js';
import type { Shape, Tone } from '../shape.js';
import {
  around,
  bits,
  dim,
  fails,
  longest,
  mostTicks,
  type Numbers,
  type State,
  tableLength,
  worst,
} from './number-numbers.js';

/** The colour of a label: it stands for a position, until it fails. */
export const toneOf = (failed: boolean): Tone => (failed ? 'wrong' : 'place');

/** The room of a panel, and the size of its letters. */
export interface Box {
  readonly w: number;
  readonly h: number;
  readonly small: number;
}

/** A word's numbers, and the count of the last word beside them. */
export function counted(
  state: State,
  numbers: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const unit = h / 16;
  const pitch = (w * 0.72) / dim;
  const base = h * 0.72;
  const tone = toneOf(fails('grow', state, numbers));
  const bar = (value: number, x: number, tone: Tone): Shape =>
    rect(
      x,
      base - Math.max(value, 0) * unit,
      pitch * 0.62,
      Math.abs(value) * unit,
      {
        fill: tone,
      },
    );
  const high = numbers.count * unit;
  const x = w * 0.8;
  const cut = high > base;
  return [
    line([0, base], [w, base], { stroke: 'rule' }),
    ...numbers.word.map((value, i) => bar(value, i * pitch, 'soft')),
    ...(cut
      ? [
          rect(x, 0, pitch * 0.62, base, { fill: tone }),
          // A bar that goes on beyond the figure.
          ...[0.3, 0.42].map((part) =>
            line(
              [x - 4, base * part + 4],
              [x + pitch * 0.62 + 4, base * part - 4],
              { stroke: 'sheet', width: 3 },
            ),
          ),
        ]
      : [bar(numbers.count, x, tone)]),
    text(x + pitch * 0.62 + 6, base - small * 0.4, whole(numbers.count), {
      ...{ size: small, fill: tone },
    }),
    text(0, h - 1, 'a word’s own numbers', { size: small, fill: 'soft' }),
    text(w, h - 1, 'the last label', {
      ...{ size: small, fill: 'soft', anchor: 'end' },
    }),
  ];
}

/** The third word among five words, and among all. */
export function divided(
  state: State,
  numbers: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const { length } = state;
  const { fractions, third } = numbers;
  const tone = toneOf(fails('slide', state, numbers));
  const [left, span] = [w * 0.02, w * 0.96];
  const at = (value: number) => left + span * value;
  const axis = (
    y: number,
    values: readonly number[],
    many: boolean,
  ): Shape[] => [
    line([left, y], [left + span, y], { stroke: 'soft' }),
    ...(many
      ? [rect(left, y - 5, span, 10, { fill: 'soft', opacity: 0.5 })]
      : values.map((value) =>
          line([at(value), y - 6], [at(value), y + 6], { stroke: 'soft' }),
        )),
  ];
  const [top, bottom] = [h * 0.34, h * 0.67];
  const now = fractions[2] ?? fractions[fractions.length - 1] ?? 0;
  const five = upTo(5).map((i) => (third / 2) * i);
  const knob = (x: number, y: number): Shape => ({
    ...{ kind: 'circle', x, y, r: small * 0.42, fill: tone },
  });
  return [
    ...axis(top, five, false),
    ...axis(bottom, fractions, length > mostTicks),
    line([at(third), top], [at(now), bottom], { stroke: tone, dash: true }),
    knob(at(third), top),
    knob(at(now), bottom),
    text(at(third), top - small, `word 3 of 5: ${fixed(third, 2)}`, {
      ...{ size: small, anchor: 'middle', fill: 'soft' },
    }),
    text(
      Math.min(at(now) - 4, w * 0.6),
      h - 1,
      `word ${Math.min(length, 3)} of ${whole(length)}: ${fixed(now, now < 0.01 ? 4 : 2)}`,
      { size: small, fill: tone },
    ),
  ];
}

/** Bits about the step that flips most of them. */
export function written(
  state: State,
  numbers: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const { length } = state;
  const tone = toneOf(fails('jump', state, numbers));
  const { from, digits } = numbers;
  const jump = worst(length) - from;
  const [wide, high] = [w / (2 * around), (h - small * 1.3) / bits];
  const columns = upTo(digits.length / bits);
  const cells = columns.flatMap((column) =>
    upTo(bits).map((bit): Shape => {
      const value = digits[column * bits + bit] ?? 0;
      const flips =
        column === jump && value !== digits[(column - 1) * bits + bit];
      const y = (bits - 1 - bit) * high;
      return rect(column * wide + 1, y + 0.5, wide - 2, high - 1, {
        fill: flips ? tone : 'place',
        opacity: value === 1 ? (flips ? 1 : 0.75) : flips ? 0.35 : 0.14,
      });
    }),
  );
  const x = (jump + 0.5) * wide;
  return [
    ...cells,
    text(Math.max(x, small * 1.2), h - 1, whole(worst(length)), {
      ...{ size: small, anchor: 'middle', fill: tone },
    }),
  ];
}

/** The rows of a table, and the words of the text. */
export function learnt(
  { length }: State,
  _: Numbers,
  { w, h, small }: Box,
): Shape[] {
  const scale = w / longest;
  const [top, thick] = [h * 0.22, h * 0.2];
  const below = top + thick * 1.5;
  const fits = Math.min(length, tableLength);
  return [
    rect(0, top, tableLength * scale, thick, { fill: 'place', opacity: 0.3 }),
    text(0, top - 5, `rows 0 to ${whole(tableLength - 1)}`, {
      ...{ size: small, fill: 'place' },
    }),
    rect(0, below, Math.max(fits * scale, 1), thick, { fill: 'soft' }),
    rect(fits * scale, below, (length - fits) * scale, thick, {
      fill: 'wrong',
    }),
    line([tableLength * scale, top], [tableLength * scale, below + thick], {
      ...{ stroke: 'ink', dash: true },
    }),
    text(0, below + thick + small + 3, `a text of ${whole(length)} words`, {
      ...{ size: small, fill: length > tableLength ? 'wrong' : 'soft' },
    }),
  ];
}
