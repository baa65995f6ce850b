// The marks of a chart, as paths.

/**
 * `ring` is a small dot, for what another mark may cover; `thin` and `bold` are
 * lines, one among many and the one that is told apart from them; `band` goes from
 * the least to the most of points that stand for several values.
 */
export type Mark = 'dot' | 'ring' | Stroke | 'band';

const strokes = ['line', 'thin', 'bold', 'dashed'] as const;
export type Stroke = (typeof strokes)[number];

/** Whether a mark joins its points. */
export const isStroke = (mark: Mark): mark is Stroke =>
  strokes.some((one) => one === mark);

type Point = readonly [x: number, y: number];

/** A part of a band: its ends across, and its ends down. */
export interface Block {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

/** A place that is marked besides: a dot, or a line with words. */
export interface Pin {
  readonly x: number;
  /** The height of a dot; without it, the mark is a line. */
  readonly y?: number;
  /** The colour of a dot. */
  readonly colour?: string;
  /** What stands beside a line. */
  readonly words?: string;
}

function dots(points: readonly Point[]): string {
  // A line of no length with round ends is a dot, however the drawing is
  // stretched. Some browsers draw none where the length is 0.
  return points.map(([x, y]) => `M${x} ${y}h1e-6`).join('');
}

function line(points: readonly Point[]): string {
  let open = false;
  return points
    .map(([x, y]) => {
      if (!Number.isFinite(x) || !Number.isFinite(y)) {
        open = false;
        return '';
      }
      const step = open ? 'L' : 'M';
      open = true;
      return `${step}${x.toFixed(5)} ${y.toFixed(5)}`;
    })
    .join('');
}

/** The path of a series of points; points that are not finite are gaps. */
export function markPath(
  mark: Exclude<Mark, 'band'>,
  points: readonly Point[],
): string {
  if (isStroke(mark)) return line(points);
  return dots(points.filter((point) => point.every(Number.isFinite)));
}

/** The path of the blocks of a band, which stand beside each other. */
export function bandPath(blocks: readonly Block[]): string {
  const at = (value: number) => Number(value.toFixed(5));
  return blocks
    .filter((block) => Object.values(block).every(Number.isFinite))
    .map(({ from, to, top, bottom }) => {
      return `M${at(from)} ${at(bottom)}V${at(top)}H${at(to)}V${at(bottom)}Z`;
    })
    .join('');
}
