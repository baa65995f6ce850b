// A spec in an address: the options that differ from the example of its method,
// or from the example with a preset, whose name is written then.
//   preset=Llama+3+8B&precision=torch

import { heldValue, type MethodDescription } from 'posenc/descriptions';
import type { Options, Spec, SpecValue } from '../state/spec.js';
import { readOptions, writeOptions } from '../state/spec-query.js';
import { exampleOf, isPreset, takesPreset } from './defaults.js';
import { settable } from './settable.js';
import { leanValue, sameOption, settled } from './values.js';

type Entry = [path: string, text: string];

/**
 * The options from which a query differs: the example, and those of the preset
 * that it may name in a method that takes no such option itself.
 */
function baseOf(method: MethodDescription, word: string | null): Options {
  const { presets } = method;
  const preset =
    word !== null && !takesPreset(method) && Object.hasOwn(presets, word);
  return { ...exampleOf(method), ...(preset ? presets[word] : {}) };
}

/** The spec of a method from the entries of an address. */
export function readSpec(
  method: MethodDescription,
  query: URLSearchParams,
): Spec {
  const names = settable(method);
  const takes = (name: string) => names.includes(name);
  const base = baseOf(method, query.get('preset'));
  const options = readOptions(query, base, takes);
  return { ...settled(method.parameters, options), method: method.name };
}

/**
 * The entries by which a spec differs from the example, with a preset or without.
 * An option with the value that holds anyway is not written, unless the example
 * or the preset has another value.
 */
export function writeFrom(
  method: MethodDescription,
  spec: Spec,
  word: string | null,
): Entry[] {
  const base = baseOf(method, word);
  const said = settable(method).flatMap((name): [string, SpecValue][] => {
    const value = spec[name];
    const parameter = method.parameters[name];
    if (value === undefined || parameter === undefined) return [];
    const before = base[name];
    if (before !== undefined && sameOption(parameter, value, before)) {
      return [[name, before]];
    }
    const unsaid =
      before === undefined &&
      sameOption(parameter, value, heldValue(method, spec, name));
    return unsaid ? [] : [[name, leanValue(parameter, value)]];
  });
  return writeOptions(Object.fromEntries(said), base);
}

const lengthOf = (entries: Entry[]) =>
  new URLSearchParams(entries).toString().length;

/** The entries of an address for a spec: with a preset where that is shorter. */
export function writeSpec(method: MethodDescription, spec: Spec): Entry[] {
  const plain = writeFrom(method, spec, null);
  if (takesPreset(method) || plain.length === 0) return plain;
  const named = Object.keys(method.presets)
    .filter((word) => isPreset(method, spec, word))
    .map((word): Entry[] => [
      ['preset', word],
      ...writeFrom(method, spec, word),
    ]);
  return [plain, ...named].reduce((best, one) =>
    lengthOf(one) < lengthOf(best) ? one : best,
  );
}
