// @ts-check
// The view of attention in use: its controls, its words, its address.

import assert from 'node:assert/strict';
import {
  attend,
  number,
  open,
  pick,
  queryOf,
  rope,
  sinusoidal,
  typed,
  words,
} from './attention-view.mjs';
import {
  banner,
  focusMap,
  looksOld,
  numberIn,
  pixels,
  press,
  returnToMap,
  spoken,
  text,
  type,
} from './hands.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @type {import('./run.mjs').Tests} */
export const attentionUse = {
  async 'attention: the slider moves the sentence, and relative scores stay'(
    stage,
  ) {
    const { page } = await open(stage, 'head=1');
    const maps = ['a-scores', 'b-scores'].map((name) => `[data-map="${name}"]`);
    const [aMap = '', bMap = ''] = maps;
    /** What both maps say of two words. */
    const read = async () => {
      await focusMap(page, bMap);
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown');
      await spoken(page, 'query likes, key apple, distance 1');
      return Promise.all(maps.map((map) => text(page, `${map} output`)));
    };
    const before = await read();
    const picture = await pixels(page, aMap);
    await page.focus('[data-param="start"] input[type="range"]');
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await settle(page);
    const start = await page.$eval(
      '[data-param="start"] input[type="text"]',
      (field) => Number(/** @type {HTMLInputElement} */ (field).value),
    );
    assert.ok(start > 0);
    assert.match(await text(page, '.ledger'), new RegExp(`moved by ${start}`));
    assert.ok((await number(page, 'a-moved')) > 0.1);
    assert.ok((await number(page, 'b-moved')) < 1e-4);
    assert.notEqual(await pixels(page, aMap), picture);
    const after = await read();
    assert.notEqual(after[0], before[0]);
    assert.equal(after[1], before[1]);
    // Alone, the map does not change in a single pixel.
    await pick(page, 'a.table', '');
    const still = await pixels(page, bMap);
    await type(page, 'start', '90000');
    assert.equal(await pixels(page, bMap), still);
  },

  async 'attention: words are reordered by keyboard, mouse and touch'(stage) {
    const { page } = await open(stage, 'order=');
    await page.focus('.words li:nth-child(1) button');
    await page.keyboard.down('Shift');
    await press(page, 'ArrowRight', 'ArrowRight');
    await page.keyboard.up('Shift');
    await settle(page);
    assert.deepEqual((await words(page)).slice(0, 3), [
      'likes',
      'apple',
      'Tom',
    ]);
    assert.ok((await number(page, 'b-reordered')) > 0.01);
    const centre = async (/** @type {number} */ n) => {
      const chip = await page.$(`.words li:nth-child(${n}) button`);
      const box = await chip?.boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await centre(3), await centre(1)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await page.mouse.up();
    await settle(page);
    assert.deepEqual(await words(page), typed);
    assert.equal(await number(page, 'b-reordered'), 0);
    const [first, last] = [await centre(1), await centre(6)];
    await page.touchscreen.touchStart(first.x, first.y);
    for (let i = 1; i <= 10; i++) {
      const part = i / 10;
      await page.touchscreen.touchMove(
        first.x + part * (last.x - first.x),
        first.y + part * (last.y - first.y),
      );
    }
    await page.touchscreen.touchEnd();
    await settle(page);
    assert.equal((await words(page))[5], 'Tom');
    assert.ok((await number(page, 'b-reordered')) > 0.01);
  },

  async 'attention: examples show two orders of the same words'(stage) {
    const { page } = await open(stage, 'a={}');
    const labels = await page.$$eval('.examples button', (all) =>
      all.map((button) => button.textContent ?? ''),
    );
    assert.ok(labels.length >= 5);
    for (const [i, label] of labels.entries()) {
      const buttons = await page.$$('.examples button');
      await buttons[i]?.click();
      await settle(page);
      const [first = ''] = label.split(' / ');
      assert.equal((await words(page)).join(' ').replaceAll(' ,', ','), first);
      const pressed = await page.$$eval(
        '.examples button[aria-pressed="true"]',
        (all) => all.map((button) => button.textContent),
      );
      assert.deepEqual(pressed, [label]);
      // Without position, the score of two words does not know their order.
      assert.equal(await number(page, 'a-reordered'), 0);
      const second = i < 4 && i % 2 === 1;
      assert.equal((await number(page, 'b-reordered')) > 0.01, second, label);
    }
  },

  async 'attention: two sentences stand side by side'(stage) {
    const { page } = await open(stage);
    assert.ok(await page.$('.beside[hidden]'));
    await page.click('.examples li:nth-child(3) button');
    await settle(page);
    const early = 'I went to the river bank';
    const late =
      'Early on the last Sunday of May, long before the first boats left, ' +
      early;
    const [first = [], second = []] = [early, late].map((text) =>
      text.replaceAll(',', ' ,').split(' '),
    );
    const from = second.length - 6;
    for (const [side, parts] of Object.entries({ a: sinusoidal, b: rope })) {
      const [one, two] = [first, second].map(
        (words) => attend(parts, { words }).scores.data,
      );
      const width = second.length;
      let most = 0;
      for (let cell = 0; cell < 4 * 36; cell++) {
        const [head, i, j] = [cell / 36, (cell / 6) % 6, cell % 6].map(
          Math.floor,
        );
        const at = (Number(head) * width + from + Number(i)) * width;
        const there = Number(two?.[at + from + Number(j)]);
        most = Math.max(most, Math.abs(there - Number(one?.[cell])));
      }
      const said = await text(page, `[data-number="${side}-beside"]`);
      const printed = numberIn(said.replace(/^.*: /, ''));
      assert.ok(Math.abs(printed - most) <= 0.06 * most, `${said}: ${most}`);
      assert.equal(/rounding/.test(said), side === 'b');
      const maps = await page.$$(`[data-beside^="${side}-"] .heatmap`);
      assert.equal(maps.length, 3);
    }
    await page.click('.beside button');
    await settle(page);
    assert.ok(await page.$('.beside[hidden]'));
  },

  async 'attention: every method can be chosen, and its options set'(stage) {
    const { page } = await open(stage, 'a={}&b={}');
    const parts = await page.$$eval('[data-side="a"] .slot', (all) =>
      all.map((slot) => ({
        part: String(/** @type {HTMLElement} */ (slot).dataset.param),
        names: [...slot.querySelectorAll('option')].map(({ value }) => value),
      })),
    );
    assert.ok(parts.length >= 2);
    for (const { part, names } of parts) {
      assert.equal(names[0], '');
      for (const name of names.slice(1)) {
        await pick(page, part, name);
        assert.equal(await banner(page), '', `${part} ${name}`);
        const title = await text(page, '[data-side="a"] legend');
        assert.doesNotMatch(title, /No position/, name);
      }
      await pick(page, part, '');
    }
    assert.match(await text(page, '[data-side="a"] legend'), /No position/);
  },

  async 'attention: heads are shown one by one'(stage) {
    const { page } = await open(
      stage,
      `heads=2&${queryOf({ a: {}, b: rope })}`,
    );
    const first = await pixels(page, '[data-map="b-scores"]');
    await page.click('.heads label:nth-of-type(2)');
    await settle(page);
    assert.notEqual(await pixels(page, '[data-map="b-scores"]'), first);
    assert.match(await text(page, '.profiles .reading'), /^head 1/);
    await type(page, 'heads', '3');
    assert.equal((await page.$$('.heads input')).length, 3);
  },

  async 'attention: a wrong value is named beside its control, and nothing is lost'(
    stage,
  ) {
    const { page } = await open(
      stage,
      'a.table.method=learned&a.table.tableLength=512',
    );
    const before = await pixels(page, '[data-map="b-scores"]');
    for (const [param, value, said] of /** @type {const} */ ([
      ['start', '5000', /learned: .*ERR_RANGE/],
      ['start', '1e17', /ERR_RANGE/],
      ['heads', '0', /PAGE_RANGE/],
      ['headDim', '23', /rotary.headDim must be an even/],
      ['likeness', '2', /PAGE_RANGE/],
      ['b.rotation.theta', '0.5', /rotary.theta must be.*ERR_RANGE/],
      ['b.rotation.rotaryDim', '96', /ERR_RANGE/],
      ['a.table.std', '-1', /learned: std must be.*ERR_RANGE/],
    ])) {
      await page.$$eval('.slot details', (all) => {
        for (const details of all) details.open = true;
      });
      const field = `[data-param="${param}"] input[type="text"]`;
      const good = await page.$eval(
        field,
        (input) => /** @type {HTMLInputElement} */ (input).value,
      );
      await type(page, param, value);
      const wrong = await page.$$eval('.note.wrong:not([hidden])', (all) =>
        all.map((note) => note.textContent ?? ''),
      );
      assert.equal(wrong.length, 1, `${param}: ${wrong.join()}`);
      assert.match(String(wrong[0]), said);
      assert.match(await banner(page), /^The pictures show earlier values\. /);
      assert.equal(await pixels(page, '[data-map="b-scores"]'), before);
      const whole = param === 'b.rotation.theta';
      if (whole) await looksOld(page, true, '.ledger', '.maps', '.code');
      await page.click('.banner button');
      const focused = await page.evaluate(
        () => document.activeElement?.tagName,
      );
      assert.equal(focused, 'INPUT', param);
      await type(page, param, good);
      assert.equal(await banner(page), '');
      if (whole) await looksOld(page, false, '.ledger', '.maps', '.code');
    }
    await page.click('.sentence', { count: 3 });
    await page.keyboard.press('Backspace');
    await settle(page);
    assert.match(await text(page, '.text .note'), /at least one word/);
    assert.equal(await pixels(page, '[data-map="b-scores"]'), before);
  },

  async 'attention: the address keeps the whole state'(stage) {
    const { page } = await open(stage);
    await pick(page, 'a.table', 'polynomial');
    await pick(page, 'a.rotation', 'rope');
    await pick(page, 'b.rotation', '');
    await type(page, 'start', '40');
    await page.click('.examples li:nth-child(2) button:nth-of-type(2)');
    await page.click('[data-param="causal"] input');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    const seen = async (/** @type {Page} */ page) => [
      await words(page),
      await pixels(page, '[data-map="a-scores"]'),
      await pixels(page, '[data-map="b-weights"]'),
      await text(page, '.ledger'),
      await text(page, '.code pre'),
    ];
    const before = await seen(page);
    const again = await stage.load(hash);
    assert.deepEqual(await seen(again.page), before);
    await again.page.click('.side .actions button');
    await settle(again.page);
    const titles = await again.page.$$eval('.configuration legend', (all) =>
      all.map((legend) => legend.textContent),
    );
    assert.match(String(titles[0]), /^A: No position/);
    assert.match(String(titles[1]), /^B: .* \+ /);
  },

  async 'attention: nothing is cut on narrow screens'(stage) {
    const { page } = await open(stage, 'start=1000');
    for (const width of [320, 390]) {
      await resize(page, { width });
      const beyond = await page.$$eval(
        '.ledger td, .ledger th, .configuration legend, .examples button',
        (cells) =>
          cells
            .filter((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              const { right } = range.getBoundingClientRect();
              return right > cell.getBoundingClientRect().right + 1;
            })
            .map((cell) => cell.textContent),
      );
      assert.deepEqual(beyond, [], `at ${width}`);
    }
    await returnToMap(page, '[data-map="a-scores"]');
  },
};
