/**
 * Makes an instance of a compiled module. It does what Emscripten's runtime and
 * Embind's would do for this module, and no more: the functions of the core take
 * nothing and give a float64, so nothing is converted (see `bindings/embind/call.hpp`).
 */

import type { WasmModule } from './module.js';

/** What every module of the core exports, besides what Embind registers. */
interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  /** Runs the constructors, which register functions and constants. */
  readonly __wasm_call_ctors: () => void;
  /** Registers them in newer versions of Emscripten. */
  readonly _embind_initialize_bindings?: () => void;
  readonly memalign: WasmModule['_memalign'];
  readonly free: WasmModule['_free'];
}

const PAGE_BYTES = 2 ** 16;

/** Bytes that a module can address, and the most that is grown ahead. */
const [LIMIT, AHEAD] = [2 ** 31, 96 * 2 ** 20];

/** Rejects if the module needs functions that no module of the core needs. */
export async function bindModule(
  module: WebAssembly.Module,
): Promise<WasmModule> {
  // Nothing answers until `Heap.asking` says what does.
  const bound: Record<string, unknown> = { ask: () => 1 };
  let bytes = new Uint8Array();
  const textAt = (address: number) => {
    const end = bytes.indexOf(0, address);
    return String.fromCharCode(...bytes.subarray(address, end));
  };
  const view = () => {
    bytes = new Uint8Array(exports.memory.buffer);
    bound.HEAPU8 = bytes;
  };
  const grow = (to: number) => {
    try {
      exports.memory.grow(Math.ceil((to - bytes.length) / PAGE_BYTES));
      view();
      return true;
    } catch {
      return false;
    }
  };
  const copy = (to = 0, from = 0, count = 0) => {
    bytes.copyWithin(to, from, from + count);
  };
  const env: Record<string, (...numbers: number[]) => unknown> = {
    _embind_register_function: (
      ...[name = 0, _count, _types, _signature, _invoker, call = 0]
    ) => {
      bound[textAt(name)] = exports.__indirect_function_table.get(call);
    },
    _embind_register_constant: (name = 0, _type, value) => {
      bound[textAt(name)] = value;
    },
    emscripten_memcpy_big: copy,
    _emscripten_memcpy_js: copy, // its name in newer versions
    posenc_ask: () => (bound as unknown as WasmModule).ask(),
    // Memory grows by a fifth, but by no more than `AHEAD` beyond the wish, so
    // that it rarely grows; by less where there is no room for that.
    emscripten_resize_heap(given = 0) {
      const wanted = given >>> 0; // an address beyond 2^31 comes as negative
      const { length } = bytes;
      return (
        wanted <= LIMIT &&
        [0.2, 0.1, 0.05].some((share) =>
          grow(
            Math.min(
              LIMIT,
              Math.max(wanted, Math.min(length * (1 + share), wanted + AHEAD)),
            ),
          ),
        )
      );
    },
  };
  // Embind registers types, too, which nothing here needs.
  for (const { name } of WebAssembly.Module.imports(module)) {
    if (name.startsWith('_embind_register_')) env[name] ??= () => {};
  }
  const instance = await WebAssembly.instantiate(module, { env });
  const exports = instance.exports as unknown as Exports;
  view();
  exports.__wasm_call_ctors();
  exports._embind_initialize_bindings?.();
  bound._memalign = exports.memalign;
  bound._free = exports.free;
  return bound as unknown as WasmModule;
}
