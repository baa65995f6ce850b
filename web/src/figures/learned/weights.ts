// Arrays that methods learn, which this page does not have: numbers that the
// package draws with a seed from the names of the method and of the option, so
// that they are the same on every machine and in a program. Their shapes are those
// that the descriptions name.

import type { Attention } from 'posenc/attention';
import { heldValue, type MethodDescription } from 'posenc/descriptions';
import { methodNamed } from '../../methods/described/all.js';
import {
  exampleParts,
  learnedNames,
  needsExample,
} from '../../methods/learned.js';
import { shapeIn } from '../../methods/shapes.js';
import type { Options, Spec } from '../../state/spec.js';
import { hashText } from '../words/words.js';

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

/** The seed of an array of a method. */
export function seedOf(method: string, name: string): number {
  return hashText(`${method} ${name}`);
}

/** The mean of what a method learns: a gate is a factor. */
export function meanOf(method: string): number {
  return methodNamed(method)?.family === 'gate' ? 1 : 0;
}

/** Numbers from `mean` - 1 to `mean` + 1, as many as a shape has. */
function drawWeights(
  pe: Attention,
  seed: number,
  shape: readonly number[],
  mean: number,
): Float32Array {
  const key = `${seed} ${shape.join()} ${mean}`;
  const before = drawn.get(key);
  if (before !== undefined) return before;
  const dim = shape.at(-1) ?? 1;
  const length = shape.slice(0, -1).reduce((all, extent) => all * extent, 1);
  const options = { length, dim, seed, init: 'uniform', bound: 1 } as const;
  const weights =
    length * dim === 0
      ? new Float32Array()
      : pe.learned(options).data.map((value) => value + mean);
  if (drawn.size >= mostDrawn) drawn.clear();
  drawn.set(key, weights);
  return weights;
}

/** Lines of a program that define `draw`, with which it gets these arrays. */
export const drawCode = [
  '// What methods learn, drawn from a seed: put the numbers of a model here.',
  'const draw = (seed, mean, ...shape) => {',
  '  const dim = shape.at(-1);',
  '  const length = shape.slice(0, -1).reduce((all, extent) => all * extent, 1);',
  "  const options = { length, dim, seed, init: 'uniform', bound: 1 };",
  '  const data = pe.learned(options).data.map((value) => value + mean);',
  "  return { data, shape, dtype: 'float32' };",
  '};',
] as const;

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
export function withWeights(pe: Attention, spec: Spec, sizes: Sizes): Filled {
  const mean = meanOf(spec.method);
  const drawn = Object.entries(shapesFor(spec, sizes)).map(([name, shape]) => {
    const data = drawWeights(pe, seedOf(spec.method, name), shape, mean);
    return [name, { data, shape, dtype: 'float32' }];
  });
  return { ...exampleFor(spec), ...Object.fromEntries(drawn), ...spec };
}
