/**
 * Loads WebAssembly from any source and makes an instance.
 *
 * Nothing happens on import. Loading never throws synchronously. A failed load
 * leaves nothing behind and can be repeated.
 */

import {
  PosencRangeError,
  PosencTypeError,
  wrongKind,
  wrongValue,
} from '../base/errors.js';
import { callNames } from '../core/call.js';
import { bindModule } from '../core/wasm/glue.js';
import type { WasmModule } from '../core/wasm/module.js';
import { checkOptions } from '../describe/checks.js';
import { attempt, compile, WasmFailure, type WasmSource } from './compile.js';
import {
  type Entry,
  type Instance,
  makeInstance,
  memberNames,
} from './instance.js';
import { promiseMarker } from './unawaited.js';

/** Options of `load` and `create`. */
export interface LoadOptions {
  /**
   * The module: compiled, as bytes, as a response, or the address to fetch it
   * from; or a promise of one of these. Defaults to the module inlined in the
   * entry; required by `posenc/external`, which has none.
   */
  readonly wasm?: WasmSource | PromiseLike<WasmSource> | undefined;
  /**
   * Which inlined build to use: `true` for the one with SIMD, `false` for the
   * one without, which only `posenc/compat` has. It has no effect on a module
   * given as `wasm`. Defaults to `'auto'`: SIMD if the engine has it.
   */
  readonly simd?: 'auto' | boolean | undefined;
}

/** Options of the loading functions of entries that contain no module. */
export interface ExternalLoadOptions extends LoadOptions {
  /**
   * The module: compiled, as bytes, as a response, or the address to fetch it
   * from; or a promise of one of these. Required.
   */
  readonly wasm: WasmSource | PromiseLike<WasmSource>;
}

/** Gives the bytes of the module that is inlined in an entry. It needs SIMD. */
export type Inlined = () => Uint8Array;

/** The two loading functions of an entry whose objects are `Api`. */
export interface Loader<Api> {
  load(options?: LoadOptions): Promise<Api>;
  create(options?: LoadOptions): Promise<Api>;
}

const parameters = {
  wasm: { kind: 'other', optional: true },
  simd: { kind: 'other', optional: true },
} as const;

// A module that makes a vector and counts its bits: the last two opcodes came
// with the final form of SIMD.
const SIMD_PROBE = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8,
  0, 65, 0, 253, 15, 253, 98, 11,
];

/**
 * Whether this engine runs WebAssembly with SIMD, which decides which of the
 * two files to give to `posenc/external`.
 */
export function simdSupported(): boolean {
  return (
    typeof WebAssembly === 'object' &&
    WebAssembly.validate(new Uint8Array(SIMD_PROBE))
  );
}

/** The loading functions of an entry, whose objects are `Api`. */
export function makeLoader<Api extends Instance>(
  entry: Entry,
  inlined?: Inlined,
): Loader<Api> {
  let shared: Promise<Api> | undefined;

  const start = async (checked: CheckedLoad) =>
    makeInstance(await moduleFor(checked, entry, inlined), entry) as Api;

  async function create(options: LoadOptions = {}): Promise<Api> {
    return start(readOptions('create', options, inlined));
  }

  async function load(options: LoadOptions = {}): Promise<Api> {
    const checked = readOptions('load', options, inlined);
    // A call during another call's attempt shares its success but not its
    // failure, which may be due to the other call's options.
    while (shared) {
      try {
        const instance = await shared;
        // This promise is not used; without a handler its failure would be
        // reported as unhandled.
        Promise.resolve(checked.wasm).catch(() => {});
        return instance;
      } catch {}
    }
    shared = start(checked);
    try {
      return await shared;
    } catch (error) {
      shared = undefined;
      throw error;
    }
  }

  // An error about a forgotten `await` names the function that was called.
  const marked = (name: 'load' | 'create', call: Loader<Api>['load']) => {
    const { functions, others } = memberNames(entry);
    const mark = promiseMarker(name, functions, others);
    return (options?: LoadOptions) => mark(call(options));
  };
  return { load: marked('load', load), create: marked('create', create) };
}

/** Checked options, and the name of the function for errors. */
interface CheckedLoad {
  readonly method: string;
  readonly wasm: unknown;
  readonly simd: 'auto' | boolean;
}

function readOptions(
  method: string,
  options: LoadOptions,
  inlined: Inlined | undefined,
): CheckedLoad {
  const { wasm, simd = 'auto' } = checkOptions(method, parameters, options);
  if (simd !== 'auto' && typeof simd !== 'boolean') {
    throw wrongKind(method, 'simd', '"auto", true or false', simd);
  }
  if (simd === false && wasm === undefined && inlined) {
    const rule = 'true or "auto"; posenc/compat has the build without SIMD';
    throw wrongValue(method, 'simd', rule, simd, 'ERR_CHOICE');
  }
  return { method, wasm, simd };
}

/** An instance of the module that the options ask for. */
async function moduleFor(
  { method, wasm, simd }: CheckedLoad,
  entry: Entry,
  inlined: Inlined | undefined,
): Promise<WasmModule> {
  if (wasm === undefined && !inlined) {
    throw new PosencTypeError(
      `${method}: wasm is required, as ${entry.name} contains no module`,
      { code: 'ERR_MISSING', param: 'wasm' },
    );
  }
  try {
    if (typeof WebAssembly !== 'object') {
      throw new WasmFailure('this engine has no WebAssembly');
    }
    const source =
      inlined && wasm === undefined
        ? await attempt('wasm does not compile', chosen(inlined, simd))
        : await attempt('the promise given as wasm was rejected', () => wasm);
    return await instantiate(await compile(source));
  } catch (error) {
    if (!(error instanceof WasmFailure)) throw error;
    const { cause } = error;
    // Engines tell by words alone that an instance has no memory.
    if (
      /out of memory/i.test(String(cause)) &&
      !(cause instanceof WebAssembly.CompileError)
    ) {
      throw new PosencRangeError(
        `${method}: there is no memory for another instance`,
        { code: 'ERR_MEMORY', param: 'options', cause },
      );
    }
    throw new PosencTypeError(`${method}: ${error.message}`, {
      code: 'ERR_WASM',
      param: 'wasm',
      value: wasm,
      cause,
    });
  }
}

/** The inlined module, if this engine may run it. */
function chosen(inlined: Inlined, simd: 'auto' | boolean): Inlined {
  if (simd === true || simdSupported()) return inlined;
  throw new WasmFailure(
    'this engine has no SIMD in WebAssembly; posenc/compat has a build without',
  );
}

/** Makes an instance of a compiled module. */
async function instantiate(module: WebAssembly.Module): Promise<WasmModule> {
  const exports = await attempt('wasm is not a WebAssembly.Module', () =>
    WebAssembly.Module.exports(module),
  );
  const exported = exports.map(({ name }) => name);
  if (!exported.includes('memory') || !exported.includes('memalign')) {
    throw new WasmFailure('wasm is not a module of posenc');
  }
  const what = 'wasm does not fit this version of posenc';
  const instance = await attempt(what, () => bindModule(module));
  if (!callNames.every((name) => typeof instance[name] === 'function')) {
    throw new WasmFailure(what);
  }
  return instance;
}
