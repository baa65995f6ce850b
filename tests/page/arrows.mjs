// @ts-check
// Arrows, wavelengths and scale in the view of attention with RoPE. What the
// page prints is compared with calls of the package in Node.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import {
  banner,
  choose,
  numberIn,
  press,
  runCode,
  text,
  type,
  unfold,
  unfoldAll,
} from './hands.mjs';
import { sourceOf } from './source.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

const sentence = 'the cat that saw the dog fears the other cat'.split(' ');
const likeness = 0.4;

/** @param {Stage} stage @param {string} [query] */
async function open(stage, query = '') {
  const asked = new URLSearchParams('queryAt=12&keyAt=5');
  for (const [name, value] of new URLSearchParams(query)) {
    asked.set(name, value);
  }
  const visit = await stage.show(`#/rope?${asked}`);
  await unfoldAll(visit.page);
  return visit;
}

/** @param {Page} page @param {string} name */
async function number(page, name) {
  return numberIn(await text(page, `[data-number="${name}"]`));
}

/**
 * Asserts that the page prints a value, to a number of digits or more.
 * @param {Page} page
 * @param {string} name
 * @param {number} value
 * @param {number} [digits]
 */
async function prints(page, name, value, digits = 5) {
  const printed = await number(page, name);
  const unit = Math.abs(value) * 10 ** (1 - digits);
  const off = Math.abs(printed - value);
  assert.ok(off <= 0.5001 * unit, `${name}: ${printed}, not ${value}`);
}

/**
 * Words of the whole sentence at their positions, turned and attended by the
 * package: what the page should show for two of them.
 * @param {{ query?: number, key?: number, queryAt?: number, keyAt?: number }} places
 * @param {object} options of the rope
 */
async function expected(
  { query = 1, key = 5, queryAt = 12, keyAt = 5 },
  options,
) {
  const { embedWords } = await sourceOf('figures/words/words.ts');
  const pe = await load();
  const rotary = pe.rope({ headDim: 64, ...options });
  const { headDim } = rotary;
  /** @type {Float32Array} */
  const x = embedWords(pe, sentence, headDim, likeness);
  const count = sentence.length;
  const at = (/** @type {number} */ from) => sentence.map((_, i) => from + i);
  const [queries, keys] = [at(queryAt - query), at(keyAt - key)];
  const { scores } = pe.attention({
    ...{ q: x, k: x, heads: 1, rotary },
    ...{ queryPositions: queries, keyPositions: keys },
  });
  const turned = (
    /** @type {'query' | 'key'} */ side,
    /** @type {number[]} */ positions,
  ) => rotary.rotate(x, { heads: 1, positions, side }).data;
  const [q, k] = [turned('query', queries), turned('key', keys)];
  const pairs = rotary.frequencies.length;
  const products = Array.from(rotary.frequencies, (_, pair) => {
    const [a, b] =
      rotary.outLayout === 'half'
        ? [pair, pair + pairs]
        : [2 * pair, 2 * pair + 1];
    return [a, b].reduce(
      (sum, c) =>
        sum + Number(q[query * headDim + c]) * Number(k[key * headDim + c]),
      0,
    );
  });
  let sum = 0;
  for (let c = 0; c < headDim; c++) {
    sum += Number(q[query * headDim + c]) * Number(k[key * headDim + c]);
  }
  const score = Number(scores.data[query * count + key]);
  return { rotary, score, sum, products };
}

/** @param {Page} page @param {string} handle */
async function middleOf(page, handle) {
  const element = await page.$(`.handle-${handle} span`);
  const box = await element?.boundingBox();
  assert.ok(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a handle by pixels. @param {Page} page @param {string} handle @param {number} by */
async function drag(page, handle, by) {
  const { x, y } = await middleOf(page, handle);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by, y, { steps: 4 });
  await page.mouse.up();
  await settle(page);
}

/** @param {Page} page @param {string} handle */
function positionOf(page, handle) {
  return page.$eval(`.handle-${handle}`, (element) =>
    Number(element.getAttribute('aria-valuenow')),
  );
}

/** The paths of the arrows in the large plane. @param {Page} page */
function drawn(page) {
  return page.$$eval('.plane-box .after', (all) =>
    all.map((path) => path.getAttribute('d')),
  );
}

/** @type {import('./run.mjs').Tests} */
export const arrows = {
  async 'arrows: every number is that of the package on the whole sentence'(
    stage,
  ) {
    for (const [options, places, pair] of /** @type {const} */ ([
      [{}, {}, 6],
      [
        { headDim: 96, rotaryDim: 24, theta: 500000 },
        { query: 0, key: 9, queryAt: 3, keyAt: 5000 },
        11,
      ],
      [
        { headDim: 16, layout: 'interleaved', outLayout: 'half' },
        { query: 5, key: 5, queryAt: 70, keyAt: 70 },
        0,
      ],
    ])) {
      const query = new URLSearchParams(
        Object.entries({ ...options, ...places, pair }).map(([name, value]) => [
          name,
          String(value),
        ]),
      );
      const { page } = await open(stage, query.toString());
      const { rotary, score, sum, products } = await expected(places, options);
      const { queryAt = 12, keyAt = 5 } = /** @type {any} */ (places);
      const frequency = Number(rotary.frequencies[pair]);
      await prints(page, 'score', score);
      await prints(page, 'sum', sum);
      await prints(page, 'scale', rotary.softmaxScale);
      await prints(page, 'score-moved', score);
      assert.ok(Math.abs(await number(page, 'score-change')) < 1e-5);
      await prints(page, 'wavelength', (2 * Math.PI) / frequency, 6);
      await prints(page, 'query-angle', queryAt * frequency, 6);
      await prints(page, 'key-angle', keyAt * frequency, 6);
      await prints(page, 'between-angle', (queryAt - keyAt) * frequency, 6);
      const product = Number(products[pair]);
      await prints(page, 'product', product);
      await prints(page, 'part', rotary.softmaxScale * product);
      // The printed numbers multiply as it is printed.
      const [scale, all, whole] = await Promise.all(
        ['scale', 'sum', 'score'].map((name) => number(page, name)),
      );
      const times = Number(scale) * Number(all);
      assert.equal(Number(times.toPrecision(5)), whole);
      // The last bar ends where the score is.
      const end = await page.$eval('.steps .end', (path) =>
        Number(/M0 (\S+)H/.exec(path.getAttribute('d') ?? '')?.[1]),
      );
      assert.ok(Math.abs(-end - score) < 1e-5, `${end} against ${score}`);
      const bars = await page.$$eval(
        '.steps :is(.more, .less)',
        (all) =>
          all
            .map((path) => path.getAttribute('d') ?? '')
            .join('')
            .split('M').length - 1,
      );
      const rest = rotary.rotaryDim < rotary.headDim ? 1 : 0;
      assert.equal(bars, rotary.frequencies.length + rest);
    }
  },

  async 'arrows: a decay turns q and k by their sides, and axes are named'(
    stage,
  ) {
    const note = (/** @type {Page} */ page) =>
      page.$$eval('.turning .axes:not([hidden])', (all) =>
        all.map((element) => element.textContent),
      );
    for (const [options, query, axes] of /** @type {const} */ ([
      [
        { decay: { type: 'xpos', scaleBase: 4096 } },
        'decay.type=xpos&decay.scaleBase=4096',
        1,
      ],
      [
        { axes: { type: 'sections', sections: [16, 8, 8] } },
        'axes.type=sections&axes.sections=16x8x8',
        3,
      ],
      [{ axes: { type: 'axial', count: 2 } }, 'axes.type=axial', 2],
      [{}, '', 1],
    ])) {
      const { page } = await open(stage, `queryAt=700&keyAt=20&${query}`);
      assert.equal(await banner(page), '');
      const places = { queryAt: 700, keyAt: 20 };
      const { score, sum } = await expected(places, options);
      await prints(page, 'score', score);
      await prints(page, 'sum', sum);
      assert.ok(Math.abs(await number(page, 'score-change')) < 1e-5);
      const [told = ''] = await note(page);
      if (axes === 1) assert.equal(told, '');
      else assert.match(told, new RegExp(`^This rope has ${axes} axes\\.`));
    }
  },

  async 'arrows: dragging a position turns its arrow and changes the score'(
    stage,
  ) {
    const { page } = await open(stage);
    const [key, query] = await drawn(page);
    await drag(page, 'query', 150);
    const queryAt = await positionOf(page, 'query');
    assert.ok(queryAt > 12, `${queryAt}`);
    assert.equal(await positionOf(page, 'key'), 5);
    const [sameKey, other] = await drawn(page);
    assert.equal(sameKey, key);
    assert.notEqual(other, query);
    const { score } = await expected({ queryAt }, {});
    await prints(page, 'score', score);
    await rested(page, 'address');
    assert.match(
      await page.evaluate(() => location.hash),
      new RegExp(`queryAt=${queryAt}(&|$)`),
    );
  },

  async 'arrows: moving both turns all arrows and keeps the score'(stage) {
    const { page } = await open(stage);
    const before = await drawn(page);
    const score = await number(page, 'score');
    await drag(page, 'both', 120);
    const [queryAt, keyAt] = [
      await positionOf(page, 'query'),
      await positionOf(page, 'key'),
    ];
    assert.ok(keyAt > 5);
    assert.equal(queryAt - keyAt, 7);
    const after = await drawn(page);
    assert.ok(after.every((path, i) => path !== before[i]));
    assert.equal(await number(page, 'score'), score);
    await page.click('[aria-label="Move both by 1000"]');
    await settle(page);
    assert.equal(await positionOf(page, 'key'), keyAt + 1000);
    assert.equal(await number(page, 'score'), score);
    assert.match(await text(page, '.score-readout'), /q at 7 and k at 0/);
  },

  async 'arrows: all of it by keyboard, and spoken'(stage) {
    const { page } = await open(stage);
    await page.focus('.handle-query');
    await press(page, 'ArrowRight', 'ArrowRight', 'PageUp');
    await settle(page);
    assert.equal(await positionOf(page, 'query'), 18);
    await page.focus('.handle-both');
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.equal(await positionOf(page, 'key'), 4);
    await rested(page, 'words');
    const { score } = await expected({ queryAt: 17, keyAt: 4 }, {});
    const said = await text(page, '.turning [aria-live]');
    assert.equal(
      said,
      `score ${Number(score.toPrecision(5))} with the query at 17 and the key at 4`,
    );
    await page.focus('.steps');
    await press(page, 'End', 'ArrowLeft');
    await settle(page);
    assert.match(await text(page, '.pair-readout'), /^Pair 30 of 32/);
    const value = await page.$eval('.steps', (element) =>
      element.getAttribute('aria-valuetext'),
    );
    assert.match(value ?? '', /^pair 30 of 32 adds \S+, the sum is then \S+$/);
  },

  async 'arrows: a finger drags, too'(stage) {
    const { page } = await open(stage);
    await resize(page, { width: 390 });
    await page.$eval('.ruler', (ruler) =>
      ruler.scrollIntoView({ block: 'center' }),
    );
    const { x, y } = await middleOf(page, 'key');
    await page.touchscreen.touchStart(x, y);
    await page.touchscreen.touchMove(x + 20, y);
    await page.touchscreen.touchMove(x + 60, y);
    await page.touchscreen.touchEnd();
    await settle(page);
    assert.ok((await positionOf(page, 'key')) > 5);
    assert.equal(await positionOf(page, 'query'), 12);
  },

  async 'arrows: a cell of the maps shows its words as arrows'(stage) {
    const { page } = await stage.show(
      '#/rope?start=1000&order=5.0.1.2.3.4.6.7.8.9',
    );
    const map = await page.$('[data-map="rotary-scores"] .field');
    const box = await map?.boundingBox();
    assert.ok(box);
    // The second query, and the first key, of words that are rearranged.
    await map?.click({
      offset: { x: 0.05 * box.width, y: 0.15 * box.height },
    });
    await settle(page);
    const chosen = await page.$$eval('.chosen option:checked', (all) =>
      all.map(({ textContent }) => textContent),
    );
    assert.deepEqual(chosen, ['the, 2nd word', 'dog, 1st word']);
    assert.equal(await positionOf(page, 'query'), 1001);
    assert.equal(await positionOf(page, 'key'), 1000);
    const reading = await text(page, '[data-map="rotary-scores"] output');
    assert.equal(
      numberIn(reading),
      Number((await number(page, 'score')).toPrecision(4)),
    );
  },

  async 'arrows: a press on a small plane shows its pair'(stage) {
    const { page } = await open(stage);
    await page.click('.planes button:nth-child(4)');
    await settle(page);
    assert.match(await text(page, '.pair-readout'), /^Pair 19 of 32/);
    const pressed = await page.$$eval(
      '.planes button[aria-pressed="true"]',
      (all) => all.map((button) => button.textContent),
    );
    assert.deepEqual(pressed, ['pair 19ω = 0.0042']);
    // A narrower head has fewer pairs.
    await type(page, 'headDim', '8');
    assert.match(await text(page, '.pair-readout'), /^Pair 3 of 4/);
    assert.equal((await page.$$('.planes button:not([hidden])')).length, 4);
  },

  async 'arrows: a rope that turns nothing says so'(stage) {
    const { page } = await open(stage, 'rotaryDim=0');
    const { score } = await expected({}, { rotaryDim: 0 });
    await prints(page, 'score', score);
    assert.equal(await number(page, 'score-change'), 0);
    assert.ok(await page.$('.pair-box[hidden]'));
    assert.match(await text(page, '.still:not([hidden])'), /turns no pair/);
    assert.equal(await text(page, '.spans .reading'), 'no pair turns');
    await type(page, 'rotaryDim', '2');
    assert.match(await text(page, '.pair-readout'), /^Pair 0 of 1/);
  },

  async 'arrows: a wrong position is named beside its field'(stage) {
    const { page } = await open(stage);
    for (const [param, value, good, said] of /** @type {const} */ ([
      ['queryAt', '1e17', '12', /queryStart must be/],
      ['keyAt', 'x', '5', /keyStart must be/],
      ['trained', '0', '4096', /trained must be an integer ≥ 1/],
      ['target', '1.5', '4096', /target must be an integer ≥ 1/],
    ])) {
      const score = await text(page, '[data-number="score"]');
      await type(page, param, value);
      const note = await text(page, `[data-param="${param}"] .note`);
      assert.match(note, said);
      assert.equal(
        await banner(page),
        `The pictures show earlier values. ${note}`,
      );
      assert.equal(await text(page, '[data-number="score"]'), score);
      await type(page, param, good);
      assert.equal(await banner(page), '');
    }
  },

  async 'arrows: both themes have their own colours'(stage) {
    const colours = [];
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
      const { page } = await stage.load('#/rope', { scheme });
      colours.push(
        await page.$eval('.plane-box .query', (g) => getComputedStyle(g).color),
      );
    }
    assert.notEqual(colours[0], colours[1]);
  },
};

/** @param {Page} page @param {string} word */
async function chooseModel(page, word) {
  await page.select('[data-models]', word);
  await settle(page);
}

/** @type {import('./run.mjs').Tests} */
export const spans = {
  async 'spans: pairs without a whole turn are counted as by hand'(stage) {
    const { page } = await open(stage, 'trained=2048&target=100000');
    const { rotary } = await expected({}, {});
    const partial = rotary.frequencies.filter((w) => (2 * Math.PI) / w > 2048);
    assert.ok(partial.length > 0);
    await prints(page, 'partial', partial.length);
    // Without scaling, each of them meets new angles beyond training.
    await prints(page, 'beyond', partial.length);
    await type(page, 'target', '2048');
    await prints(page, 'beyond', 0);
    assert.match(
      await text(page, '.spans .chart-legend'),
      /trained on 2\u202f048/,
    );
    const hint = await text(page, '.spans .reading');
    const wavelength = (2 * Math.PI) / Number(rotary.frequencies[6]);
    assert.equal(
      hint,
      `pair 6: ${Number(wavelength.toPrecision(5))} positions a turn`,
    );
  },

  async 'spans: a schedule slows pairs down, and the chart says so'(stage) {
    const { page } = await open(stage, 'pair=40');
    const pe = await load();
    const plain = pe.rope({ headDim: 128, theta: 500000 });
    const scaled = pe.rope(methods.rope.presets['Llama 3.1 8B']);
    await chooseModel(page, 'Llama 3.1 8B');
    const [before, after] = [plain, scaled].map(
      ({ frequencies }) => (2 * Math.PI) / Number(frequencies[40]),
    );
    const short = (/** @type {number | undefined} */ value) =>
      Number(Number(value).toPrecision(5));
    assert.equal(
      await text(page, '.spans .reading'),
      `pair 40: ${short(before)} → ${short(after)} positions a turn, interpolated`,
    );
    const slow = plain.frequencies.filter((w) => (2 * Math.PI) / w > 8192);
    await prints(page, 'partial', slow.length);
    // The model is made for 131 072 positions: 16 times as many, and the
    // schedule slows pairs down by 8.
    await prints(page, 'beyond', slow.length);
    const legend = await text(page, '.spans .chart-legend');
    assert.match(legend, /trained on 8\u202f192.*to be used on 131\u202f072/);
    assert.match(legend, /without the schedule.*with the schedule/);
    // The numbers of the arrows are those of the scaled rope.
    await prints(page, 'wavelength', Number(after), 6);
    await type(page, 'target', '65536');
    await prints(page, 'beyond', 0);
    // Another schedule of the same model leaves its lengths.
    await chooseModel(page, 'Qwen2.5 7B YaRN');
    const told = () => text(page, '.spans .chart-legend');
    const lengths = /trained on 32\u202f768.*to be used on 131\u202f072/;
    assert.match(await told(), lengths);
    for (const type of ['linear', 'llama3', 'dynamic', 'longrope', 'default']) {
      await choose(page, '[data-param="scaling"]', type);
      assert.equal(await banner(page), '', type);
      assert.match(await told(), lengths, type);
    }
    // Another model has lengths of its own.
    await chooseModel(page, 'Phi-2');
    assert.match(await told(), /trained on 2\u202f048/);
    assert.doesNotMatch(await told(), /to be used on/);
  },

  async 'spans: a schedule of the length is shown at the target'(stage) {
    const { page } = await open(
      stage,
      'scaling.type=dynamic&scaling.factor=2&scaling.maxPosition=2048',
    );
    const legend = () => text(page, '.spans .chart-legend');
    assert.match(await legend(), /for a text of 4\u202f096/);
    assert.ok(!(await legend()).includes('without the schedule'));
    await prints(page, 'beyond', 0);
    await type(page, 'contextLength', '4096');
    assert.match(await legend(), /without the schedule.*with the schedule/);
    assert.ok(!(await legend()).includes('for a text'));
  },

  // Only presets with a schedule, and the plain one, have formulas of their own.
  async 'spans: the formula of every schedule has room'(stage) {
    const { page } = await open(stage);
    await unfold(page, '.intro');
    for (const width of [320, 768, 1280]) {
      await resize(page, { width });
      for (const [name, options] of Object.entries(methods.rope.presets)) {
        if (!('scaling' in options) && name !== 'RoFormer') continue;
        await chooseModel(page, name);
        const { needed, cut, words } = await page.evaluate(() => ({
          needed: document.documentElement.scrollWidth,
          cut: [...document.querySelectorAll('.formula, .formula math')].some(
            (part) =>
              part.scrollWidth > part.clientWidth + 1 ||
              part.getBoundingClientRect().right > innerWidth,
          ),
          words:
            document.querySelector('.intro > p:not(.changes)')?.clientWidth ??
            0,
        }));
        assert.ok(needed <= width, `${name} needs ${needed} of ${width}`);
        assert.ok(!cut, `${name} is cut at ${width}`);
        assert.ok(words >= 240, `${name} at ${width}: ${words} for words`);
      }
    }
  },

  async 'spans: a schedule begins with values that a model has'(stage) {
    // Controls remember what an earlier test chose.
    const { page } = await stage.load('#/rope');
    await unfoldAll(page);
    const value = (/** @type {string} */ path) =>
      page.$eval(
        `[data-param="${path}"] input[type="text"]`,
        (field) => /** @type {HTMLInputElement} */ (field).value,
      );
    await choose(page, '[data-param="scaling"]', 'yarn');
    assert.equal(await banner(page), '');
    assert.equal(await value('scaling.factor'), '4');
    assert.equal(await value('scaling.originalMaxPosition'), '32768');
    await type(page, 'scaling.factor', '16');
    await choose(page, '[data-param="scaling"]', 'llama3');
    assert.equal(await value('scaling.factor'), '16');
    await choose(page, '[data-param="scaling"]', 'longrope');
    assert.equal(await banner(page), '');
    assert.equal((await value('scaling.longFactor')).split(',').length, 32);
    await type(page, 'scaling.shortFactor', '1, 2');
    const note = await text(page, '[data-param="scaling.shortFactor"] .note');
    assert.match(note, /scaling\.shortFactor/);
    assert.match(await banner(page), /^The pictures show earlier values/);
  },

  async 'spans: the pointer reads the pair under it'(stage) {
    const { page } = await open(stage);
    await page.$eval('.spans .chart-field', (chart) =>
      chart.scrollIntoView({ block: 'center' }),
    );
    const over = await page.$('.spans .chart-field');
    const box = await over?.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width - 2, box.y + 40);
    await settle(page);
    assert.match(await text(page, '.spans .reading'), /^pair 31: 47\u202f?1/);
  },

  async 'spans: every model by its name, and its scale'(stage) {
    const { page } = await open(stage);
    const pe = await load();
    const { presets } = methods.rope;
    for (const [name, options] of Object.entries(presets)) {
      await chooseModel(page, name);
      assert.equal(await banner(page), '', name);
      const rope = pe.rope({ headDim: 64, .../** @type {any} */ (options) });
      await prints(page, 'attention-factor', rope.attentionFactor, 8);
      await prints(page, 'attention-square', rope.attentionFactor ** 2, 8);
      await prints(page, 'softmax-scale', rope.softmaxScale, 8);
      await prints(page, 'turned-scale', rope.scoreFactor, 8);
      // What is printed multiplies as it is printed.
      const [a, square, softmax, turned] = await Promise.all(
        ['attention-factor', 'attention-square', 'softmax-scale']
          .map((name) => number(page, name))
          .concat([number(page, 'turned-scale')]),
      );
      const digits = String(square).replace(/\D/g, '').length;
      assert.equal(
        Number((Number(a) ** 2).toPrecision(Math.max(8, digits))),
        square,
      );
      const all = Number(softmax) * Number(square);
      assert.equal(Number(all.toPrecision(8)), turned, name);
      const hasRest = rope.rotaryDim < rope.headDim;
      if (hasRest) await prints(page, 'plain-scale', rope.softmaxScale, 8);
      const chosen = await page.$eval(
        '[data-models]',
        (list) => /** @type {HTMLSelectElement} */ (list).value,
      );
      assert.equal(chosen, name);
    }
    await chooseModel(page, '');
    const code = await text(page, '.code pre');
    assert.equal(await runCode(code, 'rotary.headDim'), '64');
  },
};
