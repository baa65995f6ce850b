// @ts-check
// The score by distance: its curves, and zooming to some distances.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { dragIn, numberIn, press, text } from './hands.mjs';
import { open } from './rope-view.mjs';
import { sourceOf } from './source.mjs';
import { goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** The ends of the axis that the address names. @param {Page} page */
async function inAddress(page) {
  await settle(page);
  await rested(page, 'address');
  await rested(page, 'studies');
  const hash = await page.evaluate(() => location.hash);
  const reach = new URLSearchParams(hash.split('?')[1]).get('reach');
  return reach === null ? null : reach.split('.').map(Number);
}

/** Scrolls to the chart, and waits for the buttons. @param {Page} page */
async function near(page) {
  await page.$eval('.reach', (chart) => chart.scrollIntoView());
  await present(page, '.reach .zoom-tools');
  await rested(page, 'studies');
}

/** @type {import('./run.mjs').Tests} */
export const ropeReach = {
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

  async 'rope: zooming to some distances draws all of them'(stage) {
    const { page } = await open(stage, 'reach=1000.1100');
    await near(page);
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const x = embedWords(pe, ['cat'], 64, 0.4);
    const rotary = pe.rope({ headDim: 64 });
    assert.match(
      await text(page, '.reach > .hint'),
      /^The chart has every distance from 1.000 to 1.100\./,
    );
    await page.focus('.reach .chart-field');
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await settle(page);
    const [first = '', score = ''] = (
      await text(page, '.reach .reading')
    ).split(' · ');
    assert.equal(numberIn(first), 1003);
    const { scores } = pe.attention({
      ...{ q: x, k: x, heads: 1, rotary, queryStart: 1003, keyStart: 0 },
    });
    assert.equal(
      numberIn(score),
      Number(Number(scores.data[0]).toPrecision(4)),
    );
    // Keys pan and show all; Shift keeps the point that is read.
    await page.keyboard.down('Shift');
    await press(page, 'ArrowRight');
    await page.keyboard.up('Shift');
    const [from = 0, to = 0] = (await inAddress(page)) ?? [];
    assert.ok(from > 1000 && to > 1100 && to - from < 120, `${from} to ${to}`);
    await press(page, '0');
    assert.equal(await inAddress(page), null);
    await press(page, 'End');
    assert.match(await text(page, '.reach .reading'), /^distance 1.000.000 · /);
    // Without a modifier, the wheel scrolls; a box fills the axis.
    await dragIn(page, '.reach .chart-field', [0.5, 0.3], [2 / 3, 0.6]);
    const [low = 0, high = 0] = (await inAddress(page)) ?? [];
    assert.ok(Math.abs(low / 1000 - 1) < 0.02, `${low}`);
    assert.ok(Math.abs(high / 10_000 - 1) < 0.02, `${high}`);
    await page.click('.reach button[aria-label="Zoom in"]');
    const [a = 0, b = 0] = (await inAddress(page)) ?? [];
    assert.ok(a >= low && b <= high && b / a < high / low, `${a} to ${b}`);
    await goBack(page);
    assert.equal(await inAddress(page), null);
  },
};
