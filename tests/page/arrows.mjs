// @ts-check
// Arrows in the view of attention with RoPE. What the page prints is compared
// with calls of the package in Node.

import assert from 'node:assert/strict';
import { banner, numberIn, press, text, type } from './page-actions.mjs';
import { expected, number, open, prints } from './rope-actions.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

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

/** @type {import('./on-page.mjs').Tests} */
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
      const end = await page.$eval('.falls .end', (path) =>
        Number(/M0 (\S+)H/.exec(path.getAttribute('d') ?? '')?.[1]),
      );
      assert.ok(Math.abs(-end - score) < 1e-5, `${end} against ${score}`);
      const bars = await page.$$eval(
        '.falls :is(.more, .less)',
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
    await page.focus('.falls');
    await press(page, 'End', 'ArrowLeft');
    await settle(page);
    assert.match(await text(page, '.pair-readout'), /^Pair 30 of 32/);
    const value = await page.$eval('.falls', (element) =>
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
