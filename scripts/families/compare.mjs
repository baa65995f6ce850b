// @ts-check
// Compares words of families, or configurations, with those that are known here.

/** @typedef {import('./ours.mjs').Ours} Ours */

/**
 * What is wrong with a list or a folder; all lists are sorted.
 * @typedef {object} Report
 * @property {number} known how many are known
 * @property {string[]} missing known neither from `config.json` nor from GGUF
 * @property {string[]} ggufOnly known as an architecture of GGUF files alone
 * @property {string[]} guessed configurations whose family is a guess
 * @property {string[]} stale words of ours that the list does not have
 */

/** A word as `model_type` is read. @param {string} word */
const plain = (word) => word.toLowerCase().replace(/[-.]/g, '_');

/**
 * The words of a text: one or more a line, and nothing behind a `#`. Words that
 * begin with `gguf:` are architectures of GGUF files.
 * @param {string} text
 */
export function wordsIn(text) {
  const words = text
    .split('\n')
    .flatMap((line) => line.replace(/#.*/, '').split(/[\s,"']+/))
    .filter((word) => word !== '');
  return [...new Set(words)];
}

/**
 * Compares a list of words.
 * @param {readonly string[]} words @param {Ours} ours @returns {Report}
 */
export function compareWords(words, ours) {
  const types = new Set(ours.words.map(plain));
  const files = new Set(ours.architectures.map(plain));
  const stored = new Set([...files, ...ours.stored.map(plain)]);
  const [missing, ggufOnly] = [
    /** @type {string[]} */ ([]),
    /** @type {string[]} */ ([]),
  ];
  let known = 0;
  const seen = new Set();
  for (const word of words) {
    const [, architecture] = /^gguf:(.+)$/.exec(word) ?? [];
    const name = plain(architecture ?? word);
    seen.add(name);
    if (architecture ? files.has(name) : types.has(name)) known += 1;
    else if (!architecture && stored.has(name)) ggufOnly.push(word);
    else missing.push(word);
  }
  const stale = ours.words.filter((word) => !seen.has(plain(word)));
  return sorted({ known, missing, ggufOnly, guessed: [], stale });
}

/**
 * Compares configurations, each under a name.
 * @param {ReadonlyMap<string, unknown>} configs @param {Ours} ours
 * @returns {Report}
 */
export function compareConfigs(configs, ours) {
  const [missing, guessed] = [
    /** @type {string[]} */ ([]),
    /** @type {string[]} */ ([]),
  ];
  let known = 0;
  for (const [name, config] of configs) {
    try {
      if (ours.read(config).guessed) guessed.push(name);
      else known += 1;
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      missing.push(`${name}: ${message.split('; ')[0]}`);
    }
  }
  return sorted({ known, missing, ggufOnly: [], guessed, stale: [] });
}

/** @param {Report} report @returns {Report} */
function sorted({ known, ...lists }) {
  const entries = Object.entries(lists).map(([name, list]) => [
    name,
    list.sort(),
  ]);
  return /** @type {Report} */ ({ known, ...Object.fromEntries(entries) });
}

/** What each list of a report is. @type {Record<string, string>} */
const TITLES = {
  missing: 'missing',
  ggufOnly: 'known from GGUF files, not from config.json',
  guessed: 'guessed',
  stale: 'here, but not in the list',
};

/**
 * A report in words; `stale` is told where the list claims to be whole.
 * @param {Report} report @param {boolean} stale
 */
export function reportText({ known, ...lists }, stale) {
  const parts = Object.entries(lists)
    .filter(([name, list]) => list.length > 0 && (stale || name !== 'stale'))
    .map(
      ([name, list]) =>
        `${TITLES[name]} (${list.length}):\n${list.map((one) => `  ${one}\n`).join('')}`,
    );
  return `known: ${known}\n${parts.join('')}`;
}

/** Whether something is to be done. @param {Report} report */
export const lacks = ({ missing, ggufOnly, guessed }) =>
  missing.length + ggufOnly.length + guessed.length > 0;
