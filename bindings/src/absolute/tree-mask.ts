/** Masks of trees of drafts, made here without the core. */

import { makeTensor, type Tensor } from '../arrays/tensor.js';
import { allocateResult } from '../core/memory.js';
import type { Method } from '../describe/method.js';
import type { OptionsOf } from '../describe/parameters.js';
import type { treeParameters } from './position-sequences.description.js';
import { treeDepths } from './position-sequences.js';
import { treeMaskParameters } from './tree-mask.description.js';

const name = 'treeMask';

/** Options of `treeMask`. */
export interface TreeMaskOptions extends OptionsOf<typeof treeParameters> {}

export interface TreeMaskMethod {
  /**
   * Which keys the tokens of a tree of drafts see, as `mask` of `attention`.
   *
   *   formula  1 for all keys of the cache, for the token itself and for those
   *            before it on its branch, else 0 (Miao et al. 2023, SpecInfer,
   *            arXiv:2305.09781, section 4.2)
   *   shapes   parents [tokens]; the mask is [tokens, past + tokens]
   *   range    each parent is smaller than the index of its token
   *   cost     tokens · (past + tokens)
   *
   * @example
   * ```ts
   * const parents = [-1, 0, 0, 1]; // two guesses behind the first token
   * const mask = pe.treeMask({ parents, past: 2 });
   * const positions = pe.positionIds({
   *   sequences: { type: 'tree', parents, past: 2 },
   * }); // 2 3 3 4
   * ```
   */
  treeMask(options: TreeMaskOptions): Tensor<'int32'>;
}

export const treeMask: Method<
  TreeMaskMethod,
  typeof treeMaskParameters,
  Tensor<'int32'>
> = {
  name,
  parameters: treeMaskParameters,
  plan(_, { parents, past }) {
    treeDepths({ method: name, path: '' }, parents);
    const keys = past + parents.length;
    const shape = [parents.length, keys];
    return {
      outputs: { mask: { shape, dtype: 'int32' } },
      cost: parents.length * keys,
      run: () => {
        const mask = allocateResult(name, 'int32', shape);
        parents.forEach((parent, node) => {
          const row = node * keys;
          // What the token before it sees, it sees too.
          if (parent < 0) mask.fill(1, row, row + past);
          else mask.copyWithin(row, parent * keys, parent * keys + keys);
          mask[row + past + node] = 1;
        });
        return makeTensor(mask, shape, 'int32');
      },
    };
  },
};
