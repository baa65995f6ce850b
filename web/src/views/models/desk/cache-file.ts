// The tables of cosines and sines of a layer as a file of the kind safetensors.

import { encodeSafetensors } from 'posenc/formats';
import type { Rotary } from 'posenc/rotary';
import { type CacheAsk, checkRows } from '../cache/cache-shapes.js';

/**
 * The bytes of the file; its metadata has the call under `spec`, as in the files of
 * the command line. A schedule that depends on a length is that of a text of so many
 * positions. Throws what the package refuses.
 */
export function cacheFile(pe: Rotary, ask: CacheAsk): Uint8Array {
  checkRows(ask);
  const { spec, cache, dtype, rows } = ask;
  const { method: _, ...options } = { ...spec, contextLength: rows };
  const call = { ...options, cache, dtype, length: rows };
  const tables = pe.ropeCache(call as never) as unknown as Parameters<
    typeof encodeSafetensors
  >[0];
  const told = { spec: JSON.stringify({ method: 'ropeCache', ...call }) };
  return encodeSafetensors({ ...tables }, told);
}
