/** Towers whose layers form stages of different widths, such as Swin. */

import type { Family } from '../family.js';
import { count, type Section } from '../section.js';

/** Most layers of a tower. */
export const MOST_LAYERS = 4096;

/** What the layers of a stage have of their own. */
export interface StageLayer {
  readonly heads: number;
  readonly width: number;
  /** Width of a head, if that is not its share of the width. */
  readonly headDim: number | undefined;
  /** Side of a window, 0 if the layer sees all. */
  readonly window: number | undefined;
}

/** The stage of each layer; `undefined` for a tower of one width. */
export function stagesOf(
  section: Section,
  { stages }: Family,
  grid: readonly number[] | null,
): readonly StageLayer[] | undefined {
  if (stages === undefined) return undefined;
  const depths = section.numbers(stages.depths, count);
  if (depths === null) return undefined;
  const layers = depths.reduce((sum, depth) => sum + depth, 0);
  if (layers > MOST_LAYERS) {
    section.notes.find(
      'error',
      'out_of_range',
      section.path + stages.depths,
      layers,
      `must be at most ${MOST_LAYERS} layers in all, got ${layers}`,
      'write the number of layers of each stage',
    );
    return undefined;
  }
  const heads = valuesOf(section, stages.heads, 1);
  const widths = valuesOf(section, stages.widths, stages.growth ?? 2);
  const { headDims } = stages;
  const headDim = headDims && valuesOf(section, headDims, 1);
  const windows = windowsOf(section, stages, grid);
  return depths.flatMap((depth, stage) => {
    const layer = {
      heads: heads(stage),
      width: widths(stage),
      headDim: headDim ? headDim(stage) : undefined,
      window: windows(stage),
    };
    const first = { ...layer, window: windows(Math.max(0, stage - 1)) };
    const early = stages.windows === undefined ? layer : first;
    return Array.from({ length: depth }, (_, at) => (at > 0 ? layer : early));
  });
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

/** The side of the windows of each stage, if stages have their own. */
function windowsOf(
  section: Section,
  { windows, fits }: NonNullable<Family['stages']>,
  grid: readonly number[] | null,
): (stage: number) => number | undefined {
  if (windows !== undefined) {
    const sides =
      typeof windows === 'string'
        ? section.numbers(windows, { ...count, min: 0 })
        : windows;
    return (stage) => sides?.[stage];
  }
  const side = fits ? section.fact('window') : null;
  if (side === null || grid === null) return () => undefined;
  const cells = Math.min(...grid);
  return (stage) => Math.max(1, Math.min(side, Math.floor(cells / 2 ** stage)));
}
