// @ts-check
/** Measures in this process. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, sep } from 'node:path';
import { at } from '../../../scripts/lib/paths.mjs';
import { measureGroup } from '../bench.mjs';
import { benchInstance } from '../instance.mjs';
import { openPackages } from '../peers/index.mjs';
import { openNative } from '../peers/native.mjs';
import { MODULE, packagesThere } from './files.mjs';
import { nodeGroups } from './node/groups.mjs';
import { PARTS, writeParts } from './parts.mjs';

const { node, v8 } = process.versions;

/** What the record says of this process. */
export const VERSIONS = { node, v8 };

/** A clock of the time in which a processor worked for this process. */
export function worked() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** An instance of its own, whose memory begins empty. */
export async function nodeInstance() {
  await writeParts();
  return benchInstance({
    module: () => WebAssembly.compile(readFileSync(at(MODULE))),
    part: (path) => import(at(`${PARTS}/${path}`)),
  });
}

/** @type {import('../peers/index.mjs').Packages} */
const packages = {
  onnx() {
    // The name is not a literal, because types are checked where it is missing.
    const name = 'onnxruntime-web';
    return import(name);
  },
  async tf() {
    const require = createRequire(import.meta.url);
    const backend = '@tensorflow/tfjs-backend-wasm';
    return {
      tf: require('@tensorflow/tfjs-core'),
      backend: require(backend),
      binaries: dirname(require.resolve(backend)) + sep,
    };
  },
};

/**
 * @param {import('./index.mjs').Wanted} wanted
 * @param {(line: string) => void} say
 * @returns {Promise<import('../peers/index.mjs').Peers>}
 */
export async function nodePeers({ install, native }, say) {
  const there = await packagesThere(install, say);
  const python = native ? openNative(say) : undefined;
  return {
    ...(there && (await openPackages(packages, say))),
    ...(python && { native: python }),
  };
}

/**
 * @param {import('./index.mjs').Wanted} wanted
 * @param {(line: string) => void} say
 * @returns {Promise<import('./index.mjs').Host>}
 */
export async function openNode(wanted, say) {
  const peers = await nodePeers(wanted, say);
  const bench = { ...(await nodeInstance()), peers, worked };
  return {
    about: VERSIONS,
    groups: nodeGroups,
    without: [],
    measure(title, effort, busy) {
      const group = nodeGroups.find((group) => group.title === title);
      if (!group) throw new Error(`no group ${title}`);
      return measureGroup(group, bench, effort, busy);
    },
    close: () => peers.native?.close(),
  };
}
