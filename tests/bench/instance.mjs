// @ts-check
/**
 * The package with the benchmark's build of the module: the same kernels and
 * the yardsticks, in one memory.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Loops as fast as the module can run them; addresses are bytes in its memory.
 * @typedef {object} Yardsticks
 * @property {(pointer: number, floats: number) => void} storeLoop writes
 * @property {(pointer: number, floats: number, factor: number) => void}
 *   scaleLoop reads, multiplies and writes in place
 * @property {(from: number, to: number, floats: number) => void} copyLoop
 * @property {(pointer: number, rounds: number) => void} multiplyAdd in
 *   registers, 56 operations a round; reads and writes 28 numbers
 */

const LOOPS = /** @type {const} */ ([
  'storeLoop',
  'scaleLoop',
  'copyLoop',
  'multiplyAdd',
]);

/**
 * @returns {Promise<{ pe: import('posenc').Posenc, yardsticks: Yardsticks }>}
 */
export async function benchInstance() {
  const file = path.join(root, 'build/wasm-simd/posenc_bench');
  const module = await WebAssembly.compile(readFileSync(`${file}.wasm`));
  // The package's own glue serves every build of the module.
  const glue = path.join(root, 'bindings/dist/modules/core/wasm/glue.js');
  const { default: makeModule } = await import(glue);
  const instance = await makeModule({
    /** @param {WebAssembly.Imports} imports
     * @param {(instance: WebAssembly.Instance) => void} receive */
    instantiateWasm(imports, receive) {
      WebAssembly.instantiate(module, imports).then(receive);
      return {};
    },
  });
  // The entry does not expose its instance, so it is made from the inside here.
  const inside = path.join(root, 'bindings/dist/modules/entry/posenc.js');
  const { makePosenc } = await import(inside);
  const call =
    (/** @type {typeof LOOPS[number]} */ name) =>
    (/** @type {number[]} */ ...numbers) => {
      const { buffer } = instance.HEAPU8;
      new Float64Array(buffer, instance.list).set(numbers);
      instance[name]();
    };
  const yardsticks = /** @type {Yardsticks} */ (
    Object.fromEntries(LOOPS.map((name) => [name, call(name)]))
  );
  return { pe: makePosenc(instance), yardsticks };
}
