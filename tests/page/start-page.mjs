// @ts-check
// The lesson as a page: what is saved of its figures, how it stands on phones and
// on large screens, and what of it is printed.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeCsv } from 'posenc/formats';
import { text } from './page-actions.mjs';
import { onPaper } from './paper.mjs';
import { underFingers } from './phone.mjs';
import { saved } from './saved-files.mjs';
import { frame, prefer, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const screens = [
  ...['order', 'number', 'waves', 'pairs', 'add', 'turn', 'charge', 'beyond'],
];

/** @param {Page} page @param {string} selector */
const boxOf = (page, selector) =>
  page.$eval(selector, (part) => {
    const { top, bottom, left, right, width, height } =
      part.getBoundingClientRect();
    return { top, bottom, left, right, width, height };
  });

/** What is seen of the lesson. @param {Page} page */
const wordsSeen = (page) =>
  page.$eval(
    '.start',
    (lesson) => /** @type {HTMLElement} */ (lesson).innerText,
  );

/** @type {import('./on-page.mjs').Tests} */
export const startPage = {
  async 'start: saves each figure as a picture and its numbers'(stage) {
    const { page } = await stage.show('#/start');
    for (const name of screens) {
      await stage.show(`#/start/${name}`);
      const svg = await saved(page, '.start-below', 'svg');
      // Behind the name of the screen stand the methods of its numbers.
      assert.match(
        svg.name,
        new RegExp(`^lesson-${name}[-a-z0-9]*\\.svg$`, 'i'),
      );
      const words = await page.evaluate((source) => {
        const { documentElement } = new DOMParser().parseFromString(
          source,
          'image/svg+xml',
        );
        return [...documentElement.querySelectorAll('text')].map((one) =>
          String(one.textContent),
        );
      }, svg.bytes.toString('utf8'));
      // The title, the sentence and every word of the figure are in the file.
      const shown = await page.$$eval(
        '.screen h2, .said, .start-figure text',
        (all) => all.map((one) => String(one.textContent)),
      );
      for (const word of shown)
        assert.ok(words.includes(word), `${name}: ${word}`);
    }
  },

  async 'start: saves the charges that the package computes, and its link'(
    stage,
  ) {
    const { page } = await stage.show('#/start/charge?head=1&away=30');
    await rested(page, 'address');
    const pe = await load();
    const { shape, data } = decodeCsv(
      (await saved(page, '.start-below', 'csv')).bytes,
      { dtype: 'float64' },
    );
    assert.deepEqual(shape, [101, 17]);
    const line = { heads: 8, queries: 1, keys: 101, queryStart: 100 };
    const alibi = pe.alibi({ ...line, dtype: 'float64' }).data;
    for (const away of [0, 1, 30, 100]) {
      assert.equal(data[17 * away], away);
      for (let head = 0; head < 8; head++) {
        assert.equal(
          data[17 * away + 1 + head],
          alibi[101 * head + 100 - away],
        );
      }
    }
    const told = JSON.parse(
      (await saved(page, '.start-below', 'json')).bytes.toString(),
    );
    assert.equal(told.link, await page.evaluate(() => location.href));
    assert.equal(told.caption, await text(page, '.said'));
    const { table, ...rest } = told.spec.t5;
    assert.deepEqual(rest, { method: 't5Bias', ...line });
    // What the options make is what the file of numbers has.
    const t5 = pe.t5Bias({ ...line, table }).data;
    assert.equal(data[17 * 30 + 9], Number(t5[100 - 30]));
  },

  async 'start: on a phone, the figure stays in sight, and nothing below it'(
    stage,
  ) {
    for (const size of [
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      for (const name of screens) {
        const at = `${name} at ${size.width}`;
        const { page } = await stage.show(`#/start/${name}`, size);
        await underFingers(page, async () => {
          await settle(page);
          const first = await boxOf(page, '.start-show > figure');
          assert.ok(
            first.height <= 0.45 * size.height + 1,
            `${at}: ${first.height}`,
          );
          // Each thing that takes the focus stops between figure and bar.
          const stops = await page.$$(
            '.screen :is(.guess button, .start-controls input, .marked, summary)',
          );
          assert.ok(stops.length >= 4, at);
          for (const stop of [...stops.reverse(), ...stops]) {
            await stop.focus();
            await frame(page);
            const { top, bottom } = await stop.evaluate((one) => {
              const seen = one.closest('label') ?? one;
              const { top, bottom } = seen.getBoundingClientRect();
              return { top, bottom };
            });
            const figure = await boxOf(page, '.start-show > figure');
            const bar = await boxOf(page, '.steps');
            const what = await stop.evaluate((one) =>
              one.outerHTML.slice(0, 60),
            );
            const above = bottom <= figure.top + 1;
            assert.ok(
              above || top >= figure.bottom - 1,
              `${at}: ${what} at ${top}, figure to ${figure.bottom}`,
            );
            assert.ok(bottom <= bar.top + 1, `${at}: ${what} below the bar`);
          }
          // At the end of the words, the figure is still there.
          await page.$eval('.start-words > details', (one) =>
            one.scrollIntoView({ block: 'end' }),
          );
          await frame(page);
          const figure = await boxOf(page, '.start-show > figure');
          assert.ok(
            figure.top >= -1 && figure.height > 100,
            `${at}: ${figure.top}`,
          );
        });
      }
    }
  },

  async 'start: on a phone, a tap reads and moves nothing'(stage) {
    const { page } = await stage.show('#/start/charge', {
      width: 390,
      height: 844,
    });
    await underFingers(page, async () => {
      await settle(page);
      const look = () =>
        page.$eval('[data-grip="away"]', (grip) => [
          grip.getAttribute('aria-valuenow'),
          scrollY,
        ]);
      const before = await look();
      const grip = await boxOf(page, '[data-grip="away"] .reach');
      // Beside its middle, as fingers are.
      await page.touchscreen.tap(grip.left + 8, grip.top + 30);
      await settle(page);
      assert.deepEqual(await look(), before);
      await page.tap('.marked[data-mark="steps"]');
      await settle(page);
      assert.deepEqual(await look(), before);
      const lit = await page.$$eval('.start-figure .lit', (all) => all.length);
      assert.ok(lit > 0);
    });
  },

  async 'start: on a large screen, the figure uses the room'(stage) {
    for (const size of [
      { width: 1920, height: 1080 },
      { width: 2560, height: 1440 },
    ]) {
      for (const name of screens) {
        const { page } = await stage.show(`#/start/${name}`, size);
        await settle(page);
        const at = `${name} at ${size.width}`;
        const figure = await boxOf(page, '.start-figure');
        const below = await boxOf(page, '.start-below');
        const bar = await boxOf(page, '.steps');
        const head = await boxOf(page, '.mark a');
        const words = await boxOf(page, '.screen > header');
        assert.ok(
          figure.height >= 0.6 * size.height,
          `${at}: ${figure.height}`,
        );
        assert.ok(below.bottom <= bar.top, `${at}: all on the first screen`);
        assert.ok(
          bar.top - below.bottom < 0.12 * size.height,
          `${at}: empty below`,
        );
        assert.ok(Math.abs(words.left - head.left) < 1, `${at}: one left edge`);
      }
    }
  },

  async 'start: draws outputs and what they were, on a phone, too'(stage) {
    for (const width of [320, 390, 1280]) {
      const height = width < 500 ? 844 : 720;
      const { page } = await stage.show('#/start/order', { width, height });
      await page.click('.start-press');
      await settle(page);
      const { bars, right, scale } = await page.$eval(
        '.start-figure',
        (figure) => ({
          bars: [...figure.querySelectorAll('[data-mark="pair"] > rect')].map(
            (bar) => {
              const { width, height, right, left } =
                bar.getBoundingClientRect();
              const isOutline = bar.classList.contains('fill-none');
              return { width, height, right, left, isOutline };
            },
          ),
          right: innerWidth,
          scale: /** @type {SVGSVGElement} */ (figure).getScreenCTM()?.a ?? 0,
        }),
      );
      // Sixteen numbers of two words, now and before.
      assert.equal(bars.length, 2 * 16 * 2, `${width}`);
      const [filled, outlined] = [false, true].map((isOutline) =>
        bars.filter((bar) => bar.isOutline === isOutline),
      );
      assert.ok(Math.max(...bars.map((bar) => bar.height)) > 10 * scale);
      for (const [i, bar] of (filled ?? []).entries()) {
        assert.ok(bar.width >= 2.5 && bar.right <= right, `${width}: ${i}`);
        // Without positions, a bar fills its outline.
        const wide = Math.abs(bar.left - (outlined?.[i]?.left ?? 0));
        assert.ok(wide < 2, `${width}: ${i}`);
      }
      assert.match(
        (
          await page.$$eval('.start-figure text', (all) =>
            all.map((one) => one.textContent),
          )
        ).join('|'),
        /output[^|]*\|.*outlined: before/,
      );
    }
  },

  async 'start: prints words, figure and answers, and nothing to press'(stage) {
    // A page of its own: what other tests tried would be printed, too.
    const { page } = await stage.load('#/start/charge');
    await resize(page, { width: 720, height: 1000 });
    await prefer(page, 'dark');
    await onPaper(page, async () => {
      const words = await wordsSeen(page);
      for (const part of [
        'Or charge for distance',
        'Which factor?',
        'Less than 1 %? Right: eight such charges leave 0.54',
        'The softmax shares out',
      ]) {
        assert.ok(words.includes(part), `${part} in ${words}`);
      }
      assert.doesNotMatch(words, /Next|Save|Full screen|Choose head/);
      const pressed = await page.$$eval(
        ':is(button, input, select, .keep)',
        (all) => all.filter((one) => one.checkVisibility()).length,
      );
      assert.equal(pressed, 0);
      // The wide figure, in dark ink on white.
      const form = await page.$eval('.start-figure', (figure) =>
        figure.getAttribute('viewBox'),
      );
      assert.match(String(form), /^0 0 820 /);
      const ink = await page.$eval(
        '.start-claim',
        (claim) => getComputedStyle(claim).color,
      );
      assert.match(ink, /oklch\(0\.26 /);
    });
    const folded = await page.$eval('.start-words > details', (more) =>
      more.hasAttribute('open'),
    );
    assert.equal(folded, false);
    assert.match(
      String(
        await page.$eval('.start-figure', (figure) =>
          figure.getAttribute('viewBox'),
        ),
      ),
      /^0 0 358 /,
    );
    // The browser tells the page when it prints.
    await page.evaluate(() => {
      Object.assign(window, { prints: 0 });
      addEventListener('beforeprint', () => {
        Object.assign(window, { prints: 1 + Reflect.get(window, 'prints') });
      });
    });
    await page.pdf();
    assert.equal(await page.evaluate(() => Reflect.get(window, 'prints')), 1);
  },

  async 'start: prints the whole lesson behind the last card'(stage) {
    const { page } = await stage.show('#/start/end');
    const titles = () =>
      page.$$eval('.start h2', (all) => all.map((one) => one.textContent));
    assert.equal((await titles()).length, 1);
    await onPaper(page, async () => {
      assert.equal((await titles()).length, 1 + screens.length);
      const figures = await page.$$eval('.start-figure', (all) =>
        all.map((one) => one.childElementCount),
      );
      assert.equal(figures.length, screens.length);
      assert.ok(
        figures.every((count) => count > 2),
        figures.join(),
      );
      const breaks = await page.$$eval('.screen[data-screen]', (all) =>
        all.map((one) => getComputedStyle(one).breakBefore),
      );
      assert.deepEqual(new Set(breaks), new Set(['page']));
    });
    assert.equal((await titles()).length, 1);
    // The card and each screen fill a page, with and without margins.
    for (const format of /** @type {const} */ (['a4', 'letter'])) {
      for (const side of [0, '1cm']) {
        const margin = { top: side, bottom: side, left: side, right: side };
        const file = await page.pdf({ format, margin });
        const words = Buffer.from(file).toString('latin1');
        const pages = words.match(/\/Type\s*\/Page\b(?!s)/g) ?? [];
        assert.equal(pages.length, 1 + screens.length, `${format}, ${side}`);
      }
    }
    // A screen that was printed is a screen as before.
    await stage.show('#/start/waves');
    assert.match(await text(page, '.said'), /^From 14 to 15/);
    assert.equal(await text(page, '.start-range output'), '15');
  },
};
