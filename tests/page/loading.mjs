// @ts-check
// What the page does while it is loaded.

import assert from 'node:assert/strict';
import { choose, pixels, text, type } from './hands.mjs';
import { ask, frame, prefer, reload, rested, settle } from './waits.mjs';

const views = ['#/encodings', '#/attention', '#/rope'];

/**
 * Runs in the page before its scripts: adds up the layout shifts, and defines
 * `shifted()`, which gives their sum.
 */
export function countShifts() {
  let sum = 0;
  const add = (/** @type {PerformanceEntryList} */ entries) => {
    for (const entry of entries) {
      sum += /** @type {{ value?: number }} */ (entry).value ?? 0;
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifted = () => {
    add(observer.takeRecords());
    return sum;
  };
  Object.assign(window, { shifted });
}

/** @type {import('./run.mjs').Tests} */
export const loading = {
  async 'loading: nothing complains and nothing moves'(stage) {
    for (const view of views) {
      const { page, complaints } = await stage.load(view, {
        before: countShifts,
      });
      // Studies, facts and the address come last.
      await rested(page, 'studies', 'words', 'address');
      await frame(page);
      // No error, no warning, and no request to another host.
      assert.deepEqual(complaints, []);
      assert.match(await text(page, '.engine'), /posenc \d+\.\d+\.\d+.*SIMD/);
      const shift = await page.evaluate(() => Reflect.get(window, 'shifted')());
      assert.ok(Number(shift) < 0.01, `${view} shifted by ${shift}`);
    }
  },

  async 'loading: all that is needed is asked for by the page itself'(stage) {
    const { page } = await stage.load('#/encodings');
    // A file that only a script asked for would come later than it could.
    const asked = await page.evaluate(async () => {
      const source = await (await fetch('./index.html')).text();
      const plain = new DOMParser().parseFromString(source, 'text/html');
      return [...plain.querySelectorAll('script[src], link[href]')].map(
        (part) =>
          new URL(
            part.getAttribute('src') ?? part.getAttribute('href') ?? '',
            location.href,
          ).href,
      );
    });
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\.(js|css)$/.test(name)),
    );
    assert.ok(loaded.length >= 3, loaded.join());
    assert.deepEqual(
      loaded.filter((name) => !asked.includes(name)),
      [],
    );
    // Each once: a preload that does not fit its import is fetched twice.
    assert.equal(new Set(loaded).size, loaded.length, loaded.join());
  },

  async 'loading: a view is loaded when it is first shown'(stage) {
    const { page } = await stage.load('#/encodings');
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name.replace(/.*\//, ''))
          .filter((name) => /\.(js|css)$/.test(name)),
      );
    const first = await loaded();
    assert.ok(!first.some((name) => name.startsWith('rope-')), first.join());
    await page.click('.views a[href^="#/rope"]');
    await settle(page);
    const more = (await loaded()).filter((name) => !first.includes(name));
    assert.ok(
      more.some((name) => name.startsWith('rope-')),
      more.join(),
    );
    assert.ok(
      more.some((name) => name.endsWith('.css')),
      more.join(),
    );
    // The view has its styles when it is shown.
    const grid = await page.$eval(
      '.ledger',
      (ledger) => getComputedStyle(ledger).tableLayout,
    );
    assert.equal(grid, 'fixed');
  },

  async 'loading: both themes, by system and by choice'(stage) {
    const ground = () => getComputedStyle(document.documentElement).background;
    const { page } = await stage.load('', { scheme: 'dark' });
    const dark = [await page.evaluate(ground), await pixels(page)];
    await prefer(page, 'light');
    const light = [await page.evaluate(ground), await pixels(page)];
    assert.notEqual(light[0], dark[0]);
    assert.notEqual(light[1], dark[1]);

    await choose(page, '.theme', 'dark');
    assert.deepEqual([await page.evaluate(ground), await pixels(page)], dark);
    await reload(page);
    assert.deepEqual(
      [await page.evaluate(ground), await pixels(page)],
      dark,
      'is remembered',
    );
  },

  async 'loading: the skip link leaves the view and its address alone'(stage) {
    const { page } = await stage.load('#/rope?headDim=32');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await settle(page);
    const at = () =>
      page.evaluate(() => [document.activeElement?.id, location.hash]);
    assert.deepEqual(await at(), ['main', '#/rope?headDim=32']);
    const follow = () =>
      new Promise((done) => {
        addEventListener('hashchange', () => done(null), { once: true });
        location.hash = '#main';
      });
    await ask(page, 'the anchor', follow);
    await settle(page);
    assert.ok(await page.$('.view.rope'), 'an anchor is no view');
    await type(page, 'headDim', '16');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/rope?headDim=16');
  },
};
