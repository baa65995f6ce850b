// @ts-check
// A second rope beside the first in the view of RoPE. Every number that the page
// prints is compared with calls of the package in Node.

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
  unfoldAll,
} from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { goBack, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

const preset = (/** @type {string} */ name) =>
  Reflect.get(methods.rope.presets, name);

/** @param {Page} page @param {string} name */
async function compareWith(page, name) {
  await page.select('[data-models="second"]', name);
  await settle(page);
}

/** Five digits, as the page prints scores. @param {number} value */
const short = (value) => Number(value.toPrecision(5));

/**
 * The package's rope, and its score of the cat at 1 and the dog at 5, or of the
 * cat with itself at a distance.
 * @param {object} options
 * @param {number} [distance]
 */
async function scored(options, distance) {
  const pe = await load();
  const { embedWords } = await sourceOf('figures/words/words.ts');
  const rotary = pe.rope(/** @type {any} */ ({ headDim: 64, ...options }));
  const { headDim } = rotary;
  const [cat, dog] = ['cat', 'dog'].map((word) =>
    embedWords(pe, [word], headDim, 0.4),
  );
  const far = distance !== undefined;
  const places = far
    ? { queryStart: distance, keyStart: 0 }
    : { queryStart: 1, keyStart: 5 };
  const call = { q: cat, k: far ? cat : dog, heads: 1, rotary, ...places };
  const score = Number(pe.attention(call).scores.data[0]);
  return { rotary, score };
}

/**
 * Asserts that one side of the table of facts is that of the package.
 * @param {Page} page
 * @param {'first' | 'second'} side
 * @param {object} options
 */
async function factsRight(page, side, options) {
  const { rotary, score } = await scored(options);
  const told = (/** @type {string} */ name) =>
    text(page, `[data-number="${side}-${name}"]`);
  assert.equal(numberIn(await told('score')), short(score));
  const turning = rotary.frequencies.filter((speed) => speed !== 0);
  assert.equal(
    (await told('pairs')).replaceAll('\u202f', ''),
    `${turning.length} of ${rotary.frequencies.length}`,
  );
  for (const [name, speed] of /** @type {const} */ ([
    ['fastest', Math.max(...turning)],
    ['slowest', Math.min(...turning)],
  ])) {
    const length = (2 * Math.PI) / speed;
    assert.equal(numberIn(await told(name)), short(length), name);
  }
  assert.equal(
    numberIn(await told('factor')),
    Number(rotary.scoreFactor.toPrecision(6)),
  );
  assert.equal(
    numberIn(await told('cosines')),
    Number(rotary.attentionFactor.toPrecision(6)),
  );
  if (side === 'first') return;
  const live = await text(page, '[data-number="live-second-here"]');
  assert.equal(numberIn(live), short(score));
}

/** @type {import('./on-page.mjs').Tests} */
export const ropeSecond = {
  async 'rope second: two models beside each other, and Back'(stage) {
    const { page } = await stage.show('#/rope');
    assert.equal(await page.$('.second:not([hidden])'), null);
    for (const name of ['Llama 3.1 8B', 'Phi-3.5 mini', 'Phi-2']) {
      await compareWith(page, name);
      assert.equal(await banner(page), '', name);
      await factsRight(page, 'first', {});
      await factsRight(page, 'second', preset(name));
    }
    await rested(page, 'address');
    assert.match(await page.evaluate(() => location.hash), /[?&]second=Phi-2$/);
    // The code beside the figures gives the score, too.
    const { score } = await scored(preset('Phi-2'));
    const code = await text(page, '.code pre');
    assert.equal(Number(await runCode(code, 'secondScore')), score);
    // Each choice is a step of the history.
    await goBack(page);
    await factsRight(page, 'second', preset('Phi-3.5 mini'));
    await goBack(page);
    await goBack(page);
    assert.equal(await page.$('.second:not([hidden])'), null);
    assert.ok(await page.$('[data-number="live-second-here"]'));
    assert.equal(
      await page.$eval('[data-number="live-second-here"]', (cell) =>
        cell.checkVisibility(),
      ),
      false,
    );
  },

  async 'rope second: base, schedule and pairing of its own'(stage) {
    const { page } = await stage.show('#/rope?headDim=32');
    await compareWith(page, 'own');
    await unfoldAll(page);
    await factsRight(page, 'second', { headDim: 32 });
    assert.match(await text(page, '.second'), /All 16 pairs turn as fast/);
    await type(page, 'second.theta', '500000');
    const theta = { headDim: 32, theta: 500_000 };
    await factsRight(page, 'second', theta);
    await choose(page, '[data-param="second.layout"]', 'interleaved');
    const paired = { ...theta, layout: 'interleaved' };
    await factsRight(page, 'second', paired);
    assert.match(await text(page, '.second'), /the other rope neighbours\./);
    await choose(page, '[data-param="second.scaling"]', 'linear');
    await type(page, 'second.scaling.factor', '4');
    const scaled = { ...paired, scaling: { type: 'linear', factor: 4 } };
    await factsRight(page, 'second', scaled);
    await factsRight(page, 'first', { headDim: 32 });
    // The address holds all of it.
    await rested(page, 'address');
    const again = await stage.load(await page.evaluate(() => location.hash));
    await factsRight(again.page, 'second', scaled);
    // The two change places.
    await again.page.click('.second-head button');
    await settle(again.page);
    await factsRight(again.page, 'first', scaled);
    await factsRight(again.page, 'second', { headDim: 32 });
  },

  async 'rope second: its wrong value is named beside its control'(stage) {
    const { page } = await stage.show('#/rope?second=own');
    await unfoldAll(page);
    await type(page, 'second.theta', '0.5');
    const note = await text(page, '[data-param="second.theta"] .note');
    assert.match(note, /rope: theta must be.*ERR_RANGE/);
    assert.equal(
      await banner(page),
      `The pictures show earlier values. ${note}`,
    );
    await page.click('.banner button');
    const focused = '[data-param="second.theta"] input[type="text"]:focus';
    assert.ok(await page.$(focused));
    await type(page, 'second.theta', '100');
    assert.equal(await banner(page), '');
    await factsRight(page, 'second', { theta: 100 });
    // A link with such a rope shows the first one, and says so.
    const link = '#/rope?second=own&second.headDim=63';
    const other = await stage.load(link);
    assert.match(
      await banner(other.page),
      /^The pictures show the first rope alone\. .*headDim must be/,
    );
    const { score } = await scored({});
    const live = await text(other.page, '[data-number="live"]');
    assert.equal(numberIn(live), short(score));
    // A name that nothing has is taken for the nearest.
    const misnamed = await stage.load('#/rope?second=Lama+3.1+8B');
    await factsRight(misnamed.page, 'second', preset('Llama 3.1 8B'));
  },

  async 'rope second: scores by distance and pairs over each other, by key'(
    stage,
  ) {
    const name = 'Qwen2.5 7B YaRN';
    const query = new URLSearchParams({
      headDim: '128',
      theta: '20000',
      second: name,
    });
    const { page } = await stage.show(`#/rope?${query}`);
    await rested(page, 'studies');
    const [first, second] = [{ headDim: 128, theta: 20_000 }, preset(name)];
    const line = () => text(page, '.second-chart:nth-child(1) .reading');
    await page.focus('.second-chart:nth-child(1) .chart-field');
    await press(page, 'Home');
    const near = (await line())
      .split(' · ')
      .map((part) => part.split(' ').at(-1));
    const wanted = [1];
    for (const options of [first, second]) {
      wanted.push(Number((await scored(options, 1)).score.toPrecision(4)));
    }
    assert.deepEqual(
      near.map((part) => numberIn(part ?? '')),
      wanted,
      await line(),
    );
    // Farther on, a point stands for several distances: the least and the most.
    for (let i = 1; i < 80; i++) await press(page, 'ArrowRight');
    const parts = (await line()).split(' · ');
    const [from = 0, to = 0] = (parts[0] ?? '').split(' to ').map(numberIn);
    assert.ok(to > from, await line());
    for (const [i, options] of [first, second].entries()) {
      const scores = [];
      for (let distance = from; distance <= to; distance++) {
        scores.push((await scored(options, distance)).score);
      }
      const [low, high] = (parts[i + 1] ?? '')
        .replace(i === 0 ? 'this rope' : name, '')
        .split(' … ')
        .map(numberIn);
      assert.deepEqual(
        [low, high],
        [Math.min(...scores), Math.max(...scores)].map((score) =>
          Number(score.toPrecision(4)),
        ),
        await line(),
      );
    }
    await page.focus('.second-chart:nth-child(2) .chart-field');
    await press(page, 'End');
    await settle(page);
    const [a, b] = await Promise.all(
      [first, second].map(async (options) =>
        Number((await scored(options)).rotary.frequencies[63]),
      ),
    );
    const turn = (/** @type {number | undefined} */ speed) =>
      short((2 * Math.PI) / Number(speed));
    for (const chart of [2, 3]) {
      const line = await text(
        page,
        `.second-chart:nth-child(${chart}) .reading`,
      );
      const [, ofFirst = '', ofSecond = '', ratio = ''] = line.split(' · ');
      assert.equal(numberIn(ofFirst.replace('this rope', '')), turn(a), line);
      assert.equal(numberIn(ofSecond.replace(name, '')), turn(b), line);
      assert.equal(numberIn(ratio), short(Number(b) / Number(a)), line);
    }
    await rested(page, 'address');
    assert.match(await page.evaluate(() => location.hash), /pair=63/);
  },
};
