// Arrays that methods learn, which this page does not have: numbers drawn from
// the names of the method and of the option, so that they are the same on every
// machine. Their shapes are those that the descriptions name.

import { heldValue, type MethodDescription } from 'posenc/descriptions';
import { hashText, uniform } from '../../figures/words/words.js';
import type { Options, Spec } from '../../state/spec.js';
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

/** Arrays that were drawn before, because each frame needs them again. */
const drawn = new Map<string, Float32Array>();
const mostDrawn = 64;

function draw(name: string, length: number, mean: number): Float32Array {
  const next = uniform(hashText(name));
  return Float32Array.from({ length }, () => mean - 1 + 2 * next());
}

/** Numbers from `mean` - 1 to `mean` + 1, as many as a shape has. */
function drawWeights(
  name: string,
  shape: readonly number[],
  mean: number,
): Float32Array {
  const length = shape.reduce((product, extent) => product * extent, 1);
  const key = `${name} ${length} ${mean}`;
  const weights = drawn.get(key) ?? draw(name, length, mean);
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, weights);
  return weights;
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

/** The shapes of the arrays that the page draws for a spec, by option. */
export function shapesFor(
  spec: Spec,
  sizes: Sizes,
): Readonly<Record<string, readonly number[]>> {
  const method = methodNamed(spec.method);
  if (method === undefined || needsExample(method)) return {};
  const lookup = lookupIn(method, spec, sizes);
  const chosen = new Set<unknown>(Object.entries(spec).flat());
  const shapes = learnedNames(method).map((name) => {
    const doc = method.parameters[name]?.doc ?? '';
    return [name, shapeIn(doc, lookup, chosen) ?? [0]];
  });
  return Object.fromEntries(shapes);
}

/** What a spec gets from the example of its method; nothing where it needs none. */
export function exampleFor(spec: Spec): Options {
  const method = methodNamed(spec.method);
  return method && needsExample(method) ? exampleParts(method) : {};
}

/** The spec with all arrays that its method requires. */
export function withWeights(spec: Spec, sizes: Sizes): Filled {
  // A gate is a factor.
  const mean = methodNamed(spec.method)?.family === 'gate' ? 1 : 0;
  const drawn = Object.entries(shapesFor(spec, sizes)).map(([name, shape]) => {
    const data = drawWeights(`${spec.method} ${name}`, shape, mean);
    return [name, { data, shape, dtype: 'float32' }];
  });
  return { ...exampleFor(spec), ...Object.fromEntries(drawn), ...spec };
}
