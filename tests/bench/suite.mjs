// @ts-check
/**
 * The suite `bench` of `npm test`: measures the quick groups and prints their
 * rows. A group fails if it does not run or has no figure, never because it is
 * slow: no test fails by a clock.
 */

import { runTests } from '../../scripts/lib/run-tests.mjs';
import { measureGroup } from './bench.mjs';
import { benchInstance } from './instance.mjs';
import { QUICK } from './measure.mjs';
import { openPeers } from './peers/index.mjs';
import { groups } from './rows/index.mjs';
import { groupLines, headLine } from './table.mjs';

const print = (/** @type {string} */ line) => console.log(line);
const peers = await openPeers({ install: false, native: false }, print);
const bench = { ...(await benchInstance()), peers };

print(headLine());
await runTests(
  groups
    .filter(({ quick }) => quick)
    .map((group) => [
      group.title,
      async () => {
        const { judged, notes } = await measureGroup(group, bench, QUICK, true);
        for (const line of [...groupLines(judged), ...notes]) print(line);
        const wrong = judged.rows.filter(({ ms }) => !(ms.median > 0));
        if (judged.rows.length === 0 || wrong.length > 0) {
          throw new Error(`no time of ${wrong.map(({ name }) => name)}`);
        }
      },
    ]),
  process.argv[2],
);
