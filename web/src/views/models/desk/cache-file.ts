// The tables of cosines and sines of a layer as files: safetensors holds all of them,
// a file of NumPy one.

import { encodeNpy, encodeSafetensors } from 'posenc/formats';
import type { Rotary } from 'posenc/rotary';
import {
  type CacheAsk,
  type CacheKind,
  checkRows,
  shapesOf,
} from '../cache/cache-shapes.js';

export interface CacheFile {
  /** The table that it holds; '' for all of them. */
  readonly table: string;
  readonly bytes: Uint8Array;
}

/**
 * The files of a kind. The metadata of safetensors has the call under `spec`, as in
 * the files of the command line. A schedule that depends on a length is that of a text
 * of so many positions. Throws what the package refuses.
 */
export function cacheFiles(
  pe: Rotary,
  ask: CacheAsk,
  kind: CacheKind,
): readonly CacheFile[] {
  checkRows(ask);
  const { spec, cache, dtype, rows } = ask;
  const { method: _, ...options } = { ...spec, contextLength: rows };
  const call = { ...options, cache, dtype, length: rows };
  const tables = pe.ropeCache(call as never) as unknown as Parameters<
    typeof encodeSafetensors
  >[0];
  if (kind === 'safetensors') {
    const told = { spec: JSON.stringify({ method: 'ropeCache', ...call }) };
    return [{ table: '', bytes: encodeSafetensors({ ...tables }, told) }];
  }
  const names = shapesOf(ask).map(([name]) => name);
  return names.map((name) => ({
    table: names.length > 1 ? name : '',
    bytes: encodeNpy(tables[name] as Parameters<typeof encodeNpy>[0]),
  }));
}
