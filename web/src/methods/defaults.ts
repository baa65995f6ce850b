// Options that are left out: which value holds then, by the preset, the default
// or the example of the description. No method has code of its own here.

import {
  accepts,
  heldValue,
  type MethodDescription,
} from 'posenc/descriptions';
import {
  type Options,
  optionsOf,
  type Spec,
  type SpecValue,
  sameValue,
  withOption,
} from '../state/spec.js';
import { leanValue, sameOption } from './values.js';

/** The options with which the page shows a method first. */
export function exampleOf({ example = {} }: MethodDescription): Options {
  return example;
}

export function exampleSpec(method: MethodDescription): Spec {
  return { ...exampleOf(method), method: method.name };
}

/** True when the presets are the words of a parameter `preset`. */
export function takesPreset({ parameters }: MethodDescription): boolean {
  return parameters.preset !== undefined;
}

/** All options that have a value, given or by default. */
export function effective(method: MethodDescription, spec: Spec): Options {
  const names = Object.keys(method.parameters);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = spec[name] ?? heldValue(method, spec, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * The shortest spec of the same call: without options that have the value that
 * holds anyway, in the order in which the page shows them.
 */
export function lean(method: MethodDescription, spec: Spec): Spec {
  const names = [
    ...Object.keys(exampleOf(method)),
    ...Object.keys(method.parameters),
  ];
  const kept = [...new Set(names)].flatMap((name): [string, SpecValue][] => {
    const value = spec[name];
    const parameter = method.parameters[name];
    if (value === undefined || parameter === undefined) return [];
    const held = heldValue(method, spec, name);
    if (sameOption(parameter, value, held)) return [];
    return [[name, leanValue(parameter, value)]];
  });
  return { ...Object.fromEntries(kept), method: spec.method };
}

/** The names of all options that any preset sets. */
function presetNames({ presets }: MethodDescription): readonly string[] {
  const names = Object.values(presets).flatMap((preset) => Object.keys(preset));
  return [...new Set(names)];
}

/** The spec after a press on a preset: with it, or without it if it held. */
export function withPreset(
  method: MethodDescription,
  spec: Spec,
  word: string,
): Spec {
  const pressed = isPreset(method, spec, word);
  const example = exampleOf(method);
  // A required option keeps the value of the example.
  const plain = presetNames(method).reduce(
    (next, name) =>
      withOption(next, name, takesPreset(method) ? undefined : example[name]),
    spec,
  );
  if (takesPreset(method)) {
    return withOption(plain, 'preset', pressed ? undefined : word);
  }
  const preset = pressed ? {} : method.presets[word];
  return { ...plain, ...preset, method: spec.method };
}

/** True when the preset holds. */
export function isPreset(
  method: MethodDescription,
  spec: Spec,
  word: string,
): boolean {
  if (takesPreset(method)) return spec.preset === word;
  const preset: Options = method.presets[word] ?? {};
  const now = effective(method, spec);
  const base: Options = {
    ...effective(method, exampleSpec(method)),
    ...preset,
  };
  return presetNames(method).every((name) => {
    const parameter = method.parameters[name];
    return parameter && sameOption(parameter, now[name], base[name]);
  });
}

/**
 * The spec for another method: options that the reader changed are kept where
 * the other method accepts them; all others are those of its example.
 */
export function carried(
  from: MethodDescription,
  to: MethodDescription,
  spec: Spec,
): Spec {
  const kept = Object.entries(optionsOf(spec)).filter(([name, value]) => {
    const parameter = to.parameters[name];
    if (parameter === undefined || name === 'preset') return false;
    if (sameValue(value, exampleOf(from)[name])) return false;
    if (parameter.kind !== from.parameters[name]?.kind) return false;
    return accepts(parameter, value);
  });
  return { ...exampleSpec(to), ...Object.fromEntries(kept), method: to.name };
}
