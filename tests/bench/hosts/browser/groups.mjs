// @ts-check
/** The groups that a browser measures. */

import { groupsWith } from '../../rows/index.mjs';
import { loading } from '../../rows/load.mjs';
import { ADDRESSES } from './addresses.mjs';

/** Loads the package in a new worker. */
const once = () =>
  new Promise((resolve, reject) => {
    const worker = new Worker(`${ADDRESSES.bench}/cold.mjs`, {
      type: 'module',
    });
    worker.onmessage = (/** @type {MessageEvent} */ { data }) => {
      worker.terminate();
      resolve(data);
    };
    worker.onerror = (/** @type {ErrorEvent} */ { message }) => {
      worker.terminate();
      reject(new Error(message));
    };
  });

export const browserGroups = groupsWith([loading('a worker', once)]);
