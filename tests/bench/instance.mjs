// @ts-check
/**
 * The package over the benchmark's build of the module: the same kernels, and
 * beside them the yardsticks, in one memory.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * @typedef {object} Yardsticks
 * @property {(pointer: number, floats: number) => void} storeLoop
 * @property {(pointer: number, floats: number, factor: number) => void}
 *   scaleLoop
 */

/**
 * @returns {Promise<{ pe: import('posenc').Posenc, raw: Yardsticks }>}
 */
export async function benchInstance() {
  const file = path.join(root, 'build/wasm-simd/posenc_bench');
  const module = await WebAssembly.compile(readFileSync(`${file}.wasm`));
  // The package's own glue serves every build of the module.
  const glue = path.join(root, 'bindings/dist/core/wasm/glue.js');
  const { default: makeModule } = await import(glue);
  const raw = await makeModule({
    /** @param {WebAssembly.Imports} imports
     * @param {(instance: WebAssembly.Instance) => void} receive */
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then(receive);
      return {};
    },
  });
  // The entry takes a module's bytes but keeps its raw functions to itself.
  const inside = path.join(root, 'bindings/dist/entry/posenc.js');
  const { makePosenc } = await import(inside);
  return { pe: makePosenc(raw, true), raw };
}
