// @ts-check
// The sentence in the view of RoPE: its maps, its ledger, its code.

import assert from 'node:assert/strict';
import {
  banner,
  choose,
  focusMap,
  looksOld,
  numberIn,
  pixels,
  press,
  returnToMap,
  runCode,
  spoken,
  text,
  type,
} from './page-actions.mjs';
import { number, open, words } from './rope-view.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** Presses a tab of the maps. @param {Page} page @param {string} way */
async function tab(page, way) {
  await page.click(`[data-tab="${way}"]`);
  await settle(page);
}

/** The names of the lines of the ledger that are shown. @param {Page} page */
function ledgerLines(page) {
  return page.$$eval('.ledger tbody th', (all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
  );
}

const rotaryMap = '[data-map="rotary-scores"]';
const plainMap = '[data-map="plain-scores"]';

/** @type {import('./on-page.mjs').Tests} */
export const rope = {
  async 'rope: moving the sentence keeps its map'(stage) {
    const { page } = await open(stage);
    await focusMap(page, rotaryMap);
    await page.keyboard.press('ArrowRight');
    const before = await spoken(
      page,
      'query the, 1st word, key cat, 2nd word, distance 1',
    );
    const picture = await pixels(page, rotaryMap);
    // Nothing is said of a change before anything has changed.
    assert.deepEqual(await ledgerLines(page), []);
    for (const start of ['1', '1000', '100000']) {
      await type(page, 'start', start);
      const moved = await number(page, 'rotary-moved');
      assert.ok(moved < 1e-4, `${start}: ${moved}`);
      assert.ok((await number(page, 'added-moved')) > 0.1);
      assert.match(await text(page, '.ledger td'), /rounding$/);
      assert.equal(await pixels(page, rotaryMap), picture);
      await returnToMap(page, rotaryMap);
      assert.equal(await spoken(page, 'query the, 1st word, key cat'), before);
    }
    assert.equal(await number(page, 'plain-moved'), 0);
    assert.deepEqual(await ledgerLines(page), [
      'all words moved by 100\u202f000 positions',
    ]);
  },

  async 'rope: float32 angles break the promise far out, and it shows'(stage) {
    const { page } = await open(stage, 'start=100000&precision=torch');
    const torch = await number(page, 'rotary-moved');
    assert.doesNotMatch(await text(page, '.ledger td'), /rounding/);
    await choose(page, '[data-param="precision"]', 'exact');
    const exact = await number(page, 'rotary-moved');
    assert.ok(torch > 20 * exact, `torch ${torch}, exact ${exact}`);
    assert.match(await text(page, '.ledger td'), /rounding$/);
  },

  async 'rope: reordering by keyboard changes scores only with RoPE'(stage) {
    const { page } = await open(stage);
    await tab(page, 'plain');
    const plain = await pixels(page, plainMap);
    await tab(page, 'rotary');
    const rotary = await pixels(page, rotaryMap);
    await page.focus('.words li:nth-child(2) button');
    await page.keyboard.down('Shift');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.up('Shift');
    await settle(page);
    assert.deepEqual((await words(page)).slice(0, 4), [
      'the',
      'that',
      'saw',
      'cat',
    ]);
    const focused = await page.evaluate(
      () => document.activeElement?.textContent,
    );
    assert.equal(focused, 'cat', 'the focus moves along');
    assert.ok((await number(page, 'rotary-reordered')) > 0.01);
    assert.ok((await number(page, 'plain-reordered')) < 1e-6);
    assert.notEqual(await pixels(page, rotaryMap), rotary);
    await tab(page, 'plain');
    assert.notEqual(await pixels(page, plainMap), plain, 'it is permuted');
  },

  async 'rope: a word can be dragged, and all put back'(stage) {
    const { page } = await open(stage);
    const before = await pixels(page, rotaryMap);
    const from = await page.$('.words li:nth-child(1) button');
    const to = await page.$('.words li:nth-child(4) button');
    await from?.scrollIntoView();
    const [a, b] = [await from?.boundingBox(), await to?.boundingBox()];
    assert.ok(a && b);
    await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
    await page.mouse.down();
    await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 12 });
    await page.mouse.up();
    await settle(page);
    assert.equal((await words(page))[0], 'cat');
    assert.ok((await number(page, 'rotary-reordered')) > 0.01);
    assert.equal(await number(page, 'plain-reordered'), 0);
    await page.evaluate(() => {
      const buttons = [...document.querySelectorAll('.text .actions button')];
      const back = buttons.find((b) => b.textContent === 'As typed');
      /** @type {HTMLButtonElement} */ (back).click();
    });
    await settle(page);
    assert.equal(await pixels(page, rotaryMap), before);
    assert.deepEqual(await ledgerLines(page), []);
  },

  async 'rope: a word scores itself the same with and without RoPE'(stage) {
    const { page } = await open(stage);
    await focusMap(page, rotaryMap);
    await press(page, 'ArrowDown', 'ArrowRight');
    const line = await spoken(
      page,
      'query cat, 2nd word, key cat, 2nd word, distance 0',
    );
    const [, rotary, plain] =
      /score (\S+), without position (\S+)$/.exec(line) ?? [];
    assert.ok(Math.abs(Number(rotary) - Number(plain)) < 2e-3, line);
  },

  async 'rope: the mask hides later keys'(stage) {
    const { page } = await open(stage, 'causal=1');
    await focusMap(page, rotaryMap);
    await page.keyboard.press('End');
    const line = await spoken(page, 'query the, 1st word, key cat');
    assert.match(line, /distance 9, score masked, without position masked$/);
  },

  async 'rope: another sentence, another map; none keeps the last'(stage) {
    const { page } = await open(stage);
    const first = await pixels(page, rotaryMap);
    await page.click('.sentence', { count: 3 });
    await page.keyboard.type('to be or not to be');
    await settle(page);
    assert.deepEqual(await words(page), ['to', 'be', 'or', 'not', 'to', 'be']);
    const second = await pixels(page, rotaryMap);
    assert.notEqual(second, first);
    await page.click('.sentence', { count: 3 });
    await page.keyboard.press('Backspace');
    await settle(page);
    assert.match(await text(page, '.text .note'), /at least one word/);
    assert.equal(await pixels(page, rotaryMap), second);
  },

  async 'rope: words beyond what is drawn are counted'(stage) {
    const { page } = await open(stage, `order=&text=${'cat+'.repeat(60)}`);
    assert.equal((await words(page)).length, 48);
    const note = '.text .note';
    assert.match(await text(page, note), /^Only the first 48 of 60 words/);
    await page.click('.sentence', { count: 3 });
    await page.keyboard.type('a cat');
    await settle(page);
    assert.match(await text(page, note), /^Drag a word/);
  },

  async 'rope: numbers stay in their columns on narrow screens'(stage) {
    const { page } = await open(stage, 'start=1000');
    for (const width of [320, 360]) {
      await resize(page, { width });
      const parts = ':is(.ledger, .live) :is(td, th)';
      const beyond = await page.$$eval(parts, (cells) =>
        cells
          .filter((cell) => {
            const range = document.createRange();
            range.selectNodeContents(cell);
            const { right } = range.getBoundingClientRect();
            return right > cell.getBoundingClientRect().right + 0.5;
          })
          .map((cell) => cell.textContent),
      );
      assert.deepEqual(beyond, [], `at ${width}`);
    }
  },

  async 'rope: the copied code attends over as many words'(stage) {
    const query = 'order=&text=to+be+or+not&headDim=8&rotaryDim=4&causal=1';
    const { page } = await open(stage, query);
    const code = await text(page, '.code pre');
    const result = await runCode(
      code,
      '[scores.shape, scores.data[1], rotary.theta]',
    );
    assert.equal(result, '1,4,4,-Infinity,10000');
    // It gives the numbers of the page: the arrows, and a cell of each map.
    const score = Number(await runCode(code, 'score'));
    const printed = numberIn(await text(page, '[data-number="score"]'));
    assert.equal(printed, Number(score.toPrecision(5)));
    await focusMap(page, rotaryMap);
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight');
    for (const name of ['scores', 'weights']) {
      await page.select('.pick select', name);
      await settle(page);
      await returnToMap(page, `[data-map="rotary-${name}"]`);
      const value = Number(await runCode(code, `${name}.data[9]`));
      const shown = await text(page, `[data-map="rotary-${name}"] output`);
      assert.equal(numberIn(shown), Number(value.toPrecision(4)), name);
    }
  },

  async 'rope: a wrong value is named beside its control'(stage) {
    const { page } = await open(stage);
    const before = await pixels(page, rotaryMap);
    for (const [param, value, said] of [
      ['headDim', '63', /^rope: headDim must be an even integer.*ERR_RANGE/],
      ['theta', '0.5', /^rope: theta must be.*ERR_RANGE/],
      ['rotaryDim', '128', /^rope: rotaryDim must be.*ERR_RANGE/],
      ['likeness', '2', /PAGE_RANGE/],
      ['start', '1e17', /ERR_RANGE/],
    ]) {
      const name = String(param);
      const good = await page.$eval(
        `[data-param="${name}"] input[type="text"]`,
        (field) => /** @type {HTMLInputElement} */ (field).value,
      );
      await type(page, name, String(value));
      const note = await text(page, `[data-param="${name}"] .note`);
      assert.match(note, /** @type {RegExp} */ (said));
      assert.equal(await pixels(page, rotaryMap), before);
      await looksOld(page, true, '.ledger', '.maps', '.live', '.code');
      assert.equal(
        await banner(page),
        `The pictures show earlier values. ${note}`,
      );
      await page.click('.banner button');
      const focused = `[data-param="${name}"] input[type="text"]:focus`;
      assert.ok(await page.$(focused), `leads to ${name}`);
      await type(page, name, good);
      await looksOld(page, false, '.ledger', '.maps', '.live', '.code');
    }
    assert.equal(await page.$('.note.wrong:not([hidden])'), null);
  },

  async 'rope: presets and the address round trip'(stage) {
    const { page } = await open(stage, '');
    const models = await page.$$eval('[data-models="first"] option', (all) =>
      all.map((option) => /** @type {HTMLOptionElement} */ (option).value),
    );
    for (const model of models.slice(1)) {
      await page.select('[data-models="first"]', model);
      await settle(page);
      assert.equal(await page.$('.note.wrong:not([hidden])'), null);
    }
    // The last one has long lists, which its name stands for.
    await page.select('[data-models="first"]', 'Phi-3.5 mini');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/rope?preset=Phi-3.5+mini');
    const picture = await pixels(page, rotaryMap);
    assert.match(
      await text(page, '.code pre'),
      /longFactor: \[1\.08\d*, 1\.11/,
    );
    const again = await stage.load(hash);
    assert.equal(await pixels(again.page, rotaryMap), picture);
  },
};
