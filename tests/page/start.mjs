// @ts-check
// The lesson: its way from screen to screen, its figures under mouse and keys,
// and what it loads.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'posenc';
import { countShifts } from './loading.mjs';
import { banner, press, text } from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { ask, goBack, resize, rested, settle, untilReads } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const built = new URL('../../web/dist', import.meta.url).pathname;

/** @param {Page} page */
const address = (page) => page.evaluate(() => location.hash);

/** @param {Page} page @returns {Promise<string[]>} the words as they stand */
const wordsOf = (page) =>
  page.$$eval('.start-figure > [data-grip]', (grips) =>
    grips
      .map((grip) => ({
        word: grip.textContent ?? '',
        place: Number(grip.getAttribute('aria-valuenow')),
      }))
      .sort((one, other) => one.place - other.place)
      .map(({ word }) => word),
  );

/** @type {import('./on-page.mjs').Tests} */
export const start = {
  async 'start: loads little, and the package only when it is wanted'(stage) {
    const { page } = await stage.load('#/start', { before: countShifts });
    await rested(page, 'studies', 'words', 'address');
    const shift = await page.evaluate(() => Reflect.get(window, 'shifted')());
    assert.ok(Number(shift) < 0.01, `shifted by ${shift}`);
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname)
          .filter((path) => path.startsWith('/assets/')),
      );
    // How much that may be is tested with the other addresses.
    const files = await loaded();
    assert.doesNotMatch(files.join(), /absolute-|rotary-|bias-|dist-/);
    await page.click('.start-press');
    await settle(page);
    const later = (await loaded()).filter((path) => !files.includes(path));
    assert.match(later.join(), /absolute-.*attention-|attention-.*absolute-/);
  },

  async 'start: swaps words, and says what the package computes'(stage) {
    const { page } = await stage.show('#/start');
    assert.deepEqual(await wordsOf(page), [
      ...['the', 'dog', 'bites', 'the', 'man'],
    ]);
    await page.click('.start-press');
    await settle(page);
    const sentence = await wordsOf(page);
    assert.deepEqual(sentence, ['the', 'man', 'bites', 'the', 'dog']);
    assert.match(await text(page, '.said'), /No number changed/);
    await page.click('[data-field="knows"] input[value="positions"]');
    await settle(page);
    assert.match(await text(page, '.said'), /5 of 5 outputs changed/);

    const { embedWords } = await sourceOf('figures/words/words.ts');
    const pe = await load();
    const table = pe.sinusoidal({ length: 5, dim: 16 });
    const x = pe.addTo(embedWords(pe, sentence, 16, 0.4), table).data;
    const { weights } = pe.attention({ q: x, k: x, heads: 1, headDim: 16 });
    const printed = await page.$$eval('.start-figure text', (texts) =>
      texts.map(({ textContent }) => textContent ?? ''),
    );
    assert.deepEqual(
      printed
        .filter((word) => /^\d+$/.test(word))
        .map(Number)
        .sort(),
      Array.from(weights.data, (w) => Math.round(100 * w)).sort(),
    );
    await rested(page, 'address');
    assert.match(await address(page), /order=0\.4\.2\.3\.1&knows=positions/);
  },

  async 'start: moves words by keys and by the pointer'(stage) {
    const { page } = await stage.show('#/start');
    await page.$eval('[data-grip="word-1"]', (grip) => {
      if (grip instanceof SVGElement) grip.focus();
    });
    await press(page, 'ArrowRight');
    await settle(page);
    assert.deepEqual((await wordsOf(page)).slice(0, 3), [
      ...['the', 'bites', 'dog'],
    ]);
    const held = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-valuetext') ?? '',
    );
    assert.equal(held, 'place 3 of 5');
    // The arrow moved the word, and did not turn the page.
    assert.match(await text(page, '.place'), /^1 of/);
    const middles = await page.$$eval('.start-figure > [data-grip]', (grips) =>
      grips.map((grip) => {
        const { x, y, width, height } = grip.getBoundingClientRect();
        const place = Number(grip.getAttribute('aria-valuenow'));
        return { place, x: x + width / 2, y: y + height / 2 };
      }),
    );
    const [from, to] = [0, 4].map((at) =>
      middles.find(({ place }) => place === at),
    );
    assert.ok(from && to);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.mouse.up();
    await settle(page);
    assert.deepEqual(await wordsOf(page), [
      ...['man', 'bites', 'dog', 'the', 'the'],
    ]);
  },

  async 'start: goes on and back by buttons, keys and history'(stage) {
    const { page } = await stage.show('#/start');
    const title = () => text(page, '.screen h2');
    const first = await title();
    await page.click('.steps .next');
    await settle(page);
    const second = await title();
    assert.notEqual(second, first);
    const focused = await page.evaluate(
      () => document.activeElement?.textContent ?? '',
    );
    assert.equal(focused, second);
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.equal(await title(), first);
    await goBack(page);
    await settle(page);
    assert.equal(await title(), second);
    // A dot for each screen that the count names, and the card after them.
    const [, count] = /^2 of (\d+)$/.exec(await text(page, '.place')) ?? [];
    const dots = await page.$$('.steps li a:not(.card)');
    assert.equal(dots.length, Number(count));
    await dots.at(-1)?.click();
    await settle(page);
    assert.equal(await text(page, '.place'), `${count} of ${count}`);
    assert.equal(await text(page, '.steps .next'), 'Summary');
    await press(page, 'ArrowRight');
    await settle(page);
    const current = () => text(page, '.steps [aria-current]');
    assert.equal(await current(), 'Summary');
    // The last card leads back to each screen.
    await page.click('.summary li a');
    await settle(page);
    assert.equal(await title(), first);
  },

  async 'start: figure and main control stand on the first screen'(stage) {
    const { page } = await stage.show('#/start');
    const names = await page.$$eval('.steps li a', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    for (const size of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      for (const name of names.slice(0, -1)) {
        await stage.show(name, size);
        await resize(page, size);
        const place = (/** @type {string} */ selector) =>
          page.$eval(selector, (part) => {
            const { top, bottom, left, height } = part.getBoundingClientRect();
            return { top, bottom, left, height };
          });
        const figure = await place('.start-figure');
        const control = await place(
          '.start-controls :is(input[type="range"], button, .segments)',
        );
        const steps = await place('.steps');
        const at = `${name} at ${size.width}`;
        const least = Math.min(250, 0.7 * size.width);
        assert.ok(figure.top > 0 && figure.height > least, at);
        assert.ok(figure.bottom <= control.top, at);
        assert.ok(control.bottom <= steps.top, at);
        // Where there is room, a guess comes before the control.
        if (size.width === 390) {
          const guess = await place('.guess');
          assert.ok(figure.bottom <= guess.top, at);
          assert.ok(guess.bottom <= control.top, at);
        }
        // The bar stands at the lower edge of every screen.
        assert.ok(Math.abs(steps.bottom - size.height) < 1, at);
        // A button for the value at which a slider stands is marked.
        const values = await page.$$eval('.start-range', (all) =>
          all.map((range) => [
            range.querySelector('output')?.textContent,
            ...Array.from(
              range.querySelectorAll('[aria-pressed="true"]'),
              (button) => button.textContent,
            ),
          ]),
        );
        const preset = /waves|pairs|add$/.test(name);
        for (const [value, ...pressed] of values) {
          assert.deepEqual(
            pressed,
            preset || pressed.length > 0 ? [value] : [],
          );
        }
        // Figure and controls begin at one edge.
        assert.ok(Math.abs(figure.left - control.left) < 1, at);
        const needed = await page.evaluate(
          () => document.documentElement.scrollWidth,
        );
        assert.ok(needed <= size.width, `${at} needs ${needed}`);
      }
    }
  },

  async 'start: notices what was tried, and names what came of it'(stage) {
    // A page of its own: what other tests tried was found there.
    const { page } = await stage.load(
      '#/start/order?order=0.4.2.3.1&knows=positions',
    );
    await settle(page);
    const found = () =>
      page.$$eval('.found', (all) => all.map((line) => line.textContent));
    // An address is no discovery.
    assert.deepEqual(await found(), ['', '']);
    await stage.show('#/start/order');
    await page.click('.start-press');
    await settle(page);
    assert.deepEqual(await found(), [
      'The rows moved along. No number changed.',
      '',
    ]);
    await page.click('[data-field="knows"] input[value="positions"]');
    await settle(page);
    assert.match(
      (await found())[1] ?? '',
      /^With positions, 5 of 5 outputs changed/,
    );
    // What was found stays, whatever the reader does next.
    const kept = await found();
    await page.click('.start-press');
    await settle(page);
    await page.click('[data-field="knows"] input[value="mask"]');
    await page.click('.start-press');
    await settle(page);
    assert.match(await text(page, '.said'), /the mask lets/);
    assert.deepEqual(await found(), kept);
  },

  async 'start: counts what was tried in any order'(stage) {
    // A page of its own: what other tests tried was found there.
    const { page } = await stage.load('#/start/charge');
    await settle(page);
    const found = () =>
      page.$$eval('.found', (all) => all.map((line) => line.textContent ?? ''));
    const head = async (/** @type {number} */ place) => {
      await page.click(`.start-ticks button:nth-child(${place})`);
      await settle(page);
    };
    await head(3);
    const [one, two, last = ''] = await found();
    assert.deepEqual([one, two], ['', '']);
    assert.match(last, /^With a slope of 1\/256/);
    await page.$eval('[data-grip="away"]', (grip) => {
      if (grip instanceof SVGElement) grip.focus();
    });
    await press(page, 'Home');
    await settle(page);
    const [none, near = '', ...rest] = await found();
    assert.deepEqual([none, rest], ['', [last]]);
    assert.match(near, /^So near, ALiBi’s head 8 charges little/);
    await head(1);
    const [first = '', ...others] = await found();
    assert.match(first, /^0 words off, ALiBi’s head 1 takes 0\.00 /);
    assert.deepEqual(others, [near, last]);
    // What an address leads to, nobody tried.
    await stage.load('#/start/pairs?shadows=both&apart=44');
    await settle(page);
    await page.focus('.start-range input');
    await press(page, 'ArrowRight');
    await settle(page);
    assert.deepEqual(await found(), ['', '', '']);
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.match(
      (await found()).join('|'),
      /^\|The fastest hand came round.*\|$/,
    );
  },

  async 'start: turns by the keys of a remote in the full screen alone'(stage) {
    const { page } = await stage.show('#/start');
    const place = () => text(page, '.place');
    await press(page, 'PageDown');
    await settle(page);
    assert.match(await place(), /^1 of/);
    // By a key, as the page may still be scrolling. The button tells when the
    // page has heard of the change, a frame later.
    const turned = async (/** @type {string} */ words) => {
      await page.focus('.steps .full');
      await press(page, 'Enter');
      await ask(page, `“${words}”`, untilReads, '.steps .full', words);
    };
    await turned('Leave');
    assert.ok(await page.evaluate(() => document.fullscreenElement !== null));
    // All grows with the screen, words too.
    const [words = 0, wide = 0] = await page.evaluate(() => [
      Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
      innerWidth,
    ]);
    assert.ok(
      words >= Math.max(16, 0.0115 * wide) - 0.1,
      `${words} of ${wide}`,
    );
    await press(page, 'PageDown', 'PageDown');
    await settle(page);
    assert.match(await place(), /^3 of/);
    await press(page, 'PageUp');
    await settle(page);
    assert.match(await place(), /^2 of/);
    await turned('Full screen');
    assert.ok(await page.evaluate(() => document.fullscreenElement === null));
  },

  async 'start: leads from each screen into a view that takes its state'(
    stage,
  ) {
    const { page } = await stage.show('#/start');
    const names = await page.$$eval('.steps li a', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    for (const name of names.slice(0, -1)) {
      await stage.show(name);
      const lead = await page.$eval('.lead', (link) =>
        link.getAttribute('href'),
      );
      const { page: view } = await stage.show(lead ?? '');
      await rested(view, 'studies', 'address');
      assert.equal(await banner(view), '', `${name} → ${lead}`);
      const wrong = await view.$$eval(
        '[aria-invalid="true"]',
        (all) => all.length,
      );
      assert.equal(wrong, 0, `${name} → ${lead}`);
      // The view knows all that the link says: it writes the same again.
      const [kept, asked] = [await address(view), lead ?? ''].map((link) =>
        [...new URLSearchParams(link.split('?')[1])].sort(),
      );
      assert.deepEqual(kept, asked, name);
    }
  },

  async 'start: reads as text without scripts'(stage) {
    const text = readFileSync(join(built, 'index.html'), 'utf8');
    const pictures = [...text.matchAll(/src="\.\/(start\/[\w-]+\.svg)"/g)];
    assert.ok(pictures.length >= 2);
    for (const [, file = ''] of pictures) {
      const picture = readFileSync(join(built, file), 'utf8');
      assert.match(picture, /^<svg .*<text /s);
      const { page } = await stage.show('#/start');
      const size = await page.evaluate(async (src) => {
        const image = new Image();
        image.src = src;
        await image.decode();
        return [image.naturalWidth, image.naturalHeight];
      }, `./${file}`);
      assert.ok(Math.min(...size) > 300, `${file}: ${size}`);
    }
  },
};
