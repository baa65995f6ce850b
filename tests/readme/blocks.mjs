// Finds the fenced code blocks of a Markdown text.

/**
 * @param {string} markdown
 * @returns {{ language: string, code: string, line: number }[]} line: of the
 *   opening fence, from 1
 */
export function blocksOf(markdown) {
  /** @type {{ language: string, code: string, line: number }[]} */
  const blocks = [];
  /** @type {{ language: string, lines: string[], line: number } | undefined} */
  let open;
  for (const [index, text] of markdown.split('\n').entries()) {
    const fence = text.match(/^```(\S*)/);
    if (!fence) {
      open?.lines.push(text);
    } else if (open) {
      const { language, lines, line } = open;
      blocks.push({ language, code: `${lines.join('\n')}\n`, line });
      open = undefined;
    } else {
      open = { language: fence[1] ?? '', lines: [], line: index + 1 };
    }
  }
  if (open) throw new Error(`the fence of line ${open.line} does not close`);
  return blocks;
}

/**
 * The output that a block promises: the comment after a `console.log`, on its
 * line, or on the lines that follow.
 * @param {string} code
 * @returns {string[]}
 */
export function promisesOf(code) {
  const pattern = /console\.log\(.*\);(?: \/\/ (.*)$|((?:\n *\/\/ .*)+))/gm;
  return [...code.matchAll(pattern)].map(
    ([, own, below = '']) => own ?? below.trim().replace(/^ *\/\/ /gm, ''),
  );
}
