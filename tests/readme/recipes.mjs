// The recipes of CONTRIBUTING: code blocks whose first line names a file. A
// block of `diff` changes a file that exists, any other is a new file.
import { blocksOf } from './blocks.mjs';

/**
 * @typedef {object} Change
 * @property {string} path of the file, below the root
 * @property {boolean} edit whether the file exists already
 * @property {string} text of a new file, or the lines of the difference
 */

/**
 * The changes of every recipe, by its heading.
 * @param {string} markdown @returns {Map<string, Change[]>}
 */
export function recipesOf(markdown) {
  const sections = markdown.split(/^### /m).slice(1);
  return new Map(
    sections.flatMap((section) => {
      const [title = ''] = section.split('\n');
      const changes = blocksOf(section).flatMap(changeOf);
      return changes.length > 0 ? [[title, changes]] : [];
    }),
  );
}

/** @param {ReturnType<typeof blocksOf>[number]} block @returns {Change[]} */
function changeOf({ language, code }) {
  const [, path, text = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(code) ?? [];
  return path ? [{ path, text, edit: language === 'diff' }] : [];
}

/**
 * A file after a change. Throws unless the lines that a difference shows as they
 * are now stand in it exactly once.
 * @param {Change} change @param {string} before @returns {string}
 */
export function applied({ path, edit, text }, before) {
  if (!edit) return text;
  const lines = text.trimEnd().split('\n');
  const without = (/** @type {string} */ sign) =>
    lines
      .filter((line) => !line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [now, then] = [without('+'), without('-')];
  const found = before.split(now).length - 1;
  if (found !== 1) throw new Error(`${path} has ${found} times:\n${now}`);
  return before.replace(now, () => then);
}
