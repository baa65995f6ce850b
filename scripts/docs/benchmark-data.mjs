// @ts-check
// What `npm run bench -- --json` wrote, for the page of the benchmark and its
// figures. What bounds a row that misses its target stands in a file beside it.
import { readFileSync } from 'node:fs';
import { NAMES } from '../../tests/bench/peers/names.mjs';
import { digits, targetText } from '../../tests/bench/printed-table.mjs';
import { at } from '../lib/paths.mjs';

/** @typedef {import('../../tests/bench/judge.mjs').Judged} Judged */
/** @typedef {import('../../tests/bench/judge.mjs').Row} Row */
/** @typedef {import('../../tests/bench/growth.mjs').Series} Series */
/**
 * @typedef {{ date: string, processor: string, cores: number,
 *   memoryGiB: number, system: string }} Machine
 * @typedef {Machine & ({ node: string, v8: string } | { browser: string })}
 *   Measured with the versions of the host that measured
 * @typedef {Measured & { busy: boolean, seconds: number, groups: Judged[] }}
 *   Found
 */

const read = (/** @type {string} */ name) =>
  JSON.parse(readFileSync(at(`tests/bench/${name}`), 'utf8'));

/** What was measured last in Node on the machine that the page names. */
export const found = () => /** @type {Found} */ (read('baseline.json'));

/** The same in Chromium. */
export const foundInChromium = () =>
  /** @type {Found} */ (read('chromium.json'));

/** How cost grows. */
export const growth = () =>
  /** @type {Measured & { series: Series[] }} */ (read('growth.json'));

/** @type {Record<string, string>} by row, group or method */
const bounds = read('bounds.json');

/** The groups that measure every table have titles that begin so. */
export const EVERY = 'table ';

/** Peers, by the word at the head of their column. */
const PEERS = Object.entries({
  JavaScript: NAMES.plain,
  'onnxruntime-web': NAMES.onnx,
  'tfjs-wasm': NAMES.tf,
  NumPy: NAMES.numpy,
  PyTorch: NAMES.torch,
});

/**
 * The peers that some row was compared with.
 * @param {readonly Judged[]} groups
 */
export const peersOf = (groups) =>
  PEERS.filter(([, name]) =>
    groups.some(({ rows }) => rows.some((row) => name in row.peers)),
  );

/**
 * How many times as fast as each peer a row is, in cells of a table.
 * @param {Row} row @param {ReturnType<typeof peersOf>} peers
 */
export const peerCells = (row, peers) =>
  peers.map(([, name]) => {
    const peer = row.peers[name];
    return peer ? digits(peer.ratio) : '';
  });

/** The targets of a row, in a cell of a table. @param {Row} row */
export const targetsCell = (row) =>
  row.targets.map((target) => targetText(target)).join('; ');

/** Whether a row misses a target. @param {Row} row */
export const misses = ({ targets }) =>
  targets.some(({ reached }) => reached === false);

/**
 * What bounds a row that misses a target.
 * @param {Row} row
 * @param {string} [host] a word before the keys of what bounds it there alone
 */
export function boundOf(row, host = '') {
  if (!misses(row)) return '';
  const { group, name } = row;
  // Presets of a method have the method's reason.
  const method = group.split(' ').slice(0, 2).join(' ');
  const keys = [`${group}: ${name}`, group, method];
  const bound = keys.map((key) => bounds[host + key]).find(Boolean);
  if (bound || host) return bound ?? '';
  throw new Error(`tests/bench/bounds.json: what bounds "${keys[0]}"?`);
}

/** @param {Measured} measured */
export function machineText(measured) {
  const { date, processor, cores, memoryGiB, system } = measured;
  const host =
    'browser' in measured
      ? measured.browser
      : `Node ${measured.node} (V8 ${measured.v8})`;
  return `${date}, ${processor}, ${cores} cores, ${memoryGiB} GiB, ${system}, ${host}`;
}
