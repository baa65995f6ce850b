// What methods learn, of which the page has no trained numbers, and what the
// reader sets of a method that stands inside attention. No method has code of its
// own here.

import {
  type DescribedParameter,
  type Family,
  faceOf,
  type MethodDescription,
} from 'posenc/descriptions';
import { isRequired, settable as settableGroup } from '../controls/group.js';
import type { Options, Spec } from '../state/spec.js';
import { exampleOf } from './defaults.js';
import { isDrawn } from './described/parts.js';
import { settable } from './settable.js';

const ofTables = [
  ...['length', 'start', 'step', 'positions', 'rows', 'dim', 'out', 'dtype'],
];
const ofTerms = [
  ...['queries', 'keys', 'queryStart', 'keyStart', 'out', 'dtype'],
  ...['queryPositions', 'keyPositions', 'heads', 'keyHeads', 'headDim'],
];

/** What attention, or this page, gives to a method, so that no control does. */
const supplied: Readonly<Record<Family, readonly string[]>> = {
  table: ofTables,
  rotation: ['headDim'],
  relative: [...ofTerms, 'q', 'k', 'scale', 'terms'],
  bias: ofTerms,
  gate: ofTerms,
};

function isSupplied({ family }: MethodDescription, name: string): boolean {
  return family !== undefined && supplied[family].includes(name);
}

/** The options of a method that the reader sets. */
export function ownNames(method: MethodDescription): readonly string[] {
  return settable(method).filter((name) => !isSupplied(method, name));
}

/** Whether the page has a control for a parameter, and for all inside it. */
function canBeSet(parameter: DescribedParameter): boolean {
  const { control } = faceOf(parameter);
  if (control === undefined) return false;
  return parameter.kind !== 'records' || settableGroup(parameter.of);
}

/** The arrays that a method learns, by whether the page draws them. */
function floatsOf(method: MethodDescription, required: boolean): string[] {
  return Object.entries(method.parameters).flatMap(([name, parameter]) => {
    if (parameter.kind !== 'floats' || isSupplied(method, name)) return [];
    return isDrawn(method, parameter) === required ? [name] : [];
  });
}

/** The arrays that the page draws for a method, because it has to. */
export function learnedNames(method: MethodDescription): readonly string[] {
  return floatsOf(method, true);
}

/** The arrays that a method learns and that have their defaults here. */
export function initialNames(method: MethodDescription): readonly string[] {
  return floatsOf(method, false);
}

/**
 * Whether a method requires what has no control and is no array, such as the
 * layers of a network. Its example is all that the page has.
 */
export function needsExample(method: MethodDescription): boolean {
  return Object.entries(method.parameters).some(
    ([name, parameter]) =>
      isRequired(parameter) &&
      parameter.kind !== 'floats' &&
      !isSupplied(method, name) &&
      !canBeSet(parameter),
  );
}

/** The spec of a method that was just chosen: its example. */
export function firstSpec(method: MethodDescription): Spec {
  const taken = Object.entries(exampleOf(method)).filter(([name]) => {
    const parameter = method.parameters[name];
    return (
      parameter !== undefined &&
      faceOf(parameter).control !== undefined &&
      !isSupplied(method, name)
    );
  });
  return { ...Object.fromEntries(taken), method: method.name };
}

/**
 * The options of a method's example that attention does not give to it, and the
 * number of heads for which its arrays are. What a reader may leave out, and so
 * leave at its default, is not taken from the example.
 */
export function exampleParts(method: MethodDescription): Options {
  const own = ownNames(method);
  const left = (name: string) => {
    const parameter = method.parameters[name];
    return own.includes(name) && parameter && !isRequired(parameter);
  };
  const taken = Object.entries(exampleOf(method)).filter(
    ([name]) => name === 'heads' || !(isSupplied(method, name) || left(name)),
  );
  return Object.fromEntries(taken);
}
