/** Which keys say a fact in the files of a family. */

import { type Fact, factKeys } from './facts.js';
import type { Family } from './family.js';

/** Facts of rotations of which classes read the usual key, the first one. */
const usual: readonly Fact[] = ['theta', 'share'];

/** Facts of rotations whose other keys classes only read if records name them. */
const rotary: readonly Fact[] = [...usual, 'localTheta', 'rotaryDim'];

/** The keys that say a fact in files of a family, the usual one first. */
export function keysOf(fact: Fact, family: Family): readonly string[] {
  const { keys: own, defaults = {}, everyKey } = family;
  const named = own?.[fact];
  // No key says what a class has fixed, but a GGUF file does.
  if (named !== undefined && !(named === '' && everyKey)) {
    return named.split(' ').filter(Boolean);
  }
  if (everyKey || !rotary.includes(fact)) return factKeys[fact];
  return factKeys[fact].filter(
    (key, index) =>
      (index === 0 && usual.includes(fact)) || Object.hasOwn(defaults, key),
  );
}
