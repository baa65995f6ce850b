// @ts-check
/**
 * The package with the benchmark's build of the module: the same kernels and
 * the yardsticks, in one memory.
 *
 * @typedef {object} Files what a host reads
 * @property {() => Promise<WebAssembly.Module>} module the benchmark's build
 * @property {(path: string) => Promise<any>} part imports a file of the package,
 *   by its path below `dist/modules`
 */

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
 * @param {Files} files
 * @returns {Promise<{ pe: import('posenc').Posenc, yardsticks: Yardsticks }>}
 */
export async function benchInstance(files) {
  const module = await files.module();
  // The package's own glue serves every build of the module.
  const { bindModule } = await files.part('core/wasm/glue.js');
  const instance = await bindModule(module);
  // The entry does not expose its instance, so it is made from the inside here.
  const { whole } = await files.part('entry/posenc.js');
  const { makeInstance } = await files.part('entry/instance.js');
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
  return { pe: makeInstance(instance, whole), yardsticks };
}
