// What holds where an option is left out: presets, defaults and the example
// of a method's description. Nothing here knows one method from another.

import type { MethodDescription, Parameter } from 'posenc';
import {
  type Options,
  optionsOf,
  type Spec,
  type SpecValue,
  sameValue,
  withOption,
} from '../state/spec.js';

/** What the page opens with, and what the options in an address differ from. */
export function exampleOf({ example = {} }: MethodDescription): Options {
  return example;
}

export function exampleSpec(method: MethodDescription): Spec {
  return { ...exampleOf(method), method: method.name };
}

/** True for a method with a parameter whose words are its presets. */
export function takesPreset({ parameters }: MethodDescription): boolean {
  return parameters.preset !== undefined;
}

/** The default of a parameter, where it is a value. */
export function defaultOf(
  parameter: Parameter | undefined,
): SpecValue | undefined {
  return parameter && 'default' in parameter ? parameter.default : undefined;
}

/** What holds where an option is left out: of the preset, or the default. */
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

/** Every option that holds, given or not. */
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
 * The spec of the same call without the options that hold anyway, in the order
 * in which the page shows them.
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

/** Names of the options that some preset sets. */
function presetNames({ presets }: MethodDescription): readonly string[] {
  const names = Object.values(presets).flatMap((preset) => Object.keys(preset));
  return [...new Set(names)];
}

/** The spec after a preset was pressed; again: after it was taken back. */
export function withPreset(
  method: MethodDescription,
  spec: Spec,
  word: string,
): Spec {
  const pressed = isPreset(method, spec, word);
  const example = exampleOf(method);
  // What is required comes back with the example.
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

/** True when the options are those of the preset. */
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
 * The spec of one method for another: what the reader has set stays where the
 * other takes it, the rest is the other's example.
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
