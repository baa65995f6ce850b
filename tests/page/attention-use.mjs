// @ts-check
// The view of attention in use: its controls, its words, its address.

import assert from 'node:assert/strict';
import { decodeCsv, decodeNpy } from 'posenc/formats';
import { within } from '../../scripts/lib/pace.mjs';
import {
  attend,
  number,
  open,
  pick,
  queryOf,
  rope,
  sinusoidal,
  told,
  toldOf,
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
  unfold,
  unfoldAll,
} from './page-actions.mjs';
import { saved } from './saved-files.mjs';
import { frame, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @type {import('./on-page.mjs').Tests} */
export const attentionUse = {
  async 'attention: the slider moves the sentence, and relative scores stay'(
    stage,
  ) {
    const { page } = await open(stage, 'head=1');
    const maps = ['a-late', 'b-late'].map((name) => `[data-map="${name}"]`);
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
    assert.match(
      await text(page, '.story-line[data-line="a"] .told'),
      new RegExp(`Moved by ${start}:`),
    );
    assert.ok((await number(page, 'a-moved')) > 0.1);
    assert.match(String(await told(page, 'b-moved')), /^the same/);
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

  async 'attention: explanations that come late are announced once'(stage) {
    const { page } = await stage.load('#/attention');
    await page.setRequestInterception(true);
    let held = 0;
    /** @type {(request: import('puppeteer-core').HTTPRequest) => void} */
    let hold = () => {};
    /** @type {Promise<import('puppeteer-core').HTTPRequest>} */
    const asked = new Promise((done) => {
      hold = (request) => {
        if (/\/whole-[^/]*\.js$/.test(request.url())) {
          held++;
          done(request);
        } else void request.continue();
      };
    });
    page.on('request', hold);
    try {
      await page.focus('[data-side="b"] .parts > summary');
      await press(page, 'Enter');
      await page.$$eval('[data-side="b"] .parts details', (folds) => {
        for (const fold of folds) fold.setAttribute('open', '');
      });
      const request = await within(asked, 20, 'waiting for the explanations');
      // There was room for them in a frame before this one.
      await frame(page);
      await request.continue();
      const said = await spoken(page, 'The options are');
      assert.equal(said, 'The options are explained now.');
      assert.equal(held, 1);
      const notes = await page.$$eval('[data-side="b"] .parts .note', (all) =>
        all
          .filter((note) => note.checkVisibility())
          .map((note) => note.textContent ?? ''),
      );
      assert.ok(
        notes.some((note) => note.length > 10),
        notes.join('|'),
      );
    } finally {
      page.off('request', hold);
      await page.setRequestInterception(false);
    }
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
    assert.equal(await page.$('[data-number="b-reordered"]'), null);
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
      const [first = '', other] = label.split(' / ');
      if (other === undefined) {
        const shown = (await words(page)).join(' ').replaceAll(' ,', ',');
        assert.equal(shown, first);
      } else {
        const fields = await page.$$eval('.texts .sentence', (all) =>
          all.map((field) => /** @type {HTMLInputElement} */ (field).value),
        );
        assert.deepEqual(fields, [first, other]);
      }
      const pressed = await page.$$eval(
        '.examples button[aria-pressed="true"]',
        (all) => all.map((button) => button.textContent),
      );
      assert.deepEqual(pressed, [label]);
      // Without position, the score of two words does not know their order.
      const second = i < 6 && i % 2 === 1;
      const there = await page.$('[data-number="b-reordered"]');
      assert.equal(there !== null, second, label);
      if (!second) continue;
      assert.equal(await told(page, 'a-reordered'), 'the same');
      assert.ok((await number(page, 'b-reordered')) > 0.01, label);
    }
  },

  async 'attention: the same words stand in another sentence'(stage) {
    const { page } = await open(stage);
    await page.click('.examples li:last-child button');
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
      assert.equal(await told(page, `${side}-beside`), toldOf(most, two ?? []));
      assert.equal(most > 0.1, side === 'a', `${most}`);
      const changes = side === 'a' ? 'changes scores' : 'changes no score';
      assert.match(
        await text(page, `.story-line[data-line="${side}"] .told`),
        new RegExp(`^The other sentence ${changes}`),
      );
      const titles = await page.$$eval(
        `[data-map^="${side}-"] figcaption`,
        (all) => all.map((title) => title.textContent),
      );
      assert.ok(titles.includes('early, from 0'), titles.join());
      assert.ok(titles.includes(`late, from ${from}`), titles.join());
    }
    // The late text is a field of its own, and names what is wrong with it.
    await page.click('[data-param="beside"] input', { count: 3 });
    await page.keyboard.sendCharacter('none of these');
    await settle(page);
    assert.match(
      await text(page, '[data-param="beside"] .note.wrong'),
      /must have a word of the early one.*PAGE_EMPTY/,
    );
    await page.click('[data-param="beside"] button');
    await settle(page);
    assert.equal(await banner(page), '');
    assert.deepEqual(await words(page), first);
  },

  async 'attention: the cursor meets the same two words in both texts'(stage) {
    const { page } = await stage.show('#/attention');
    await focusMap(page, '[data-map="b-early"]');
    // Query dog, key man of the early text.
    await press(page, 'ArrowDown', 'End');
    await spoken(page, 'query dog, key man, distance -3');
    assert.equal(
      await text(page, '.story > .reading'),
      'query dog (early at 1, late at 104) · key man (early at 4, late at 101)',
    );
    const words = ['the dog bites the man', 'the man bites the dog'];
    const [early, late] = words.map((text) =>
      attend(rope, { words: text.split(' ') }),
    );
    const read = async (/** @type {string} */ map) =>
      numberIn(await text(page, `[data-map="b-${map}"] output`));
    const first = Number(early?.scores.data[1 * 5 + 4]);
    assert.equal(await read('early'), Number(first.toPrecision(5)));
    const second = Number(late?.scores.data[4 * 5 + 1]);
    assert.ok(Math.abs((await read('late')) / second - 1) < 1e-4);
  },

  async 'attention: tables hold the numbers of the charts'(stage) {
    const { page } = await open(
      stage,
      `start=9&${queryOf({ a: {}, b: rope })}`,
    );
    await unfold(page, '.story .data-scroll');
    await present(page, '.story tbody tr:nth-child(49)');
    const made = attend(rope, { start: 9 }).scores.data;
    const [head = [], row = []] = await page.$$eval(
      '.story thead tr, .story tbody tr:nth-child(10)',
      (all) =>
        all.map((line) => [...line.children].map((cell) => cell.textContent)),
    );
    assert.deepEqual(row.slice(0, 2), ['likes (word 2)', 'apple (word 3)']);
    const printed = String(row[head.indexOf('B, late')]);
    const wanted = Number(made[1 * 7 + 2]);
    assert.equal(numberIn(printed), Number(wanted.toPrecision(5)));
    // The slider of the profile reads the same numbers as its table.
    await page.focus('.profile-distance input');
    await press(page, 'Home', 'ArrowRight');
    await settle(page);
    assert.match(await text(page, '.profiles .reading'), /distance −63$/);
    const read = await text(page, '[data-profile="b"] output');
    // The chart may have come after all folds were opened.
    await page.$eval('.profiles .data-table', (table) =>
      table.setAttribute('open', ''),
    );
    await present(page, '.profiles tbody tr:nth-child(129)');
    const line = await page.$eval('.profiles tbody tr:nth-child(2)', (row) =>
      [...row.children].map((cell) => cell.textContent),
    );
    assert.deepEqual([line[0], line[2]], ['−63', read]);
  },

  async 'attention: files hold the numbers of the figures'(stage) {
    const sides = {
      a: { bias: { method: 'alibi' } },
      b: { ...rope, bias: { method: 'alibi' } },
    };
    const { page } = await open(
      stage,
      `start=9&head=1&length=300&${queryOf(sides)}`,
    );
    /** @param {string} figure @param {string} kind */
    const file = async (figure, kind) => {
      const { name, bytes } = await saved(
        page,
        `${figure} > .more-of-figure`,
        kind,
      );
      assert.ok(name.startsWith('attention-'), name);
      return bytes;
    };
    const late = attend(sides.b, { start: 9 });
    const at = 7 * 7 + 1 * 7 + 2;
    const main = decodeCsv(await file('.story', 'csv'));
    assert.deepEqual(main.shape, [49, 10]);
    // Query likes, key apple: B late is the sixth map.
    const row = [...main.data].slice(9 * 10, 10 * 10).map(Number);
    assert.deepEqual(row.slice(0, 2), [1, 2]);
    assert.equal(Math.fround(row[6] ?? 0), late.scores.data[at]);
    const terms = decodeNpy(
      await file('.maps:has([data-map="a-alibi"])', 'npy'),
    );
    assert.equal(terms.shape[0], 49);
    const bias = late.terms?.alibi?.data[at];
    assert.ok(bias !== undefined && bias < 0);
    const line = [...terms.data].slice(9 * (terms.shape[1] ?? 0)).map(Number);
    assert.ok(line.slice(0, terms.shape[1]).some((value) => value === bias));
    const profile = decodeCsv(await file('.profiles', 'csv'));
    assert.deepEqual(profile.shape, [129, 9]);
    const repeated = new Array(129).fill('Tom');
    const lines = attend(sides.b, { words: repeated, start: 9, query: 64 });
    // Distance -64, head 1 of B.
    assert.equal(Math.fround(Number(profile.data[6])), lines.scores.data[129]);
    await page.$eval('.long', (figure) => figure.scrollIntoView());
    await present(page, '.long[data-state="drawn"]');
    await rested(page, 'studies');
    const long = decodeNpy(await file('.long', 'npy'));
    assert.deepEqual(long.shape, [2, 256, 256]);
    for (const figure of ['.story', '.profiles', 'figure.arrows', '.long']) {
      const png = await file(figure, 'png');
      assert.equal(png.subarray(1, 4).toString(), 'PNG', figure);
      const svg = (await file(figure, 'svg')).toString();
      assert.match(svg, /^<svg[\s\S]*ALiBi[\s\S]*<\/svg>\s*$/, figure);
      const { spec } = JSON.parse((await file(figure, 'json')).toString());
      assert.equal(spec.b.rotation.method, 'rope', figure);
    }
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
    const first = await pixels(page, '[data-map="b-late"]');
    await page.click('.heads label:nth-of-type(2)');
    await settle(page);
    assert.notEqual(await pixels(page, '[data-map="b-late"]'), first);
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
    const before = await pixels(page, '[data-map="b-late"]');
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
      assert.equal(await pixels(page, '[data-map="b-late"]'), before);
      const whole = param === 'b.rotation.theta';
      if (whole) await looksOld(page, true, '.story figcaption', '.code');
      await page.click('.banner button');
      const focused = await page.evaluate(
        () => document.activeElement?.tagName,
      );
      assert.equal(focused, 'INPUT', param);
      await type(page, param, good);
      assert.equal(await banner(page), '');
      if (whole) await looksOld(page, false, '.story figcaption', '.code');
    }
    await page.click('.sentence', { count: 3 });
    await page.keyboard.press('Backspace');
    await settle(page);
    assert.match(await text(page, '.text .note'), /at least one word/);
    assert.equal(await pixels(page, '[data-map="b-late"]'), before);
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
      await pixels(page, '[data-map="a-late"]'),
      await pixels(page, '[data-map="b-early"]'),
      await text(page, '.story-line[data-line="b"] .told'),
      await text(page, '.code pre'),
    ];
    const before = await seen(page);
    const again = await stage.load(hash);
    await unfoldAll(again.page);
    await settle(again.page);
    assert.deepEqual(await seen(again.page), before);
    await again.page.click('.configurations > button');
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
        '.told span, .texts .label, .method-choice, .examples button',
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
    await returnToMap(page, '[data-map="a-late"]');
  },
};
