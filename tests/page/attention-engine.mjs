// @ts-check
// The workers behind the view of attention: they may be killed or hang in
// mid-work, and the page says so and recovers; and they leave the page's own
// thread free, however much is computed.

import assert from 'node:assert/strict';
import { attend, open, queryOf, rope } from './attention-view.mjs';
import {
  banner,
  boxOf,
  choose,
  focusMap,
  numberIn,
  press,
  text,
  type,
  unfold,
  wheelOver,
} from './page-actions.mjs';
import { ends, staysFree, workerOf, workersOf } from './threads.mjs';
import { frame, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const sixteen = { a: {}, b: rope };

/** Sentences of 48 words, which a worker attends to. @param {string} letter */
const manyWords = (letter) =>
  Array.from({ length: 48 }, (_, i) => `${letter}${i}`);

const file = /attention-worker/;

/** Types a text over the early one, and waits for nothing. @param {Page} page @param {string} words */
async function typeText(page, words) {
  await page.click('.text .sentence', { count: 3 });
  await page.keyboard.sendCharacter(words);
}

/**
 * Asserts that the map of the rope has the score of the package of the first two
 * words of some, in head 0 of 16.
 * @param {Page} page @param {string[]} words
 */
async function readsRight(page, words) {
  await focusMap(page, '[data-map="b-late"]');
  await press(page, 'ArrowRight');
  const wanted = Number(attend(rope, { words, heads: 16 }).scores.data[1]);
  assert.equal(
    numberIn(await text(page, '[data-map="b-late"] output')),
    Number(wanted.toPrecision(5)),
  );
}

/** Drags a slider to the right and waits for all that follows. @param {Page} page @param {string} param */
async function drag(page, param) {
  const box = await boxOf(page, `[data-param="${param}"] input[type="range"]`);
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width / 4, y);
  await page.mouse.down();
  for (let i = 0; i < 24; i++) {
    await page.mouse.move(box.x + box.width * (0.25 + 0.02 * i), y);
    await frame(page);
  }
  await page.mouse.up();
  await rested(page, 'studies');
}

/** @type {import('./on-page.mjs').Tests} */
export const attentionEngine = {
  ...Object.fromEntries(
    Object.entries(ends).map(([how, end]) => [
      `attention: a worker that attends ${how}, and the page recovers`,
      async (/** @type {import('./browser.mjs').Stage} */ stage) => {
        const words = manyWords('w');
        const { page, complaints } = await open(
          stage,
          `heads=16&text=${words.join('+')}&${queryOf(sixteen)}`,
        );
        await settle(page);
        const worker = await workerOf(page, file, 'sentence');
        await readsRight(page, words);
        await worker.evaluate(end).catch(() => {});
        const others = manyWords('v');
        await typeText(page, others.join(' '));
        await present(page, '.banner:not([hidden])');
        assert.match(
          await banner(page),
          /^The pictures show earlier values\. A worker of this page stopped/,
        );
        assert.equal(await text(page, '.banner button'), 'Try again');
        const field = await page.$eval(
          '.text .sentence',
          (input) => /** @type {HTMLInputElement} */ (input).value,
        );
        assert.equal(field, others.join(' '));
        await page.click('.banner button');
        await settle(page);
        assert.equal(await banner(page), '');
        await readsRight(page, others);
        complaints.splice(0);
      },
    ]),
  ),

  async 'attention: another wish recovers from a lost worker, too'(stage) {
    const { page, complaints } = await open(
      stage,
      `heads=16&text=${manyWords('w').join('+')}&${queryOf(sixteen)}`,
    );
    await settle(page);
    for (const worker of workersOf(page, file)) {
      await worker.evaluate(ends.killed).catch(() => {});
    }
    await typeText(page, manyWords('v').join(' '));
    await present(page, '.banner:not([hidden])');
    const others = manyWords('u');
    await typeText(page, others.join(' '));
    await settle(page);
    assert.equal(await banner(page), '');
    await readsRight(page, others);
    complaints.splice(0);
  },

  async 'attention: dragging, typing and other heads leave the page free'(
    stage,
  ) {
    const { page } = await stage.show(
      `#/attention?heads=16&headDim=64&start=0&${queryOf(sixteen)}` +
        `&text=${manyWords('w').join('+')}`,
    );
    // With all figures, but no table of thousands of cells.
    await page.$$eval('.fold', (all) => {
      for (const fold of all) fold.setAttribute('open', '');
    });
    await rested(page, 'studies');
    await staysFree(page, 'dragging', () => drag(page, 'start'));
    await staysFree(page, 'typing', async (turn) => {
      for (const letter of ['x', 'y', 'z']) {
        await typeText(page, manyWords(`${letter}${turn}`).join(' '));
        await frame(page);
      }
      await rested(page, 'studies');
    });
    await staysFree(page, 'heads', async () => {
      for (const head of ['3', '9', '15']) {
        await choose(page, '.heads', head);
      }
    });
  },

  async 'attention: links to 100 000 words leave the page free'(stage) {
    const { page } = await stage.show('#/attention');
    await unfold(page, '.long');
    await page.$eval('.long', (figure) => figure.scrollIntoView());
    await staysFree(page, 'links', async (turn) => {
      const go = (/** @type {string} */ query) => {
        location.hash = `#/attention?${query}`;
      };
      await page.evaluate(go, `length=100000&start=${turn}&size=512`);
      await present(page, '.long[data-state="drawing"]');
      // Until rows of both sides have come, and been drawn.
      await page.waitForFunction(() => {
        const line = document.querySelector('[data-long="progress"]');
        return /one query in 391\b/.test(line?.textContent ?? '');
      });
      await page.evaluate(go, 'length=64');
      await rested(page, 'studies');
    });
  },

  async 'attention: typing and zooming 100 000 words leave the page free'(
    stage,
  ) {
    const { page } = await stage.show(
      `#/attention?length=64&${queryOf(sixteen)}`,
    );
    await unfold(page, '.long');
    await page.$eval('.long', (figure) => figure.scrollIntoView());
    await present(page, '.long[data-state="drawn"]');
    await rested(page, 'studies', 'address');
    const coarse = () =>
      page.waitForFunction(() => {
        const line = document.querySelector('[data-long="progress"]');
        return /one query in/.test(line?.textContent ?? '');
      });
    await staysFree(page, 'typing', async (turn) => {
      for (const length of ['99', '999', '9999', `9999${turn}`]) {
        await page.click('[data-param="length"] input[type="text"]', {
          count: 3,
        });
        await page.keyboard.sendCharacter(length);
        await frame(page);
      }
      await coarse();
    });
    const wheel = await wheelOver(page, '[data-map="b-long"] .field');
    await staysFree(page, 'zooming', async () => {
      await wheel();
      await page.focus('[data-map="b-long"] .field');
      await press(page, '+', '+', '0');
      await coarse();
    });
    await type(page, 'length', '64');
    await rested(page, 'studies');
  },

  async 'attention: rows of 512 positions leave the page free'(stage) {
    const { page } = await stage.show('#/attention?size=64');
    await unfold(page, '[data-param="size"]');
    await rested(page, 'studies', 'address');
    await staysFree(page, 'rows', async (turn) => {
      for (const size of ['51', `${510 + turn}`]) {
        await type(page, 'size', size);
      }
      await rested(page, 'studies');
    });
  },

  async 'attention: 16 heads of 512 numbers are drawn over 100 000 words'(
    stage,
  ) {
    const { page } = await open(
      stage,
      `length=64&heads=16&headDim=512&${queryOf(sixteen)}`,
    );
    await page.$eval('.long', (figure) => figure.scrollIntoView());
    await present(page, '.long[data-state="drawn"]');
    await type(page, 'length', '100000');
    await page.waitForFunction(() => {
      const line = document.querySelector('[data-long="progress"]');
      return /one query in (391|6.250)/.test(line?.textContent ?? '');
    });
    // No worker was taken for hung meanwhile.
    assert.doesNotMatch(await text(page, '[data-long="progress"]'), /stopped/);
    await type(page, 'length', '64');
    await rested(page, 'studies');
    assert.equal(await text(page, '[data-long="progress"]'), '64 × 64 pairs');
    // A bias needs all heads, which do not fit; the page says what does.
    const bias = { a: {}, b: { bias: { method: 'alibi' } } };
    const other = await open(
      stage,
      `length=100000&heads=16&headDim=512&${queryOf(bias)}`,
    );
    await other.page.$eval('.long', (figure) => figure.scrollIntoView());
    await present(other.page, '[data-map="b-long"] .missing:not([hidden])');
    assert.match(
      await text(other.page, '[data-map="b-long"] .missing'),
      /length must be at most 16.384 with 16 heads of 512 numbers.*PAGE_MEMORY/,
    );
  },
};
