// The package, asked for when a screen first needs numbers that the page was
// not built with. The lesson has no other way to it.

import type { Instances, Part } from './screen.js';

/** Each entry of the package is a file of its own. */
const loaders: { readonly [P in Part]: () => Promise<Instances[P]> } = {
  absolute: async () => (await import('posenc/absolute')).load(),
  attention: async () => (await import('posenc/attention')).load(),
  bias: async () => (await import('posenc/bias')).load(),
  rotary: async () => (await import('posenc/rotary')).load(),
};

/** An instance of an entry; the package gives the same one each time. */
export function ask<P extends Part>(part: P): Promise<Instances[P]> {
  return loaders[part]();
}

/** The instances that a screen needs, under their names. */
export async function askAll(parts: readonly Part[]): Promise<Instances> {
  const found = await Promise.all(
    parts.map(async (part) => [part, await ask(part)]),
  );
  return Object.fromEntries(found);
}
