// What a saved file says of itself.

import type { KeptFigure } from './figure.js';

export interface Told {
  readonly title: string;
  readonly caption: string;
  /** The options of the call whose numbers it has. */
  readonly spec: unknown;
  /** The address of the page that shows it. */
  readonly link: string;
}

/** The names of the methods in the options of a call, each once. */
function methodsIn(spec: unknown): readonly string[] {
  if (typeof spec !== 'object' || spec === null) return [];
  const found = Object.entries(spec).flatMap(([key, value]) =>
    key === 'method' && typeof value === 'string' ? [value] : methodsIn(value),
  );
  return [...new Set(found)];
}

/** The figure's name, with the methods that it shows where it does not say them. */
export function nameOf({ name, spec }: Pick<KeptFigure, 'name' | 'spec'>) {
  const missing = methodsIn(spec).filter((method) => !name.includes(method));
  return [name, ...missing].join('-');
}

/** As entries of a file that has a list of them. */
export const entriesOf = ({ title, caption, spec, link }: Told) =>
  [
    ['Title', title],
    ['Description', caption],
    ['Software', 'posenc'],
    ['Source', link],
    ['posenc', JSON.stringify(spec)],
  ] as const;
