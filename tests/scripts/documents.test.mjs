// What documents name or link to is found where it does not exist, and nowhere
// else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unknown, wordsOf } from '../../scripts/check/documents.mjs';
import { anchorsOf, deadLinks } from '../../scripts/check/links.mjs';

const known = {
  files: ['cpp/posenc/base/status.hpp', 'bindings/src/bias/alibi.ts'],
  words: new Set([
    'Status',
    'bad_size',
    'headDim',
    'rope',
    'cosSin',
    'slow-check',
  ]),
  scripts: new Set(['test', 'check', 'build']),
  suites: new Set(['node', 'native']),
  steps: ['texts', 'clang-tidy: cpp'],
};

/** @param {string} text @returns {string[]} without lines and context */
const names = (text) =>
  unknown(text, known).map((line) => line.replace(/^\d+: |, in [\s\S]*$/g, ''));

describe('what exists is no finding', () => {
  it.each([
    ['a file', '`cpp/posenc/base/status.hpp`'],
    ['a folder', '`cpp/posenc/base/` and `cpp/posenc/base`'],
    ['a folder by its own name', '`bias/`'],
    ['the end of a path', '`base/status.hpp`, `alibi.ts`, `.ts`'],
    ['a name of any file', '`bindings/src/NAME.ts`, `docs/*.md`'],
    ['a symbol', '`Status::bad_size`, `rope({ headDim: 8 }).cosSin(…)`'],
    ['a flag of an option', '`--head-dim 64`, `--no-head-dim`, `--slow-check`'],
    ['a placeholder', '`--headDim NUMBER`'],
    ['a number', '`1e5`, `0x1F`'],
    ['what other programs have', '`torch.arange(headDim)`, `np.outer`'],
    ['a script', '`npm run build`, `npm test -- node tests/x`'],
    ['a step, by a part of its name', '`npm run check -- tidy`'],
    ['prose', 'cpp/posenc/gate, bad_shape'],
    ['code in a block', '```ts\n`gone`\n```'],
  ])('%s', (_, text) => expect(names(text)).toEqual([]));
});

describe('what does not exist is found', () => {
  it.each([
    ['a file', '`cpp/posenc/base/state.hpp`', 'cpp/posenc/base/state.hpp'],
    ['a folder', '`cpp/posenc/gate/`', 'cpp/posenc/gate/'],
    ['a folder by its own name', '`gate/`', 'gate/'],
    ['the end of a path', '`base/state.hpp`', 'base/state.hpp'],
    ['a part of a name', '`libi.ts`', 'libi.ts'],
    ['a symbol', '`Status::bad_shape`', 'bad_shape'],
    ['a member', '`rope.cosSine(…)`', 'cosSine'],
    ['a flag', '`--head-width 64`', 'head-width'],
    ['a script', 'run npm run lint', 'npm run lint'],
    ['a script in a block', '```sh\nnpm run lint\n```', 'npm run lint'],
    ['a suite', '`npm test -- edge`', 'npm test -- edge'],
    ['a step', '`npm run check -- style`', 'npm run check -- style'],
    ['a symbol after a line break', '`rope\ngone` and `Status`', 'gone'],
  ])('%s', (_, text, name) => expect(names(text)).toEqual([name]));
});

it('a finding has the number of its line, and its span', () => {
  expect(unknown('one\n`gone` two', known)).toEqual(['2: gone, in `gone`']);
});

it('words of comments do not count', () => {
  const code = `
/** The gone one. */
const address = 'https://x.y/kept-here'; // goes
`;
  const words = wordsOf(code);
  for (const word of ['const', 'address', 'kept', 'kept-here']) {
    expect(words).toContain(word);
  }
  for (const word of ['gone', 'goes']) expect(words).not.toContain(word);
});

it('headings have the anchors that GitHub gives them', () => {
  const text = `# Tables, \`out\`: and tiles_2

## [A link](there.md) & more

## Again
\`\`\`sh
# a comment
\`\`\`
### Again
`;
  expect([...anchorsOf(text)]).toEqual([
    'tables-out-and-tiles_2',
    'a-link--more',
    'again',
    'again-1',
  ]);
});

it('a link that leads nowhere is found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  mkdirSync(join(folder, 'docs'));
  writeFileSync(join(folder, 'docs/other.md'), '## A heading\n');
  writeFileSync(
    join(folder, 'docs/page.md'),
    `# Here
[a](other.md) [b](other.md#a-heading) [c](#here) [d](../docs) [e](https://x.y/z)
[f](gone.md) [g](other.md#gone) [h](#gone) [i](../docs#here) \`[&](gone)\`
\`\`\`cpp
[x](gone)
\`\`\`
`,
  );
  expect(deadLinks('docs/page.md', folder)).toEqual([
    'gone.md',
    'other.md#gone',
    '#gone',
    '../docs#here',
  ]);
  rmSync(folder, { recursive: true });
});
