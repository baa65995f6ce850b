/**
 * Loads the library where a command computes something, and no more of it than
 * the command needs.
 */

import { type Home, homeOf } from '../entry/home-of.js';
import type { Instance } from '../entry/instance.js';
import type { Posenc } from '../index.js';

/** What commands use of an entry: any of its specs, made or planned. */
export interface Loaded extends Instance, Pick<Posenc, 'make' | 'plan'> {}

/** Imports each entry of one family; a missing one is an error of types. */
const entries: { readonly [H in Home]: () => Promise<unknown> } = {
  absolute: async () => (await import('../generated/parts/absolute.js')).load(),
  attention: async () =>
    (await import('../generated/parts/attention.js')).load(),
  bias: async () => (await import('../generated/parts/bias.js')).load(),
  detect: async () => (await import('../generated/parts/detect.js')).load(),
  layouts: async () => (await import('../generated/parts/layouts.js')).load(),
  rotary: async () => (await import('../generated/parts/rotary.js')).load(),
};

/**
 * The instance of the smallest entry that has a method. Its `make` and `plan`
 * refuse methods that it does not have.
 */
export async function loadFor(method: string): Promise<Loaded> {
  const home = homeOf(method);
  return home ? ((await entries[home]()) as Loaded) : load();
}

/** The instance that has all methods. */
export async function load(): Promise<Posenc> {
  return (await import('../index.js')).load();
}
