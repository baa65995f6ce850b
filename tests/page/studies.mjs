// @ts-check
// Figures and facts of the view of tables, compared with the package.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import {
  boxOf,
  choose,
  numberIn,
  pixels,
  press,
  text,
  type,
} from './page-actions.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {{ note: string, value: string }} Fact */

/**
 * The facts of a table, by their names on the page.
 * @param {Page} page
 * @returns {Promise<Record<string, Fact>>}
 */
async function facts(page) {
  await rested(page, 'studies');
  assert.ok(await page.$('.facts:not(.late) dd'));
  const all = await page.$$eval('.facts > div', (entries) =>
    entries.map((entry) => {
      const name = entry.querySelector('dt')?.firstChild?.textContent ?? '';
      const note = entry.querySelector('dt small')?.textContent ?? '';
      const value = entry.querySelector('dd')?.textContent ?? '';
      return [name, { note, value }];
    }),
  );
  return Object.fromEntries(all);
}

/** @typedef {{ data: Float32Array, shape: readonly number[] }} Numbers */

/**
 * The rows that a note names: all rows, or every n-th.
 * @param {Numbers} table
 * @param {string} note
 * @returns {Numbers}
 */
function namedRows({ data, shape: [rows = 0, columns = 0] }, note) {
  if (note === '') return { data, shape: [rows, columns] };
  const [, stride] = /^estimated from 1 row in (\d+)$/.exec(note) ?? [];
  assert.ok(Number(stride) > 1, note);
  const some = data.filter(
    (_, i) => Math.floor(i / columns) % Number(stride) === 0,
  );
  return { data: some, shape: [some.length / columns, columns] };
}

/**
 * Asserts that two numbers are equal in the digits that the page writes, within
 * half a unit of the last.
 * @param {Fact | undefined} fact
 * @param {number} wanted
 * @param {2 | 3} digits
 * @param {string} what
 */
function near(fact, wanted, digits, what) {
  const found = numberIn(fact?.value ?? '');
  const off = 0.501 * 10 ** (1 - digits) * Math.abs(wanted);
  const message = `${what}: ${fact?.value}, not ${wanted}`;
  assert.ok(Math.abs(found - wanted) <= off, message);
}

/**
 * The number of coloured pixels, other than grey, in some stretches of a chart
 * from left to right.
 * @param {Page} page
 * @param {string} selector of the canvas
 * @param {[from: number, to: number][]} stretches in CSS pixels of the plot
 * @returns {Promise<number[]>}
 */
function inkIn(page, selector, stretches) {
  return page.$eval(
    selector,
    (element, wanted) => {
      const canvas = /** @type {HTMLCanvasElement} */ (element);
      const plot = canvas.parentElement?.querySelector('.u-over');
      const scale = canvas.width / canvas.getBoundingClientRect().width;
      const origin = canvas.getBoundingClientRect().left;
      const left = (plot?.getBoundingClientRect().left ?? 0) - origin;
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const pen = copy.getContext('2d', { willReadFrequently: true });
      pen?.drawImage(canvas, 0, 0);
      return wanted.map(([from, to]) => {
        const [x = 0, end = 0] = [from, to].map((at) =>
          Math.round((left + at) * scale),
        );
        const image = pen?.getImageData(x, 0, end - x, canvas.height);
        const bytes = image?.data ?? new Uint8ClampedArray();
        let count = 0;
        for (let i = 0; i < bytes.length; i += 4) {
          const rgb = bytes.subarray(i, i + 3);
          if ((bytes[i + 3] ?? 0) < 128) continue;
          if (Math.max(...rgb) - Math.min(...rgb) > 60) count += 1;
        }
        return count;
      });
    },
    stretches,
  );
}

/** @type {import('./on-page.mjs').Tests} */
export const studies = {
  async 'encodings: the facts are those of the whole table'(stage) {
    const pe = await load();
    const { analysis } = pe;
    for (const [query, table, all, colliding] of /** @type {const} */ ([
      [
        'method=windowed&length=1024&window=511',
        pe.windowed({ length: 1024, dim: 64, window: 511 }),
        true,
        513,
      ],
      [
        'method=windowed&length=8192&dim=512&window=4000',
        pe.windowed({ length: 8192, dim: 512, window: 4000 }),
        false,
        4192,
      ],
      [
        'length=2000&dim=32&base=100',
        pe.sinusoidal({ length: 2000, dim: 32, base: 100 }),
        true,
        0,
      ],
    ])) {
      const { page } = await stage.show(`#/encodings?${query}&analysis=1`);
      const {
        'Dot products depend on': pairs,
        'Condition number': condition,
        'Effective rank': rank,
        'Colliding rows': collisions,
      } = await facts(page);
      // Collisions are counted over all rows: a part could miss one of a pair.
      assert.equal(collisions?.note, '', query);
      const distinct = analysis.collisions(table).distinct;
      assert.equal(Number(table.shape[0]) - distinct, colliding);
      const count =
        collisions?.value === 'none' ? 0 : numberIn(collisions?.value ?? '');
      assert.equal(count, colliding, query);

      const notes = [pairs, condition, rank].map((fact) => fact?.note ?? '');
      assert.equal(notes.join('') === '', all, `${query}: ${notes}`);
      const { residual } = analysis.toeplitz(namedRows(table, notes[0] ?? ''));
      if (residual < 2 ** -23)
        assert.match(pairs?.value ?? '', /distance alone/);
      else near(pairs, residual, 2, 'off');
      const values = analysis.singularValues(namedRows(table, notes[1] ?? ''));
      const { rank: found, values: most, conditionNumber } = values;
      if (found === most.length) {
        near(condition, conditionNumber, 2, 'condition');
      } else {
        assert.equal(
          condition?.value,
          `infinite: rank ${found} of ${most.length}, singular at float32 precision`,
        );
      }
      near(rank, values.effectiveRank, 3, 'rank');
    }
  },

  async 'encodings: nothing is said of waves beyond the rows analysed'(stage) {
    const pe = await load();
    const looked = 1024;
    const table = pe.sinusoidal({ length: looked, dim: 128 });
    const { wavelengths } = pe.analysis.wavelengths(table);
    const query = '#/encodings?analysis=1&length=8192&lines=';
    for (const column of [0, 41, 60]) {
      const { page } = await stage.show(`${query}${column}`);
      await rested(page, 'studies');
      const line = await text(page, '.about');
      const said = /wave of (\S+) rows, (\S+) cycles in the first 1\u202f024/;
      const [, length = '', cycles = ''] = said.exec(line) ?? [];
      const wanted = wavelengths[column] ?? Number.NaN;
      assert.ok(Math.abs(numberIn(length) / wanted - 1) < 1e-3, line);
      const count = looked / wanted;
      assert.ok(Math.abs(numberIn(cycles) / count - 1) < 1e-2, line);
    }

    // The column falls once from 1 to 0.585; its wave is 54 400 rows long.
    const { page } = await stage.show(`${query}127`);
    await rested(page, 'studies');
    const line = await text(page, '.about');
    assert.match(
      line,
      / 0\.585 to 1, no whole cycle in the first 1\u202f024 rows/,
    );
    assert.doesNotMatch(line, /longer/);

    // Each column has a dot, or is counted among those that are not drawn.
    const figure = '[data-study="wavelengths"]';
    assert.match(await text(page, `${figure} .chart-head`), /first 1024 rows/);
    const longer = wavelengths.filter((length) => length > looked).length;
    assert.equal(
      await text(page, `${figure} .gaps`),
      `Not drawn: ${longer} columns without a whole cycle in the ` +
        '1\u202f024 rows analysed.',
    );
    const box = await boxOf(page, `${figure} .u-over`);
    const share = (/** @type {number} */ column) => (column * box.width) / 127;
    const inks = await inkIn(page, `${figure} canvas`, [
      [0, share(127 - longer)],
      [share(128 - longer) + 4, box.width],
    ]);
    assert.ok((inks[0] ?? 0) > 100, 'the others are drawn');
    assert.equal(inks[1], 0, 'no plateau');
    await page.mouse.move(box.x + share(120), box.y + box.height / 2);
    await settle(page);
    const hint = `${figure} .chart-head .numbers`;
    assert.equal(
      await text(page, hint),
      'column 120: no whole cycle in the 1\u202f024 rows analysed',
    );

    // A chart without dots is hidden.
    await page.evaluate(() => {
      location.hash = '#/encodings?analysis=1&method=code&kind=integer&dim=1';
    });
    await rested(page, 'studies');
    assert.equal(await page.$(`${figure} .lines:not([hidden])`), null);
    assert.match(await text(page, `${figure} .gaps`), /^Not drawn: 1 column/);
  },

  async 'encodings: the map of all pairs reads their products'(stage) {
    const { page } = await stage.show(
      '#/encodings?analysis=1&length=128&dim=16',
    );
    await rested(page, 'studies');
    const gram = '[data-study="gram"]';
    const box = await boxOf(page, `${gram} .field`);
    const point = (/** @type {number} */ row, /** @type {number} */ column) =>
      page.mouse.move(
        box.x + (box.width * (column + 0.5)) / 128,
        box.y + (box.height * (row + 0.5)) / 128,
      );
    // Published values, computed in float64.
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

    // All rows have the same length, so only the numbers of the key change.
    const before = await text(page, `${gram} .colorbar`);
    await choose(page, '[data-strip="measure"]', 'cosine');
    // A worker computes it.
    await rested(page, 'studies');
    assert.notEqual(await text(page, `${gram} .colorbar`), before);
    await point(5, 5);
    await settle(page);
    assert.match(await text(page, `${gram} .reading`), /position 5 · 1$/);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes('cosine=1'), hash);
  },

  async 'encodings: a patch of a grid is compared with all others'(stage) {
    const pe = await load();
    const table = pe.sinusoidalGrid({ grid: [6, 9], dim: 32 });
    const { data } = pe.analysis.gram(table, { normalise: true });
    const { page } = await stage.show(
      '#/encodings?method=sinusoidalGrid&grid=6x9&dim=32',
    );
    const figure = '[data-study="patch"]';
    const words = `${figure} .patch-words`;
    // The middle one first: row 3, column 4.
    assert.match(await text(page, words), /^Patch 3, 4 is alike to /);
    const box = await boxOf(page, `${figure} .field`);
    const at = (/** @type {number} */ row, /** @type {number} */ column) =>
      /** @type {const} */ ([
        box.x + (box.width * (column + 0.5)) / 9,
        box.y + (box.height * (row + 0.5)) / 6,
      ]);
    await page.mouse.click(...at(1, 2));
    await settle(page);
    await page.mouse.move(...at(5, 8));
    await settle(page);
    const line = await text(page, `${figure} .reading`);
    assert.match(line, /^patch 5, 8 · cosine with 1, 2: /);
    const wanted = Number(data[(1 * 9 + 2) * 54 + 5 * 9 + 8]);
    const found = numberIn(line.split(': ')[1] ?? '');
    assert.ok(Math.abs(found - wanted) < 1e-3, `${line}, not ${wanted}`);
    // The sentence: the neighbours are those above, below, left and right.
    const said = await text(page, words);
    const of = (/** @type {number} */ row, /** @type {number} */ column) =>
      Number(data[(1 * 9 + 2) * 54 + row * 9 + column]);
    const near = (of(0, 2) + of(2, 2) + of(1, 1) + of(1, 3)) / 4;
    const [, mean = ''] = /beside it by (\S+) on average/.exec(said) ?? [];
    assert.ok(Math.abs(numberIn(mean) - near) < 1e-3, `${said}, not ${near}`);
    // By keys, too; the choice is in the address.
    await page.focus(`${figure} .field`);
    await press(page, 'ArrowRight', 'Enter');
    await settle(page);
    assert.match(await text(page, words), /^Patch 1, 3 is alike to /);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /row=12/);
    // A table of positions has no such figure.
    await stage.show('#/encodings');
    assert.equal(await page.$(`${figure}:not([hidden])`), null);
  },

  async 'encodings: the studies follow a slider, or say what they are of'(
    stage,
  ) {
    const { page } = await stage.show(
      '#/encodings?analysis=1&length=64&dim=32',
    );
    await rested(page, 'studies');
    const studies = ['gram', 'spectrum'].map((s) => `[data-study="${s}"]`);
    const before = await Promise.all(studies.map((s) => pixels(page, s)));
    await type(page, 'base', '20');
    await rested(page, 'studies');
    assert.ok(await page.$('.facts:not(.late) dd'));
    const after = await Promise.all(studies.map((s) => pixels(page, s)));
    assert.ok(after.every((digest, i) => digest !== before[i]));
    // Figures of some rows say so.
    await type(page, 'length', '2000');
    await rested(page, 'studies');
    for (const study of ['gram', 'curve']) {
      const head = await text(page, `[data-study="${study}"] .chart-head`);
      assert.match(head, /1 row in 4/, study);
    }
  },
};
