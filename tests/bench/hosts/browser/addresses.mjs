// @ts-check
/** Where the server of the benchmark's page has its files. */
export const ADDRESSES = /** @type {const} */ ({
  module: '/posenc_bench.wasm',
  package: '/posenc',
  parts: '/parts',
  bench: '/bench',
  peers: '/peers',
});
