// @ts-check
// Checks the glossary: its words are used, and words that it replaces are not.
import { readFileSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { tracked } from './step.mjs';

const glossary = 'docs/glossary.md';

/**
 * A line of the glossary.
 * @typedef {object} Entry
 * @property {readonly string[]} words that are used
 * @property {string} meaning
 * @property {readonly string[]} retired words and phrases that are not used
 */

/**
 * The lines of the glossary's tables.
 * @param {string} text @returns {Entry[]}
 */
export function entriesOf(text) {
  const lines = text.matchAll(/^\| (\*\*.+\*\*) \| (.*) \| (.*?) ?\|$/gm);
  return [...lines].map(([, words = '', meaning = '', retired = '']) => ({
    words: Array.from(
      words.matchAll(/\*\*(.+?)\*\*/g),
      ([, word = '']) => word,
    ),
    meaning,
    retired: retired.split(', ').filter(Boolean),
  }));
}

/**
 * The words of a text: identifiers as they are written, and the small words of
 * which they and prose are made.
 * @param {string} text @returns {Set<string>}
 */
export function wordsIn(text) {
  const names = new Set(text.match(/[A-Za-z][A-Za-z\d]*/g));
  for (const name of [...names]) {
    const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
    for (const part of parts) names.add(part.toLowerCase());
  }
  return names;
}

/**
 * What is wrong with the lines themselves: a word that stands twice, a meaning
 * that is no sentence, a retired word that the glossary uses.
 * @param {readonly Entry[]} entries @returns {string[]}
 */
export function faultsOf(entries) {
  /** @type {Set<string>} */
  const seen = new Set();
  return entries.flatMap(({ words, meaning, retired }) => {
    const faults = [...words, ...retired]
      .filter((word) => seen.has(word) || !seen.add(word))
      .map((word) => `${word} stands there twice`);
    if (!/^[A-Z].*\.$/.test(meaning)) {
      faults.push(`${words[0]}: what it is must be a sentence`);
    }
    return faults;
  });
}

/**
 * The retired words of a text, each with its line.
 * @param {string} text @param {readonly Entry[]} entries @returns {string[]}
 */
export function retiredIn(text, entries) {
  const words = wordsIn(text);
  // Lines of comments go on behind their marks.
  const prose = text.replace(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ');
  return entries.flatMap(({ words: [word], retired }) =>
    retired
      .filter((name) =>
        name.includes(' ')
          ? new RegExp(`\\b${name}s?\\b`, 'i').test(prose)
          : words.has(name) || words.has(`${name}s`),
      )
      .map((name) => `${lineOf(text, name)}: ${name}; the word is ${word}`),
  );
}

/** @param {string} text @param {string} name @returns {number} */
function lineOf(text, name) {
  const [first = ''] = name.split(' ');
  const index = text.toLowerCase().indexOf(first.toLowerCase());
  return text.slice(0, Math.max(0, index)).split('\n').length;
}

/** Sources and documents. What others wrote and what was before is left out. */
const files = () =>
  tracked('*.ts', '*.mjs', '*.cpp', '*.hpp', '*.md').filter(
    (file) =>
      file !== glossary &&
      !/(^CHANGELOG|TRIED\.md$|^tests\/(golden|models)\/data\/)/.test(file),
  );

/** @type {import('./step.mjs').Step} */
export const glossaryWords = [
  'glossary',
  async () => {
    const entries = entriesOf(readFileSync(at(glossary), 'utf8'));
    const found = faultsOf(entries);
    /** @type {Set<string>} */
    const used = new Set();
    for (const file of files()) {
      const text = readFileSync(at(file), 'utf8');
      for (const word of wordsIn(text)) used.add(word);
      found.push(...retiredIn(text, entries).map((what) => `${file}:${what}`));
    }
    const words = entries.flatMap(({ words }) => words);
    const unused = words.filter((word) => !used.has(word));
    found.push(...unused.map((word) => `${glossary}: nothing uses ${word}`));
    if (found.length > 0) throw new Error(found.join('\n'));
    return `${words.length} words`;
  },
];
