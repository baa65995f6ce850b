/**
 * The entry `posenc/rotary/external`: rotary encodings alone, without inlined
 * WebAssembly. The file is `posenc/rotary.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/rotary/external';
 * import wasm from 'posenc/rotary.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from '../../entry/load.js';
import { type Rotary, rotaryEntry } from '../entries/rotary.js';

export * from '../../entry/api.js';
export type { ExternalLoadOptions } from '../../entry/load.js';
export type * from '../../generated/types.js';
export type { Rotary } from '../entries/rotary.js';

const loader = /* @__PURE__ */ makeLoader<Rotary>({
  ...rotaryEntry,
  name: 'posenc/rotary/external',
});

/**
 * The shared instance, as `load` of `posenc/rotary` gives it.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options: ExternalLoadOptions): Promise<Rotary> {
  return loader.load(options);
}

/**
 * A new instance with its own memory, which is released when nothing refers to
 * the instance any more.
 *
 *   range    as `load`
 *   error    as `load`
 *   cost     as the first `load`, at each call
 */
export function create(options: ExternalLoadOptions): Promise<Rotary> {
  return loader.create(options);
}
