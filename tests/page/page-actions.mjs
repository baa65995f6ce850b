// @ts-check
// What tests do with the page, and read from it.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { frame, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Waits until what lay in a fold is there: some of it is loaded and drawn when
 * the fold is first open.
 * @param {Page} page
 */
async function opened(page) {
  await frame(page);
  await settle(page);
}

/**
 * Opens the folds around an element, as a press on each would.
 * @param {Page} page
 * @param {string} selector
 */
export async function unfold(page, selector) {
  await page.$eval(selector, (element) => {
    let fold = element.closest('details');
    for (; fold; fold = fold.parentElement?.closest('details') ?? null) {
      fold.open = true;
    }
  });
  await opened(page);
}

/**
 * Types a value into the field of a parameter, in place of the old one.
 * @param {Page} page
 * @param {string} param
 * @param {string} value
 */
export async function type(page, param, value) {
  const field = `[data-param="${param}"] input[type="text"]`;
  await unfold(page, field);
  await page.click(field, { count: 3 });
  // In one go, because a part of the value may be valid, too.
  await page.keyboard.sendCharacter(value);
  await settle(page);
}

/**
 * Chooses a word of a strip of radio buttons, or of a list.
 * @param {Page} page
 * @param {string} group selector of the strip, or of what holds the list
 * @param {string} word
 */
export async function choose(page, group, word) {
  const list = `${group} > select`;
  if (await page.$(list)) {
    await unfold(page, list);
    await page.select(list, word);
    await settle(page);
    return;
  }
  const label = `${group} label:has(input[value="${word}"])`;
  await unfold(page, label);
  await page.click(label);
  await settle(page);
}

/**
 * The text of the first element that a selector finds.
 * @param {Page} page
 * @param {string} selector
 * @returns {Promise<string>}
 */
export function text(page, selector) {
  return page.$eval(selector, (element) => element.textContent ?? '');
}

/**
 * A digest of all pixels of a heat map, with its size.
 * @param {Page} page
 * @param {string} [within]
 * @returns {Promise<string>}
 */
export function pixels(page, within = '') {
  return page.$eval(`${within} .field canvas`, async (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height);
    const pen = copy.getContext('2d', { willReadFrequently: true });
    pen?.drawImage(canvas, 0, 0);
    const image = pen?.getImageData(0, 0, width, height);
    const bytes = image?.data ?? new Uint8ClampedArray();
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    const head = new Uint32Array(digest.slice(0, 8));
    const hex = [...head].map((n) => n.toString(16)).join('');
    return `${width}x${height} ${hex}`;
  });
}

/**
 * Whether a heat map shows more than one colour.
 * @param {Page} page
 * @param {string} [within]
 * @returns {Promise<boolean>}
 */
export function inked(page, within = '') {
  return page.$eval(`${within} .field canvas`, (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height);
    const pen = copy.getContext('2d', { willReadFrequently: true });
    pen?.drawImage(canvas, 0, 0);
    const bytes = pen?.getImageData(0, 0, width, height).data;
    const pixels = new Uint32Array(bytes?.buffer ?? new ArrayBuffer(4));
    return pixels.some((pixel) => pixel !== pixels[0]);
  });
}

/**
 * What a live line of the view says, once keys have stopped.
 * @param {Page} page
 * @param {string} start of the sentence
 * @returns {Promise<string>}
 */
export async function spoken(page, start) {
  await rested(page, 'words');
  const lines = await page.$$eval('[aria-live]', (all) =>
    all.map((line) => line.textContent ?? '').filter((line) => line !== ''),
  );
  const found = lines.find((line) => line.startsWith(start));
  assert.ok(found, `no "${start}" among ${JSON.stringify(lines)}`);
  return found;
}

/**
 * Puts the focus on a heat map, as the Tab key would. The cursor returns to its
 * last cell.
 * @param {Page} page
 * @param {string} [within]
 */
export async function returnToMap(page, within = '') {
  // A browser shows the focus if the keyboard was used last.
  await page.keyboard.press('Shift');
  await page.focus(`${within} .field`);
  await settle(page);
}

/**
 * Puts the focus on a heat map, and the cursor on its first cell.
 * @param {Page} page
 * @param {string} [within]
 */
export async function focusMap(page, within = '') {
  await returnToMap(page, within);
  await page.keyboard.down('Control');
  await page.keyboard.press('Home');
  await page.keyboard.up('Control');
}

/**
 * Scrolls to an element, and gives its box.
 * @param {Page} page @param {string} selector
 */
export async function boxOf(page, selector) {
  const element = await page.$(selector);
  await element?.scrollIntoView();
  const box = await element?.boundingBox();
  if (!box) throw new Error(`${selector} has no room`);
  return box;
}

/**
 * Drags the mouse from one place of an element to another, both from 0 to 1.
 * @param {Page} page
 * @param {string} selector
 * @param {readonly [x: number, y: number]} from
 * @param {readonly [x: number, y: number]} to
 */
export async function dragIn(page, selector, from, to) {
  const box = await boxOf(page, selector);
  const at = (/** @type {readonly [number, number]} */ [x, y]) =>
    /** @type {const} */ ([box.x + box.width * x, box.y + box.height * y]);
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at(to), { steps: 4 });
  await page.mouse.up();
  await settle(page);
}

/**
 * Scrolls to an element. Gives the function that zooms in and out there, by the
 * wheel.
 * @param {Page} page @param {string} selector
 * @returns {Promise<() => Promise<void>>}
 */
export async function wheelOver(page, selector) {
  const box = await boxOf(page, selector);
  return async () => {
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3);
    await page.keyboard.down('Control');
    for (let i = 0; i < 16; i++) {
      await page.mouse.wheel({ deltaY: i < 10 ? -80 : 120 });
      await frame(page);
    }
    await page.keyboard.up('Control');
  };
}

/**
 * Presses keys one after the other.
 * @param {Page} page
 * @param {...import('puppeteer-core').KeyInput} keys
 */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/**
 * Asserts that the main column shows earlier values and looks so: pictures
 * fade, charts lose their colours, words are softer. If not `old`, asserts that
 * it shows the values of the controls.
 * @param {Page} page
 * @param {boolean} old
 * @param {...string} parts selectors of what holds words
 */
export async function looksOld(page, old, ...parts) {
  const heat = await page.$$eval(
    '.main :is(.plate, .maps) .field canvas',
    (all) => all.map((canvas) => Number(getComputedStyle(canvas).opacity)),
  );
  assert.ok(heat.length > 0);
  assert.ok(heat.every((opacity) => (old ? opacity < 0.5 : opacity === 1)));
  const charts = await page.$$eval(
    '.main :is(.lines canvas, .chart-drawing)',
    (all) =>
      // A chart may be replaced meanwhile.
      all
        .filter((chart) => chart.isConnected)
        .map((chart) => getComputedStyle(chart).filter),
  );
  assert.ok(charts.length > 0);
  const wanted = old ? 'grayscale(1)' : 'none';
  assert.ok(
    charts.every((filter) => filter === wanted),
    charts.join(),
  );
  for (const part of parts) {
    const [colour, soft] = await page.$eval(part, (element) => {
      const { color } = getComputedStyle(element);
      const sample = element.appendChild(document.createElement('i'));
      sample.className = 'hint';
      const { color: hint } = getComputedStyle(sample);
      sample.remove();
      return [color, hint];
    });
    assert.equal(colour === soft, old, `${part}: ${colour}`);
  }
  // All words must stay readable.
  const dim = await page.$$eval('.main > :not(.side) *', (all) =>
    all
      .filter((element) =>
        [...element.childNodes].some(
          ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
        ),
      )
      .filter((element) => {
        // Controls that are disabled may be dim.
        if (!element.isConnected || element.closest('.segments')) return false;
        let opacity = 1;
        for (let at = element; at.parentElement; at = at.parentElement) {
          opacity *= Number(getComputedStyle(at).opacity);
        }
        return opacity < 1;
      })
      .map((element) => element.textContent),
  );
  assert.deepEqual(dim, [], 'no words are dimmed');
}

/**
 * Opens every fold of the view but the one about the method, which lies over the
 * pictures, and the tables of numbers, which take seconds to fill.
 * @param {Page} page
 */
export async function unfoldAll(page) {
  const folds = '.view details:not(.about-method, .data-table)';
  await page.$$eval(folds, (all) => {
    for (const fold of all) fold.setAttribute('open', '');
  });
  await opened(page);
}

/**
 * The text of the banner over the pictures; empty where there is none.
 * @param {Page} page
 */
export function banner(page) {
  return page.$eval('.banner', (element) =>
    element.checkVisibility()
      ? (element.querySelector('p')?.textContent ?? '')
      : '',
  );
}

/**
 * The first number in a text of the page.
 * @param {string} written
 * @returns {number}
 */
export function numberIn(written) {
  const plain = written
    .replaceAll('\u2212', '-')
    .replaceAll('\u202f', '')
    .replace(
      /\u00d710([\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+)/,
      (_, up) => `e${up.normalize('NFKC').replace('\u2212', '-')}`,
    );
  const [found] = /-?\d+(\.\d+)?(e-?\d+)?/.exec(plain) ?? [];
  assert.ok(found !== undefined, `no number in ${written}`);
  return Number(found);
}

const programs = new URL('../../build/page-code/', import.meta.url);
let count = 0;

/**
 * Runs a copied program in Node, as it is.
 * @param {string} code
 * @param {string} result an expression in the program's names
 * @returns {Promise<string>} its value as text
 */
export async function runCode(code, result) {
  // In this process, which loads the package once for all programs; and in a
  // folder of this project, where its name leads to the package.
  count += 1;
  const file = new URL(`${process.pid}-${count}.mjs`, programs);
  mkdirSync(programs, { recursive: true });
  writeFileSync(file, `${code}\nexport const result = String(${result});\n`);
  try {
    return (await import(file.href)).result;
  } finally {
    rmSync(file);
  }
}
