// @ts-check
// Every figure of the page as every kind of file: each opens, holds the same
// numbers, and says of which call they are where its kind has a place for it.

import assert from 'node:assert/strict';
import { decodeCsv, decodeNpy, decodeSafetensors } from 'posenc/formats';
import { unfoldAll } from './page-actions.mjs';
import { drawingOf, saved, textsOf } from './saved-files.mjs';
import { addressOf, views } from './views.mjs';
import { present, rested } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Marks what holds each control that saves a figure, and gives the selectors.
 * @param {Page} page
 */
const marked = (page) =>
  page.$$eval('.keep', (all) =>
    all
      .filter((keep) => keep.checkVisibility())
      .map((keep, i) => {
        keep.parentElement?.setAttribute('data-saves', String(i));
        return `[data-saves="${i}"]`;
      }),
  );

/** No figure has whole numbers of 64 bits. @param {unknown} data */
const plain = (data) => /** @type {ArrayLike<number>} */ (data);

/** As float32, which both files can hold. @param {ArrayLike<number>} data */
const numbersOf = (data) => Array.from(data, (value) => Math.fround(value));

/**
 * Asserts that a figure can be saved as each kind of file.
 * @param {Page} page @param {string} figure
 * @returns {Promise<string>} the name of its files
 */
async function savesAll(page, figure) {
  const file = async (/** @type {string} */ kind) => {
    const { name, bytes } = await saved(page, figure, kind);
    assert.ok(name.endsWith(`.${kind}`), name);
    return { name: name.slice(0, -kind.length - 1), bytes };
  };
  const link = await page.evaluate(() => location.href);
  const { name, bytes } = await file('json');
  const told = JSON.parse(bytes.toString());
  // The spec is the call whose numbers these are.
  assert.ok(told.spec && typeof told.spec === 'object', name);
  assert.match(JSON.stringify(told.spec), /"method":|"scheme":/, name);
  assert.equal(told.link, link, name);

  const png = (await file('png')).bytes;
  assert.equal(png.toString('latin1', 1, 4), 'PNG', name);
  const texts = textsOf(png);
  assert.deepEqual(JSON.parse(texts.posenc ?? ''), told.spec, name);
  assert.equal(texts.Source, link, name);
  const drawing = await drawingOf(page, (await file('svg')).bytes);
  assert.equal(drawing.tag, 'svg', name);
  assert.deepEqual(JSON.parse(drawing.told).spec, told.spec, name);
  assert.ok(drawing.paths.length + drawing.images.length > 1, name);

  const npy = decodeNpy((await file('npy')).bytes);
  const csv = decodeCsv((await file('csv')).bytes, { dtype: 'float64' });
  const whole = decodeSafetensors((await file('safetensors')).bytes);
  const { numbers } = whole.tensors;
  assert.ok(npy.data.length > 0, name);
  assert.deepEqual(npy.shape, numbers?.shape, name);
  assert.deepEqual(npy.data, numbers?.data, name);
  assert.deepEqual(numbersOf(csv.data), numbersOf(plain(npy.data)), name);
  assert.deepEqual(JSON.parse(whole.metadata.spec ?? ''), told.spec, name);
  assert.equal(whole.metadata.link, link, name);
  assert.ok(await page.$(`${figure} > .keep [data-keep="link"]`), name);
  return name;
}

const addressed = views.flatMap((view) =>
  view.saves.map(
    ([query, least, late]) =>
      /** @type {const} */ ([addressOf(view) + query, least, late]),
  ),
);

/** @type {import('./on-page.mjs').Tests} */
export const keepAll = Object.fromEntries(
  addressed.map(([address, least, late]) => [
    `keep: every figure as every kind of file, ${address}`,
    async (stage) => {
      const { page } = await stage.load(address);
      await unfoldAll(page);
      if (late) {
        await page.$eval(late, (figure) => figure.scrollIntoView());
        await present(page, `${late}[data-state="drawn"]`);
      }
      await rested(page, 'studies', 'address');
      const names = [];
      for (const figure of await marked(page)) {
        names.push(await savesAll(page, figure));
      }
      assert.ok(names.length >= least, `${names}`);
      // No two figures of a view overwrite each other's files.
      assert.equal(new Set(names).size, names.length, `${names}`);
    },
  ]),
);
