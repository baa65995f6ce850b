// The strip of layers as a part of a saved picture. It is loaded when a reader first
// saves one.

import {
  type Box,
  type Inks,
  rectangle,
  type Shape,
} from '../../../plot/keep/shape.js';
import { cssColour } from '../../../shell/dom.js';
import type { Sight } from '../see-words.js';
import type { Cell, Strip } from './layer-kinds.js';

/** The height of a line of the legend, and the most of a cell. */
const [line, most] = [36, 96];

/** Lines of a pattern in a cell whose sides are 1 long; the page has the same. */
const patterns: Readonly<Record<Exclude<Sight, 'full'>, string>> = {
  sliding: 'M0 0.4L0.4 0M0 0.8L0.8 0M0.2 1L1 0.2M0.6 1L1 0.6',
  chunked: 'M0.1 0v1M0.4 0v1M0.7 0v1',
  window: 'M0 0.3h1M0 0.7h1M0.3 0v1M0.7 0v1',
  sparse: 'M0 0.2h1M0 0.5h1M0 0.8h1',
  cross: 'M0 0L1 1M1 0L0 1',
  none: [0.2, 0.5, 0.8]
    .flatMap((x) => [0.2, 0.5, 0.8].map((y) => `M${x} ${y}h0.01`))
    .join(''),
};

function cellShapes(
  { sight, letter }: Cell,
  box: Box,
  { ink, rule, sheet }: Inks,
): Shape[] {
  const { x, y, width, height } = box;
  const frame: Shape = {
    ...{ kind: 'path', d: rectangle(box), stroke: rule, width: 1.5 },
    fill: sight === 'full' ? cssColour('--land') : sheet,
  };
  const size = Math.min(26, 0.7 * height);
  const chip = { width: size, height: 1.2 * size };
  const [left, top] = [(width - chip.width) / 2, (height - chip.height) / 2];
  const pattern: Shape[] =
    sight === 'full'
      ? []
      : [
          {
            ...{ kind: 'path', d: patterns[sight], width: 2, cap: 'round' },
            ...{ stroke: cssColour('--key'), opacity: 0.6 },
            matrix: [width, 0, 0, height, x, y],
          },
        ];
  if (letter === '') return [frame, ...pattern];
  return [
    frame,
    ...pattern,
    {
      ...{ kind: 'path', fill: sheet },
      d: rectangle({ x: x + left, y: y + top, ...chip }),
    },
    {
      ...{ kind: 'text', text: letter, anchor: 'middle', colour: ink, size },
      ...{ x: x + width / 2, y: y + height / 2 + 0.36 * size },
    },
  ];
}

/** Lines of the legend: a pattern or a letter, and what it stands for. */
function legendShapes({ sights, letters }: Strip, box: Box, inks: Inks) {
  const entries = [
    ...sights.map(({ mark, label, count }) => ({
      cell: { sight: mark, letter: '' },
      words: `${label} (${count})`,
    })),
    ...letters.map(({ mark, label, count }) => ({
      cell: { sight: 'full' as const, letter: mark },
      words: `${label} (${count})`,
    })),
  ];
  return entries.flatMap(({ cell, words }, i): Shape[] => {
    const y = box.y + i * line;
    const sample = { x: box.x, y, width: 44, height: line - 8 };
    const own = cellShapes(cell, sample, inks);
    const text: Shape = {
      ...{ kind: 'text', text: words, anchor: 'start', size: 20 },
      ...{ x: box.x + 58, y: y + 20, colour: inks.soft, most: box.width - 58 },
    };
    // The letter alone stands for how positions come, on whatever ground.
    return [...(cell.letter === '' ? own : own.slice(1)), text];
  });
}

/** Where the title of a picture begins, from the left of its panels. */
const [indent, gap] = [90, 14];

export function stripShapes(strip: Strip, whole: Box, inks: Inks): Shape[] {
  const box = {
    ...{ x: whole.x + indent, width: whole.width - indent },
    ...{ y: whole.y + gap, height: whole.height - gap },
  };
  const { cells, sights, letters } = strip;
  const below = (sights.length + letters.length) * line + 20;
  const height = Math.max(200, box.height - below);
  // As few columns as leave room for all rows.
  let columns = Math.max(1, Math.floor(box.width / most));
  while (Math.ceil(cells.length / columns) * (box.width / columns) > height) {
    columns += 1;
  }
  const side = Math.min(most, box.width / columns);
  const rows = Math.ceil(cells.length / columns);
  const drawn = cells.flatMap((cell, i) =>
    cellShapes(
      cell,
      {
        ...{ width: side - 3, height: side - 3 },
        x: box.x + (i % columns) * side,
        y: box.y + Math.floor(i / columns) * side,
      },
      inks,
    ),
  );
  const legend = { ...box, y: box.y + rows * side + 20 };
  return [...drawn, ...legendShapes(strip, legend, inks)];
}
