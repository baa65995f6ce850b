// The pages for users, their code blocks, and the files that they name.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { at } from '../../scripts/lib/paths.mjs';
import { blocksOf } from './blocks.mjs';

/** @typedef {{ page: string, language: string, code: string, line: number }} Block */

/** @param {string} folder @returns {string[]} */
const pagesIn = (folder) =>
  readdirSync(at(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);

/** All pages, by their path below the root. */
export const pages = ['README.md', ...pagesIn('docs')];

/** @param {string} page */
export const textOf = (page) => readFileSync(at(page), 'utf8');

/** @param {...string} languages @returns {Block[]} of all pages */
export const blocksIn = (...languages) =>
  pages.flatMap((page) =>
    blocksOf(textOf(page))
      .filter(({ language }) => languages.includes(language))
      .map((block) => ({ page, ...block })),
  );

/**
 * Files and folders of the project that a text names and that do not exist.
 * @param {string} text
 */
export function missingFiles(text) {
  const pattern =
    /`((?:bindings|cmake|cpp|docs|scripts|tests|web)\/[\w./-]*)`/g;
  const named = [...text.matchAll(pattern)].map(([, path = '']) => path);
  return named.filter((path) => !existsSync(at(path)));
}
