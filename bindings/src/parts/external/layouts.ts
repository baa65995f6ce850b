/**
 * The entry `posenc/layouts/external`: conversions between layouts alone, without inlined
 * WebAssembly. The file is `posenc/layouts.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/layouts/external';
 * import wasm from 'posenc/layouts.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from '../../entry/load.js';
import { type Layouts, layoutsEntry } from '../entries/layouts.js';

export * from '../../entry/api.js';
export type { ExternalLoadOptions } from '../../entry/load.js';
export type * from '../../generated/types.js';
export type { Layouts } from '../entries/layouts.js';

const loader = /* @__PURE__ */ makeLoader<Layouts>({
  ...layoutsEntry,
  name: 'posenc/layouts/external',
});

/**
 * The shared instance, as `load` of `posenc/layouts` gives it.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options: ExternalLoadOptions): Promise<Layouts> {
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
export function create(options: ExternalLoadOptions): Promise<Layouts> {
  return loader.create(options);
}
