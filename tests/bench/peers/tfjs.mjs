// @ts-check
/**
 * TensorFlow.js on its WebAssembly backend, on one thread. Its tensors stay in
 * its memory, as ours do that are resident.
 *
 * @typedef {object} Modules
 * @property {any} tf
 * @property {any} backend
 * @property {string} binaries where its WebAssembly files are, with a separator
 *   at its end
 */

/** @param {Modules} modules @returns {Promise<any>} the module `tf` */
export async function openTfjs({ tf, backend, binaries }) {
  backend.setWasmPaths(binaries);
  backend.setThreadsCount(1);
  // Browsers would otherwise run the build with threads, which Node cannot.
  tf.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  if (!(await tf.setBackend('wasm'))) throw new Error('no backend wasm');
  return tf;
}
