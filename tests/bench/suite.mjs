// @ts-check
/**
 * The suite `bench` of `npm test`: measures the quick groups in Node, and one of
 * them in Chromium, and prints their rows. A group fails if it does not run or
 * has no figure, never because it is slow: no test fails by a clock.
 */

import { runTests } from '../../scripts/lib/run-tests.mjs';
import { openHost } from './hosts/index.mjs';
import { QUICK } from './measure.mjs';
import { groupLines, headLine } from './printed-table.mjs';

const print = (/** @type {string} */ line) => console.log(line);
const wanted = { install: false, native: false };

/** @param {import('./hosts/index.mjs').Host} host @param {string} title */
async function measured(host, title) {
  const { judged, notes } = await host.measure(title, QUICK, true);
  for (const line of [...groupLines(judged), ...notes]) print(line);
  const wrong = judged.rows.filter(({ ms }) => !(ms.median > 0));
  if (judged.rows.length === 0 || wrong.length > 0) {
    throw new Error(`no time of ${wrong.map(({ name }) => name)}`);
  }
}

const node = await openHost('node', wanted, print);
const quick = node.groups.filter(({ quick }) => quick);
/** It has a yardstick, a row of every place, and two peers. */
const [IN_CHROMIUM = ''] = quick
  .map(({ title }) => title)
  .filter((title) => title.startsWith('decode'));

print(headLine());
/** @type {[string, () => Promise<void>][]} */
const inNode = quick.map(({ title }) => [title, () => measured(node, title)]);
/** @type {[string, () => Promise<void>]} */
const inChromium = [
  `in Chromium: ${IN_CHROMIUM}`,
  async () => {
    const chromium = await openHost('chromium', wanted, print);
    try {
      await measured(chromium, IN_CHROMIUM);
    } finally {
      await chromium.close();
    }
  },
];
await runTests([...inNode, inChromium], process.argv[2]);
await node.close();
