/** Layers of a tower that behave alike. */

import type { Layer } from '../parts/models.js';

/** Layers that differ in nothing but their numbers, and what these change. */
export interface LayerGroup {
  /** Their numbers, such as `0–4, 6–10`. */
  readonly range: string;
  readonly layers: number;
  /** The first of them. */
  readonly first: Layer;
}

/** The groups of layers, in the order of their first layers. */
export function layerGroups(layers: readonly Layer[]): readonly LayerGroup[] {
  const groups = new Map<string, Layer[]>();
  for (const layer of layers) {
    const { index, decay, ...facts } = layer;
    // Slopes of mixers change by a law from layer to layer.
    const id = JSON.stringify({ ...facts, law: decay?.law });
    const group = groups.get(id) ?? [];
    groups.set(id, group);
    group.push(layer);
  }
  return [...groups.values()].map((group) => ({
    range: rangesOf(group.map(({ index }) => index)),
    layers: group.length,
    first: group[0] as Layer,
  }));
}

/** Rising numbers as ranges: `0–4, 6, 8–10`. */
export function rangesOf(numbers: readonly number[]): string {
  const ranges: [first: number, last: number][] = [];
  for (const number of numbers) {
    const range = ranges.at(-1);
    if (range && range[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return ranges
    .map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
    .join(', ');
}
