// The entries of the package that views ask for. Each is a file of its own,
// which is fetched when an entry is first asked for.

import type { Absolute } from 'posenc/absolute';
import type { Attention } from 'posenc/attention';
import type { Biases } from 'posenc/bias';
import type { Rotary } from 'posenc/rotary';

/** An instance of each entry, under the name by which a route asks for it. */
export interface Instances {
  readonly absolute: Absolute;
  readonly attention: Attention;
  readonly bias: Biases;
  readonly rotary: Rotary;
}

export type Part = keyof Instances;

const loaders: { readonly [P in Part]: () => Promise<Instances[P]> } = {
  absolute: async () => (await import('posenc/absolute')).load(),
  attention: async () => (await import('posenc/attention')).load(),
  bias: async () => (await import('posenc/bias')).load(),
  rotary: async () => (await import('posenc/rotary')).load(),
};

/** The instance of an entry; the same one each time. */
export function loadPart<P extends Part>(part: P): Promise<Instances[P]> {
  return loaders[part]();
}

/** The instances of some entries, under their names and with no others. */
export async function loadParts<P extends Part>(
  parts: readonly P[],
): Promise<Pick<Instances, P>> {
  const found = await Promise.all(
    parts.map(async (part) => [part, await loadPart(part)] as const),
  );
  return Object.fromEntries(found) as Pick<Instances, P>;
}
