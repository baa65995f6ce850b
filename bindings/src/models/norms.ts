/** How classes normalise queries and keys. */

import { weight } from './encoding.js';
import type { Place } from './place.js';
import type { NormFacts } from './types.js';

/** The keys of the epsilon of a form, and what classes take without one. */
const epsilons = {
  rms: { keys: ['rms_norm_eps', 'norm_eps'], usual: 1e-6 },
  layer: { keys: ['layer_norm_eps'], usual: 1e-5 },
  length: { keys: [], usual: 1e-12 },
} as const;

type Sized = Pick<Place, 'section' | 'family' | 'heads' | 'headDim'>;

/** The norm of a layer, by the words of its record; `null` without one. */
export function normOf(
  { section, family, heads, headDim }: Sized,
  keyHeads: number,
): NormFacts | null {
  if (!family.norm) return null;
  const [form, ...words] = family.norm.split(' ');
  const has = (word: string) => words.includes(word);
  const { keys, usual } = epsilons[form as keyof typeof epsilons];
  const said = keys.map((key) => section.number(key, { min: 0, max: 1 }));
  const each = (all: number) => {
    if (has('width')) return weight('heads·headDim', all * headDim);
    if (has('heads')) return weight('heads headDim', all, headDim);
    return weight('headDim', headDim);
  };
  const [query, key] = [each(heads), each(keyHeads)];
  return {
    form: form as NormFacts['form'],
    epsilon: said.find((epsilon) => epsilon !== null) ?? usual,
    offset: has('one') ? 1 : 0,
    turned: has('turned'),
    missing: {
      ...(form !== 'length' &&
        !has('plain') && { queryNorm: query, keyNorm: key }),
      ...(has('bias') && { queryNormBias: query, keyNormBias: key }),
      ...(has('logits') && { logitScale: weight('heads', heads) }),
    },
  };
}
