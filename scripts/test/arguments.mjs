// @ts-check
// Reads the arguments of `npm test --`.
import { UserError } from '../lib/run.mjs';

export const usage = `usage: npm test -- [SUITE…] [PATTERN] [--deep] [--seed N] [--slow-check]

  SUITE         one of the suites below; all of them when none is named
  PATTERN       runs the tests of one suite whose name contains it
  --deep        everything: no samples, and what CI leaves out
  --seed N      chooses the samples that an earlier run printed as "seed N"
  --slow-check  the same under a tenth of this machine's processors
`;

/**
 * @typedef {{ suites: string[], pattern: string, deep: boolean, seed: number,
 *   slow: boolean, help: boolean }} Wanted suites: empty for all of them
 */

/** @param {Date} date @returns {number} another one each day */
const seedOf = (date) =>
  Number(date.toISOString().slice(0, 10).replaceAll('-', ''));

/** @param {string | undefined} word @returns {number} */
function seedFrom(word) {
  if (word !== undefined && /^\d{1,9}$/.test(word)) return Number(word);
  throw new UserError(
    `test: --seed must be a whole number below 10^9, got ${word ?? 'nothing'}`,
  );
}

/**
 * @param {string[]} words
 * @param {string[]} known names of all suites
 * @param {Date} today
 * @returns {Wanted}
 */
export function wantedBy(words, known, today) {
  /** @type {Wanted} */
  const wanted = {
    ...{ suites: [], pattern: '', deep: false, slow: false, help: false },
    seed: seedOf(today),
  };
  /** @type {string[]} */
  const others = [];
  for (let i = 0; i < words.length; ++i) {
    const word = words[i] ?? '';
    if (word === '--deep') wanted.deep = true;
    else if (word === '--slow-check') wanted.slow = true;
    else if (word === '--help') wanted.help = true;
    else if (word === '--seed') wanted.seed = seedFrom(words[++i]);
    else if (word.startsWith('--')) {
      throw new UserError(`test: unknown option ${word}\n\n${usage}`);
    } else if (known.includes(word) && others.length === 0) {
      wanted.suites.push(word);
    } else others.push(word);
  }
  wanted.pattern = others.join(' ');
  if (wanted.pattern && wanted.suites.length !== 1) {
    const which = wanted.suites.length === 0 ? 'no suite' : 'several suites';
    throw new UserError(
      `test: a pattern (${wanted.pattern}) needs one suite, got ${which}; ` +
        `there are ${known.join(', ')}`,
    );
  }
  return wanted;
}
