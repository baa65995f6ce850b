// @ts-check
// Minifies bundles, each in a thread of its own.
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';
import { markPure } from './pure.mjs';

/**
 * A bundle, and whether loading it does something, as with the command line:
 * then nothing of it is marked as pure.
 * @typedef {{ name: string, code: string, acts: boolean }} Bundle
 */

/**
 * The code of a bundle, minified. esbuild comes first, because it is fast and
 * leaves terser half of its work; terser makes it 2 to 3 % smaller, and keeps
 * marks. A statement ends at the end of a line, where it may: engines show the
 * line of an error that nobody catches.
 * @param {Bundle} bundle @returns {Promise<string>}
 */
async function minified({ name, code, acts }) {
  const mark = async (/** @type {string} */ text) =>
    acts ? text : markPure(name, text);
  const { transform } = await import('esbuild');
  const first = await transform(await mark(code), {
    minify: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'inline',
  });
  const { minify } = await import('terser');
  const made = await minify(await mark(first.code), {
    module: true,
    ecma: 2020,
    compress: { passes: 2 },
    format: { preserve_annotations: true, semicolons: false },
  });
  return made.code ?? '';
}

/** @param {Bundle} bundle @returns {Promise<string>} */
export const minifyInThread = (bundle) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), {
      workerData: bundle,
      execArgv: [], // those of a program given as text are for that alone
    });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

if (!isMainThread && workerData?.code) {
  parentPort?.postMessage(await minified(workerData));
}
