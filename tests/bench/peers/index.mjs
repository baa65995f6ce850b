// @ts-check
/**
 * The programs that a user would otherwise take. What is not there is left out,
 * with one line that says why.
 *
 * @typedef {object} Peers
 * @property {import('./onnxruntime.mjs').OnnxRuntime} [onnx]
 * @property {any} [tf] the module of TensorFlow.js
 * @property {import('./native.mjs').Native} [native]
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installNpmPackages } from '../../../scripts/setup/npm.mjs';
import { NAMES } from './names.mjs';
import { openNative } from './native.mjs';
import { openOnnxRuntime } from './onnxruntime.mjs';
import { openTfjs } from './tfjs.mjs';

/**
 * @template T
 * @param {string} name @param {() => Promise<T>} open
 * @param {(line: string) => void} say
 */
async function attempt(name, open, say) {
  try {
    return await open();
  } catch (error) {
    const [line] = String(error).split('\n');
    say(`${name} is not measured: ${line}`);
    return undefined;
  }
}

/**
 * @param {{ install: boolean, native: boolean }} wanted install: npm packages
 *   that are not there
 * @param {(line: string) => void} say
 * @returns {Promise<Peers>}
 */
export async function openPeers({ install, native }, say) {
  const modules = new URL('../node_modules', import.meta.url);
  if (install) {
    await attempt(
      'a peer whose packages `npm ci` in tests/bench cannot install',
      () => installNpmPackages('tests/bench/'),
      say,
    );
  }
  const there = existsSync(fileURLToPath(modules));
  if (!there && !install) {
    say('peers from npm are not measured: `npm run bench` installs them');
  }
  const [onnx, tf] = there
    ? [
        await attempt(NAMES.onnx, openOnnxRuntime, say),
        await attempt(NAMES.tf, openTfjs, say),
      ]
    : [];
  const python = native ? openNative(say) : undefined;
  return {
    ...(onnx && { onnx }),
    ...(tf && { tf }),
    ...(python && { native: python }),
  };
}
