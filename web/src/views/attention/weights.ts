// Arrays that methods learn, which this page does not have: numbers drawn from
// the names of the method and of the option, so that they are the same on every
// machine. Their shapes are those that the descriptions name.

import { heldValue, type MethodDescription } from 'posenc/descriptions';
import { hashText, uniform } from '../../figures/words/words.js';
import type { Spec } from '../../state/spec.js';
import { shapeIn } from './shapes.js';
import {
  exampleParts,
  learnedNames,
  methodNamed,
  needsExample,
} from './slots.js';

/** A spec with arrays, which specs of the page do not have. */
export type Filled = { readonly method: string } & Readonly<
  Record<string, unknown>
>;

/** The lengths of the axes of an attention call. */
export type Sizes = Readonly<
  Record<'heads' | 'keyHeads' | 'headDim' | 'queries' | 'keys', number>
>;

/** What a length is where nothing tells it, such as the width of a network. */
const usualWidth = 16;
/** The same of lengths along the positions. */
const usualReach = 256;
const alongPositions = /rows|position|span|extent|length/i;

/**
 * Numbers from `mean` - 1 to `mean` + 1, as many as a shape has.
 */
export function drawWeights(
  name: string,
  shape: readonly number[],
  mean: number,
): Float32Array {
  const next = uniform(hashText(name));
  const length = shape.reduce((product, extent) => product * extent, 1);
  return Float32Array.from({ length }, () => mean - 1 + 2 * next());
}

/** What a name in the shape of an array stands for. */
function lookupIn(method: MethodDescription, spec: Spec, sizes: Sizes) {
  return (name: string): number => {
    const given = spec[name] ?? heldValue(method, spec, name);
    if (typeof given === 'number') return given;
    const size = (sizes as Readonly<Record<string, number>>)[name];
    return size ?? (alongPositions.test(name) ? usualReach : usualWidth);
  };
}

/** The spec with all arrays that its method requires. */
export function withWeights(spec: Spec, sizes: Sizes): Filled {
  const method = methodNamed(spec.method);
  if (method === undefined) return spec;
  if (needsExample(method)) return { ...exampleParts(method), ...spec };
  const lookup = lookupIn(method, spec, sizes);
  // A gate is a factor.
  const mean = method.family === 'gate' ? 1 : 0;
  const chosen = new Set(Object.values(spec));
  const drawn = learnedNames(method).map((name) => {
    const shape = shapeIn(
      method.parameters[name]?.doc ?? '',
      lookup,
      chosen,
    ) ?? [0];
    const data = drawWeights(`${spec.method} ${name}`, shape, mean);
    return [name, { data, shape, dtype: 'float32' }];
  });
  return { ...Object.fromEntries(drawn), ...spec };
}
