// A spec in an address: the options that differ from the example of its method.

import { heldValue, type MethodDescription } from 'posenc/descriptions';
import type { Options, Spec, SpecValue } from '../state/spec.js';
import { readOptions, writeOptions } from '../state/spec-query.js';
import { exampleOf, takesPreset } from './defaults.js';
import { settable } from './settable.js';
import { leanValue, sameOption, settled } from './values.js';

/**
 * The options from which a query differs: the example, and those of the preset
 * that it may name in a method that takes no such option itself.
 */
function baseOf(method: MethodDescription, query: URLSearchParams): Options {
  const word = takesPreset(method) ? null : query.get('preset');
  const { presets } = method;
  const preset = word !== null && Object.hasOwn(presets, word);
  return { ...exampleOf(method), ...(preset ? presets[word] : {}) };
}

/** The spec of a method from the entries of an address. */
export function readSpec(
  method: MethodDescription,
  query: URLSearchParams,
): Spec {
  const names = settable(method);
  const takes = (name: string) => names.includes(name);
  const options = readOptions(query, baseOf(method, query), takes);
  return { ...settled(method.parameters, options), method: method.name };
}

/**
 * The entries of an address for a spec. An option with the value that holds
 * anyway is not written, unless the example has another value.
 */
export function writeSpec(
  method: MethodDescription,
  spec: Spec,
): [path: string, text: string][] {
  const example = exampleOf(method);
  const said = settable(method).flatMap((name): [string, SpecValue][] => {
    const value = spec[name];
    const parameter = method.parameters[name];
    if (value === undefined || parameter === undefined) return [];
    const unsaid =
      example[name] === undefined &&
      sameOption(parameter, value, heldValue(method, spec, name));
    return unsaid ? [] : [[name, leanValue(parameter, value)]];
  });
  return writeOptions(Object.fromEntries(said), example);
}
