// @ts-check
// What the view of biases prints is what the package computes, and its controls lead
// there.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeNpy } from 'posenc/formats';
import {
  banner,
  choose,
  focusMap,
  numberIn,
  press,
  runCode,
  text,
  type,
  unfold,
  unfoldAll,
} from './page-actions.mjs';
import { saved, textsOf } from './saved-files.mjs';
import { staysFree } from './threads.mjs';
import { goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('./browser.mjs').Stage} Stage */

const pe = await load();

/** @param {Stage} stage @param {string} [query] */
async function open(stage, query = '') {
  const visit = await stage.show(`#/biases${query && `?${query}`}`);
  await rested(visit.page, 'picture');
  return visit;
}

/** @param {Page} page */
async function hash(page) {
  await settle(page);
  await rested(page, 'picture', 'address');
  return page.evaluate(() => decodeURIComponent(location.hash));
}

const reading = (/** @type {Page} */ page) => text(page, '.curves .reading');
const looked = (/** @type {Page} */ page) => text(page, '.row-words');

/**
 * Sets a slider as its keys do.
 * @param {Page} page @param {string} name
 * @param {import('puppeteer-core').KeyInput[]} keys
 */
async function slide(page, name, ...keys) {
  await page.focus(`[data-slider="${name}"] input`);
  await press(page, ...keys);
  await settle(page);
  await rested(page, 'picture');
}

/** The rows of the table of numbers of a figure. @param {Page} page */
async function tableOf(page, /** @type {string} */ figure) {
  await page.click(`${figure} .data-table > summary`);
  await present(page, `${figure} .data-table tbody tr`);
  return page.$$eval(`${figure} .data-table tbody tr`, (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
}

/** @type {import('./on-page.mjs').Tests} */
export const biases = {
  async 'biases: ten words off cost 5 in the first head of ALiBi'(stage) {
    const { page } = await open(stage);
    const words = await reading(page);
    assert.match(words, /^10 words before the query, head 0 takes 5 /);
    assert.match(words, /the weight is multiplied by e⁻⁵ ≈ 0\.00674\.$/);
    assert.match(
      await text(page, '.origin'),
      /^From the formula: nothing is learned/,
    );
    // Another head, by its slider; the address keeps both.
    await slide(page, 'head', 'ArrowRight', 'ArrowRight');
    await slide(page, 'distance', 'ArrowLeft');
    const { data } = pe.alibi({
      ...{ heads: 8, queries: 1, keys: 1, queryStart: 0, keyStart: -11 },
    });
    const read = await reading(page);
    assert.match(read, /^11 words before the query, head 2 takes /);
    assert.equal(-numberIn(read.split('takes')[1] ?? ''), data[2]);
    assert.match(await hash(page), /head=2&distance=-11$/);
  },

  async 'biases: keys and presses read the curves; their numbers are a table'(
    stage,
  ) {
    const { page } = await open(stage, 'heads=5&reach=12&maxBias=4');
    const map = pe.alibi({
      ...{ heads: 5, maxBias: 4, queries: 1, keys: 25, queryStart: 12 },
      ...{ keyStart: 0, dtype: 'float64' },
    });
    const rows = await tableOf(page, '.curves .points');
    assert.equal(rows.length, 25);
    rows.forEach(([distance = '', ...heads], i) => {
      assert.equal(numberIn(distance), i - 12);
      // The bold head comes last.
      [1, 2, 3, 4, 0].forEach((head, column) => {
        const wanted = Number(map.data[25 * head + i]);
        const told = numberIn(heads[column] ?? '');
        assert.ok(Math.abs(told - wanted) <= 1e-4 * Math.abs(wanted), `${i}`);
      });
    });
    await page.focus('.curves .chart-field');
    await press(page, 'End');
    assert.match(await reading(page), /^12 words after the query/);
    assert.match(await hash(page), /distance=12&/);
    await press(page, 'Home', 'ArrowRight');
    assert.match(await reading(page), /^11 words before the query/);
    // The map leads to a distance, too.
    await focusMap(page, '.head-map');
    await press(page, 'End', 'ArrowLeft', 'Enter');
    const [, query = '', key = ''] =
      /query (\d+) · key (\d+) /.exec(await text(page, '.head-map .reading')) ??
      [];
    assert.match(
      await hash(page),
      new RegExp(`distance=${Number(key) - Number(query)}&`),
    );
  },

  async 'biases: models, methods and what is learned'(stage) {
    const { page } = await open(stage);
    await page.select('[data-choice="model"]', 'BLOOM 176B');
    assert.match(await hash(page), /preset=BLOOM\+176B$/);
    assert.match(await text(page, '.origin'), /BLOOM 176B has them/);
    const slopes = pe.alibiSlopes({ heads: 112 }).data;
    // Its form counts from the key: against the query itself it is the same.
    const read = await reading(page);
    const [, apart = '', factor = ''] =
      /by e\^(\S+) ≈ (\S+)\.$/.exec(read) ?? [];
    const lost = -10 * Number(slopes[0]);
    assert.ok(Math.abs(numberIn(apart) - lost) < 1e-3, read);
    assert.ok(Math.abs(numberIn(factor) / Math.exp(lost) - 1) < 0.05, read);
    await page.select('[data-choice="method"]', 't5Bias');
    assert.match(await hash(page), /^#\/biases\?method=t5Bias/);
    assert.match(
      await text(page, '.origin.illustrative'),
      /^Illustrative: from a seed, not a trained model\./,
    );
    const own = await reading(page);
    // The number of heads is kept.
    const { data } = pe.t5Bias({
      ...{ heads: 112, queries: 1, queryStart: 10, keyPositions: [0, 10] },
    });
    assert.ok(
      Math.abs(
        Math.abs(numberIn(own.split('head 0')[1] ?? '')) -
          Math.abs(Number(data[0])),
      ) < 1e-5,
      own,
    );
    await goBack(page);
    assert.match(await hash(page), /BLOOM/);
  },

  async 'biases: a grid has two axes, FIRE a query'(stage) {
    const { page } = await open(
      stage,
      'method=gridBias&heads=2&grid=4x5&distance=-2&down=1&head=1',
    );
    const grid = pe.gridBias({ heads: 2, grid: [4, 5], dtype: 'float64' });
    // From line 0, column 2 to line 1, column 0.
    const wanted = Number(grid.data[(20 + 2) * 20 + 5]);
    const read = await reading(page);
    assert.match(read, /^2 columns to the left, 1 row down, head 1 /);
    const size = numberIn(read.split('head 1')[1] ?? '');
    assert.ok(Math.abs(size - Math.abs(wanted)) < 1e-3 * Math.abs(wanted));
    await unfold(page, '[data-param="down"]');
    await type(page, 'down', '-3');
    await rested(page, 'picture');
    assert.match(await reading(page), /3 rows up, head 1/);
    assert.equal(await page.$('[data-param="reach"]:not([hidden])'), null);
    await page.select('[data-choice="method"]', 'fire');
    await rested(page, 'picture');
    assert.ok(await page.$('[data-param="at"]:not([hidden])'));
    await type(page, 'at', '3');
    await rested(page, 'picture');
    await page.focus('.curves .chart-field');
    await press(page, 'Home');
    assert.match(await reading(page), /^3 words before the query/);
  },

  async 'biases: factors, and a logarithm of the distance'(stage) {
    const { page } = await open(stage, 'reach=1000&distance=-100&log=1&head=5');
    const right = () =>
      page.$$eval('.curves .chart-right span', (all) =>
        all.map((one) => one.textContent ?? ''),
      );
    const left = () =>
      page.$$eval('.curves .chart-left span', (all) =>
        all.map((one) => one.textContent ?? ''),
      );
    const [biases, factors] = [await left(), await right()];
    assert.ok(biases.length > 2);
    biases.forEach((bias, i) => {
      const wanted = Math.exp(numberIn(bias));
      const told = numberIn(factors[i] ?? '');
      assert.ok(wanted === 0 || Math.abs(told / wanted - 1) < 0.06, bias);
    });
    assert.match(await text(page, '.curves .chart-x'), /words before/);
    await choose(page, '[data-strip="left axis"]', 'factor');
    await rested(page, 'picture');
    const [shares, logs] = [await left(), await right()];
    shares.forEach((share, i) => {
      const value = numberIn(share);
      if (value === 0) assert.equal(logs[i], '−∞');
      else {
        assert.ok(Math.abs(numberIn(logs[i] ?? '') - Math.log(value)) < 0.01);
      }
    });
    assert.match(await hash(page), /show=factor/);
  },

  async 'biases: what cannot be drawn is refused beside its control'(stage) {
    const { page } = await open(stage, 'heads=0');
    assert.match(await banner(page), /heads must be an integer ≥ 1, got 0/);
    await type(page, 'heads', '3');
    await rested(page, 'picture');
    assert.equal(await banner(page), '');
    for (const [param, value, said] of /** @type {const} */ ([
      ['reach', '0', /reach must be an integer from 1/],
      ['size', '900', /size must be an integer from 2 to 256/],
      ['heads', '999', /draws at most 256 heads/],
    ])) {
      await type(page, param, value);
      await rested(page, 'picture');
      assert.match(await banner(page), said);
      const note = `[data-param="${param}"] .note.wrong`;
      assert.match(await text(page, note), said);
      assert.match(await banner(page), /earlier values/);
      await type(page, param, '8');
      await rested(page, 'picture');
      assert.equal(await banner(page), '');
    }
    await page.$eval('.buckets', (one) => one.scrollIntoView());
    await type(page, 'query', 'x');
    await rested(page, 'picture');
    assert.match(
      await banner(page),
      /rows of the table are those of an earlier/,
    );
  },

  async 'biases: a pair and the row that it reads'(stage) {
    const { page } = await open(stage);
    const rowOf = (
      /** @type {object} */ scheme,
      /** @type {number} */ query,
      /** @type {number} */ key,
    ) =>
      pe.relativeIndices({
        .../** @type {any} */ ({ scheme }),
        ...{ queryPositions: [query], keyPositions: [key] },
      }).data[0];
    const said = async () => {
      const [, row = ''] =
        /row (\S+) of the table/.exec(await looked(page)) ?? [];
      return numberIn(row);
    };
    assert.equal(await said(), rowOf({ type: 't5' }, 100, 63));
    assert.match(await looked(page), /32 to 45 before it/);
    // Keys of the strip of distances, and of the table.
    await page.focus('.row-distances');
    await press(page, 'ArrowRight', 'ArrowRight');
    await rested(page, 'picture');
    assert.match(await hash(page), /key=65$/);
    assert.equal(await said(), rowOf({ type: 't5' }, 100, 65));
    await page.focus('.row-table');
    await press(page, 'Home');
    await rested(page, 'picture');
    assert.equal(await said(), 0);
    assert.match(await looked(page), /stand at the same position/);
    for (const [button, scheme, query, key] of /** @type {const} */ ([
      [2, { type: 't5', bidirectional: false }, 100, 63],
      [3, { type: 'deberta', buckets: 256 }, 400, 63],
      [4, { type: 'clip', left: 16, right: 16 }, 100, 63],
      [5, { type: 'grid', grid: [7, 7] }, 24, 8],
      [6, { type: 'grid', grid: [14, 14], prefix: 1 }, 60, 20],
      [7, { type: 'absoluteGrid', grid: [14, 14] }, 60, 20],
    ])) {
      await page.click(`.buckets li:nth-child(${button}) button`);
      await settle(page);
      await rested(page, 'picture');
      assert.equal(await said(), rowOf(scheme, query, key), `${button}`);
    }
    await page.focus('.cell-field');
    await press(page, 'ArrowDown', 'ArrowRight');
    await rested(page, 'picture');
    const scheme = { type: 'absoluteGrid', grid: [14, 14] };
    assert.equal(await said(), rowOf(scheme, 60, 35));
    assert.match(await hash(page), /key=35$/);
  },

  async 'biases: saved files and programs have the numbers'(stage) {
    const query = 'method=kerple&heads=3&reach=9&size=6&head=1&distance=-4';
    const { page } = await open(stage, query);
    await unfoldAll(page);
    const program = await text(page, '[data-fold="code"] code');
    const run = (/** @type {string} */ what) => runCode(program, what);
    const read = await reading(page);
    const bias = Number(await run('bias'));
    assert.ok(bias < 0);
    const told = numberIn(read.split('takes')[1] ?? '');
    assert.ok(Math.abs(told + bias) < 1e-3 * -bias, read);
    const { bytes } = await saved(page, '.head-map .more-of-figure', 'npy');
    const { data, shape } = decodeNpy(bytes);
    assert.deepEqual(shape, [6, 6]);
    const map = JSON.parse(`[${await run('maps.data.slice(36, 72)')}]`);
    assert.deepEqual(Array.from(data, Number), map);
    const { bytes: png } = await saved(page, '.curves .points', 'png');
    assert.match(JSON.stringify(textsOf(png)), /Illustrative: from a seed/);
    const rows = await saved(page, '.buckets .more-of-figure', 'npy');
    assert.deepEqual(decodeNpy(rows.bytes).shape.length, 2);
  },

  async 'biases: sliders leave the page free'(stage) {
    const { page } = await open(stage, 'preset=BLOOM+176B');
    await staysFree(page, 'another head', (turn) =>
      slide(page, 'head', turn % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'),
    );
    await staysFree(page, 'another distance', (turn) =>
      slide(page, 'distance', turn % 2 === 0 ? 'ArrowRight' : 'ArrowLeft'),
    );
  },
};
