// @ts-check
// The view of attention with RoPE.

import assert from 'node:assert/strict';
import { load } from 'posenc';
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
  unfoldAll,
} from './hands.mjs';
import { sourceOf } from './source.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Stage} stage @param {string} [query] */
async function open(stage, query = '') {
  const visit = await stage.show(`#/rope?${query}`);
  await unfoldAll(visit.page);
  return visit;
}

/** Presses a tab of the maps. @param {Page} page @param {string} way */
async function tab(page, way) {
  await page.click(`[data-tab="${way}"]`);
  await settle(page);
}

/**
 * A number of the ledger, or of the live scores.
 * @param {Page} page
 * @param {string} name of the number
 */
async function number(page, name) {
  const written = await text(page, `[data-number="${name}"]`);
  const plain = written
    .normalize('NFKC')
    .replaceAll('\u2212', '-')
    .replace('\u00d710', 'e');
  assert.match(plain, /^\d/, written);
  return Number(plain);
}

/** The names of the lines of the ledger that are shown. @param {Page} page */
function ledgerLines(page) {
  return page.$$eval('.ledger tbody th', (all) =>
    all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
  );
}

/** @param {Page} page */
function words(page) {
  return page.$$eval('.words button', (all) => all.map((b) => b.textContent));
}

const rotaryMap = '[data-map="rotary-scores"]';
const plainMap = '[data-map="plain-scores"]';

/** @type {import('./run.mjs').Tests} */
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
    // The last one is to have long lists.
    await page.select('[data-models="first"]', 'Phi-3.5 mini');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /scaling\.longFactor=1\.08\d*_1\.11\d*_1\.1[34]\d*_/);
    const picture = await pixels(page, rotaryMap);
    assert.match(
      await text(page, '.code pre'),
      /longFactor: \[1\.08\d*, 1\.11/,
    );
    const again = await stage.load(hash);
    assert.equal(await pixels(again.page, rotaryMap), picture);
  },

  async 'rope: ruler, circle, score and Play stand on the first screen'(stage) {
    for (const [width, height] of /** @type {const} */ ([
      [1280, 720],
      [390, 844],
    ])) {
      const { page } = await stage.show('#/rope', { width, height });
      const below = await page.evaluate(() =>
        ['.ruler', '.plane-box', '.live-score output', '.player .play']
          .map((part) => [part, document.querySelector(part)])
          .filter(([, element]) => {
            if (!(element instanceof Element)) return true;
            const { top, bottom, right } = element.getBoundingClientRect();
            return top < 0 || bottom > innerHeight || right > innerWidth;
          })
          .map(([part]) => part),
      );
      assert.deepEqual(below, [], `at ${width} × ${height}`);
    }
  },

  async 'rope: both words walk, and their score stays'(stage) {
    const { page } = await stage.show('#/rope');
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const [cat, dog] = ['cat', 'dog'].map((word) =>
      embedWords(pe, [word], 64, 0.4),
    );
    const told = async () => {
      const cells = ['rotary-here', 'rotary-moved', 'added-here', 'plain-here'];
      const [here, moved, added, plain] = await Promise.all(
        cells.map((name) => text(page, `[data-number="live-${name}"]`)),
      );
      return [here, moved, added, plain].map((cell) => numberIn(cell ?? ''));
    };
    /** What the package gives with the cat at a position, 4 before the dog. */
    const wanted = (/** @type {number} */ at) => {
      const rotary = pe.rope({ headDim: 64 });
      const table = pe.sinusoidal({ positions: [at, at + 4], dim: 64 }).data;
      const sum = (/** @type {Float32Array} */ x, /** @type {number} */ row) =>
        x.map((value, i) => value + Number(table[64 * row + i]));
      const score = (/** @type {object} */ more, q = cat, k = dog) =>
        Number(
          pe.attention({ q, k, heads: 1, headDim: 64, ...more }).scores.data[0],
        );
      return [
        score({ rotary, queryStart: at, keyStart: at + 4 }),
        score({ rotary, queryStart: 0, keyStart: 4 }),
        score({}, sum(cat, 0), sum(dog, 1)),
        score({}),
      ].map((value) => Number(value.toPrecision(5)));
    };
    const at = () =>
      page.$eval('.handle-query', (handle) =>
        Number(handle.getAttribute('aria-valuenow')),
      );
    assert.deepEqual(await told(), wanted(1));
    await page.click('.player button:nth-of-type(2)');
    await settle(page);
    assert.equal(await at(), 2);
    assert.deepEqual(await told(), wanted(2));
    assert.match(await text(page, '.player'), /moved along by 1 of 100/);
    // Play moves on by itself until it is paused.
    await page.click('.player .play');
    assert.equal(await text(page, '.player .play'), 'Pause');
    await page.waitForFunction(
      () =>
        Number(
          document
            .querySelector('.handle-query')
            ?.getAttribute('aria-valuenow'),
        ) > 4,
    );
    await page.click('.player .play');
    await settle(page);
    const stood = await at();
    assert.deepEqual(await told(), wanted(stood));
    assert.equal(await text(page, '.player .play'), 'Play');
    // It ends after 100 positions.
    for (let i = stood; i < 101; i++) {
      await page.click('.player button:nth-of-type(2)');
    }
    await settle(page);
    assert.equal(await at(), 101);
    assert.equal(await text(page, '.player .play'), 'Play again');
    await page.click('.chosen-actions button:nth-of-type(2)');
    await settle(page);
    assert.equal(await at(), 1);
  },

  async 'rope: swapping two words swaps their positions'(stage) {
    const { page } = await open(stage);
    const swap = '.chosen .swap';
    const options = await page.$$eval('.chosen select', (all) =>
      all.map((list) =>
        [.../** @type {HTMLSelectElement} */ (list).options].map(
          ({ text }) => text,
        ),
      ),
    );
    for (const names of options) {
      assert.equal(new Set(names).size, 10, names.join());
      assert.equal(names[9], 'cat, 10th word');
    }
    assert.equal(await text(page, swap), 'Swap cat and dog');
    const before = await number(page, 'live-rotary-here');
    await page.click(swap);
    await settle(page);
    assert.deepEqual(
      (await words(page)).join(' '),
      'the dog that saw the cat fears the other cat',
    );
    const handles = await page.$$eval('.handle', (all) =>
      all.map((handle) => handle.textContent),
    );
    assert.deepEqual(handles.slice(0, 2), ['query cat₆ at 5', 'key dog at 1']);
    assert.notEqual(await number(page, 'live-rotary-here'), before);
    assert.ok((await number(page, 'rotary-reordered')) > 0.01);
    await page.click(swap);
    await settle(page);
    assert.equal(await number(page, 'live-rotary-here'), before);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.doesNotMatch(hash, /order|queryAt/);
  },

  async 'rope: tabs by key, each with its map of differences'(stage) {
    const { page } = await open(stage, 'start=300');
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const typed = 'the cat that saw the dog fears the other cat'.split(' ');
    const x = embedWords(pe, typed, 64, 0.4);
    /** The package's score of the words in a cell. */
    const score = (/** @type {string} */ way, start = 300) => {
      const at = { heads: 1, headDim: 64, keyStart: start, queryStart: start };
      const rotary = pe.rope({ headDim: 64 });
      const table = pe.sinusoidal({ length: 10, dim: 64, start }).data;
      const sum = x.map((/** @type {number} */ v, /** @type {number} */ i) =>
        way === 'added' ? v + Number(table[i]) : v,
      );
      const more = way === 'rotary' ? { rotary } : {};
      const { data } = pe.attention({ q: sum, k: sum, ...at, ...more }).scores;
      return Number(data[2 * 10 + 7]);
    };
    await page.focus('[data-tab="rotary"]');
    for (const way of ['rotary', 'added', 'plain']) {
      const map = `[data-map="${way}-scores"]`;
      for (const [other, less] of /** @type {const} */ ([
        ['plain', score('plain')],
        ['moved', score(way, 0)],
      ])) {
        await page.select('.pick:nth-child(2) select', other);
        await focusMap(page, map);
        await press(page, 'ArrowDown', 'ArrowDown');
        for (let i = 0; i < 7; i++) await press(page, 'ArrowRight');
        await settle(page);
        const shown = numberIn(await text(page, `${map} output`));
        assert.equal(shown, Number(score(way).toPrecision(4)), way);
        const change = await text(page, '[data-map="difference"] output');
        const off = Math.abs(numberIn(change) - (score(way) - less));
        assert.ok(off < 2e-6 + 1e-3 * Math.abs(score(way) - less), change);
      }
      await page.focus(`[data-tab="${way}"]`);
      await press(page, 'ArrowRight');
      await settle(page);
    }
    const chosen = '[role="tab"][aria-selected="true"]';
    assert.equal(await text(page, chosen), 'With RoPE');
    const cells = await page.$$eval('.whole .data-table td', (all) =>
      all.map((cell) => cell.textContent ?? ''),
    );
    assert.equal(cells.length, 100);
    assert.equal(
      numberIn(cells[27] ?? ''),
      Number(score('rotary').toPrecision(4)),
    );
  },

  async 'rope: score by distance as far as a million, by key'(stage) {
    const query =
      'headDim=128&theta=500000&scaling.type=linear&scaling.factor=4';
    const { page } = await open(stage, query);
    await rested(page, 'studies');
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const x = embedWords(pe, ['cat'], 128, 0.4);
    const spec = { headDim: 128, theta: 500000 };
    const scaling = { type: 'linear', factor: 4 };
    const scaled = { method: 'rope', ...spec, scaling };
    const at = (/** @type {object} */ options, /** @type {number} */ start) =>
      Number(
        pe.attention({
          ...{ q: x, k: x, heads: 1, queryStart: start, keyStart: 0 },
          rotary: pe.rope(/** @type {any} */ (options)),
        }).scores.data[0],
      );
    await page.focus('.reach .chart-field');
    for (const [key, distance] of /** @type {const} */ ([
      ['End', 1e6],
      ['Home', 1],
    ])) {
      await press(page, key);
      const distances = [distance];
      const rope = /** @type {any} */ (scaled);
      const [expected] = pe.analysis.scoreByDistance(rope, {
        distances,
      }).scores;
      const [bound] = pe.analysis.decayBound(rope, { distances }).bounds;
      const scale = 1 / Math.sqrt(128);
      const wanted = [
        at({ ...spec, scaling }, distance),
        at(spec, distance),
        2 * scale * Number(expected),
        // The step from pair to pair is 4 / 65, over 64 pairs.
        scale * (4 / 65) * 64 * Number(bound),
      ];
      const line = await text(page, '.reach .reading');
      const [first = '', ...parts] = line.split(' · ');
      assert.equal(numberIn(first), distance);
      parts.forEach((part, i) => {
        const told = numberIn(part);
        assert.equal(told, Number(Number(wanted[i]).toPrecision(4)), part);
      });
      assert.equal(parts.length, wanted.length);
      const value = await page.$eval('.reach .chart-field', (field) =>
        field.getAttribute('aria-valuetext'),
      );
      assert.equal(value, line);
    }
  },

  async 'rope: a link with a wrong place shows the first sentence'(stage) {
    const { page } = await stage.load('#/rope?queryAt=1e17&text=');
    const said = await banner(page);
    assert.match(said, /^The pictures show the first sentence\. .*one word/);
    await page.click('.banner button');
    await page.keyboard.type('to be or not');
    await settle(page);
    // Another text puts its words elsewhere.
    assert.equal(await banner(page), '');
    const again = await stage.load('#/rope?queryAt=1e17');
    const told = await banner(again.page);
    assert.match(told, /^The pictures show the first .*queryStart must be/);
    await page.click('.banner button');
    assert.ok(await page.$('[data-param="queryAt"] input:focus'));
    await type(page, 'queryAt', '3');
    assert.equal(await banner(page), '');
  },
};
