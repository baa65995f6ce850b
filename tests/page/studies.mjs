// @ts-check
// What the view of the tables says about any of them.

import assert from 'node:assert/strict';
import { choose, pixels, text, type } from './hands.mjs';
import { rested, settle } from './waits.mjs';

/** @type {import('./run.mjs').Tests} */
export const studies = {
  async 'encodings: the map of all pairs reads their products'(stage) {
    const { page } = await stage.show('#/encodings?length=128&dim=16');
    await rested(page, 'studies');
    const gram = '[data-study="gram"]';
    const field = await page.$(`${gram} .field`);
    await field?.scrollIntoView();
    const box = await field?.boundingBox();
    assert.ok(box);
    const point = (/** @type {number} */ row, /** @type {number} */ column) =>
      page.mouse.move(
        box.x + (box.width * (column + 0.5)) / 128,
        box.y + (box.height * (row + 0.5)) / 128,
      );
    // Values of a published answer, from float64.
    for (const [a, b, wanted] of /** @type {const} */ ([
      [105, 106, 7.48517],
      [5, 6, 7.48517],
      [5, 10, 6.13704],
    ])) {
      await point(a, b);
      await settle(page);
      const line = await text(page, `${gram} .reading`);
      assert.equal(line, `position ${a} · position ${b} · ${wanted}`);
    }
    await rested(page, 'studies');
    assert.ok(await page.$('.facts:not(.late) dd'));
    assert.match(await text(page, '.facts'), /distance alone/);
    assert.match(await text(page, '.facts'), /Colliding rowsnone/);

    // All rows are equally long: the colours stay, their numbers do not.
    const before = await text(page, `${gram} .colorbar`);
    await choose(page, '[data-strip="measure"]', 'cosine');
    assert.notEqual(await text(page, `${gram} .colorbar`), before);
    await point(5, 5);
    await settle(page);
    assert.match(await text(page, `${gram} .reading`), /position 5 · 1$/);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes('cosine=1'), hash);
  },

  async 'encodings: the studies follow a slider, or say what they are of'(
    stage,
  ) {
    const { page } = await stage.show('#/encodings?length=64&dim=32');
    await rested(page, 'studies');
    const studies = ['gram', 'spectrum'].map((s) => `[data-study="${s}"]`);
    const before = await Promise.all(studies.map((s) => pixels(page, s)));
    await type(page, 'base', '20');
    await rested(page, 'studies');
    assert.ok(await page.$('.facts:not(.late) dd'));
    const after = await Promise.all(studies.map((s) => pixels(page, s)));
    assert.ok(after.every((digest, i) => digest !== before[i]));
    await type(page, 'length', '2000');
    await rested(page, 'studies');
    assert.match(await text(page, '.facts'), /one row in 4/);
  },
};
