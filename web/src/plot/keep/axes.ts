// The grid, the frame and the axes of a chart that is saved.

import { type Box, type Inks, rectangle, type Shape } from './shape.js';

/** A value on an axis: where it stands in the picture, and how it is written. */
export interface Mark {
  readonly at: number;
  readonly text: string;
  /** The same in the measure of an axis at the right. */
  readonly beside?: string;
}

export interface Axes {
  /** Where the lines are drawn. */
  readonly field: Box;
  readonly columns: readonly Mark[];
  readonly rows: readonly Mark[];
  readonly xName: string;
  readonly yName: string;
  /** The name of the axis at the right, if there is one. */
  readonly besideName?: string;
}

/** The room around the field: for the numbers and the names of the axes. */
export const axesRoom = { left: 110, right: 24, bottom: 64 };

/** The lines of the grid, which lie behind all others. */
export function gridShape(
  { field, columns, rows }: Axes,
  { rule }: Inks,
): Shape {
  const { x, y, width, height } = field;
  const lines = [
    ...columns.map(({ at }) => `M${at} ${y}v${height}`),
    ...rows.map(({ at }) => `M${x} ${at}h${width}`),
  ];
  return { kind: 'path', d: lines.join(''), stroke: rule, width: 1 };
}

/** The frame, and the numbers and names beside it. */
export function axesShapes(axes: Axes, { ink, soft, neat }: Inks): Shape[] {
  const { field, columns, rows, xName, yName, besideName } = axes;
  const { x, y, width, height } = field;
  const number = { kind: 'text', colour: soft, size: 18 } as const;
  const name = { ...number, colour: ink, anchor: 'middle' } as const;
  return [
    { kind: 'path', d: rectangle(field), stroke: neat, width: 1 },
    ...columns.map(
      ({ at, text }): Shape => ({
        ...{ ...number, x: at, y: y + height + 24, text, anchor: 'middle' },
      }),
    ),
    ...rows.map(
      ({ at, text }): Shape => ({
        ...{ ...number, x: x - 10, y: at + 6, text, anchor: 'end' },
      }),
    ),
    { ...name, x: x + width / 2, y: y + height + 54, text: xName },
    {
      ...{ ...name, x: x - axesRoom.left + 18, y: y + height / 2 },
      ...{ text: yName, upwards: true },
    },
    ...rows.flatMap(({ at, beside }): Shape[] =>
      beside === undefined
        ? []
        : [
            {
              ...{ ...number, x: x + width + 10, y: at + 6 },
              ...{ text: beside, anchor: 'start' },
            },
          ],
    ),
    ...(besideName === undefined
      ? []
      : [
          {
            ...{ ...name, x: x + width + axesRoom.left - 6 },
            ...{ y: y + height / 2, text: besideName, upwards: true },
          } as const,
        ]),
  ];
}
