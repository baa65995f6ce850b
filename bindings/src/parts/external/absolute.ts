/**
 * The entry `posenc/absolute/external`: tables of positions alone, without inlined
 * WebAssembly. The file is `posenc/absolute.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/absolute/external';
 * import wasm from 'posenc/absolute.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from '../../entry/load.js';
import { type Absolute, absoluteEntry } from '../entries/absolute.js';

export * from '../../entry/api.js';
export type { ExternalLoadOptions } from '../../entry/load.js';
export type * from '../../generated/types.js';
export type { Absolute } from '../entries/absolute.js';

const loader = /* @__PURE__ */ makeLoader<Absolute>({
  ...absoluteEntry,
  name: 'posenc/absolute/external',
});

/**
 * The shared instance, as `load` of `posenc/absolute` gives it.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 */
export function load(options: ExternalLoadOptions): Promise<Absolute> {
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
export function create(options: ExternalLoadOptions): Promise<Absolute> {
  return loader.create(options);
}
