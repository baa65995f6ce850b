// @ts-check
/**
 * The programs that a user would otherwise take. What is not there is left out,
 * with one line that says why.
 *
 * @typedef {object} Peers
 * @property {import('./onnxruntime.mjs').OnnxRuntime} [onnx]
 * @property {any} [tf] the module of TensorFlow.js
 * @property {import('./native.mjs').Native} [native]
 *
 * @typedef {object} Packages of npm, as a host imports them
 * @property {() => Promise<any>} onnx the module of onnxruntime-web
 * @property {() => Promise<import('./tfjs.mjs').Modules>} tf
 */

import { NAMES } from './names.mjs';
import { openOnnxRuntime } from './onnxruntime.mjs';
import { openTfjs } from './tfjs.mjs';

/**
 * @template T
 * @param {string} name @param {() => Promise<T>} open
 * @param {(line: string) => void} say
 */
export async function attempt(name, open, say) {
  try {
    return await open();
  } catch (error) {
    const [line] = String(error).split('\n');
    say(`${name} is not measured: ${line}`);
    return undefined;
  }
}

/**
 * @param {Packages} packages @param {(line: string) => void} say
 * @returns {Promise<Peers>}
 */
export async function openPackages(packages, say) {
  const onnx = await attempt(
    NAMES.onnx,
    async () => openOnnxRuntime(await packages.onnx()),
    say,
  );
  const tf = await attempt(
    NAMES.tf,
    async () => openTfjs(await packages.tf()),
    say,
  );
  return { ...(onnx && { onnx }), ...(tf && { tf }) };
}
