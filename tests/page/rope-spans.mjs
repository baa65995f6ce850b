// @ts-check
// Wavelengths, lengths and scale in the view of RoPE. What the page prints is
// compared with calls of the package in Node.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import {
  banner,
  choose,
  runCode,
  text,
  type,
  unfold,
  unfoldAll,
} from './page-actions.mjs';
import { expected, number, open, prints } from './rope-actions.mjs';
import { resize, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page @param {string} word */
async function chooseModel(page, word) {
  await page.select('[data-models="first"]', word);
  await settle(page);
}

/** @type {import('./on-page.mjs').Tests} */
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
        '[data-models="first"]',
        (list) => /** @type {HTMLSelectElement} */ (list).value,
      );
      assert.equal(chosen, name);
    }
    await chooseModel(page, '');
    const code = await text(page, '.code pre');
    assert.equal(await runCode(code, 'rotary.headDim'), '64');
  },
};
