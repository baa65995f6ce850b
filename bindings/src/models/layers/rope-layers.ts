/** Which layers turn their queries and keys. */

import type { Family } from '../family.js';
import { count, isObject, type Section } from '../section.js';

/** Whether a layer has a rotation, by its number. */
export function ropeLayers(
  section: Section,
  family: Family,
  words: readonly string[],
): (index: number) => boolean {
  const { position = 'rope', noRope, ropeList, ropeDense } = family;
  if (!position.split(' ').includes('rope')) return () => false;
  if (noRope !== undefined) {
    const dense = ropeDense ? denseLayers(section) : () => false;
    return (index) => words[index] !== noRope || dense(index);
  }
  if (ropeList) return listedTurns(section, ropeList);
  // Kinds of layers whose rope parameters are null do not turn.
  const outer = section.raw('rope_parameters');
  const kinds = isObject(outer) ? new Map(Object.entries(outer)) : undefined;
  return (index) => kinds?.get(words[index] ?? '') !== null;
}

/** Whether a layer has a dense MLP in a tower with mixtures of experts. */
function denseLayers(section: Section): (index: number) => boolean {
  const list = section.list('mlp_layer_types');
  if (list !== null) return (index) => list[index] === 'dense';
  const first = section.number('first_k_dense_replace') ?? 0;
  return (index) => index < first;
}

/** Whether a layer turns by `no_rope_layers`, or another key, or an interval. */
export function listedTurns(
  section: Section,
  key: string | true,
): (index: number) => boolean {
  // The list is named after the layers without, but holds 1 for those with.
  const list = section.list(key === true ? 'no_rope_layers' : key);
  if (list !== null && list.length > 0) {
    return (index) => Boolean(list[index] ?? 1);
  }
  const interval = section.number('no_rope_layer_interval', count);
  if (interval === null) return () => true;
  return (index) => (index + 1) % interval !== 0;
}
