// The biases that this view shows, and what it has to know of them besides their
// descriptions.

import type { MethodDescription } from 'posenc/descriptions';
import { effective, exampleOf } from '../../methods/defaults.js';
import { allMethods } from '../../methods/described/all.js';
import {
  initialNames,
  learnedNames,
  needsExample,
} from '../../methods/learned.js';
import { settable } from '../../methods/settable.js';
import type { Options, Spec } from '../../state/spec.js';

/**
 * In the order of the package. `forgetting` is none of them: it follows from gates
 * that a model makes of each token, so that no distance has a price of its own.
 */
export const biases: readonly MethodDescription[] = allMethods.filter(
  ({ family, parameters }) =>
    family === 'bias' && !Object.hasOwn(parameters, 'gates'),
);

/** The method with a name; the first one where there is none such. */
export function biasNamed(name: string | null): MethodDescription {
  return (biases.find((method) => method.name === name) ??
    biases[0]) as MethodDescription;
}

export const methodOf = ({ method }: Spec) => biasNamed(method);

/** The options by which this view asks for its maps and lines. */
export const places: readonly string[] = [
  ...['queries', 'keys', 'queryStart', 'keyStart'],
  ...['queryPositions', 'keyPositions', 'dtype', 'out'],
];

/** The options that the reader sets. */
export const ownNames = (method: MethodDescription): readonly string[] =>
  settable(method).filter((name) => !places.includes(name));

/** The value that an option has, given or by default. */
const held = (spec: Spec, name: string) =>
  effective(methodOf(spec), spec)[name];

/** Whether tokens are the cells of a grid, so that a distance has two axes. */
export const isGrid = (spec: Spec): boolean =>
  Object.hasOwn(methodOf(spec).parameters, 'grid');

/** A grid, and the tokens before its cells. */
export interface Grid {
  readonly height: number;
  readonly width: number;
  readonly prefix: number;
}

export function gridOf(spec: Spec): Grid {
  const grid = held(spec, 'grid');
  const [height = 0, width = 0] = Array.isArray(grid) ? grid.map(Number) : [];
  return { height, width, prefix: Number(held(spec, 'prefix') ?? 0) };
}

/** Whether a distance costs something else where the query stands elsewhere. */
export const byQuery = ({ method }: Spec): boolean => method === 'fire';

/** Whether a bias counts keys, so that all queries have the same line. */
export const byKey = (spec: Spec): boolean =>
  spec.method === 'alibi' && held(spec, 'form') === 'key';

/**
 * Whether keys behind the query have biases of their own. Those of other methods
 * stand under a mask, behind which nobody looks.
 */
export function hasBothSides(spec: Spec): boolean {
  if (spec.method === 'decay') return false;
  if (spec.method === 'alibi') return held(spec, 'form') === 'symmetric';
  return held(spec, 'bidirectional') !== false;
}

/** Options that stand in place of others, which are then left out. */
function excludedBy(spec: Spec, last?: string): readonly string[] {
  if (spec.method === 'decay') {
    return spec.law === 'retnet' ? ['layer', 'layers'] : [];
  }
  if (spec.method !== 'clippedBias') return [];
  const sides = ['left', 'right'];
  const bySides = spec.maxDistance === undefined || sides.includes(last ?? '');
  return bySides ? ['maxDistance'] : sides;
}

/** The options of which some exclude others. */
const inTurn: Readonly<Record<string, readonly string[]>> = {
  decay: ['layer', 'layers'],
  clippedBias: ['left', 'right'],
};

/**
 * A spec without options that exclude each other, and with those of the example
 * where they are wanted again.
 * @param last the option that was set last, which stays
 */
export function settle(spec: Spec, last?: string): Spec {
  const excluded = excludedBy(spec, last);
  const usual: Options = exampleOf(methodOf(spec));
  const wanted = (inTurn[spec.method] ?? []).flatMap((name) =>
    spec[name] === undefined && usual[name] !== undefined && name !== last
      ? [[name, usual[name]] as const]
      : [],
  );
  const all = Object.entries({ ...spec, ...Object.fromEntries(wanted) });
  const kept = all.filter(([name]) => !excluded.includes(name));
  return { ...Object.fromEntries(kept), method: spec.method };
}

/** The same with all options of the example, with which addresses compare it. */
export function unsettled(spec: Spec): Spec {
  const excluded = new Set(excludedBy(spec));
  const usual = Object.entries(exampleOf(methodOf(spec)));
  const added = usual.filter(([name]) => excluded.has(name));
  return { ...Object.fromEntries(added), ...spec };
}

/**
 * What is done with a number b of the map: it is added to the score, so that the
 * weight is multiplied by e^b; the product of query and key is multiplied by e^b,
 * as there is no softmax; or it is itself the factor of that product.
 */
export type Effect = 'weight' | 'kept' | 'factor';

export function effectOf(spec: Spec): Effect {
  if (spec.method === 'decay') return 'kept';
  return held(spec, 'form') === 'factor' ? 'factor' : 'weight';
}

/**
 * Where the numbers come from: from the formula alone, as in every model with
 * these options; from a seed, in place of what a model learns; or from the example
 * of the reference page.
 */
export type Origin = 'formula' | 'seed' | 'example';

/** Learned in training, though the package has values to begin with. */
const begun = ['kerple'];

export function originOf(method: MethodDescription): Origin {
  if (needsExample(method)) return 'example';
  const drawn =
    Object.hasOwn(method.parameters, 'seed') ||
    learnedNames(method).length > 0 ||
    begun.includes(method.name);
  return drawn ? 'seed' : 'formula';
}

/** The arrays that a model may bring itself, and that have no control here. */
export const broughtBy = (method: MethodDescription): readonly string[] => [
  ...learnedNames(method),
  ...initialNames(method),
];
