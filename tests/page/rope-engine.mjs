// @ts-check
// The worker behind the view of RoPE: it may be killed, hang or break, and the
// page says so and recovers; and the page's own thread stays free, however wide
// the head is.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { banner, numberIn, text, type, unfoldAll } from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { breaks, ends, staysFree, workerOf } from './threads.mjs';
import { frame, present, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Asserts that the page prints the score of the two words that the package
 * gives for a width of the head.
 * @param {Page} page
 * @param {number} headDim
 */
async function scoresRight(page, headDim) {
  const pe = await load();
  const { embedWords } = await sourceOf('figures/words/words.ts');
  const [q, k] = ['cat', 'dog'].map((word) =>
    embedWords(pe, [word], headDim, 0.4),
  );
  const rotary = pe.rope({ headDim });
  const places = { queryStart: 1, keyStart: 5 };
  const { data } = pe.attention({ q, k, heads: 1, rotary, ...places }).scores;
  const printed = numberIn(await text(page, '[data-number="live"]'));
  assert.equal(printed, Number(Number(data[0]).toPrecision(5)));
}

/** Types into a field without waiting. @param {Page} page @param {string} value */
async function typeWidth(page, value) {
  await page.click('[data-param="headDim"] input[type="text"]', { count: 3 });
  await page.keyboard.sendCharacter(value);
}

/** Drags a handle of the ruler to and fro. @param {Page} page */
async function dragQuery(page) {
  const handle = await page.$('.handle-query span');
  const box = await handle?.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 24; i++) {
    await page.mouse.move(x + 12 * i, y);
    await frame(page);
  }
  await page.mouse.move(x, y);
  await page.mouse.up();
  await rested(page, 'studies', 'words');
}

/** @type {import('./on-page.mjs').Tests} */
export const ropeEngine = {
  ...Object.fromEntries(
    Object.entries(ends).map(([how, end]) => [
      `rope engine: a worker that ${how} is replaced, and told of`,
      async (/** @type {Stage} */ stage) => {
        const { page, complaints } = await stage.load('#/rope');
        const worker = await workerOf(page, /rope-worker/);
        await rested(page, 'studies');
        const before = await text(page, '[data-number="live"]');
        await worker.evaluate(end).catch(() => {});
        await typeWidth(page, '32');
        await present(page, '.banner:not([hidden])');
        assert.match(
          await banner(page),
          /^The pictures show earlier values\. A worker of this page stopped/,
        );
        assert.equal(await text(page, '[data-number="live"]'), before);
        assert.equal(await text(page, '.banner button'), 'Try again');
        await page.click('.banner button');
        await settle(page);
        assert.equal(await banner(page), '');
        await scoresRight(page, 32);
        await rested(page, 'studies');
        complaints.splice(0);
      },
    ]),
  ),

  async 'rope engine: one that breaks is replaced by the next wish'(stage) {
    const { page, complaints } = await stage.load('#/rope');
    await rested(page, 'studies');
    for (const worker of page.workers()) {
      await worker.evaluate(breaks).catch(() => {});
    }
    await type(page, 'headDim', '48');
    await type(page, 'headDim', '16');
    assert.equal(await banner(page), '');
    await scoresRight(page, 16);
    await rested(page, 'studies');
    complaints.splice(0);
  },

  async 'rope engine: of many wishes the newest is drawn'(stage) {
    const { page } = await stage.show('#/rope');
    for (const width of [512, 256, 2048, 8]) {
      await typeWidth(page, String(width));
    }
    await settle(page);
    await scoresRight(page, 8);
  },

  // The widest models have heads of 512 numbers.
  async 'rope engine: dragging, typing and links leave the page free'(stage) {
    const { page } = await stage.show('#/rope?headDim=512');
    await unfoldAll(page);
    await rested(page, 'studies');
    await staysFree(page, 'dragging', () => dragQuery(page));
    await staysFree(page, 'typing', async (turn) => {
      for (const start of ['1', '10', '100', `100${turn}`]) {
        await page.click('[data-param="start"] input[type="text"]', {
          count: 3,
        });
        await page.keyboard.sendCharacter(start);
        await frame(page);
      }
      await rested(page, 'studies');
    });
    const follow = async (/** @type {number} */ turn) => {
      const go = (/** @type {string} */ query) => {
        location.hash = `#/rope?${query}`;
      };
      const words = 'to+be+or+not+to+be+that+is+the+question+'.repeat(5);
      const query = `headDim=1024&start=${turn}&text=${words}`;
      await page.evaluate(go, query);
      await rested(page, 'studies', 'address');
      await page.evaluate(go, 'headDim=64');
      await rested(page, 'studies', 'address');
    };
    await staysFree(page, 'a link', follow);
  },
};
