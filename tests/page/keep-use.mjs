// @ts-check
// How figures are saved: by keys alone, beside other work, as a link, and where
// the browser refuses.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeCsv } from 'posenc/formats';
import { text } from './page-actions.mjs';
import { lastBytes, saved } from './saved-files.mjs';
import { staysFree, workersOf } from './threads.mjs';
import { frame, present, rested } from './waits.mjs';

const pe = await load();

const address = '#/encodings?length=64&dim=32';

/** @type {import('./on-page.mjs').Tests} */
export const keepUse = {
  async 'keep: files of the largest table leave the page free, and can be stopped'(
    stage,
  ) {
    const [length, dim] = [131_072, 128];
    const { page } = await stage.show(
      `#/encodings?length=${length}&dim=${dim}`,
    );
    await rested(page, 'studies', 'address');
    const [figure, said] = [
      '.plate-more > .plate-foot',
      '.plate-more .keep-said',
    ];
    await page.click(`${figure} > .keep > summary`);
    const last = /** @type {const} */ ([length - 1, length]);
    const { data } = pe.sinusoidal({ length, dim, rows: last });
    for (const [kind, head] of /** @type {const} */ ([
      ['npy', 128],
      ['safetensors', 300],
    ])) {
      await staysFree(page, kind, async () => {
        const { size, bytes } = await lastBytes(page, figure, kind, 4 * dim);
        assert.deepEqual(new Float32Array(bytes.buffer), data);
        const rest = size - 4 * length * dim;
        assert.ok(rest > 0 && rest <= head + 300, `${kind} has ${rest} more`);
      });
    }
    for (const kind of ['png', 'svg']) {
      await staysFree(page, kind, async () => {
        const { size } = await lastBytes(page, figure, kind, 8);
        assert.ok(size > 20_000, `${kind} of ${size} bytes`);
      });
    }
    // Columns are put side by side by the page itself.
    const lines = '.chart:not(.row-bars)';
    await page.click(`${lines} > .keep > summary`);
    await staysFree(page, 'columns', async () => {
      const { bytes } = await lastBytes(page, lines, 'npy', 16);
      const [column, last] = new Float64Array(bytes.buffer);
      assert.ok(data.includes(Number(column)) && data.includes(Number(last)));
    });
    const bar = `${figure} .keep-busy progress`;
    await staysFree(page, 'csv', async () => {
      await page.click(`${figure} [data-keep="csv"]`);
      await present(page, `${bar}[value]`);
      const share = () =>
        page.$eval(
          bar,
          (one) => /** @type {HTMLProgressElement} */ (one).value,
        );
      const before = await share();
      assert.ok(before > 0 && before < 1, `${before}`);
      assert.equal(await text(page, said), 'Writing the CSV file.');
      await page.waitForFunction(
        (/** @type {string} */ found, /** @type {number} */ least) =>
          Number(document.querySelector(found)?.getAttribute('value')) > least,
        {},
        bar,
        before,
      );
      await page.click(`${figure} .keep-busy button`);
      await page.waitForFunction(
        (/** @type {string} */ line) =>
          document.querySelector(line)?.textContent ===
          'Not saved: it was stopped.',
        {},
        said,
      );
    });
    assert.equal(await page.$(bar), null);
    // Where the focus was is gone.
    const held = () => document.activeElement?.textContent;
    assert.equal(await page.evaluate(held), 'Save');
    // The worker and the numbers that it had are gone.
    while (workersOf(page, /files-worker/).length > 0) await frame(page);
    // Another figure of the same page is saved as before.
    const row = await saved(page, '.row-bars > .more-of-figure', 'csv');
    assert.equal(decodeCsv(row.bytes).shape[0], dim);
  },

  async 'keep: the keys alone open, save and close'(stage) {
    const { page } = await stage.show(address);
    await rested(page, 'studies', 'address');
    await page.focus('.plate-more .keep > summary');
    await page.keyboard.press('Enter');
    await present(page, '.plate-more .keep[open]');
    await page.keyboard.press('Tab');
    const held = await page.evaluate(
      () => /** @type {HTMLElement} */ (document.activeElement).dataset.keep,
    );
    assert.equal(held, 'png');
    await page.keyboard.press('Escape');
    assert.equal(await page.$('.plate-more .keep[open]'), null);
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'Save',
    );
  },

  async 'keep: the link is copied, and shown where it cannot be'(stage) {
    const { page } = await stage.show(address);
    await rested(page, 'studies', 'address');
    await page.click('.plate-foot > .keep > summary');
    /** @param {boolean} refused */
    const copy = async (refused) => {
      await page.evaluate((refuses) => {
        Object.defineProperty(navigator, 'clipboard', {
          configurable: true,
          value: {
            /** @param {string} words */
            async writeText(words) {
              if (refuses) throw new Error('refused');
              Object.assign(window, { words });
            },
          },
        });
      }, refused);
      await page.click('.plate-foot [data-keep="link"]');
    };
    await copy(false);
    await page.waitForFunction(
      () =>
        document.querySelector('.plate-foot .keep-said')?.textContent ===
        'Copied the link.',
    );
    const copied = await page.evaluate(() => Reflect.get(window, 'words'));
    assert.equal(copied, await page.evaluate(() => location.href));
    assert.match(copied, /dim=32/);
    await copy(true);
    await page.waitForFunction(
      (/** @type {string} */ link) =>
        document
          .querySelector('.plate-foot .keep-said')
          ?.textContent?.endsWith(`does not let the page copy: ${link}`),
      {},
      copied,
    );
  },

  async 'keep: a file that cannot be made is told of, and the next one saved'(
    stage,
  ) {
    const { page } = await stage.show(address);
    await rested(page, 'studies', 'address');
    await page.evaluate(() => {
      const { toBlob } = HTMLCanvasElement.prototype;
      /** @param {BlobCallback} done */
      const refuse = (done) => {
        Object.assign(HTMLCanvasElement.prototype, { toBlob });
        done(null);
      };
      Object.assign(HTMLCanvasElement.prototype, { toBlob: refuse });
    });
    await page.click('.plate-foot > .keep > summary');
    await page.click('.plate-foot [data-keep="png"]');
    await page.waitForFunction(
      () =>
        document.querySelector('.plate-foot .keep-said')?.textContent ===
        'Not saved: the browser makes no PNG',
    );
    const png = await saved(page, '.plate-foot', 'png');
    assert.equal(png.bytes.readUInt32BE(16), 1600);
  },
};
