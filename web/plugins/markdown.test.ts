// Documents as pages: links, anchors, formulas and words.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { documents, fileOfMethod, shelvesIn } from './document-pages.js';
import { between, documentOf, folderOf, mended, wordsIn } from './markdown.js';

it.each([
  ['README.md', 'docs/'],
  ['which.md', 'docs/which/'],
  ['methods/t5-bias.md', 'docs/methods/t5-bias/'],
])('puts %s into the folder %s', (file, folder) => {
  expect(folderOf(file)).toBe(folder);
});

it.each([
  ['which.md', 'models.md', '../models/'],
  ['which.md', 'README.md', '../'],
  ['which.md', 'methods/rope.md#formula', '../methods/rope/#formula'],
  ['README.md', 'methods/rope.md', 'methods/rope/'],
  ['methods/rope.md', '../README.md', '../../'],
  ['methods/rope.md', 'alibi.md', '../alibi/'],
  ['rotary.md', 'figures/rotary-axes.svg', '../figures/rotary-axes.svg'],
  ['which.md', '#sources', '#sources'],
  ['which.md', 'https://arxiv.org/abs/1', 'https://arxiv.org/abs/1'],
])('mends in %s the link %s to %s', (file, link, target) => {
  expect(mended(file, link)).toBe(target);
});

it('has no link to what lies outside the documents', () => {
  expect(mended('promises.md', '../bindings/api.txt')).toBeUndefined();
  const { html } = documentOf(
    'promises.md',
    'See [the report](../bindings/api.txt).',
  );
  expect(html).toBe('<p>See the report.</p>\n');
});

it('leads from a folder to any other', () => {
  expect(between('docs/', 'docs/')).toBe('./');
  expect(between('docs/a/', 'why/b/')).toBe('../../why/b/');
});

it('finds headings, and what stands below each', () => {
  const { title, headings, sections, description } = documentOf(
    'x.md',
    '# A `b`\n\nFirst *words*.\n\n## Two\n\nMore.\n\n## Two\n\n- `c < d`\n',
  );
  expect(title).toBe('A b');
  expect(description).toBe('First words. Two More. Two c < d');
  expect(headings.map(({ id }) => id)).toEqual(['a-b', 'two', 'two-1']);
  expect(sections.map(({ text }) => text)).toEqual([
    'First words.',
    'More.',
    'c < d',
  ]);
});

it('escapes code, sets formulas without styles inside, and scrolls tables', () => {
  const { html } = documentOf(
    'x.md',
    '```js\nif (a < b && c) "x";\n```\n\n```math\nm_h = 2^{-h},\\quad x\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  );
  expect(html).toContain('if (a &lt; b &amp;&amp; c) &quot;x&quot;;');
  expect(html.match(/<math/g)).toHaveLength(2);
  expect(html).not.toContain('style=');
  expect(html).toMatch(/role="group" aria-label="Table" tabindex="0"><table>/);
});

it('reads words out of HTML', () => {
  expect(wordsIn('<p>a &lt;b&gt;</p><p>c<math><mi>x</mi></math></p>')).toBe(
    'a <b> c',
  );
});

const all = documents();

it('names each anchor as the check of the documents does', async () => {
  const check = new URL('../../scripts/check/links.mjs', import.meta.url).href;
  const { anchorsOf } = await import(check);
  for (const { file, document } of all) {
    const text = readFileSync(
      new URL(`../../docs/${file}`, import.meta.url),
      'utf8',
    );
    expect(
      document.headings.map(({ id }) => id),
      file,
    ).toEqual([...anchorsOf(text)]);
  }
});

it('makes pages without styles, scripts or addresses of its own', () => {
  expect(all.length).toBeGreaterThan(90);
  for (const { file, document } of all) {
    const { html, title, description } = document;
    expect(html, file).not.toMatch(/<script|<style|\sstyle="|\son\w+="/);
    expect(title, file).not.toBe(file);
    expect(description.length, file).toBeGreaterThan(20);
    expect(html.match(/<h1/g), file).toHaveLength(1);
  }
});

it('lists every method under its family, in the order of the reference', () => {
  const readme = readFileSync(
    new URL('../../docs/README.md', import.meta.url),
    'utf8',
  );
  const shelves = shelvesIn(readme);
  expect(shelves[0]?.title).toBe('Guides');
  const listed = shelves.flatMap(({ files }) => files);
  const files = all.map(({ file }) => file);
  for (const file of listed) expect(files).toContain(file);
  for (const file of files.filter((one) => one.startsWith('methods/'))) {
    expect(listed).toContain(file);
  }
});

it('knows the file of a method', () => {
  expect(fileOfMethod('t5Bias')).toBe('methods/t5-bias.md');
  expect(fileOfMethod('transformerXL')).toBe('methods/transformer-xl.md');
});
