// @ts-check
// The view of speed: it measures in workers, can be stopped, and prints ratios.

import assert from 'node:assert/strict';
import { numberIn, text } from './page-actions.mjs';
import { saved } from './saved-files.mjs';
import { workersOf } from './threads.mjs';
import { present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const run = '.speed-figure .run';

/** @type {import('./on-page.mjs').Tests} */
export const speed = {
  async 'speed: it measures in workers, and prints ratios to copy'(stage) {
    const { page } = await stage.load('#/speed');
    assert.equal(await page.$('.speed-results:not([hidden])'), null);
    await page.click(run);
    assert.equal(await text(page, run), 'Stop');
    await present(page, '.speed-figure progress:not([hidden])');
    await rested(page, 'studies');
    assert.equal(await text(page, '.speed-figure [role="status"]'), 'Done.');
    assert.equal(await text(page, run), 'Run again');
    // The workers are gone.
    assert.deepEqual(workersOf(page, /speed-worker/), []);
    const rows = await page.$$eval('.speeds tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    assert.equal(rows.length, 3);
    for (const [, ...cells] of rows) {
      for (const cell of cells) assert.ok(numberIn(cell) >= 0, cell);
    }
    const bars = await page.$$eval('.bars li', (all) =>
      all.map((one) => [
        one.getAttribute('data-who'),
        one.querySelector('b')?.textContent ?? '',
        one.querySelector('.bar')?.getBoundingClientRect().width ?? 0,
      ]),
    );
    assert.equal(bars.length, 6);
    // Bars are as long as their numbers.
    rows.forEach(([, times = ''], i) => {
      const [own, plain] = [bars[2 * i], bars[2 * i + 1]];
      assert.equal(numberIn(String(own?.[1])), numberIn(times));
      const ratio = Number(own?.[2]) / Number(plain?.[2]);
      if (Number(plain?.[2]) > 10) {
        assert.ok(Math.abs(ratio / numberIn(times) - 1) < 0.1, times);
      }
    });
    const copied = await page.evaluate(async () => {
      let given = '';
      const clipboard = {
        writeText: async (/** @type {string} */ words) => {
          given = words;
        },
      };
      Object.defineProperty(navigator, 'clipboard', { value: clipboard });
      const buttons = [...document.querySelectorAll('.speed-results button')];
      const copy = buttons.find((one) =>
        /Markdown/.test(one.textContent ?? ''),
      );
      /** @type {HTMLElement} */ (copy).click();
      return given;
    });
    for (const row of rows) {
      assert.ok(copied.includes(`| ${row.join(' | ')} |`), copied);
    }
    assert.match(copied, /^posenc \d.*WebAssembly with SIMD, \d+ cores\n/);
    const svg = await saved(page, '.speed-results', 'svg');
    assert.match(svg.bytes.toString(), /Sinusoidal table.*: posenc/);
  },

  async 'speed: it can be stopped, and stops when the view is left'(stage) {
    const { page } = await stage.load('#/speed');
    await page.click(run);
    await present(page, '.speed-figure progress:not([hidden])');
    await page.click(run);
    await rested(page, 'studies');
    const said = '.speed-figure [role="status"]';
    assert.match(await text(page, said), /^It was stopped before its end\.$/);
    assert.equal(await page.$('.speed-results:not([hidden])'), null);
    await page.click(run);
    await page.evaluate(() => {
      location.hash = '#/models';
    });
    await rested(page, 'studies');
    assert.deepEqual(workersOf(page, /speed-worker/), []);
  },

  async 'speed: the foot leads there, and no group'(stage) {
    const { page } = await stage.show('#/models');
    assert.equal(await page.$('nav a[href="#/speed"]'), null);
    await page.click('.foot a[href="#/speed"]');
    await settle(page);
    assert.equal(await text(page, '.view h2'), 'Speed');
  },
};
