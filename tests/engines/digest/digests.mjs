// @ts-check
/**
 * The digests of all cases. Plain JavaScript, so that Node and browsers run the
 * same files.
 */

import { calls } from './calls.mjs';
import { describedCalls } from './described.mjs';
import { hash } from './hash.mjs';
import { operationCalls } from './operations.mjs';

/** @typedef {import('posenc').Posenc} Posenc */

/**
 * `DIGEST TITLE` of each case, or the code of its error in the digest's place. A
 * title that occurs again gets a number.
 * @param {readonly [title: string, run: () => import('./hash.mjs').Result[]][]} cases
 */
function digestsOf(cases) {
  /** @type {Map<string, number>} */
  const times = new Map();
  return cases.map(([name, run]) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    const title = time === 1 ? name : `${name} (${time})`;
    try {
      return `${hash(run())} ${title}`;
    } catch (error) {
      const { code } = /** @type {{ code?: string }} */ (error);
      if (code === undefined) throw error;
      return `${code} ${title}`;
    }
  });
}

/** @param {Posenc} pe */
const wholeCalls = (pe) => [...describedCalls(pe), ...operationCalls(pe)];

/** Those of every case. @param {Posenc} pe @param {string} text calls.jsonl */
export const digests = (pe, text) =>
  digestsOf([...calls(pe, text), ...wholeCalls(pe)]);

/** Those of all methods, as their descriptions name them. @param {Posenc} pe */
export const wholeDigests = (pe) => digestsOf(wholeCalls(pe));

/** @param {string} line `DIGEST TITLE` @returns {string} */
export const titleOf = (line) => line.slice(line.indexOf(' ') + 1);

/** Lines that differ. @param {string[]} expected @param {string[]} actual */
export function differences(expected, actual) {
  const wrong = expected.flatMap((line, i) =>
    line === actual[i] ? [] : [`${line}, and here ${actual[i]}`],
  );
  if (actual.length > expected.length) wrong.push('more lines than expected');
  return wrong;
}
