// The way from a layer to the view that turns its arrows.

import type { RopeSpec } from 'posenc/rotary';
import { writeAddress } from '../../../state/hash.js';
import type { Options } from '../../../state/spec.js';
import { writeOptions } from '../../../state/spec-query.js';
import { longest } from '../source/pack.js';

/**
 * The address of the view of RoPE with the rope of a layer; null where its lists are
 * too long for one.
 */
export function ropeAddress({
  method: _,
  ...options
}: RopeSpec): string | null {
  const entries = writeOptions(options as unknown as Options, {});
  const address = writeAddress('rope', new URLSearchParams(entries).toString());
  return address.length > longest ? null : address;
}
