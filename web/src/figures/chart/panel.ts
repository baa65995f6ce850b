// A chart of dots and lines as a part of a saved picture. It is loaded when a
// reader first saves one.

import { axesRoom, axesShapes, gridShape } from '../../plot/keep/axes.js';
import type { Box, Inks, PathShape, Shape } from '../../plot/keep/shape.js';
import { marksOn, placeOn } from '../../plot/scales.js';
import { entriesOf } from './legend.js';
import type { ChartLook } from './look.js';
import { writeMark } from './mark-words.js';
import { bandPath, isStroke, type Mark } from './marks.js';
import { pathsOf } from './paths.js';
import { pinPath, placePins } from './pins.js';

const room = { ...axesRoom, top: 20 };
/** The height of a line of the legend. */
const line = 34;
/** Of the letters, in pixels and roughly each. */
const letters = { size: 20, wide: 11 };

/** The mark of an entry, in the middle of a line of the legend. */
function sample(
  mark: Mark,
  { x, y }: { readonly x: number; readonly y: number },
  colour: string,
): Shape {
  const d =
    mark === 'band'
      ? bandPath([{ from: x, to: x + 34, top: y - 5, bottom: y + 5 }])
      : isStroke(mark)
        ? `M${x} ${y}h34`
        : `M${x + 17} ${y}h0.01`;
  return { kind: 'path', d, ...lookOf(mark, colour) };
}

/** The legend in as many lines as it needs, and their number. */
function legendOf(look: ChartLook, box: Box, { soft }: Inks) {
  const shapes: Shape[] = [];
  let [left, row] = [0, 0];
  for (const { label, marks, colour } of entriesOf(look)) {
    const wide = 60 + letters.wide * label.length;
    if (left > 0 && left + wide > box.width) [left, row] = [0, row + 1];
    const [x, y] = [box.x + left, box.y + row * line + line / 2];
    const apart = line / 2 / marks.length;
    marks.forEach((mark, i) => {
      const off = (i - (marks.length - 1) / 2) * apart;
      shapes.push(sample(mark, { x, y: y + off }, colour));
    });
    shapes.push({
      ...{ kind: 'text', x: x + 44, y: y + 7, text: label, colour: soft },
      ...{ anchor: 'start', size: letters.size },
      most: box.width - left - 44,
    });
    left += wide;
  }
  return { shapes, height: (row + 1) * line };
}

const strokes: Readonly<
  Record<
    Exclude<Mark, 'band'> | 'pin',
    Pick<PathShape, 'width' | 'dash' | 'cap'>
  >
> = {
  ...{ line: { width: 3 }, thin: { width: 1.5 }, bold: { width: 5 } },
  dashed: { width: 3, dash: [11, 8] },
  dot: { width: 8, cap: 'round' },
  ring: { width: 5.5, cap: 'round' },
  pin: { width: 13, cap: 'round' },
};

/** How a mark is drawn in a colour. */
function lookOf(mark: Mark, colour: string) {
  return mark === 'band'
    ? { fill: colour, opacity: 0.4 }
    : { stroke: colour, ...strokes[mark] };
}

/** The places that are marked, and the words beside their lines. */
function pinShapes(
  look: ChartLook,
  field: Box,
  { soft, sheet }: Inks,
): Shape[] {
  const { x, y, width, height } = field;
  return placePins(look).flatMap((pin): Shape[] => {
    const { across, down, colour = soft, words, turned, row } = pin;
    const own = down === null ? { width: 1.5, dash: [3, 4] } : strokes.pin;
    const path: Shape = {
      ...{ kind: 'path', d: pinPath(pin), stroke: colour, ...own },
      matrix: [width, 0, 0, height, x, y],
    };
    if (words === undefined) return [path];
    return [
      path,
      {
        ...{ kind: 'text', text: words, size: 17, colour: soft, halo: sheet },
        x: x + across * width + (turned ? -6 : 6),
        y: y + 20 + 22 * row,
        anchor: turned ? 'end' : 'start',
      },
    ];
  });
}

export function chartShapes(look: ChartLook, box: Box, inks: Inks): Shape[] {
  const legend = legendOf(look, { ...box, x: box.x + room.left }, inks);
  const x = box.x + room.left;
  const y = box.y + legend.height + room.top;
  const { beside } = look;
  const right = beside ? axesRoom.left : room.right;
  const width = box.width - room.left - right;
  const height = box.height - legend.height - room.top - room.bottom;
  const { across, up } = look;
  const axes = {
    ...{ field: { x, y, width, height }, xName: look.xName, yName: look.yName },
    ...(beside && { besideName: beside.name }),
    columns: marksOn(across, 9).map((value) => ({
      ...{ at: x + placeOn(across, value) * width, text: writeMark(value) },
    })),
    rows: marksOn(up, 8).map((value) => ({
      at: y + (1 - placeOn(up, value)) * height,
      text: writeMark(value),
      ...(beside && { beside: beside.write(value) }),
    })),
  };
  return [
    ...legend.shapes,
    gridShape(axes, inks),
    ...axesShapes(axes, inks),
    ...look.series.flatMap((series) =>
      pathsOf(look, series).map(
        ({ mark, d }): Shape => ({
          ...{ kind: 'path', d, ...lookOf(mark, series.colour) },
          matrix: [width, 0, 0, height, x, y],
        }),
      ),
    ),
    ...pinShapes(look, axes.field, inks),
  ];
}
