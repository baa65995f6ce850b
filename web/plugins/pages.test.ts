// Pages of text: their links are relative to their folders, and nothing runs inside.

import { expect, it } from 'vitest';
import type { Bundle } from './chunks.js';
import { fetchedOf } from './pages.js';
import { htmlOf, type PlainPage, policy, rootOf } from './plain-page.js';

const page: PlainPage = {
  ...{ folder: 'why/one/', entry: 'src/why/main.ts', within: 'why/' },
  title: 'Is it "so"?',
  description: 'Less < more & other signs.',
  main: (root) => `<p><a href="${root}#/start">on</a></p>`,
};

const root = new URL('../', import.meta.url).pathname;

const chunk = (
  fileName: string,
  imports: readonly string[],
  styles: readonly string[],
  source?: string,
) => ({
  ...{ type: 'chunk', fileName, imports, isEntry: source !== undefined },
  facadeModuleId: source === undefined ? null : root + source,
  viteMetadata: { importedCss: new Set(styles) },
});

const bundle = {
  'assets/main-1.js': chunk(
    'assets/main-1.js',
    ['assets/dom-2.js'],
    ['assets/main-1.css'],
    'src/why/main.ts',
  ),
  'assets/dom-2.js': chunk('assets/dom-2.js', [], ['assets/dom-2.css']),
  'assets/explore-3.js': chunk('assets/explore-3.js', [], [], 'src/main.ts'),
  'assets/text-4.woff2': { type: 'asset' },
} as unknown as Bundle;

it('leads back from any folder', () => {
  expect(rootOf({ folder: 'why/' })).toBe('../');
  expect(rootOf({ folder: 'docs/methods/alibi/' })).toBe('../../../');
});

it('fetches what its own entry needs, and no other', () => {
  expect(fetchedOf(page, bundle)).toEqual({
    fonts: ['../../assets/text-4.woff2'],
    // The importing one may change what it imports.
    styles: ['../../assets/dom-2.css', '../../assets/main-1.css'],
    script: '../../assets/main-1.js',
    imports: ['../../assets/dom-2.js'],
  });
  expect(() => fetchedOf({ ...page, entry: 'src/other.ts' }, bundle)).toThrow(
    /no entry .*src\/other\.ts/,
  );
});

it('writes files without scripts or styles inside, under the policy', () => {
  const html = htmlOf(page, fetchedOf(page, bundle));
  expect(policy).toMatch(
    /script-src 'self' 'wasm-unsafe-eval'; style-src 'self'/,
  );
  expect(html).toContain(policy);
  expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=/);
  expect(html).toContain('<title>Is it &quot;so&quot;?</title>');
  expect(html).toContain('content="Less &lt; more &amp; other signs."');
  for (const [, link = ''] of html.matchAll(/\s(?:href|src)="([^"]*)"/g)) {
    expect(link).toMatch(/^(\.\.\/\.\.\/|#main$)/);
  }
  // The theme is applied before anything is painted.
  const theme = html.indexOf('theme.js');
  expect(theme).toBeGreaterThan(0);
  expect(theme).toBeLessThan(html.indexOf('rel="stylesheet"'));
});
