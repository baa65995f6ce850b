// A chart of dots and lines as a part of a saved picture. It is loaded when a
// reader first saves one.

import type { Box, Inks, PathShape, Shape } from '../../../plot/keep/shape.js';
import { marksOn, placeOn } from '../../../plot/scales.js';
import type { ChartLook } from './look.js';
import { writeMark } from './mark-words.js';
import { markPath } from './marks.js';

const room = { left: 110, right: 20, top: 20, bottom: 70 };
/** The height of a line of the legend. */
const line = 34;
/** Of the letters, in pixels and roughly each. */
const letters = { size: 20, wide: 11 };

/** The legend in as many lines as it needs, and their number. */
function legendOf({ series }: ChartLook, box: Box, { soft }: Inks) {
  const shapes: Shape[] = [];
  let [left, row] = [0, 0];
  for (const { label, mark, colour } of series) {
    const wide = 60 + letters.wide * label.length;
    if (left > 0 && left + wide > box.width) [left, row] = [0, row + 1];
    const [x, y] = [box.x + left, box.y + row * line + line / 2];
    const isLine = mark === 'line' || mark === 'dashed';
    const path = isLine ? `M${x} ${y}h34` : `M${x + 17} ${y}h0.01`;
    shapes.push(
      { kind: 'path', d: path, stroke: colour, ...widths[mark] },
      {
        ...{ kind: 'text', x: x + 44, y: y + 7, text: label, colour: soft },
        ...{ anchor: 'start', size: letters.size },
      },
    );
    left += wide;
  }
  return { shapes, height: (row + 1) * line };
}

const widths: Readonly<
  Record<
    'line' | 'dashed' | 'dot' | 'ring',
    Pick<PathShape, 'width' | 'dash' | 'cap'>
  >
> = {
  line: { width: 3 },
  dashed: { width: 3, dash: [11, 8] },
  dot: { width: 8, cap: 'round' },
  ring: { width: 5.5, cap: 'round' },
};

export function chartShapes(look: ChartLook, box: Box, inks: Inks): Shape[] {
  const { soft, rule, neat } = inks;
  const legend = legendOf(look, { ...box, x: box.x + room.left }, inks);
  const x = box.x + room.left;
  const y = box.y + legend.height + room.top;
  const width = box.width - room.left - room.right;
  const height = box.height - legend.height - room.top - room.bottom;
  const { across, up } = look;
  const text = { kind: 'text', colour: soft, size: letters.size } as const;
  const columns = marksOn(across, 9).map((value) => ({
    at: x + placeOn(across, value) * width,
    text: writeMark(value),
  }));
  const rows = marksOn(up, 8).map((value) => ({
    at: y + (1 - placeOn(up, value)) * height,
    text: writeMark(value),
  }));
  const grid = [
    ...columns.map(({ at }) => `M${at} ${y}v${height}`),
    ...rows.map(({ at }) => `M${x} ${at}h${width}`),
  ].join('');
  return [
    ...legend.shapes,
    { kind: 'path', d: grid, stroke: rule, width: 1.5 },
    {
      ...{ kind: 'path', stroke: neat, width: 2 },
      d: `M${x} ${y}h${width}v${height}h${-width}Z`,
    },
    ...columns.map(
      (mark): Shape => ({
        ...{ ...text, text: mark.text, anchor: 'middle' },
        ...{ x: mark.at, y: y + height + 28 },
      }),
    ),
    ...rows.map(
      (mark): Shape => ({
        ...{ ...text, text: mark.text, anchor: 'end' },
        ...{ x: x - 12, y: mark.at + 7 },
      }),
    ),
    {
      ...{ ...text, text: look.xName, anchor: 'end' },
      ...{ x: x + width, y: y + height + 58 },
    },
    {
      ...{ ...text, text: look.yName, anchor: 'end', upwards: true },
      ...{ x: box.x + 22, y },
    },
    ...look.series.map(
      ({ mark, colour, values }): Shape => ({
        ...{ kind: 'path', stroke: colour, ...widths[mark] },
        d: markPath(
          mark,
          Array.from(values, (value, i) => {
            const at = placeOn(across, look.x[i] as number);
            return [at, 1 - placeOn(up, value)] as const;
          }),
        ),
        matrix: [width, 0, 0, height, x, y],
      }),
    ),
  ];
}
