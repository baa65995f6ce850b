/**
 * The entry `posenc/bias/external`: biases of attention scores alone, without inlined
 * WebAssembly. The file is `posenc/bias.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/bias/external';
 * import wasm from 'posenc/bias.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from '../../entry/load.js';
import { type Biases, biasEntry } from '../entries/bias.js';

export * from '../../entry/api.js';
export type { ExternalLoadOptions } from '../../entry/load.js';
export type * from '../../generated/types.js';
export type { Biases } from '../entries/bias.js';

const loader = /* @__PURE__ */ makeLoader<Biases>({
  ...biasEntry,
  name: 'posenc/bias/external',
});

/**
 * The shared instance, as `load` of `posenc/bias` gives it.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options: ExternalLoadOptions): Promise<Biases> {
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
export function create(options: ExternalLoadOptions): Promise<Biases> {
  return loader.create(options);
}
