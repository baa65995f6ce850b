// @ts-check
// Minifies bundles, each in a thread of its own.
import {
  isMainThread,
  parentPort,
  Worker,
  workerData,
} from 'node:worker_threads';

/** @typedef {{ name: string, code: string, map: string }} Bundle */

/**
 * A statement ends at the end of a line, where it may: engines show the line of
 * an error that nobody catches.
 * @param {Bundle} bundle @returns {Promise<Bundle>}
 */
async function minified({ name, code, map }) {
  const { minify } = await import('terser');
  const made = await minify(code, {
    module: true,
    ecma: 2020,
    compress: { passes: 2 },
    format: { preserve_annotations: true, semicolons: false },
    sourceMap: { content: map, filename: name, url: `${name}.map` },
  });
  return { name, code: made.code ?? '', map: String(made.map) };
}

/** @param {Bundle} bundle @returns {Promise<Bundle>} */
export const minifyInThread = (bundle) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: bundle });
    worker.once('message', resolve);
    worker.once('error', reject);
  });

if (!isMainThread && workerData?.code) {
  parentPort?.postMessage(await minified(workerData));
}
