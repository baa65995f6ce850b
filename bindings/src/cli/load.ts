/** Loads the library where a command computes something. */

import type { Posenc } from '../index.js';

/** The instance; commands that need none start without its module. */
export async function load(): Promise<Posenc> {
  const library = await import('../index.js');
  return library.load();
}
