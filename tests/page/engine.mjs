// @ts-check
// The workers behind the view of tables: they may be killed, hang or break in
// mid-work, and the page says so, keeps what the reader did and recovers; and
// they leave the page's own thread free, however large a table is.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  banner,
  boxOf,
  focusMap,
  pixels,
  press,
  spoken,
  text,
  wheelOver,
} from './page-actions.mjs';
import { serve } from './serve.mjs';
import { breaks, ends, staysFree, workerOf, workersOf } from './threads.mjs';
import { frame, present, rested, settle } from './waits.mjs';

/** Folder of the built page. */
const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Asserts that the map has the value of the package's formula at its last row
 * and first column.
 * @param {Page} page
 * @param {number} length
 */
async function readsRight(page, length) {
  await focusMap(page);
  await press(page, 'PageDown', 'ArrowDown');
  const row = Math.round(length / 10) + 1;
  const line = await spoken(page, `position ${row}, dimension 0, value`);
  const value = Number(/value (\S+)$/.exec(line)?.[1]);
  assert.ok(Math.abs(value - Math.sin(row)) < 1e-6, line);
}

/**
 * Types a length, and waits for nothing.
 * @param {Page} page
 * @param {string} value
 */
async function typeLength(page, value) {
  await page.click('[data-param="length"] input[type="text"]', { count: 3 });
  await page.keyboard.sendCharacter(value);
}

/**
 * Asserts that a slider leaves the page free.
 * @param {import('./browser.mjs').Stage} stage
 * @param {string} query of the table
 */
async function slides(stage, query) {
  const { page } = await stage.show(`#/encodings?${query}`);
  await rested(page, 'studies');
  const box = await boxOf(page, '[data-param="base"] input[type="range"]');
  const y = box.y + box.height / 2;
  await staysFree(page, 'dragging', async () => {
    await page.mouse.move(box.x + box.width / 2, y);
    await page.mouse.down();
    for (let i = 0; i < 24; i++) {
      await page.mouse.move(box.x + box.width * (0.5 + 0.015 * i), y);
      await frame(page);
    }
    await page.mouse.up();
    await rested(page, 'studies');
  });
}

/** @type {import('./on-page.mjs').Tests} */
export const engine = {
  ...Object.fromEntries(
    Object.entries(ends).flatMap(([how, end]) =>
      /** @type {const} */ ([
        ['makes', /worker-run-absolute/],
        ['holds', /\/worker-(?!run)/],
      ]).map(([does, file]) => [
        `engine: a worker that ${does} tables ${how}, and the page recovers`,
        async (/** @type {import('./browser.mjs').Stage} */ stage) => {
          const { page, complaints } = await stage.load(
            '#/encodings?length=64&dim=32',
          );
          const worker = await workerOf(page, file);
          const before = await pixels(page);
          // In mid-work: the wish comes while the worker can still hear it.
          await worker.evaluate(end).catch(() => {});
          await typeLength(page, '100');
          await present(page, '.banner:not([hidden])');
          assert.match(
            await banner(page),
            /^The picture shows earlier values\. A worker of this page stopped/,
          );
          assert.equal(await text(page, '.banner button'), 'Try again');
          if (does === 'makes') assert.equal(await pixels(page), before);
          // What the reader typed is there, and works at the next try.
          const typed = await page.$eval(
            '[data-param="length"] input[type="text"]',
            (field) => /** @type {HTMLInputElement} */ (field).value,
          );
          assert.equal(typed, '100');
          await page.click('.banner button');
          await settle(page);
          assert.equal(await banner(page), '');
          assert.match(await text(page, '.meta'), /^100 × 32 /);
          await readsRight(page, 100);
          await rested(page, 'studies');
          complaints.splice(0);
        },
      ]),
    ),
  ),

  async 'engine: another wish recovers, too, without a press'(stage) {
    const { page, complaints } = await stage.load('#/encodings?length=64');
    for (const worker of page.workers()) {
      await worker.evaluate(breaks).catch(() => {});
    }
    await typeLength(page, '80');
    await settle(page);
    await typeLength(page, '90');
    await settle(page);
    assert.match(await text(page, '.meta'), /^90 × 128 /);
    assert.equal(await banner(page), '');
    await readsRight(page, 90);
    await rested(page, 'studies');
    complaints.splice(0);
  },

  async 'engine: one that broke while it was idle is told of, and the page rests'(
    stage,
  ) {
    const { page, complaints } = await stage.load('#/encodings?length=64');
    for (const worker of workersOf(page, /\/worker-(?!run)/)) {
      await worker.evaluate(breaks).catch(() => {});
    }
    // Another column is described by the worker that is gone.
    await focusMap(page);
    await press(page, 'ArrowRight', 'ArrowRight', 'Enter');
    await present(page, '.banner:not([hidden])');
    await rested(page, 'studies', 'words', 'address');
    const drawn = await page.evaluate(async () => {
      const ask = window.requestAnimationFrame;
      let frames = 0;
      window.requestAnimationFrame = (task) => {
        frames += 1;
        return ask.call(window, task);
      };
      await new Promise((done) => setTimeout(done, 300));
      window.requestAnimationFrame = ask;
      return frames;
    });
    assert.ok(drawn < 5, `${drawn} frames were asked for at rest`);
    await page.click('.banner button');
    await settle(page);
    assert.equal(await banner(page), '');
    await rested(page, 'studies');
    complaints.splice(0);
  },

  async 'engine: a worker that cannot begin can be tried again'(stage) {
    const files = readdirSync(`${built}/assets`);
    for (const file of [/^worker-run-absolute-.*js$/, /^worker-(?!run).*js$/]) {
      const name = files.find((one) => file.test(one));
      assert.ok(name, String(file));
      /** @type {Record<string, string | null>} */
      const instead = { [`/assets/${name}`]: null };
      const server = await serve(built, instead);
      try {
        const { page, complaints } = await stage.load('#/encodings?dim=33', {
          from: server.address,
          ready: '.banner:not([hidden])',
        });
        assert.match(
          await banner(page),
          /^Sinusoidal is not drawn yet\. A worker .*loaded/,
        );
        complaints.splice(0);
        delete instead[`/assets/${name}`];
        await page.click('.banner button');
        await settle(page);
        assert.equal(await banner(page), '');
        assert.match(await text(page, '.meta'), /^256 × 33 /);
        await rested(page, 'studies');
        assert.deepEqual(complaints, []);
      } finally {
        await server.close();
      }
    }
  },

  async 'engine: of many wishes the newest is drawn'(stage) {
    const { page } = await stage.show('#/encodings?length=64&dim=32');
    for (const length of [3000, 500, 2000, 77]) {
      await typeLength(page, String(length));
    }
    await settle(page);
    assert.match(await text(page, '.meta'), /^77 × 32 /);
    await readsRight(page, 77);
  },

  ...Object.fromEntries(
    ['length=4096&dim=512', 'length=131072&dim=128'].map((query) => [
      `engine: a slider of ${query} leaves the page free`,
      (/** @type {import('./browser.mjs').Stage} */ stage) =>
        slides(stage, query),
    ]),
  ),

  async 'engine: typing the length of a very long table leaves the page free'(
    stage,
  ) {
    const { page } = await stage.show('#/encodings?length=16&dim=128');
    await staysFree(page, 'typing', async (turn) => {
      for (const length of ['131', '1310', '13107', `13107${turn}`]) {
        await typeLength(page, length);
        await frame(page);
      }
      await rested(page, 'studies', 'address');
      assert.match(await text(page, '.meta'), /^131.07\d × 128 /);
    });
  },

  async 'engine: typing the length of a large table leaves the page free'(
    stage,
  ) {
    const { page } = await stage.show('#/encodings?length=16&dim=2048');
    await staysFree(page, 'typing', async (turn) => {
      for (const length of ['81', '819', `819${turn}`]) {
        await typeLength(page, length);
        await frame(page);
      }
      await rested(page, 'studies');
    });
    await staysFree(page, 'errors', async () => {
      const word = await page.$('[data-strip="show"] input:not(:checked)');
      await word?.evaluate((input) =>
        /** @type {HTMLInputElement} */ (input).click(),
      );
      await rested(page, 'studies');
    });
  },

  ...Object.fromEntries(
    ['length=8192&dim=2048', 'length=131072&dim=128'].map((query) => [
      `engine: zooming ${query} leaves the page free`,
      async (/** @type {import('./browser.mjs').Stage} */ stage) => {
        const { page } = await stage.show(`#/encodings?${query}`);
        await rested(page, 'studies');
        const wheel = await wheelOver(page, '.plate .field');
        await staysFree(page, 'zooming', async () => {
          await wheel();
          await page.focus('.plate .field');
          await page.keyboard.down('Shift');
          await press(page, 'ArrowDown', 'ArrowRight', 'ArrowDown');
          await page.keyboard.up('Shift');
          await press(page, '0');
          await rested(page, 'studies', 'address');
        });
      },
    ]),
  ),

  ...Object.fromEntries(
    ['length=8192&dim=2048', 'length=131072&dim=128'].map((query) => [
      `engine: comparing ${query} leaves the page free`,
      async (/** @type {import('./browser.mjs').Stage} */ stage) => {
        const { page } = await stage.show(`#/encodings?${query}`);
        await rested(page, 'studies');
        const other = query.replaceAll(/(^|&)/g, '&with.').slice(1);
        await staysFree(page, 'comparing', async (turn) => {
          await page.evaluate(
            (hash) => {
              location.hash = hash;
            },
            `#/encodings?${query}&with=sinusoidal&${other}&with.base=${50 + turn}`,
          );
          await rested(page, 'studies', 'address');
          assert.match(
            await text(page, '.comparing .difference'),
            /^The numbers differ by .* most at position /,
          );
          await page.evaluate(() => {
            location.hash = '#/encodings?length=64&dim=32';
          });
          await settle(page);
        });
      },
    ]),
  ),

  async 'engine: a link to a very long table leaves the page free'(stage) {
    const { page } = await stage.show('#/encodings?length=64&dim=128');
    await staysFree(page, 'a link', async (turn) => {
      const go = (/** @type {string} */ query) => {
        location.hash = `#/encodings?${query}`;
      };
      const query = `length=131072&dim=128&start=${turn}&analysis=1`;
      await page.evaluate(go, query);
      await rested(page, 'studies');
      await page.evaluate(go, 'length=64&dim=128');
      await settle(page);
    });
  },
};
