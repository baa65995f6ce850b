/**
 * The entry `posenc/attention/external`: attention and what acts on its scores alone, without inlined
 * WebAssembly. The file is `posenc/attention.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/attention/external';
 * import wasm from 'posenc/attention.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from '../../entry/load.js';
import { type Attention, attentionEntry } from '../entries/attention.js';

export * from '../../entry/api.js';
export type { ExternalLoadOptions } from '../../entry/load.js';
export type * from '../../generated/types.js';
export type { Attention } from '../entries/attention.js';

const loader = /* @__PURE__ */ makeLoader<Attention>({
  ...attentionEntry,
  name: 'posenc/attention/external',
});

/**
 * The shared instance, as `load` of `posenc/attention` gives it.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options: ExternalLoadOptions): Promise<Attention> {
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
export function create(options: ExternalLoadOptions): Promise<Attention> {
  return loader.create(options);
}
