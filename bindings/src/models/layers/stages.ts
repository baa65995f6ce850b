/** Towers whose layers form stages of different widths, such as Swin. */

import type { Family } from '../family.js';
import { count, type Section } from '../section.js';

/** Most layers of a tower. */
export const MOST_LAYERS = 4096;

/** What the layers of a stage have of their own. */
export interface StageLayer {
  readonly heads: number;
  readonly width: number;
  /** The width of all heads together. */
  readonly inner: number;
  /** The side of its windows, if stages differ; 0 if it sees all. */
  readonly window: number | undefined;
  /** The grid of its cells, if it is not that of the image. */
  readonly grid: readonly number[] | null;
  /** By how many cells its windows are moved. */
  readonly shift: number;
  /** The side of the windows of its training, if the file says it. */
  readonly trained: number | null;
}

/** The stage of each layer; `undefined` for a tower of one width. */
export function stagesOf(
  section: Section,
  { stages, shifted }: Family,
  grid: readonly number[] | null,
): readonly StageLayer[] | undefined {
  if (stages === undefined) return undefined;
  const depths = section.numbers(stages.depths, count);
  if (depths === null) return undefined;
  const layers = depths.reduce((sum, depth) => sum + depth, 0);
  if (layers > MOST_LAYERS) {
    section.fault(
      'out_of_range',
      stages.depths,
      `must be at most ${MOST_LAYERS} layers in all, got ${layers}`,
      'write the number of layers of each stage',
      layers,
    );
    return undefined;
  }
  const heads = valuesOf(section, stages.heads, 1);
  const widths = valuesOf(section, stages.widths, stages.growth ?? 2);
  const headDims =
    stages.headDims === undefined
      ? (stage: number) => widths(stage) / heads(stage)
      : valuesOf(section, stages.headDims, 1);
  const windows = windowsOf(section, stages, grid);
  const shift = shifted ? shiftOf(section, grid) : () => 0;
  const trained =
    stages.trained === undefined
      ? null
      : section.numbers(stages.trained, { ...count, min: 0 });
  return depths.flatMap((depth, stage) =>
    Array.from({ length: depth }, (_, index) => ({
      heads: heads(stage),
      width: widths(stage),
      inner: headDims(stage) * heads(stage),
      window: windows(stage, index),
      grid: stages.halves ? halved(grid, stage) : null,
      shift: index % 2 > 0 ? shift(stage) : 0,
      trained: trained?.[stage] || null,
    })),
  );
}

/** A grid that is halved a number of times, each rounded up. */
function halved(grid: readonly number[] | null, times: number) {
  return grid?.map((length) => Math.ceil(length / 2 ** times)) ?? null;
}

/** The value of a key for each stage; one number grows by a factor a stage. */
function valuesOf(
  section: Section,
  key: string | undefined,
  growth: number,
): (stage: number) => number {
  if (key === undefined) return () => 1;
  const value = section.get(key);
  const list = Array.isArray(value) ? section.numbers(key, count) : null;
  if (list !== null) return (stage) => list[stage] ?? list.at(-1) ?? 1;
  const first = section.number(key, count) ?? 1;
  return (stage) => first * growth ** stage;
}

/** The side of the windows of a layer, by its stage and its number in it. */
function windowsOf(
  section: Section,
  { windows, fits }: NonNullable<Family['stages']>,
  grid: readonly number[] | null,
): (stage: number, index: number) => number | undefined {
  if (windows !== undefined) {
    const sides =
      typeof windows === 'string' ? section.numbers(windows, count) : windows;
    return (stage, index) =>
      sides?.[index === 0 && stage > 0 ? stage - 1 : stage];
  }
  const side = fits ? section.fact('window') : null;
  if (side === null || grid === null) return () => undefined;
  const cells = Math.min(...grid);
  return (stage) => Math.max(1, Math.min(side, Math.floor(cells / 2 ** stage)));
}

/**
 * By how many cells every second layer of a stage moves its windows; none if
 * one window holds the shorter side of the image.
 */
function shiftOf(
  section: Section,
  grid: readonly number[] | null,
): (stage: number) => number {
  const side = section.fact('window') ?? 0;
  const cells = Math.min(...(grid ?? [Number.POSITIVE_INFINITY]));
  return (stage) =>
    Math.floor(cells / 2 ** stage) <= side ? 0 : Math.floor(side / 2);
}
