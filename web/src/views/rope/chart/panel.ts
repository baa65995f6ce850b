// A chart of dots and lines as a part of a saved picture. It is loaded when a
// reader first saves one.

import { axesRoom, axesShapes, gridShape } from '../../../plot/keep/axes.js';
import type { Box, Inks, PathShape, Shape } from '../../../plot/keep/shape.js';
import { marksOn, placeOn } from '../../../plot/scales.js';
import type { ChartLook } from './look.js';
import { writeMark } from './mark-words.js';
import { markPath } from './marks.js';

const room = { ...axesRoom, top: 20 };
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
  const legend = legendOf(look, { ...box, x: box.x + room.left }, inks);
  const x = box.x + room.left;
  const y = box.y + legend.height + room.top;
  const width = box.width - room.left - room.right;
  const height = box.height - legend.height - room.top - room.bottom;
  const { across, up } = look;
  const axes = {
    ...{ field: { x, y, width, height }, xName: look.xName, yName: look.yName },
    columns: marksOn(across, 9).map((value) => ({
      ...{ at: x + placeOn(across, value) * width, text: writeMark(value) },
    })),
    rows: marksOn(up, 8).map((value) => ({
      at: y + (1 - placeOn(up, value)) * height,
      text: writeMark(value),
    })),
  };
  return [
    ...legend.shapes,
    gridShape(axes, inks),
    ...axesShapes(axes, inks),
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
