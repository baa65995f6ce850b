// @ts-check
// Runs suites two at a time: browsers and started programs leave processors
// idle, which the suite beside them uses.
import { atMost } from '../lib/at-most.mjs';

/** @typedef {import('../suites.mjs').Suite} Suite */

/** Suites at a time. More of them would only take memory from each other. */
const together = 2;

/**
 * Runs suites, and prints what each prints under its own heading. One suite at a
 * time prints as it goes; the output of the one beside it follows at its end.
 * @template T
 * @param {Suite[]} suites the longest runs first, those that measure run alone
 *   at the end
 * @param {(suite: Suite, print: (text: string) => void) => Promise<T>} runOne
 * @param {(text: string) => void} write
 * @returns {Promise<T[]>} in the order of the suites
 */
export async function twoAtATime(suites, runOne, write) {
  /** @type {Suite | undefined} the one that prints as it goes */
  let live;
  /** @param {Suite} suite */
  const runInLane = async (suite) => {
    const head = `\n== ${suite.name}: ${suite.about}\n`;
    let held = '';
    const shown = live === undefined;
    if (shown) {
      live = suite;
      write(head);
    }
    try {
      return await runOne(suite, (text) => {
        if (shown) write(text);
        else held += text;
      });
    } finally {
      if (shown) live = undefined;
      else write(head + held);
    }
  };

  /** @type {Map<Suite, Promise<T>>} */
  const results = new Map();
  const limited = atMost(together);
  const shared = suites.filter(({ alone }) => !alone);
  const longestFirst = [
    ...shared.filter(({ long }) => long),
    ...shared.filter(({ long }) => !long),
  ];
  for (const suite of longestFirst) {
    results.set(
      suite,
      limited(() => runInLane(suite)),
    );
  }
  await Promise.all(results.values());
  const all = [];
  for (const suite of suites) {
    all.push(await (results.get(suite) ?? runInLane(suite)));
  }
  return all;
}
