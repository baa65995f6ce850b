/** Where each generator places its text tokens and patches. */

import type { Checked } from '../describe/checks.js';
import type { AxisTokens } from './axis-tokens.js';
import type { generatorPositionsParameters } from './generator-positions.description.js';

type Model = Checked<typeof generatorPositionsParameters>['model'];
type Of<T extends Model['type']> = Extract<Model, { readonly type: T }>;

/** The tokens of a model, and the number of their axes. */
interface Layout {
  readonly axes: number;
  readonly text: AxisTokens;
  readonly image: AxisTokens;
}

/** The position of a patch, from its frame, row and column. */
type Place = (frame: number, row: number, column: number) => readonly number[];

const none: AxisTokens = { length: 0, at: () => [] };

/** The patches of a grid of frames, rows and columns. */
function patches(grid: readonly number[], place: Place): AxisTokens {
  const [columns = 1, rows = 1, frames = 1] = [...grid].reverse();
  return {
    length: frames * rows * columns,
    at(token) {
      const line = Math.floor(token / columns);
      return place(Math.floor(line / rows), line % rows, token % columns);
    },
  };
}

/** AxisTokens one behind the other. */
function joined(parts: readonly AxisTokens[]): AxisTokens {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return {
    length,
    at(token) {
      let left = token;
      for (const part of parts) {
        if (left < part.length) return part.at(left);
        left -= part.length;
      }
      return [];
    },
  };
}

export function layoutOf(model: Model): Layout {
  switch (model.type) {
    case 'flux':
      return {
        axes: 3,
        text: { length: model.text, at: () => [0, 0, 0] },
        image: patches(model.grid, (_, row, column) => [0, row, column]),
      };
    case 'longCat': {
      const { text, grid, start, time } = model;
      const at = (token: number) => [0, token, token];
      const image = patches(grid, (_, y, x) => [time, start + y, start + x]);
      return { axes: 3, text: { length: text, at }, image };
    }
    case 'ideogram4': {
      const { text, grid, start } = model;
      const at = (token: number) => [token, token, token];
      const image = patches(grid, (_, y, x) => [start, start + y, start + x]);
      return { axes: 3, text: { length: text, at }, image };
    }
    case 'flux2':
      return flux2(model);
    case 'qwenImage':
      return qwenImage(model);
    case 'lumina2':
      return {
        axes: 3,
        text: { length: model.text, at: (token) => [token, 0, 0] },
        image: patches(model.grid, (_, y, x) => [model.text, y, x]),
      };
    case 'zImage':
      return zImage(model);
    case 'sd3':
      return sd3(model);
    case 'pixArt':
      return onPlane(model.grid, (index, count) => {
        return index / (count / model.base) / model.interpolation;
      });
    case 'auraFlow':
      return onPlane(model.grid, (index, count) => {
        return index + Math.floor(model.side / 2) - Math.floor(count / 2);
      });
    case 'video':
      return video(model);
    case 'cogVideoX':
      return cogVideoX(model);
    case 'cogView4':
      return onPlane(model.grid, (index, count, axis) =>
        Math.floor((index * (model.base[axis] as number)) / count),
      );
    default:
      return {
        axes: 3,
        text: none,
        image: patches(model.grid, placeOf(model)),
      };
  }
}

/** The positions of models that place patches of videos, and no text. */
function placeOf(model: Of<'cosmos' | 'mochi' | 'ltx' | 'ltx2'>): Place {
  if (model.type === 'cosmos') {
    const { fps, baseFps } = model;
    const step = fps === undefined ? 1 : baseFps / fps;
    return (frame, ...cell) => [frame * step, ...cell];
  }
  if (model.type === 'mochi') return mochi(model);
  const { fps, base, scale } = model;
  const part = model.type === 'ltx' ? beginning : middle(model.offset);
  return (...cell) =>
    cell.map((index, axis) => {
      const size = scale[axis] as number;
      const pixel = part(size, index, axis === 0);
      const length = axis === 0 ? pixel / fps : pixel;
      return (2 * length) / (base[axis] as number) - 1;
    });
}

const beginning = (size: number, index: number) => index * size;

/**
 * The middle of a patch. The first frame stands alone, so that time begins
 * `size` - `offset` earlier, but not before 0.
 */
const middle =
  (offset: number) => (size: number, index: number, time: boolean) => {
    const edge = (at: number) =>
      time ? Math.max(0, at * size + offset - size) : at * size;
    return (edge(index) + edge(index + 1)) / 2;
  };

/** The cells of an image or a video, which may have numbers of its own. */
function video({ grid, frames, scales }: Of<'video'>): Layout {
  const axes = grid.length;
  const image = patches(grid, (frame, ...cell) =>
    [frames?.[frame] ?? frame, ...cell]
      .slice(-axes)
      .map((at, axis) => at / (scales?.[axis] ?? 1)),
  );
  return { axes, text: none, image };
}

/** The images to be edited have times of their own; text has an axis. */
function flux2({ text, grid, references = [], step }: Of<'flux2'>): Layout {
  const images = [grid, ...references.map((reference) => reference.grid)];
  return {
    axes: 4,
    text: { length: text, at: (token) => [0, 0, 0, token] },
    image: joined(
      images.map((own, i) => patches(own, (_, y, x) => [i * step, y, x, 0])),
    ),
  };
}

/** Text begins where the longest axis of the images ends. */
function qwenImage(model: Of<'qwenImage'>): Layout {
  const { text, images, centred, layered } = model;
  const grids = images.map(({ grid }) => grid);
  const sides = grids.flatMap(([, rows = 1, columns = 1]) => [rows, columns]);
  const longest = Math.max(...sides);
  const last = grids.length - 1;
  const side = centred ? Math.floor(longest / 2) : longest;
  const start = layered ? Math.max(side, last) : side;
  const image = joined(
    grids.map((grid, i) => {
      const [, rows = 1, columns = 1] = grid;
      const from = (n: number) => (centred ? Math.ceil(n / 2) : 0);
      const time = layered && i === last ? -1 : i;
      return patches(grid, (frame, row, column) => [
        time + frame,
        row - from(rows),
        column - from(columns),
      ]);
    }),
  );
  const at = (token: number) => Array(3).fill(start + token);
  return { axes: 3, text: { length: text, at }, image };
}

/** Text and image are padded; padding of the text is counted, too. */
function zImage({ text, grid, multiple }: Of<'zImage'>): Layout {
  const padded = (length: number) => Math.ceil(length / multiple) * multiple;
  const long = padded(text);
  const image = patches(grid, (f, y, x) => [long + 1 + f, y, x]);
  const rest = padded(image.length) - image.length;
  return {
    axes: 3,
    text: { length: long, at: (token) => [1 + token, 0, 0] },
    image: joined([image, { length: rest, at: () => [0, 0, 0] }]),
  };
}

/** A crop of the middle of the whole table. */
function sd3({ grid, side, base, interpolation }: Of<'sd3'>): Layout {
  const cell = side / base;
  const [top = 0, left = 0] = grid.map((n) => Math.floor((side - n) / 2));
  const at = (index: number) => index / cell / interpolation;
  return {
    axes: 2,
    text: none,
    image: patches(grid, (_, y, x) => [at(top + y), at(left + x)]),
  };
}

/** Rows and columns whose positions depend on the index and the length alone. */
function onPlane(
  grid: readonly number[],
  at: (index: number, count: number, axis: number) => number,
): Layout {
  const [rows = 1, columns = 1] = grid;
  const image = patches(grid, (_, y, x) => [at(y, rows, 0), at(x, columns, 1)]);
  return { axes: 2, text: none, image };
}

/** Centres of cells of a grid that is scaled to the same area. */
function mochi({ grid, area }: Of<'mochi'>): Place {
  const [, rows = 1, columns = 1] = grid;
  const scale = Math.sqrt(area / (rows * columns));
  const centre = (index: number, count: number) =>
    (index + 0.5 - count / 2) * scale;
  return (frame, y, x) => [frame, centre(y, rows), centre(x, columns)];
}

/** Fits the grid into that of training, with the ratio of its sides. */
function cogVideoX({ grid, base }: Of<'cogVideoX'>): Layout {
  const [columns = 1, rows = 1] = [...grid].reverse();
  const [high = 1, wide = 1] = base;
  const tall = rows / columns > high / wide;
  const fitted = tall
    ? [high, halfToEven((high / rows) * columns)]
    : [halfToEven((wide / columns) * rows), wide];
  const along = [rows, columns].map((count, axis) => {
    const size = fitted[axis] as number;
    const start = halfToEven(((base[axis] as number) - size) / 2);
    const end = ((start + size) * (count - 1)) / count;
    const step = count > 1 ? (end - start) / (count - 1) : 0;
    return (index: number) => start + index * step;
  });
  const [down, across] = along as [
    (i: number) => number,
    (i: number) => number,
  ];
  const axes = grid.length;
  const image = patches(grid, (frame, row, column) =>
    [frame, down(row), across(column)].slice(-axes),
  );
  return { axes, text: none, image };
}

/** Rounds as Python does: halves go to the even neighbour. */
function halfToEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}
