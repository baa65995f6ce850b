// The paths of the drawing of distances and rows: a strip of distances above, in
// stretches that read one row; a strip of the table below; and what joins them. All
// sides of the drawing are 1 long.

import type { LineLook } from './look-up.js';

/** Where the strips are, down. */
export const strips = {
  ...{ distancesFrom: 0, distancesTo: 0.28 },
  ...{ tableFrom: 0.72, tableTo: 1 },
} as const;

export interface LinePaths {
  /** Stretches of distances whose rows are even, and odd ones. */
  readonly stretches: readonly [even: string, odd: string];
  /** The rows of the table, even and odd ones. */
  readonly rows: readonly [even: string, odd: string];
  /** The distances that read the row of the pair, and the row itself. */
  readonly lit: string;
  /** What joins them. */
  readonly joined: string;
  /** The distance of the pair. */
  readonly mark: string;
}

/** Thinner rows than this part of the strip are drawn as one. */
const thinnest = 1 / 1400;

const at = (value: number) => Number(value.toFixed(5));

function block(from: number, to: number, top: number, bottom: number): string {
  return `M${at(from)} ${top}H${at(to)}V${bottom}H${at(from)}Z`;
}

/** Where a distance begins on the strip, and where the next one does. */
export const placeOf = (span: number, distance: number): number =>
  (distance + span) / (2 * span + 1);

/** The distance under a place of the strip. */
export function distanceAt(span: number, place: number): number {
  const index = Math.floor(place * (2 * span + 1));
  return Math.min(2 * span, Math.max(0, index)) - span;
}

export function linePaths(look: LineLook): LinePaths {
  const { span, rowAt, row, rows, shared, query, key } = look;
  const { distancesFrom, distancesTo, tableFrom, tableTo } = strips;
  const stretches: [string, string] = ['', ''];
  let from = 0;
  for (let i = 1; i <= rowAt.length; i++) {
    if (i < rowAt.length && rowAt[i] === rowAt[from]) continue;
    const own = rowAt[from] as number;
    const [left, right] = [from, i].map((n) => n / rowAt.length) as [
      number,
      number,
    ];
    if (own >= 0) {
      stretches[own % 2 === 0 ? 0 : 1] += block(
        left,
        right,
        distancesFrom,
        distancesTo,
      );
    }
    from = i;
  }
  const cells: [string, string] = ['', ''];
  if (1 / rows < thinnest) cells[0] = block(0, 1, tableFrom, tableTo);
  else {
    for (let i = 0; i < rows; i++) {
      cells[i % 2 === 0 ? 0 : 1] += block(
        i / rows,
        (i + 1) / rows,
        tableFrom,
        tableTo,
      );
    }
  }
  const [left, right] = [row / rows, (row + 1) / rows].map(at) as [
    number,
    number,
  ];
  const ends = shared.map(({ from, to }) => [
    placeOf(span, from),
    placeOf(span, to + 1),
  ]) as [number, number][];
  const middle = placeOf(span, key - query + 0.5);
  return {
    stretches,
    rows: cells,
    lit:
      ends.map(([a, b]) => block(a, b, distancesFrom, distancesTo)).join('') +
      (row < 0 ? '' : block(left, right, tableFrom, tableTo)),
    joined: ends
      .map(
        ([a, b]) =>
          `M${at(a)} ${distancesTo}H${at(b)}L${right} ${tableFrom}H${left}Z`,
      )
      .join(''),
    mark: `M${at(middle)} ${distancesFrom}V${distancesTo}`,
  };
}
