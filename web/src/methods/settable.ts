// The parameters of a method that have a control, in the order of the page.

import { faceOf, type MethodDescription } from 'posenc/descriptions';
import { exampleOf, takesPreset } from './defaults.js';
import { common } from './described/common.js';

/**
 * Parameters that can be set on the page: those of the example first, then
 * the method's own, then what most tables have in common.
 */
export function settable(method: MethodDescription): readonly string[] {
  const all = Object.entries(method.parameters)
    .filter(([, parameter]) => faceOf(parameter).control !== undefined)
    .map(([name]) => name);
  const shown = Object.keys(exampleOf(method)).filter((n) => all.includes(n));
  const rest = all.filter((name) => !shown.includes(name));
  return [
    ...shown,
    ...rest.filter((name) => !common.includes(name)),
    ...rest.filter((name) => common.includes(name)),
  ];
}

/** Parameters with a control: presets are buttons instead. */
export function controlNames(method: MethodDescription): readonly string[] {
  return settable(method).filter(
    (name) => !(name === 'preset' && takesPreset(method)),
  );
}
