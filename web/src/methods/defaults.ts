// Options that are left out: which value holds then, by the preset, the default
// or the example of the description. No method has code of its own here.

import type { MethodDescription, Parameter } from 'posenc/descriptions';
import {
  type Options,
  optionsOf,
  type Spec,
  type SpecValue,
  sameValue,
  withOption,
} from '../state/spec.js';

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

/** The default of a parameter, if it is a value. */
export function defaultOf(
  parameter: Parameter | undefined,
): SpecValue | undefined {
  return parameter && 'default' in parameter ? parameter.default : undefined;
}

/** The value of an option that is left out: of the preset, or the default. */
export function fallback(
  method: MethodDescription,
  spec: Spec,
  name: string,
): SpecValue | undefined {
  const word = takesPreset(method) ? spec.preset : undefined;
  const preset = method.presets[String(word)];
  if (preset && Object.hasOwn(preset, name)) return preset[name];
  return defaultOf(method.parameters[name]);
}

/** All options that have a value, given or by default. */
export function effective(method: MethodDescription, spec: Spec): Options {
  const names = Object.keys(method.parameters);
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = spec[name] ?? fallback(method, spec, name);
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
    const held = fallback(method, spec, name);
    return value === undefined || sameValue(value, held) ? [] : [[name, value]];
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
  return presetNames(method).every((name) => sameValue(now[name], base[name]));
}

function accepts(parameter: Parameter, value: SpecValue): boolean {
  switch (parameter.kind) {
    case 'number': {
      const { min = -Infinity, max = Infinity } = parameter;
      if (typeof value !== 'number' || value < min || value > max) return false;
      if (parameter.integer && !Number.isInteger(value)) return false;
      return !parameter.even || value % 2 === 0;
    }
    case 'choice':
      return parameter.choices.includes(String(value));
    case 'boolean':
      return typeof value === 'boolean';
    case 'integers':
    case 'numbers':
      return Array.isArray(value);
    default:
      return false;
  }
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
