// @ts-check
/**
 * The page of the benchmark: passes questions on to the worker, in which nothing
 * is drawn and no other script runs.
 */

const worker = new Worker('/bench/worker.mjs', { type: 'module' });

/** @type {{ resolve: (value: unknown) => void, reject: (e: Error) => void }[]} */
const waiting = [];

worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
  const asked = waiting.shift();
  if (data.error === undefined) asked?.resolve(data.value);
  else asked?.reject(new Error(data.error));
};
worker.onerror = (/** @type {ErrorEvent} */ { message }) => {
  for (const { reject } of waiting.splice(0)) {
    reject(new Error(`the worker fails: ${message}`));
  }
};

/** @param {string} task of the worker @param {unknown[]} given */
const ask = (task, given) =>
  new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage({ task, given });
  });

Object.assign(globalThis, { ask });
