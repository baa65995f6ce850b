/** Blocks of keys that the queries of a layer see. */

import { count, type Section } from './section.js';
import type { LayerFacts } from './types.js';

type Blocks = NonNullable<LayerFacts['blocks']>;

/** What a rule reads. */
interface BlocksPlace {
  readonly section: Section;
  readonly heads: number;
  readonly bidirectional: boolean;
}

/** The blocks of the layers of a family, by their word in `layer_types`. */
const rules: Readonly<Record<string, (place: BlocksPlace) => Blocks>> = {
  // Heads see every so manieth block, each from another one on.
  block_sparse({ section, heads }) {
    const of = (key: string) =>
      section.number(`blocksparse_${key}`, count) ?? 1;
    const stride = of('vert_stride');
    const alike = section.boolean('blocksparse_homo_head_pattern') ?? false;
    return {
      ...{ type: 'strided', size: of('block_size'), stride },
      before: of('num_local_blocks') - 1,
      headStep: alike ? 0 : Math.max(1, Math.floor(stride / heads)),
    };
  },
  local({ section, bidirectional }) {
    const of = (key: string) => section.number(key, { ...count, min: 0 }) ?? 0;
    return {
      ...{ type: 'window', size: section.fact('window') ?? 1 },
      before: of('local_num_chunks_before'),
      behind: of('local_num_chunks_after'),
      circular: bidirectional,
    };
  },
};

/** The blocks of a layer; `null` if its family has none. */
export function blocksOf(
  place: BlocksPlace,
  word: string,
  has: boolean | undefined,
): Blocks | null {
  return (has && rules[word]?.(place)) || null;
}
