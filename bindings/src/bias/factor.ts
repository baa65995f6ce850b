/**
 * Terms that multiply the scores of content. Since terms are added, such a term
 * is the content times the factor minus 1. Without a content it is the factor
 * itself.
 */

import { growableBuffer } from '../core/growable-buffer.js';
import type { PlannedTerms, TermSizes } from '../terms/term.js';
import type { PlannedBias } from './kernel.js';
import { loadMap } from './map.js';

/**
 * Plans the term by whose values attention multiplies the scores of content.
 * The factor of heads beyond those of the method is 1.
 */
export function planFactor(
  name: string,
  factor: PlannedBias,
  { heads, queries, keys }: TermSizes,
): PlannedTerms {
  return {
    names: [name],
    ofContent: true,
    cost: 2 * heads * queries * keys,
    load(scratch, gradient) {
      const map = loadMap(scratch, factor, 'float32', gradient, heads);
      const room = growableBuffer(scratch);
      const own = Math.min(heads, factor.heads);
      const mapAt = (at: number, count: number) =>
        new Float32Array(scratch.heap.buffer, at, count);
      return {
        terms: [
          {
            name,
            write(tile, out) {
              map.write(tile, out);
              const { rows, content } = tile;
              if (content === 0) return;
              const count = own * rows * keys;
              const [term, scores] = [mapAt(out, count), mapAt(content, count)];
              for (let i = 0; i < count; ++i) {
                term[i] = ((term[i] as number) - 1) * (scores[i] as number);
              }
            },
            back(tile, upstream, into) {
              const { rows, content } = tile;
              if (content === 0) {
                map.back(tile, upstream);
                return;
              }
              const count = own * rows * keys;
              const at = room(heads * rows * keys * 4);
              map.write(tile, at);
              const byFactor = mapAt(at, count);
              const [scores, above] = [
                mapAt(content, count),
                mapAt(upstream, count),
              ];
              const byContent = mapAt(into.content, count);
              for (let i = 0; i < count; ++i) {
                const by = above[i] as number;
                const less = (byFactor[i] as number) - 1;
                byContent[i] = (byContent[i] as number) + by * less;
                // What is masked has no gradient, whatever its content is.
                byFactor[i] = by === 0 ? 0 : by * (scores[i] as number);
              }
              map.back(tile, at);
            },
          },
        ],
        gradients: map.gradients,
      };
    },
  };
}
