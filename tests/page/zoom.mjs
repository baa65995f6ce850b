// @ts-check
// Zooming and panning the map of a table, by mouse, keys and touch: what is
// shown is told by its axes, and each cell has the value of the package.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import {
  boxOf,
  dragIn,
  focusMap,
  pixels,
  press,
  spoken,
  text,
} from './page-actions.mjs';
import { goBack, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const address = '#/encodings?length=1000&dim=64&base=100';
const options = { length: 1000, dim: 64, base: 100 };

/**
 * The box of the map.
 * @param {Page} page
 */
const mapOf = (page) => boxOf(page, '.plate .field');

/**
 * What the page says is shown: first and last position, first and last column.
 * @param {Page} page
 * @returns {Promise<number[]>} nothing where all is shown
 */
async function shown(page) {
  await settle(page);
  const said = await text(page, '.plate-more .part');
  return (said.replaceAll('\u202f', '').match(/\d+/g) ?? []).map(Number);
}

/**
 * The zoom in the address.
 * @param {Page} page
 */
async function inAddress(page) {
  await rested(page, 'address');
  const hash = await page.evaluate(() => location.hash);
  return new URLSearchParams(hash.split('?')[1]).get('zoom');
}

/** @type {(page: Page, from: readonly [number, number], to: readonly [number, number]) => Promise<void>} */
const drag = (page, from, to) => dragIn(page, '.plate .field', from, to);

/**
 * Asserts that the middles of some cells of the map read the package's values.
 * @param {Page} page
 */
async function readsRight(page) {
  const pe = await load();
  const { data } = pe.sinusoidal(options);
  const [first = 0, last = 999, left = 0, right = 63] = await shown(page);
  const box = await mapOf(page);
  for (const part of [0, 0.3, 1]) {
    const row = Math.round(first + part * (last - first));
    const column = Math.round(left + part * (right - left));
    await page.mouse.move(
      box.x + (box.width * (column - left + 0.5)) / (right - left + 1),
      box.y + (box.height * (row - first + 0.5)) / (last - first + 1),
    );
    await settle(page);
    const line = await text(page, '.reading');
    const value = Number(line.split(' · ')[2]?.replace('\u2212', '-'));
    const wanted = Number(data[row * 64 + column]);
    assert.ok(
      line.startsWith(`position ${row} · dimension ${column} · `),
      `${line}, not ${row}, ${column}`,
    );
    assert.ok(Math.abs(value - wanted) <= 1e-5, `${line}, not ${wanted}`);
  }
}

/** @type {import('./on-page.mjs').Tests} */
export const zoom = {
  async 'zoom: a box that the mouse draws fills the map'(stage) {
    const { page } = await stage.show(address);
    const whole = await pixels(page);
    await drag(page, [0.2505, 0.1005], [0.499, 0.1995]);
    assert.deepEqual(await shown(page), [100, 199, 16, 31]);
    assert.equal(await inAddress(page), '100.100.16.16');
    await readsRight(page);
    // A drag picks no cell, a press does.
    await page.mouse.move(0, 0);
    await settle(page);
    assert.equal(await text(page, '.row-bars h3'), 'Row: position 23');
    const part = await pixels(page);
    assert.notEqual(part, whole);
    // The same from the address, and Back leads to the whole.
    await goBack(page);
    assert.deepEqual(await shown(page), []);
    assert.equal(await pixels(page), whole);
    const again = await stage.show(`${address}&zoom=100.100.16.16`);
    assert.equal(await pixels(again.page), part);
    // Every cell has its own pixels now: nothing is pooled.
    assert.match(await text(page, '.pool-note'), /every cell is drawn/);
    await page.click('.plate-more .zoom-tools button:last-of-type');
    await settle(page);
    assert.equal(await pixels(page), whole);
    assert.equal(await inAddress(page), null);
  },

  async 'zoom: the wheel zooms with Ctrl alone, and Shift pans'(stage) {
    const { page } = await stage.show(address);
    const box = await mapOf(page);
    const top = await page.evaluate(() => scrollY);
    await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.25);
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.25);
    await page.mouse.wheel({ deltaY: -100 });
    await settle(page);
    assert.deepEqual(await shown(page), [], 'a wheel alone');
    await page.evaluate((y) => scrollTo(0, y), top);
    await page.keyboard.down('Control');
    // Two notches of a factor of √2 each.
    await page.mouse.wheel({ deltaY: -100 });
    await page.mouse.wheel({ deltaY: -100 });
    await page.keyboard.up('Control');
    await settle(page);
    const zoomed = await shown(page);
    // The row and the column under the pointer stay there.
    for (const [i, wanted] of [125, 624, 16, 47].entries()) {
      assert.ok(Math.abs(Number(zoomed[i]) - wanted) <= 3, zoomed.join());
    }
    await readsRight(page);
    await page.keyboard.down('Shift');
    await drag(page, [0.5, 0.5], [0.25, 0.75]);
    await page.keyboard.up('Shift');
    const panned = await shown(page);
    for (const [i, by] of [-125, -125, 8, 8].entries()) {
      const moved = Number(panned[i]) - Number(zoomed[i]);
      assert.ok(Math.abs(moved - by) <= 2, `${panned}, from ${zoomed}`);
    }
    await readsRight(page);
  },

  async 'zoom: a drag soon after the wheel pans as far as the hand goes'(
    stage,
  ) {
    const { page } = await stage.show(address);
    const box = await mapOf(page);
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      /** @type {const} */ ([box.x + box.width * x, box.y + box.height * y]);
    await page.mouse.move(...at(0.5, 0.5));
    await page.keyboard.down('Control');
    await page.mouse.wheel({ deltaY: -100 });
    await page.mouse.wheel({ deltaY: -100 });
    await page.keyboard.up('Control');
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(...at(0.4, 0.4), { steps: 2 });
    // The wheel's gesture ends in the middle of the drag.
    await page.evaluate(() => new Promise((done) => setTimeout(done, 200)));
    await page.mouse.move(...at(0.25, 0.25), { steps: 2 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    await settle(page);
    const panned = await shown(page);
    // The middle half, a quarter of it on.
    for (const [i, wanted] of [375, 874, 24, 55].entries()) {
      assert.ok(Math.abs(Number(panned[i]) - wanted) <= 3, panned.join());
    }
  },

  async 'zoom: keys zoom at the cursor, pan, and show the whole'(stage) {
    const { page } = await stage.show(address);
    await focusMap(page);
    await press(page, '+', '+');
    // The cursor stands on the first cell, whose middle stays: 0.28 of a cell
    // is cut off.
    assert.deepEqual(await shown(page), [0, 443, 0, 27]);
    await page.keyboard.down('Shift');
    await press(page, 'ArrowDown', 'ArrowRight');
    await page.keyboard.up('Shift');
    assert.deepEqual(await shown(page), [45, 488, 3, 30]);
    assert.equal(await inAddress(page), '45.444.3.28');
    // The cursor moves what is shown where it would leave it.
    await press(page, 'End');
    const line = await spoken(page, 'position 0, dimension 63, value');
    const pe = await load();
    const wanted = Number(pe.sinusoidal(options).data[63]);
    assert.ok(Math.abs(Number(line.split(' ').at(-1)) - wanted) < 1e-5, line);
    assert.deepEqual(await shown(page), [0, 443, 36, 63]);
    await press(page, '-');
    assert.deepEqual((await shown(page)).slice(0, 2), [0, 666 - 1]);
    await press(page, '0');
    assert.deepEqual(await shown(page), []);
    assert.equal(await inAddress(page), null);
  },

  async 'zoom: two fingers zoom and pan, one does not'(stage) {
    const { page } = await stage.show(address);
    const box = await mapOf(page);
    const at = (/** @type {number} */ x, /** @type {number} */ y) =>
      /** @type {const} */ ([box.x + box.width * x, box.y + box.height * y]);
    const lone = await page.touchscreen.touchStart(...at(0.5, 0.5));
    await lone.move(...at(0.2, 0.5));
    await lone.end();
    await settle(page);
    assert.deepEqual(await shown(page), []);
    // From a quarter apart to a half apart, about the same middle.
    const left = await page.touchscreen.touchStart(...at(0.375, 0.5));
    const right = await page.touchscreen.touchStart(...at(0.625, 0.5));
    for (const off of [0.16, 0.2, 0.25]) {
      await left.move(...at(0.5 - off, 0.5));
      await right.move(...at(0.5 + off, 0.5));
    }
    await left.end();
    await right.end();
    await settle(page);
    const [first = 0, last = 0, from = 0, to = 0] = await shown(page);
    for (const [found, wanted] of [
      [first, 250],
      [last, 749],
      [from, 16],
      [to, 47],
    ]) {
      assert.ok(
        Math.abs(Number(found) - Number(wanted)) <= 3,
        `${first} ${last} ${from} ${to}`,
      );
    }
    await readsRight(page);
  },

  async 'zoom: the buttons do the same, and do nothing at the ends'(stage) {
    const { page } = await stage.show(address);
    const press = async (/** @type {string} */ name) => {
      await page.click(`.plate-more .zoom-tools [aria-label="${name}"]`);
      await settle(page);
    };
    await press('Zoom out');
    assert.deepEqual(await shown(page), []);
    for (let i = 0; i < 20; i++) await press('Zoom in');
    const [first = 0, last = 0, from = 0, to = 0] = await shown(page);
    assert.deepEqual([last - first + 1, to - from + 1], [4, 4]);
    await readsRight(page);
    await press('Whole table');
    assert.deepEqual(await shown(page), []);
  },

  async 'zoom: charts show the rows and columns of the map'(stage) {
    const { page } = await stage.show(`${address}&zoom=100.50.16.8&lines=3`);
    const bars = await boxOf(page, '.row-bars .u-over');
    await page.mouse.move(bars.x + 2, bars.y + bars.height / 2);
    await settle(page);
    assert.match(await text(page, '.row-bars .hint'), /^dimension 16 · /);
    const box = await boxOf(page, '.chart:not(.row-bars) .u-over');
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await settle(page);
    assert.equal(
      await text(page, '.chart:not(.row-bars) .hint'),
      'at position 149',
    );
    const pe = await load();
    const wanted = Number(pe.sinusoidal(options).data[149 * 64 + 3]);
    const said = await text(page, '.chips .line-value');
    const value = Number(said.replace('\u2212', '-'));
    assert.ok(Math.abs(value - wanted) < 1e-3, `${said}, not ${wanted}`);
  },
};
