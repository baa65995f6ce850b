/**
 * The entry `posenc/external`: the same package without inlined WebAssembly,
 * for engines that do not compile bytes and for sites that serve the file
 * themselves. The files are `posenc/posenc.wasm` and
 * `posenc/posenc.scalar.wasm`.
 *
 * @example With Vite, which serves the file and gives its address:
 * ```ts
 * import { load } from 'posenc/external';
 * import wasm from 'posenc/posenc.wasm?url';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @example Where importing the file gives a compiled module, as edge workers
 * do:
 * ```ts
 * import { load } from 'posenc/external';
 * import wasm from 'posenc/posenc.wasm';
 *
 * const pe = await load({ wasm });
 * ```
 *
 * @packageDocumentation
 */

import { type ExternalLoadOptions, makeLoader } from './entry/load.js';
import { type Posenc, whole } from './entry/posenc.js';

export * from './entry/api.js';
export type { ExternalLoadOptions } from './entry/load.js';
export type * from './generated/types.js';

const loader = /* @__PURE__ */ makeLoader<Posenc>({
  ...whole,
  name: 'posenc/external',
});

/**
 * The shared instance. The first call makes it; later calls return the same
 * instance, whatever their options. After a failed attempt, the next call tries
 * again. Never throws synchronously.
 *
 *   range    `wasm` is required, see {@link ExternalLoadOptions}
 *   error    rejects with a `PosencTypeError`; its code is `ERR_WASM` if there
 *            is no module to run
 *   cost     compiles about 480 kB, once
 *
 * @example
 * ```ts
 * const pe = await load({ wasm: new URL('./posenc.wasm', location.href) });
 * ```
 */
export function load(options: ExternalLoadOptions): Promise<Posenc> {
  return loader.load(options);
}

/**
 * A new instance with its own memory, which is released when nothing refers to
 * the instance any more.
 *
 *   range    as `load`
 *   error    as `load`
 *   cost     as the first `load`, at each call
 *
 * @example
 * ```ts
 * const own = await create({ wasm: await WebAssembly.compile(bytes) });
 * ```
 */
export function create(options: ExternalLoadOptions): Promise<Posenc> {
  return loader.create(options);
}
