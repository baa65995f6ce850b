// @ts-check
// The documents as pages: links, search, copied code, and the figure of each method.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import { oneIn } from '../support/sample.mjs';
import { text } from './page-actions.mjs';
import {
  assertAxe,
  assertFits,
  assertSource,
  built,
  sourceOf as htmlOf,
  plainPages,
  served,
} from './plain.mjs';
import { sourceOf } from './source.mjs';
import { prefer, present, resize, rested, settle } from './waits.mjs';

const docs = fileURLToPath(new URL('../../docs', import.meta.url));
const { gridOf } = await sourceOf('documents/example-grid.ts');
const { mostCells } = await sourceOf('documents/method-data.ts');

/** The folder of a method's page. @param {string} name */
const folderOf = (name) =>
  `docs/methods/${name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()}/`;

const pictured = Object.values(methods).filter(
  (method) => 'family' in method && method.family,
);

/** @param {import('puppeteer-core').Page} page */
const fieldsOf = (page) => page.$$('.method-figure .fields input');

/** @type {import('./on-page.mjs').Tests} */
export const documents = {
  async 'documents: every document is a page whose links are there'() {
    const files = readdirSync(docs, { recursive: true, encoding: 'utf8' });
    const pages = plainPages('docs');
    assert.equal(
      pages.length,
      files.filter((file) => file.endsWith('.md')).length,
    );
    for (const path of pages) assertSource(path);
  },

  async 'documents: every method has its figure, with a way to its view'() {
    for (const { name } of pictured) {
      const html = htmlOf(`/${folderOf(name)}index.html`);
      assert.match(html, /<figure class="method-figure" data-method="/, name);
      for (const theme of ['light', 'dark']) {
        const file = join(built, folderOf(name), `${theme}.png`);
        assert.ok(existsSync(file), file);
        assert.equal(readFileSync(file).toString('latin1', 1, 4), 'PNG');
      }
    }
  },

  async 'documents: the search finds, offline, by keys'(stage) {
    await served(async (address) => {
      const { page, complaints } = await stage.load('', {
        ...{ from: `${address}docs/methods/alibi/`, ready: '.search input' },
      });
      const search = async (/** @type {string} */ words) => {
        await page.click('.search input', { count: 3 });
        await page.keyboard.sendCharacter(words);
        await settle(page);
        return page.$$eval('.found a', (all) =>
          all.map((link) => [
            link.textContent ?? '',
            link.getAttribute('href'),
          ]),
        );
      };
      const [first] = await search('yarn');
      assert.ok(first, 'yarn');
      const [kerple] = await search('kerp');
      assert.match(kerple?.[0] ?? '', /^KERPLE/);
      const [part] = await search('which alibi forgets');
      assert.match(part?.[1] ?? '', /docs\/which\/#why-alibi-forgets$/);
      assert.deepEqual(await search('zebra quagga'), []);
      assert.match(await text(page, '.found'), /Nothing found/);
      // Arrow and Enter lead to what was found.
      await search('glossary words of the project');
      await page.keyboard.press('ArrowDown');
      await present(page, '.found a:focus');
      await page.keyboard.press('Enter');
      // The page may be there before a wait for it begins.
      while (page.url() !== `${address}docs/glossary/`) {
        await new Promise((done) => setTimeout(done, 20));
      }
      await present(page, '.search input');
      // Its picture for the tab comes last, while there is a server.
      await page.waitForNetworkIdle({ idleTime: 100 });
      assert.deepEqual(complaints, []);
    });
  },

  async 'documents: figures show what the package computes, and refuse'(stage) {
    const pe = await load();
    const chosen = new Set(['sinusoidal', 'rope', 'alibi']);
    const some = oneIn(12, pictured, 'figures of documents');
    for (const { name } of some) chosen.add(name);
    await served(async (address) => {
      for (const name of chosen) {
        const { page, complaints } = await stage.load('', {
          ...{ from: address + folderOf(name) },
          ready: '.method-figure canvas',
        });
        const data = JSON.parse(
          await page.$eval(
            '.method-figure',
            (figure) => figure.getAttribute('data-method') ?? '',
          ),
        );
        /** @param {object} options @param {number} row @param {number} column */
        const printedOf = (options, row, column) => {
          const grid = gridOf(pe, data, options, mostCells);
          const value = grid.values[row * grid.columns + column];
          return Number.isFinite(value)
            ? String(+value.toPrecision(5)).replace('-', '−')
            : 'none';
        };
        await page.focus('.method-figure canvas');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowRight');
        assert.ok(
          (await text(page, '.cell-words')).includes(
            `: ${printedOf(data.options, Math.min(1, data.rows - 1), Math.min(1, data.columns - 1))}`,
          ),
          name,
        );
        const [field] = await fieldsOf(page);
        const [described] = data.fields;
        if (field) {
          await field.click({ count: 3 });
          await page.keyboard.sendCharacter(String(2 * described.value));
          await settle(page);
          const options = {
            ...data.options,
            [described.name]: 2 * described.value,
          };
          const words = await text(page, '.cell-words');
          const [, row = '', column = ''] =
            words.match(/(\d+), \w+ (\d+):/) ?? [];
          assert.ok(
            words.includes(
              `: ${printedOf(options, Number(row), Number(column))}`,
            ),
            `${name}: ${words}`,
          );
        }
        assert.deepEqual(complaints, [], name);
      }
      const { page } = await stage.load('', {
        ...{ from: `${address}docs/methods/alibi/` },
        ready: '.method-figure canvas',
      });
      const [heads] = await fieldsOf(page);
      await heads?.click({ count: 3 });
      await page.keyboard.sendCharacter('-3');
      await settle(page);
      assert.match(
        await text(page, '.method-figure .wrong'),
        /alibi: heads must be/,
      );
    });
  },

  async 'documents: axe finds nothing, on screens of all widths'(stage) {
    await served(async (address) => {
      for (const folder of ['docs/formats/', folderOf('alibi')]) {
        const { page, complaints } = await stage.load('', {
          ...{ from: address + folder, ready: '.search input' },
        });
        await assertAxe(page);
        await prefer(page, 'dark');
        await resize(page, { width: 390 });
        await rested(page, 'words');
        await assertAxe(page);
        await assertFits(page);
        assert.deepEqual(complaints, [], folder);
      }
    });
  },

  async 'documents: code is copied as it stands'(stage) {
    await served(async (address) => {
      const { page } = await stage.load('', {
        ...{ from: `${address}docs/which/`, ready: '.copy button' },
      });
      await page.evaluate(() => {
        Object.defineProperty(navigator, 'clipboard', {
          value: {
            writeText: async (/** @type {string} */ words) => {
              Object.assign(window, { copied: words });
            },
          },
        });
      });
      await page.click('.copy button');
      await present(page, '.copy button');
      const copied = await page.evaluate(() => Reflect.get(window, 'copied'));
      const markdown = readFileSync(join(docs, 'which.md'), 'utf8');
      assert.ok(markdown.includes(`\`\`\`js\n${copied}\n\`\`\``));
    });
  },
};
