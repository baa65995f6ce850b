// @ts-check
// The numbers of heat maps as tables of the page, compared with the package.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { focusMap, numberIn, press, spoken, text } from './page-actions.mjs';
import { present, rested } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const pe = await load();

/**
 * Opens the table of a figure, and gives its lines.
 * @param {Page} page @param {string} figure @param {number} count of its rows
 */
async function linesOf(page, figure, count) {
  await page.$eval(`${figure} > .data-table`, (fold) =>
    fold.setAttribute('open', ''),
  );
  await present(page, `${figure} > .data-table tbody tr:nth-child(${count})`);
  return page.$$eval(`${figure} > .data-table :is(thead, tbody) tr`, (rows) =>
    rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
}

/**
 * Asserts that a cell says a number, to a number of digits.
 * @param {string | undefined} cell @param {number} wanted @param {number} digits
 */
function says(cell, wanted, digits) {
  const off = Math.abs(numberIn(cell ?? '') - wanted);
  const unit = Math.abs(wanted) * 10 ** (1 - digits);
  assert.ok(off <= 0.51 * unit + 1e-12, `${cell}, not ${wanted}`);
}

/** @type {import('./on-page.mjs').Tests} */
export const dataTables = {
  async 'data tables: the map of a table, and the part that is shown'(stage) {
    const { page } = await stage.show('#/encodings?length=20&dim=6&start=3');
    const { data } = pe.sinusoidal({ length: 20, dim: 6, start: 3 });
    const [head = [], ...rows] = await linesOf(page, '.plate-more', 20);
    assert.deepEqual(head.slice(0, 2), ['row', 'dimension 0']);
    assert.equal(rows.length, 20);
    rows.forEach(([name, ...cells], row) => {
      assert.equal(name, `position ${row + 3}`);
      assert.equal(cells.length, 6);
      cells.forEach((cell, i) => {
        says(cell, Number(data[6 * row + i]), 6);
      });
    });
    // It follows the options while it is open.
    await page.evaluate(() => {
      location.hash = '#/encodings?length=20&dim=6&base=50';
    });
    await rested(page, 'studies', 'address');
    const other = pe.sinusoidal({ length: 20, dim: 6, base: 50 }).data;
    await page.waitForFunction(
      () =>
        document.querySelector('.plate-more tbody th')?.textContent ===
        'position 0',
    );
    const [, , second = []] = await linesOf(page, '.plate-more', 20);
    second.slice(1).forEach((cell, i) => {
      says(cell, Number(other[6 + i]), 6);
    });
  },

  async 'data tables: a large table says what is left out'(stage) {
    const { page } = await stage.show('#/encodings?length=3000&dim=256');
    await page.$eval('.plate-more > .data-table', (fold) =>
      fold.setAttribute('open', ''),
    );
    await present(page, '.plate-more > .data-table .hint:not([hidden])');
    const note = await text(page, '.plate-more > .data-table .hint');
    assert.match(
      note.replaceAll(/\s/g, ' '),
      /^These are the first \d{3} of 3 000 rows and the first 128 of 256 columns\. Save the figure as CSV/,
    );
    await page.$eval('.plate-more > .data-table', (fold) =>
      fold.removeAttribute('open'),
    );
  },

  async 'data tables: two tables and their difference'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=12&dim=4' +
        '&with=sinusoidal&with.length=12&with.dim=4&with.base=50',
    );
    const one = pe.sinusoidal({ length: 12, dim: 4 }).data;
    const other = pe.sinusoidal({ length: 12, dim: 4, base: 50 }).data;
    const [head = [], ...rows] = await linesOf(page, '.plate-more', 12);
    assert.deepEqual(
      head.slice(4, 7),
      ['first', 'second', 'difference'].map((name) => `dimension 1, ${name}`),
    );
    rows.forEach(([, ...cells], row) => {
      for (let i = 0; i < 4; i++) {
        const [a, b] = [Number(one[4 * row + i]), Number(other[4 * row + i])];
        says(cells[3 * i], a, 6);
        says(cells[3 * i + 1], b, 6);
        // Small differences have two digits before a power of ten.
        says(cells[3 * i + 2], a - b, 2);
      }
    });
  },

  async 'data tables: the maps of the analysis'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=32&dim=8&base=20&analysis=1',
    );
    await present(page, '.analysis[open] [data-study="gram"] .keep');
    await rested(page, 'studies');
    const table = pe.sinusoidal({ length: 32, dim: 8, base: 20 });
    const gram = await linesOf(page, '[data-study="gram"]', 32);
    assert.deepEqual(gram[0]?.slice(0, 2), ['row', 'position 0']);
    for (const [i, j] of /** @type {const} */ ([
      [0, 0],
      [2, 5],
      [31, 4],
    ])) {
      let sum = 0;
      for (let c = 0; c < 8; c++) {
        sum += Number(table.data[8 * i + c]) * Number(table.data[8 * j + c]);
      }
      says(gram[i + 1]?.[j + 1], sum, 5);
    }
    // The first column swings once in 2π rows: most of its power lies there.
    const [head = [], ...bands] = await linesOf(
      page,
      '[data-study="spectrum"]',
      2,
    );
    assert.deepEqual(head.slice(0, 2), ['period in rows', 'dimension 0']);
    const strongest = bands.reduce((a, b) =>
      numberIn(b[1] ?? '') > numberIn(a[1] ?? '') ? b : a,
    );
    const period = numberIn(strongest[0] ?? '');
    assert.ok(Math.abs(period - 2 * Math.PI) < 1, strongest.join());
  },

  async 'data tables: images of a grid, whose cells the keys read'(stage) {
    const { page } = await stage.show(
      '#/encodings?method=sinusoidalGrid&grid=4x6&dim=16',
    );
    await rested(page, 'studies');
    const { data, shape } = pe.sinusoidalGrid({ grid: [4, 6], dim: 16 });
    const across = Number(shape.at(-1));
    assert.equal(data.length, 24 * across);
    const image = await linesOf(page, '[data-study="grid"]', 4);
    assert.deepEqual(image[0], [
      'row',
      ...[0, 1, 2, 3, 4, 5].map((i) => `column ${i}`),
    ]);
    for (let cell = 0; cell < 24; cell++) {
      const [y, x] = [Math.floor(cell / 6), cell % 6];
      says(image[y + 1]?.[x + 1], Number(data[across * cell]), 6);
    }
    await focusMap(page, '[data-study="grid"]');
    await press(page, 'ArrowDown', 'ArrowRight');
    const line = await spoken(page, 'cell 1, 1, value ');
    const wanted = Number(data[across * 7]);
    assert.equal(line, `cell 1, 1, value ${Number(wanted.toPrecision(6))}`);

    const alike = await linesOf(page, '[data-study="patch"]', 4);
    const own = /patch (\d+), (\d+)/.exec(
      await page.$eval(
        '[data-study="patch"] .data-table caption',
        (caption) => caption.textContent ?? '',
      ),
    );
    const middle = 6 * Number(own?.[1]) + Number(own?.[2]);
    const rowOf = (/** @type {number} */ cell) =>
      data.slice(across * cell, across * (cell + 1));
    const product = (
      /** @type {Float32Array} */ a,
      /** @type {Float32Array} */ b,
    ) => a.reduce((sum, value, i) => sum + value * Number(b[i]), 0);
    for (const cell of [0, 5, 13, 23]) {
      const [a, b] = [rowOf(middle), rowOf(cell)];
      const cosine = product(a, b) / Math.sqrt(product(a, a) * product(b, b));
      const [y, x] = [Math.floor(cell / 6), cell % 6];
      says(alike[y + 1]?.[x + 1], cosine, 3);
    }
  },

  async 'data tables: no map or chart of the view is without one'(stage) {
    for (const query of [
      'analysis=1',
      'method=sinusoidalGrid&grid=4x6&dim=16&analysis=1',
      'length=20&dim=8&with=sinusoidal&with.length=20&with.dim=8&with.base=50',
    ]) {
      const { page } = await stage.show(`#/encodings?${query}`);
      await rested(page, 'studies');
      const found = await page.$$eval('.heatmap, .lines', (all) =>
        all
          .filter((chart) => chart.checkVisibility())
          .map((chart) => {
            // The table of the main figure stands below its tools.
            const figure = chart.closest('figure, .curve');
            const plate = figure?.matches('.plate');
            const around = plate
              ? document.querySelector('.plate-more')
              : figure;
            const focus = chart.querySelector('[tabindex="0"]') ?? chart;
            return {
              name: `${figure?.className} ${figure?.getAttribute('data-study')}`,
              table: around?.querySelector('.data-table') != null,
              keys: focus.getAttribute('tabindex') === '0',
            };
          }),
      );
      assert.ok(found.length >= 3, JSON.stringify(found));
      for (const { name, table, keys } of found) {
        assert.ok(table, `${query}: ${name} has no table`);
        assert.ok(keys, `${query}: ${name} has no keys`);
      }
    }
  },
};
