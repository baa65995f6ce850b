// The package that the page is built with, for what is computed while it is built.

import { pathToFileURL } from 'node:url';
import type { Instances, Part } from '../src/start/screen.js';

/** Finds the file of an entry of the package. */
export type Resolve = (id: string) => Promise<string>;

/** What resolves an import: a build, or the development server. */
interface Resolver {
  resolve(id: string): Promise<{ readonly id: string } | null>;
}

export function resolveBy({ resolve }: Resolver): Resolve {
  return async (id) => {
    const found = await resolve(id);
    if (found === null) throw new Error('the page needs the package, built');
    return found.id;
  };
}

/** Instances of some parts, under their names. */
export async function instances(
  resolve: Resolve,
  parts: readonly Part[],
): Promise<Instances> {
  const found = await Promise.all(
    [...new Set(parts)].map(async (part) => {
      const file = await resolve(`posenc/${part}`);
      const { load } = await import(pathToFileURL(file).href);
      return [part, await load()] as const;
    }),
  );
  return Object.fromEntries(found) as unknown as Instances;
}
