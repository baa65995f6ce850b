// @ts-check
/** @typedef {typeof ENGINES[number]} Engine */

/** What `--engine` takes. */
export const ENGINES = /** @type {const} */ ([
  ...['node', 'chromium', 'firefox', 'webkit'],
]);
