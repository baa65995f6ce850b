// @ts-check
// Zooming the pictures of a long sequence, by mouse and keys: what is shown is
// told, both maps show the same, and each cell is that of the package.

import assert from 'node:assert/strict';
import { drawn, pictureOf, printed, read } from './attention-long.mjs';
import {
  hearProgress,
  open,
  queryOf,
  rope,
  sinusoidal,
} from './attention-view.mjs';
import { dragIn, focusMap, numberIn, press, text } from './page-actions.mjs';
import { goBack, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {readonly [from: number, count: number]} Span */

const sides = { a: sinusoidal, b: rope };
const field = '[data-map="a-long"] .field';

/** What the page says it draws. @param {Page} page */
async function told(page) {
  await settle(page);
  await drawn(page);
  return text(page, '[data-long="progress"]');
}

/** The zoom in the address. @param {Page} page */
async function inAddress(page) {
  await rested(page, 'address');
  const hash = await page.evaluate(() => location.hash);
  return new URLSearchParams(hash.split('?')[1]).get('zoom');
}

/**
 * Asserts that cells read what the package makes of their words.
 * @param {Page} page
 * @param {Span} queries
 * @param {Span} keys
 */
async function readsRight(page, queries, keys) {
  const [rows, columns] = [queries, keys].map(([, n]) => Math.min(256, n));
  const part = {
    queryRange: /** @type {const} */ ([queries[0], queries[0] + queries[1]]),
    keyRange: /** @type {const} */ ([keys[0], keys[0] + keys[1]]),
    ...{ height: rows, width: columns },
  };
  await focusMap(page, '[data-map="b-long"]');
  await page.keyboard.down('Control');
  await press(page, 'Home');
  await page.keyboard.up('Control');
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowRight');
  await settle(page);
  const end = (/** @type {Span} */ [from, count], /** @type {number} */ at) => {
    const cells = Math.min(256, count);
    const ends = [at, at + 1].map((n) => Math.floor((n * count) / cells));
    const [first = 0, last = 0] = ends.map((place) => from + place);
    return last - 1 > first ? `${first}–${last - 1}` : `${first}`;
  };
  assert.equal(
    await text(page, '.long .reading'),
    `queries ${end(queries, 2)} · keys ${end(keys, 1)}`,
  );
  const said = await read(page);
  for (const side of /** @type {const} */ (['a', 'b'])) {
    const at = pictureOf(sides[side], 700, part);
    assert.equal(numberIn(said[side]), printed(at(2, 1)), side);
  }
}

/** @type {import('./on-page.mjs').Tests} */
export const attentionZoom = {
  async 'long sequences: a box that the mouse draws fills both maps'(stage) {
    const { page } = await open(stage, `length=700&${queryOf(sides)}`);
    assert.equal(await told(page), '700 × 700 pairs');
    await dragIn(page, field, [0.2001, 0.1001], [0.4999, 0.1999]);
    assert.equal(await told(page), '70 × 210 pairs');
    assert.equal(await inAddress(page), '70.70.140.210');
    await readsRight(page, [70, 70], [140, 210]);
    // The same from the address, and Back leads to the whole.
    await goBack(page);
    assert.equal(await told(page), '700 × 700 pairs');
    assert.equal(await inAddress(page), null);
    const again = await open(
      stage,
      `length=700&zoom=70.70.140.210&${queryOf(sides)}`,
    );
    assert.equal(await told(again.page), '70 × 210 pairs');
    await readsRight(again.page, [70, 70], [140, 210]);
    await again.page.click('.long .zoom-tools button:last-of-type');
    assert.equal(await told(again.page), '700 × 700 pairs');
    // Another length is another sequence, of which all is shown.
    await dragIn(again.page, field, [0.2, 0.1], [0.5, 0.2]);
    assert.notEqual(await inAddress(again.page), null);
  },

  async 'long sequences: keys and Ctrl with the wheel zoom, Shift pans'(stage) {
    const { page } = await open(stage, `length=700&${queryOf(sides)}`);
    await told(page);
    await focusMap(page, '[data-map="a-long"]');
    // The cursor stands on the first cell: it stays where it is.
    await press(page, '+', '+');
    assert.equal(await told(page), '311 × 311 pairs');
    await page.keyboard.down('Shift');
    await press(page, 'ArrowDown');
    await page.keyboard.up('Shift');
    const [row = 0, rows = 0, column = 0] = String(await inAddress(page))
      .split('.')
      .map(Number);
    assert.ok(row >= 31 && row <= 33 && column <= 2, `${row}, ${column}`);
    await told(page);
    await readsRight(page, [row, rows], [column, rows]);
    await focusMap(page, '[data-map="b-long"]');
    await press(page, '0');
    assert.equal(await told(page), '700 × 700 pairs');
    const map = await page.$(field);
    const box = await map?.boundingBox();
    assert.ok(box);
    const { x, y, width, height } = box;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.wheel({ deltaY: -100 });
    assert.equal(await inAddress(page), null, 'a wheel alone');
    await map?.scrollIntoView();
    const now = await map?.boundingBox();
    await page.mouse.move(x + width / 2, Number(now?.y) + height / 2);
    await page.keyboard.down('Control');
    await page.mouse.wheel({ deltaY: -100 });
    await page.keyboard.up('Control');
    // A notch is a factor of √2.
    assert.equal(await told(page), '495 × 495 pairs');
    await page.click('.long .zoom-tools button[aria-label="Zoom out"]');
    assert.equal(await told(page), '700 × 700 pairs');
  },

  async 'long sequences: until a zoom is drawn, the picture before follows it'(
    stage,
  ) {
    const { page } = await open(stage, `length=700&${queryOf(sides)}`);
    await told(page);
    await hearProgress(page);
    await focusMap(page, '[data-map="a-long"]');
    await press(page, '+');
    assert.equal(await told(page), '467 × 467 pairs');
    const said = await page.evaluate(
      () => /** @type {string[]} */ (Reflect.get(window, 'said')),
    );
    assert.equal(
      said[0],
      '467 × 467 pairs, 0 % drawn; the rest is the picture before, larger or smaller',
    );
  },
};
