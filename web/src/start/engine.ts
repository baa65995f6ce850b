// The package, asked for when a screen first needs numbers that the page was
// not built with. The lesson has no other way to it.

import { loadParts } from '../shell/parts.js';
import type { Instances, Part } from './screen.js';

/** The instances that a screen needs, under their names. */
export async function askAll(parts: readonly Part[]): Promise<Instances> {
  return loadParts(parts);
}
