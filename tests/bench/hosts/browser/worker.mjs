// @ts-check
/** The worker of the benchmark's page: does one task after the other. */

import { measureGroup } from '../../bench.mjs';
import { benchInstance } from '../../instance.mjs';
import { openPackages } from '../../peers/index.mjs';
import { ADDRESSES } from './addresses.mjs';
import { browserGroups } from './groups.mjs';

/** @type {import('../../bench.mjs').Bench | undefined} */
let bench;

/** @type {import('../../instance.mjs').Files} */
const files = {
  module: () => WebAssembly.compileStreaming(fetch(ADDRESSES.module)),
  part: (path) => import(`${ADDRESSES.parts}/${path}`),
};

/** @type {import('../../peers/index.mjs').Packages} */
const packages = {
  onnx: () =>
    import(`${ADDRESSES.peers}/onnxruntime-web/dist/ort.wasm.min.mjs`),
  async tf() {
    const modules = await import(`${ADDRESSES.bench}/tfjs.mjs`);
    const backend = '@tensorflow/tfjs-backend-wasm';
    return { ...modules, binaries: `${ADDRESSES.peers}/${backend}/dist/` };
  },
};

/** The browser's version: Chromium tells it to those who ask twice. */
async function version() {
  const { userAgentData, userAgent } = /** @type {any} */ (navigator);
  const told = await userAgentData?.getHighEntropyValues(['fullVersionList']);
  const own = told?.fullVersionList.find(
    (/** @type {{ brand: string }} */ { brand }) => brand === 'Chromium',
  );
  return (
    own?.version ?? /(?:Firefox|Version)\/([\d.]+)/.exec(userAgent)?.[1] ?? ''
  );
}

const tasks = {
  /** @param {boolean} there whether there are peers */
  async open(there) {
    /** @type {string[]} */
    const notes = [];
    const say = (/** @type {string} */ line) => notes.push(line);
    const peers = there ? await openPackages(packages, say) : {};
    // Browsers do not tell how long processors worked.
    const worked = () => performance.now();
    bench = { ...(await benchInstance(files)), peers, worked };
    return { version: await version(), notes };
  },
  /**
   * @param {string} title @param {import('../../measure.mjs').Effort} effort
   * @param {boolean} busy
   */
  measure(title, effort, busy) {
    const group = browserGroups.find((group) => group.title === title);
    if (!group || !bench) throw new Error(`no group ${title}`);
    return measureGroup(group, bench, effort, busy);
  },
};

const post = (/** @type {object} */ answer) => globalThis.postMessage(answer);

addEventListener('message', async ({ data: { task, given } }) => {
  try {
    const run = /** @type {Record<string, Function>} */ (tasks)[task];
    post({ value: await run?.(...given) });
  } catch (error) {
    post({ error: String(error) });
  }
});
