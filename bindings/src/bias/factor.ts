/**
 * Terms that multiply the scores of content. Since terms are added, such a term
 * is the content times the factor minus 1. Without a content it is the factor
 * itself.
 */

import { growing } from '../core/growing.js';
import type { PlannedTerms, TermSizes } from '../terms/term.js';
import type { PlannedBias } from './kernel.js';
import { mapWriter } from './map.js';

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
      const kernel = factor.load(scratch, gradient);
      const writer = mapWriter(scratch, factor, 'float32', kernel, heads);
      const room = growing(scratch);
      const own = Math.min(heads, factor.heads);
      const mapAt = (at: number, count: number) =>
        new Float32Array(scratch.heap.buffer, at, count);
      return {
        terms: [
          {
            name,
            write({ pairs, row, rows, content }, out) {
              writer.write(pairs, row, rows, out);
              if (content === 0) return;
              const count = own * rows * pairs.keys;
              const [term, scores] = [mapAt(out, count), mapAt(content, count)];
              for (let i = 0; i < count; ++i) {
                term[i] = ((term[i] as number) - 1) * (scores[i] as number);
              }
            },
            back({ pairs, row, rows, content }, upstream, into) {
              if (content === 0) {
                writer.back(pairs, row, rows, upstream);
                return;
              }
              const count = own * rows * pairs.keys;
              const at = room(heads * rows * pairs.keys * 4);
              writer.write(pairs, row, rows, at);
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
              writer.back(pairs, row, rows, at);
            },
          },
        ],
        gradients: () => {
          writer.finish();
          return kernel.gradients?.() ?? {};
        },
      };
    },
  };
}
