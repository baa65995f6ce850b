/** The options of norms that a layer of a model says. */

import { missing } from '../describe/missing.js';
import type { LayerFacts } from '../models/types.js';
import type { CheckedCall } from './call-parameters.js';

/**
 * What a layer says of norms. Queries that are given without the weights of
 * their norm are taken as normalised, where the class does it before the turn;
 * such as are made of embeddings are not, so that the weights are required.
 */
export function layerNorm(
  method: string,
  { given }: CheckedCall,
  { norm }: LayerFacts,
): Readonly<Partial<CheckedCall>> {
  if (!norm) return {};
  const { form, epsilon, offset, turned } = norm;
  const { queryNorm, ...others } = norm.missing;
  const needed = turned || !queryNorm || given.has('x');
  if (!needed && !given.has('queryNorm')) return {};
  for (const [name, weight] of Object.entries({ queryNorm, ...others })) {
    if (!weight || given.has(name)) continue;
    const rule = `[${weight.axes.join(', ')}] = [${weight.shape.join(', ')}] of the layer`;
    throw missing(method, name, rule);
  }
  return {
    ...{ norm: form, normEpsilon: epsilon, normOffset: offset },
    normTurned: turned,
  };
}
