// @ts-check
/**
 * TensorFlow.js on its WebAssembly backend, on one thread. Its tensors stay in
 * its memory, as ours do that are resident.
 */

import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';

/** @returns {Promise<any>} its module; throws if it is not there */
export async function openTfjs() {
  const require = createRequire(import.meta.url);
  // Names in variables: types are checked where the peers are not installed.
  const core = '@tensorflow/tfjs-core';
  const backend = '@tensorflow/tfjs-backend-wasm';
  const tf = require(core);
  const wasm = require(backend);
  wasm.setWasmPaths(dirname(require.resolve(backend)) + sep);
  wasm.setThreadsCount(1);
  if (!(await tf.setBackend('wasm'))) throw new Error('no backend wasm');
  return tf;
}
