// The distances at which curves have points: all of them where there are few, else
// round steps, or steps that grow with the distance.

import { PageLimit } from '../../shell/failure.js';
import type { Spec } from '../../state/spec.js';
import { byKey, byQuery, gridOf, hasBothSides, isGrid } from './methods.js';

/** What of the state says which distances are drawn. */
export interface Span {
  readonly spec: Spec;
  /** The distance that is read; negative before the query. */
  readonly distance: number;
  /** The farthest distance that is drawn. */
  readonly reach: number;
  /** Whether steps grow with the distance. */
  readonly log: boolean;
  /** The position of the query, where a bias depends on it. */
  readonly at: number;
}

/** The farthest that the page draws. */
export const farthest = 1_000_000;

/** The most points of a curve. */
const mostPoints = 257;

/** The ends of the distances on both sides of the query. */
export function endsOf({ spec, reach, at }: Span): [low: number, high: number] {
  if (isGrid(spec)) {
    const { width } = gridOf(spec);
    return [1 - width, width - 1];
  }
  const far = Math.min(farthest, Math.max(1, Math.round(reach) || 1));
  // No key stands before position 0.
  const back = byQuery(spec)
    ? Math.min(far, Math.max(0, Math.round(at) || 0))
    : far;
  return [-back, hasBothSides(spec) ? far : 0];
}

/** Where the query stands: nowhere else matters to most biases. */
export function queryAt(span: Span): number {
  if (byQuery(span.spec)) return span.at;
  // The farthest key is the first one of the text.
  return byKey(span.spec) ? -endsOf(span)[0] : 0;
}

/** A logarithm has no 0, and a grid few columns. */
export const isLogarithmic = (span: Span): boolean => {
  const [low, high] = endsOf(span);
  return span.log && !isGrid(span.spec) && high - low > 2;
};

/** Whole numbers from 1 to `most` whose steps grow. */
function growing(most: number): number[] {
  if (most <= mostPoints) return Array.from({ length: most }, (_, i) => i + 1);
  const grown = Array.from({ length: mostPoints }, (_, i) =>
    Math.round(most ** (i / (mostPoints - 1))),
  );
  return [...new Set(grown)];
}

/** The side of the query that a logarithmic axis shows. */
export const sideOf = (span: Span): 1 | -1 => {
  const [low, high] = endsOf(span);
  if (low === 0) return 1;
  return span.distance > 0 && high > 0 ? 1 : -1;
};

/** The distance that is read: the nearest one that is drawn. */
export function shownDistance(span: Span): number {
  const [low, high] = endsOf(span);
  const wanted = Number.isFinite(span.distance) ? Math.round(span.distance) : 0;
  const near = Math.min(high, Math.max(low, wanted));
  return isLogarithmic(span) && near === 0 ? sideOf(span) : near;
}

/** The distances of the points of a curve, from low to high. */
export function distancesOf(span: Span): number[] {
  const [low, high] = endsOf(span);
  const read = shownDistance(span);
  const sorted = (all: number[]) =>
    [...new Set(all)].sort((one, other) => one - other);
  if (isLogarithmic(span)) {
    const side = sideOf(span);
    const steps = growing(side > 0 ? high : -low);
    // From near to far, whichever side it is.
    return sorted([...steps, Math.abs(read)]).map((step) => side * step);
  }
  const many = high - low + 1 > mostPoints && !isGrid(span.spec);
  const step = many ? Math.ceil((high - low + 1) / mostPoints) : 1;
  const first = Math.ceil(low / step);
  const count = Math.floor(high / step) - first + 1;
  const round = Array.from({ length: count }, (_, i) => (first + i) * step);
  return sorted([low, ...round, read, high]);
}

/** Refuses ends that are no numbers of positions. */
export function checkSpan({ spec, reach, at }: Span): void {
  if (isGrid(spec)) return;
  const check = (param: string, value: number, least: number) => {
    if (Number.isInteger(value) && value >= least && value <= farthest) return;
    const message = `${param} must be an integer from ${least} to ${farthest}, got ${value}`;
    throw new PageLimit({ code: 'PAGE_RANGE', param, message });
  };
  check('reach', reach, 1);
  if (byQuery(spec)) check('at', at, 0);
}
