// The paths of a series in the field of its chart, whose sides are 1 long. A band
// is a dot where a point stands for one value, and a block where it stands for
// several.

import { placeOn } from '../../plot/scales.js';
import type { ChartLook, Series } from './look.js';
import { bandPath, type Mark, markPath } from './marks.js';

export interface MarkedPath {
  readonly mark: Mark;
  readonly d: string;
}

type Field = Pick<ChartLook, 'x' | 'xTo' | 'across' | 'up'>;

/** Whether the point with an index stands for one value. */
export function isLone({ x, xTo }: Field, index: number): boolean {
  return xTo === undefined || xTo[index] === x[index];
}

export function pathsOf(field: Field, series: Series): readonly MarkedPath[] {
  const { x, xTo, across, up } = field;
  const { mark, values, upTo } = series;
  const down = (value: number) => 1 - placeOn(up, value);
  const point = (value: number, i: number) => {
    const place = placeOn(across, x[i] as number);
    // After a zoom, there may still be points beyond the ends.
    const there = place >= -1e-9 && place <= 1 + 1e-9;
    return [there ? place : Number.NaN, down(value)] as const;
  };
  if (mark !== 'band' || upTo === undefined) {
    const own = mark === 'band' ? 'dot' : mark;
    return [{ mark: own, d: markPath(own, Array.from(values, point)) }];
  }
  const numbers = Array.from(values, (_, i) => i);
  const lone = numbers.filter((i) => isLone(field, i));
  const blocks = numbers.filter((i) => !isLone(field, i));
  const dots = lone.map((i) => point(values[i] as number, i));
  const parts = blocks.map((i) => ({
    from: placeOn(across, x[i] as number),
    // A block ends where the next one begins.
    to: placeOn(across, Number(xTo?.[i]) + 1),
    top: down(upTo[i] as number),
    bottom: down(values[i] as number),
  }));
  const all: MarkedPath[] = [
    { mark: 'band', d: bandPath(parts) },
    { mark: 'dot', d: markPath('dot', dots) },
  ];
  return all.filter(({ d }) => d !== '');
}
