// @ts-check
// The page on paper: a view is printed without what is pressed, in dark ink.

import assert from 'node:assert/strict';
import { addressOf, views } from './views.mjs';
import { frame, prefer, rested } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Runs a task while the page is what a printer sees.
 * @param {Page} page
 * @param {() => Promise<void>} task
 */
export async function onPaper(page, task) {
  const tell = (/** @type {string} */ name) =>
    page.evaluate((event) => dispatchEvent(new Event(event)), name);
  await tell('beforeprint');
  await page.emulateMediaType('print');
  try {
    await frame(page);
    await task();
  } finally {
    // Not 'screen', which a file of the page would keep.
    await page.emulateMediaType();
    await tell('afterprint');
    await frame(page);
  }
}

/** @type {import('./on-page.mjs').Tests} */
export const paper = {
  async 'paper: views are printed whole, in dark ink, without controls'(stage) {
    for (const one of views) {
      const view = addressOf(one);
      const { page } = await stage.show(view, { width: 720, height: 1000 });
      await prefer(page, 'dark');
      await rested(page, 'studies', 'words', 'address');
      await onPaper(page, async () => {
        const { pressed, inks, canvases, fixed } = await page.evaluate(() => {
          const seen = (/** @type {string} */ selector) =>
            [...document.querySelectorAll(selector)].filter((one) =>
              one.checkVisibility(),
            );
          const style = (/** @type {Element} */ one) => getComputedStyle(one);
          return {
            pressed: seen(
              '.menu, .side, .keep, .zoom-tools, .try, .banner, ' +
                '.view :is(select, textarea, input:not(.sentence))',
            ).map((one) => one.className),
            inks: seen('h2, .view-claim').map((one) => style(one).color),
            canvases: seen('main canvas').map((one) => style(one).filter),
            fixed: seen('main *').filter(
              (one) => style(one).position === 'sticky',
            ).length,
          };
        });
        assert.deepEqual(pressed, [], view);
        assert.ok(inks.length >= 2, view);
        if (one.painted) assert.ok(canvases.length > 0, view);
        for (const ink of inks) assert.match(ink, /oklch\(0\.(26|47) /, view);
        // They were painted in light ink, for the dark theme.
        for (const filter of canvases)
          assert.match(filter, /invert\(1\)/, view);
        assert.equal(fixed, 0, view);
      });
      const kept = await page.evaluate(() => ({
        side: document.querySelector('.side')?.checkVisibility(),
        painted: document.documentElement.dataset.painted ?? '',
      }));
      assert.deepEqual(kept, { side: true, painted: '' }, view);
    }
  },
};
