/** The factor of the scores, their limit, and the factors of queries. */

import type { Family } from './family.js';
import { termsOf } from './positions.js';
import { ropeObject } from './rope-parameters.js';
import { count, type Section, TINY } from './section.js';
import type { ModelSpec } from './types.js';

/** Factors by which scores may be multiplied. */
const limits = { min: TINY, max: 2 ** 40 };

/**
 * The factor of the scores before the softmax, without the part that YaRN adds
 * for `mscale_all_dim`.
 */
export function scoreScale(
  section: Section,
  { scale }: Family,
  headDim: number,
  heads: number,
): number {
  if (typeof scale === 'number') return scale;
  if (scale === 'terms') {
    return 1 / Math.sqrt(headDim * (1 + termsOf(section).length));
  }
  if (scale !== undefined) {
    const { key, power = 1, width = 0, count: many = 0, times = 1 } = scale;
    const value = key === undefined ? 1 : section.number(key, limits);
    if (value !== null) {
      return times * value ** power * headDim ** width * heads ** many;
    }
  }
  return 1 / Math.sqrt(headDim);
}

/** The limit of the scores, or `null`. */
export function softcapOf(section: Section): number | null {
  const cap = section.fact('softcap', { min: 0, max: 2 ** 40 });
  return cap === 0 ? null : cap;
}

/** The factors of queries by position. */
export function queryScaleOf(
  section: Section,
  family: Family,
  turned: boolean,
): ModelSpec | null {
  const { queryScale } = family;
  if (queryScale === 'mistral') {
    const inner = ropeObject(section, family);
    const scale = inner?.number('llama_4_scaling_beta', { min: 0 }) ?? null;
    if (inner === null || scale === null || scale === 0) return null;
    const floorScale =
      inner.number('original_max_position_embeddings', count) ??
      section.fact('maxPosition') ??
      1;
    return { method: 'queryScale', form: 'mistral', scale, floorScale };
  }
  if (queryScale !== 'llama4' || turned) return null;
  // Llama 4 scales the queries of layers without rotation.
  if (!section.boolean('attn_temperature_tuning')) return null;
  const scale = section.number('attn_scale', { min: 0 }) ?? 0;
  const floorScale = section.number('floor_scale', count) ?? 1;
  return { method: 'queryScale', form: 'llama4', scale, floorScale };
}
