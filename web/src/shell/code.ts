// The call of the package that makes what the page shows, as text to copy.

import type { MethodDescription } from 'posenc';

type Options = Readonly<Record<string, unknown>>;

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** The options of a call, without those that equal their defaults. */
export function callOptions(
  parameters: MethodDescription['parameters'],
  options: Options,
): string {
  const said = Object.entries(options).filter(([name, value]) => {
    const parameter = parameters[name];
    const fallback =
      parameter && 'default' in parameter ? parameter.default : undefined;
    return value !== undefined && value !== fallback;
  });
  if (said.length === 0) return '';
  return `{ ${said.map(([name, v]) => `${name}: ${literal(v)}`).join(', ')} }`;
}

/** A program around some lines that use `pe`. */
export function program(...lines: readonly string[]): string {
  return [
    "import { load } from 'posenc';",
    '',
    'const pe = await load();',
    ...lines,
  ].join('\n');
}
