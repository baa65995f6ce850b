// Values of options, and of options inside them, by the kinds of their controls.

import {
  type DescribedParameter,
  type DescribedParameters,
  heldValue,
} from 'posenc/descriptions';
import { controlOf } from '../controls/index.js';
import { type Options, type SpecValue, sameValue } from '../state/spec.js';

/** Options of an address, in the forms that the controls have. */
export function settled(
  parameters: DescribedParameters,
  options: Options,
): Options {
  const entries = Object.entries(options).map(([name, value]) => {
    const parameter = Object.hasOwn(parameters, name) && parameters[name];
    if (!parameter) return [name, value];
    const { settle, within } = controlOf(parameter) ?? {};
    const own = settle?.(value) ?? value;
    return [name, within?.(parameter, own, settled) ?? own];
  });
  return Object.fromEntries(entries);
}

/** Options of an object without those that have their defaults. */
function leanOptions(
  parameters: DescribedParameters,
  options: Options,
): Options {
  // Options without a parameter come last. The package refuses them.
  const names = Object.keys({ ...parameters, ...options });
  const kept = names.flatMap((name): [string, SpecValue][] => {
    const value = options[name];
    const parameter = Object.hasOwn(parameters, name) && parameters[name];
    if (value === undefined) return [];
    if (!parameter) return [[name, value]];
    const held = heldValue({ parameters }, {}, name);
    if (sameOption(parameter, value, held)) return [];
    return [[name, leanValue(parameter, value)]];
  });
  return Object.fromEntries(kept);
}

/**
 * The shortest value that means the same: without the options inside it that
 * have their defaults, in the order of their description.
 */
export function leanValue(
  parameter: DescribedParameter,
  value: SpecValue,
): SpecValue {
  const { within } = controlOf(parameter) ?? {};
  return within?.(parameter, value, leanOptions) ?? value;
}

/** Whether two values of an option mean the same. */
export function sameOption(
  parameter: DescribedParameter,
  a: SpecValue | undefined,
  b: SpecValue | undefined,
): boolean {
  if (a === undefined || b === undefined) return a === b;
  return sameValue(leanValue(parameter, a), leanValue(parameter, b));
}
