// The tables that the package describes, and the parameters that have a
// control. No method has code of its own here.

import { faceOf, type MethodDescription, methods } from 'posenc/descriptions';
import { exampleOf, takesPreset } from './defaults.js';

/** With fewer tables than this, no parameter counts as a common one. */
const few = 4;

/** All tables, in the order of the package. The page shows the first. */
export const tables: readonly MethodDescription[] = Object.values(
  methods as Readonly<Record<string, MethodDescription>>,
).filter(({ family }) => family === 'table');

/** The table with a name; the first where no table has it. */
export function tableNamed(name: string | null): MethodDescription {
  const found = tables.find((method) => method.name === name) ?? tables[0];
  if (found === undefined) throw new Error('the package describes no table');
  return found;
}

/** Whether most tables have a parameter of that name. */
function isCommon(name: string): boolean {
  const having = tables.filter((t) => Object.hasOwn(t.parameters, name));
  return tables.length > few && 2 * having.length > tables.length;
}

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
    ...rest.filter((name) => !isCommon(name)),
    ...rest.filter(isCommon),
  ];
}

/** Parameters with a control: presets are buttons instead. */
export function controlNames(method: MethodDescription): readonly string[] {
  return settable(method).filter(
    (name) => !(name === 'preset' && takesPreset(method)),
  );
}
