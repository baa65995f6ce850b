// The tables that the package describes, with all their words. No method has code
// of its own here.

import './described/rest/tables.js';
import type { MethodDescription } from 'posenc/descriptions';
import { tables as described } from './described/tables.js';

/** All tables, in the order of the package. The page shows the first. */
export const tables: readonly MethodDescription[] = Object.values(described);

/** The table with a name; the first where no table has it. */
export function tableNamed(name: string | null): MethodDescription {
  const found = tables.find((method) => method.name === name) ?? tables[0];
  if (found === undefined) throw new Error('the package describes no table');
  return found;
}
