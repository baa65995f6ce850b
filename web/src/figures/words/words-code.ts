// The vectors of words as code: the numbers that the page draws.

import { rowOf, spreadOf } from './words.js';

/** The command that writes what each word has of its own. */
function commandFor(words: readonly string[], width: number, std: number) {
  const rows = words.map(rowOf).join();
  return (
    `npx posenc table learned --positions ${rows} --dim ${width} ` +
    `--std ${std} --out own.npy`
  );
}

/** Lines of a program that set `x` to the vectors of some words. */
export function vectorsCode(
  words: readonly string[],
  width: number,
  likeness: number,
): string[] {
  const { own, common } = spreadOf(likeness);
  return [
    '// A vector for each word, drawn from a seed: put those of a model here.',
    `// ${words.join(' ')}`,
    `const rows = [${words.map(rowOf).join(', ')}];`,
    'const own = pe.learned({',
    `  positions: rows, dim: ${width}, std: ${own},`,
    '});',
    `// In a shell: ${commandFor(words, width, own)}`,
    '// Row 0 is what all words have in common.',
    'const common = pe.learned({',
    `  positions: rows.map(() => 0), dim: ${width}, std: ${common},`,
    '});',
    'const x = pe.addTo(own, common);',
  ];
}
