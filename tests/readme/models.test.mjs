// The pages about configurations are whole: every family that `model` knows is
// in the table, and every mistake that it finds is in the list.
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';
import { blocksOf, promisesOf } from './blocks.mjs';
import { textOf } from './pages.mjs';

const models = 'bindings/dist/modules/models';

it('all families are in the table, each once', async () => {
  const { familyWords } = await import(at(`${models}/records.js`));
  // The table before the first title is that of methods.
  const [, ...sections] = textOf('docs/families.md').split('\n## ');
  const rows = sections
    .flatMap((section) => section.split('\n'))
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(' | ')[0] ?? '');
  const words = rows.flatMap((cell) =>
    Array.from(cell.matchAll(/`(\w+)`/g), ([, word = '']) => word),
  );
  const lost = familyWords.filter(
    (/** @type {string} */ word) => !words.includes(word),
  );
  expect(lost).toEqual([]);
  // A family may stand there as an encoder and as a decoder.
  const alone = rows.filter((cell) => !cell.includes(': '));
  const single = alone.flatMap((cell) => cell.match(/`\w+`/g) ?? []);
  const known = single.filter((word) =>
    familyWords.includes(word.slice(1, -1)),
  );
  expect(known.length).toBe(new Set(known).size);
});

it('all rules are in the list of findings, with key, advice and example', async () => {
  const { ropeRules } = await import(at(`${models}/lint/rope-rules.js`));
  const { towerRules } = await import(at(`${models}/lint/tower-rules.js`));
  const { examples } = await import(at(`${models}/lint/examples.js`));
  const page = textOf('docs/findings.md');
  const sections = page.split('\n### ').slice(1);
  const rules = { ...ropeRules, ...towerRules };
  for (const [name, { severity, message, advice }] of Object.entries(rules)) {
    /** @param {string} text @returns {string[]} what stands between gaps */
    const parts = (text) => text.split(/\{\w+\}/);
    const wanted = [...parts(message), ...parts(advice), examples[name].from];
    const found = sections.filter((section) =>
      [...wanted, `**${severity}**`].every((part) => section.includes(part)),
    );
    expect(found.length, name).toBe(1);
  }
});

it('the examples of findings are whole', () => {
  const blocks = blocksOf(textOf('docs/findings.md'));
  expect(blocks.length).toBeGreaterThan(30);
  expect(blocks.map(({ language }) => language)).not.toContain('');
  for (const { code } of blocks) expect(code).not.toContain('undefined');
});

it('a comment of several lines is one promise', () => {
  const code =
    'console.log(a); // 1\nconsole.log(b);\n// [\n//   2\n// ]\n\n// c\n';
  expect(promisesOf(code)).toEqual(['1', '[\n  2\n]']);
});
