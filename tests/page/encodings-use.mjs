// @ts-check
// The view of tables in use: its controls, its address, its program.

import assert from 'node:assert/strict';
import { methods } from 'posenc/descriptions';
import {
  banner,
  choose,
  looksOld,
  pixels,
  runCode,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */

/**
 * @param {Stage} stage
 * @param {string} [query]
 * @param {import('./browser.mjs').Size} [size]
 */
function open(stage, query = '', size) {
  return stage.show(`#/encodings?${query}`, size);
}

/** @type {import('./on-page.mjs').Tests} */
export const encodingsUse = {
  async 'encodings: the address holds the state and gives it back'(stage) {
    const { page } = await open(stage);
    await type(page, 'length', '300');
    await type(page, 'base', '2e5');
    await choose(page, '[data-param="dtype"]', 'bfloat16');
    await choose(page, '[data-strip="show"]', 'errors');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes('show=errors'), hash);
    const picture = await pixels(page);

    const again = await stage.load(hash);
    assert.equal(await pixels(again.page), picture);
    assert.match(await text(again.page, '.meta'), /300 × 128 · bfloat16/);
    const copied = await text(again.page, '.code pre');
    assert.match(
      copied,
      /{ length: 300, dim: 128, base: 200000, dtype: 'bfloat16' }/,
    );
  },

  async 'encodings: a wrong value is named beside its control'(stage) {
    const { page } = await open(stage);
    const before = await pixels(page);
    const note = '[data-param="dim"] .note';
    for (const [value, code] of [
      ['0', 'ERR_RANGE'],
      ['1.5', 'ERR_'],
      ['many', 'ERR_'],
      ['1e30', 'ERR_'],
    ]) {
      await type(page, 'dim', value ?? '');
      const said = await text(page, note);
      assert.match(said, /^sinusoidal: dim must be/, said);
      assert.ok(said.includes(code ?? ''), said);
      assert.equal(await pixels(page), before, 'the picture stays');
      await looksOld(page, true, '.plate', '.columns-row', '.code');
      assert.equal(
        await banner(page),
        `The picture shows earlier values. ${said}`,
      );
    }
    await type(page, 'dim', '128');
    await looksOld(page, false, '.plate', '.columns-row', '.code');
    assert.equal(await banner(page), '');
    assert.doesNotMatch(await text(page, note), /ERR_/);
    assert.equal(await pixels(page), before);
    await type(page, 'length', '1e9');
    assert.match(await text(page, '[data-param="length"] .note'), /PAGE_LIMIT/);
    assert.equal(await pixels(page), before);
  },

  async 'encodings: a link that fails shows no other table'(stage) {
    for (const width of [1280, 360]) {
      const { page } = await stage.show('#/encodings', { width });
      const far = 'method=floater&start=1000000&length=16&dim=4';
      await page.evaluate((query) => {
        location.hash = `#/encodings?${query}`;
      }, far);
      await settle(page);
      assert.equal(await text(page, '.chooser > h3 span'), 'FLOATER');
      assert.match(
        await banner(page),
        /^FLOATER cannot be drawn with these values\. .*ERR_RANGE$/,
      );
      // The table of another method, its numbers and its code are hidden.
      const seen = await page.$$eval(
        '.main :is(canvas, .meta, .about, .reading, pre, .facts, .axis span)',
        (all) =>
          all
            .filter((part) =>
              part.checkVisibility({ visibilityProperty: true }),
            )
            .map((part) => part.className || part.tagName),
      );
      assert.deepEqual(seen, []);
      assert.ok(await page.$('.plate[inert] .field'), 'an empty plate');
      // The banner is above the plate, and its button leads to the control.
      const [banners, plate] = await page.$$eval(
        '.banner, .plate .heatmap',
        (all) => all.map((part) => part.getBoundingClientRect().top),
      );
      assert.ok(Number(banners) <= Number(plate));
      await page.click('.banner button');
      const control = await page.evaluate(() => {
        const active = document.activeElement;
        const { top = 0, bottom = 0 } = active?.getBoundingClientRect() ?? {};
        const name = active
          ?.closest('[data-param]')
          ?.getAttribute('data-param');
        return { name, inside: top >= 0 && bottom <= innerHeight };
      });
      const note = `[data-param="${control.name}"] .note`;
      assert.match(await text(page, note), /ERR_RANGE$/);
      assert.ok(control.inside, 'it is on the screen');
      // A right value is drawn, and another method shows its own table.
      await type(page, 'start', '3');
      assert.equal(await banner(page), '');
      assert.match(await text(page, '.meta'), /^16 × 4 /);
      await looksOld(page, false);
      const floater = await pixels(page);
      await page.evaluate(() => {
        location.hash = '#/encodings?method=learned&dim=0';
      });
      await settle(page);
      assert.match(await banner(page), /^Learned cannot be drawn/);
      await page.evaluate(() => {
        location.hash = '#/encodings?method=floater&start=3&length=16&dim=4';
      });
      await settle(page);
      assert.equal(await banner(page), '');
      assert.equal(await pixels(page), floater);
    }
  },

  async 'encodings: the code is there in other languages, too'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=5&dim=6&layout=blocks',
    );
    await rested(page, 'address');
    const choose = async (
      /** @type {string} */ language,
      /** @type {string} */ sign,
    ) => {
      await page.click(
        `[data-strip="language"] label:has([value="${language}"])`,
      );
      await page.waitForFunction(
        (/** @type {string} */ words) =>
          document.querySelector('.code pre')?.textContent?.includes(words),
        {},
        sign,
      );
    };
    await choose('shell', 'npx posenc');
    assert.equal(
      await text(page, '.code pre'),
      'npx posenc table sinusoidal --length 5 --dim 6 --layout blocks --out table.npy',
    );
    await choose('PyTorch', 'import torch');
    assert.match(
      await text(page, '.code pre'),
      /table = torch\.cat\(\[angle\.sin\(\), angle\.cos\(\)\], dim=1\)/,
    );
    await choose('JavaScript', 'pe.sinusoidal');
  },

  async 'encodings: the copied code makes the table'(stage) {
    const { page } = await open(stage, 'length=7&dim=5&dtype=float16');
    const code = await text(page, '.code pre');
    const made = await runCode(code, 'table.shape + table.dtype');
    assert.equal(made, '7,5float16');
  },

  async 'encodings: the first row has a wave, which no link names'(stage) {
    const { page } = await open(stage, 'dim=64');
    assert.equal(await text(page, '.row-bars h3'), 'Row: position 23');
    assert.equal(await page.$('[data-strip="pooling"]:not([hidden])'), null);
    await type(page, 'dim', '66');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/encodings?dim=66');
  },

  async 'encodings: four controls are shown, named for people'(stage) {
    const { page } = await open(stage);
    const seen = await page.$$eval('[data-param]', (all) =>
      all
        .filter((control) => control.checkVisibility())
        .map((control) => [
          control.querySelector('.word')?.textContent,
          control.getAttribute('data-param'),
        ]),
    );
    assert.equal(seen.length, 4);
    assert.deepEqual(seen.slice(0, 3), [
      ['Positions', 'length'],
      ['Vector width', 'dim'],
      ['Slowest wave', 'base'],
    ]);
    // All four are on the first screen, whose words say what they are.
    const last = await page.$eval('[data-param="layout"]', (control) =>
      control.getBoundingClientRect().bottom.toFixed(0),
    );
    assert.ok(Number(last) < 560, `the fourth ends at ${last}`);
    const notes = () =>
      page.$$eval('.panel > .control > .note', (all) =>
        all
          .filter((note) => note.checkVisibility())
          .map((note) => note.textContent),
      );
    assert.deepEqual(await notes(), []);
    await page.click('.explain');
    const explained = await notes();
    assert.equal(explained.length, 4);
    const { length, dim } = methods.sinusoidal.parameters;
    for (const [i, { doc }] of [length, dim].entries()) {
      assert.equal(explained[i], doc.replaceAll('`', ''));
    }
    await page.click('.explain');
    assert.deepEqual(await notes(), []);
    // An error is never hidden.
    await type(page, 'dim', '0');
    assert.match(
      (await notes()).join(),
      /^sinusoidal: dim must be .*ERR_RANGE$/,
    );
    await type(page, 'dim', '128');
    // A wrong value of an option that is folded away opens the fold.
    await page.evaluate(() => {
      location.hash = '#/encodings?step=0';
    });
    await settle(page);
    await page.evaluate(() => {
      location.hash = '#/encodings?scale=NaN';
    });
    await settle(page);
    assert.ok(await page.$('[data-fold="more"][open] .note.wrong'));
    await page.click('.banner button');
    const focused = await page.evaluate(() =>
      document.activeElement
        ?.closest('[data-param]')
        ?.getAttribute('data-param'),
    );
    assert.equal(focused, 'scale');
  },

  async 'encodings: every preset, dtype and precision draws'(stage) {
    const { page } = await open(stage);
    for (const preset of await page.$$('.preset')) {
      await preset.click();
      await settle(page);
    }
    for (const group of ['dtype', 'precision']) {
      const words = await page.$$(`[data-param="${group}"] label`);
      await unfold(page, `[data-param="${group}"] label`);
      for (const word of words) {
        await word.click();
        await settle(page);
        assert.equal(await page.$('.note.wrong:not([hidden])'), null);
      }
    }
    await type(page, 'step', '-0.5');
    await type(page, 'length', '0');
    assert.equal(await page.$('.note.wrong:not([hidden])'), null);
  },
};
