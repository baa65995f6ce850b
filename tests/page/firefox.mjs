// @ts-check
// A short look at both views in Firefox: they draw, and they answer.

import assert from 'node:assert/strict';
import { launchFirefox, settle, visit } from './browser.mjs';
import { focusMap, pixels, spoken, text } from './hands.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Types into a field at its end. (Puppeteer cannot paste into Firefox.)
 * @param {Page} page
 * @param {string} param
 * @param {string} keys
 */
async function append(page, param, keys) {
  await page.focus(`[data-param="${param}"] input[type="text"]`);
  await page.keyboard.press('End');
  await page.keyboard.type(keys);
  await settle(page);
}

/** @type {import('./run.mjs').Tests} */
export const firefox = {
  async 'firefox: both views draw and answer'({ address }) {
    const browser = await launchFirefox();
    try {
      const tables = await visit(browser, `${address}#/encodings?dim=3`);
      const before = await pixels(tables.page);
      await append(tables.page, 'dim', '3');
      assert.notEqual(await pixels(tables.page), before);
      assert.match(await text(tables.page, '.meta'), /256 × 33/);
      await focusMap(tables.page);
      await tables.page.keyboard.press('ArrowRight');
      await spoken(tables.page, 'position 0, dimension 1, value 1');

      const words = await visit(browser, `${address}#/rope?start=0`);
      const map = '[data-map="rotary-scores"]';
      const picture = await pixels(words.page, map);
      await append(words.page, 'start', '900');
      assert.equal(await pixels(words.page, map), picture);
      assert.match(await text(words.page, '.ledger'), /moved by 900/);
      assert.deepEqual([...tables.complaints, ...words.complaints], []);
    } finally {
      await browser.close();
    }
  },
};
