// @ts-check
/**
 * Chooses how much of a long search runs: a sample, by a seed that changes
 * every day, or with `npm test -- --deep` all of it. `npm test` prints the
 * seed, and `npm test -- --seed N` repeats the sample.
 */

/** Whether everything runs. */
export const deep = process.env.POSENC_DEEP === '1';

/** The seed that chooses the samples. */
export const seed = Number(process.env.POSENC_SEED ?? 20);

/** Hashes two whole numbers to one below 2^32.
 * @param {number} a @param {number} b */
function mixed(a, b) {
  let x = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b)) >>> 0;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d) >>> 0;
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b) >>> 0;
  return (x ^ (x >>> 16)) >>> 0;
}

/** @param {string} text @returns {number} */
function numberOf(text) {
  let sum = 0;
  for (const letter of text) sum = mixed(sum, letter.codePointAt(0) ?? 0);
  return sum;
}

/**
 * About one in `n` items of a list, at least one, in their order; all items in
 * a deep run.
 * @template T
 * @param {number} n
 * @param {readonly T[]} list
 * @param {string} name tells samples of one run apart
 * @returns {T[]}
 */
export function oneIn(n, list, name) {
  if (deep) return [...list];
  const salt = numberOf(name) ^ seed;
  const chosen = list.filter((_, i) => mixed(salt, i) % n === 0);
  return chosen.length > 0 ? chosen : list.slice(0, 1);
}

/** The number of repetitions: `few` in a usual run, `all` in a deep one.
 * @param {number} few @param {number} all */
export const times = (few, all) => (deep ? all : few);

/** A seed for one random search, by its name.
 * @param {string} name */
export const seedFor = (name) => mixed(seed, numberOf(name)) & 0x7fffffff;
