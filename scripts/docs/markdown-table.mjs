// @ts-check
// Tables in Markdown.

/** @param {string} text @returns {string} the text of a cell */
const cell = (text) => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');

/**
 * @param {string[]} head @param {string[][]} rows
 * @returns {string} with an end of line
 */
export function table(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows].map(
    (cells) => `| ${cells.map(cell).join(' | ')} |\n`,
  );
  return lines.join('');
}
