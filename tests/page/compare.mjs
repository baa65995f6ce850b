// @ts-check
// Two tables beside each other, compared with the package called directly.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeCsv } from 'posenc/formats';
import { boxOf, numberIn, pixels, press, text, type } from './page-actions.mjs';
import { drawingOf, saved } from './saved-files.mjs';
import { goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const figure = '.plate.comparing';
const said = `${figure} .difference`;

/** The names of both tables, above their maps. @param {Page} page */
async function names(page) {
  const titles = `${figure} :is([data-map="first"], [data-map="second"]) h4`;
  return page.$$eval(titles, (all) => all.map((one) => one.textContent));
}

/**
 * The largest and the mean difference of two tables in what both have, and the
 * numbers of equal numbers and columns, found the plain way.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} a
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} b
 */
function differ(a, b) {
  const [rows = 0, columns = 0] = a.shape.map((extent, axis) =>
    Math.min(extent, b.shape[axis] ?? 0),
  );
  const found = { rows, columns, largest: 0, row: 0, column: 0, equal: 0 };
  const all = { mean: 0, sameColumns: 0 };
  for (let column = 0; column < columns; column++) {
    const before = found.equal;
    for (let row = 0; row < rows; row++) {
      const one = Number(a.data[row * Number(a.shape[1]) + column]);
      const other = Number(b.data[row * Number(b.shape[1]) + column]);
      const off = Math.abs(one - other);
      all.mean += off / (rows * columns);
      if (Object.is(one, other)) found.equal += 1;
      // Of equal differences, the first in the order of reading.
      const earlier = off === found.largest && row < found.row;
      if (off > found.largest || earlier)
        Object.assign(found, { largest: off, row, column });
    }
    if (found.equal === before + rows) all.sameColumns += 1;
  }
  return { ...found, ...all };
}

/**
 * Moves the pointer to a cell of a map of a comparison.
 * @param {Page} page
 * @param {string} map
 * @param {readonly [row: number, rows: number]} down
 * @param {readonly [column: number, columns: number]} along
 */
async function pointAt(page, map, [row, rows], [column, columns]) {
  const box = await boxOf(page, `${figure} [data-map="${map}"] .field`);
  await page.mouse.move(
    box.x + (box.width * (column + 0.5)) / columns,
    box.y + (box.height * (row + 0.5)) / rows,
  );
  await settle(page);
}

/**
 * Where all three maps mark a cell, as parts of their height and width; the
 * maps' own texts where they differ.
 * @param {Page} page
 */
async function markedCell(page) {
  const places = await page.$$eval(`${figure} .field`, (all) =>
    all.map((field) => {
      const { style } = /** @type {HTMLElement} */ (field);
      const part = (/** @type {string} */ name) =>
        `${Number.parseFloat(style.getPropertyValue(name)).toFixed(2)}%`;
      return `${part('--row')} ${part('--column')}`;
    }),
  );
  assert.equal(places.length, 3);
  return [...new Set(places)].join();
}

/** @type {import('./on-page.mjs').Tests} */
export const compare = {
  async 'compare: two methods differ as the package says'(stage) {
    const pe = await load();
    const a = pe.sinusoidal({ length: 100, dim: 32 });
    const b = pe.sinusoidal({ length: 100, dim: 32, base: 500 });
    const { page } = await stage.show(
      '#/encodings?length=100&dim=32&lines=5&row=7' +
        '&with=sinusoidal&with.length=100&with.dim=32&with.base=500',
    );
    assert.deepEqual(await names(page), [
      'Sinusoidal, base 10000',
      'Sinusoidal, base 500',
    ]);
    const wanted = differ(a, b);
    const line = await text(page, said);
    const found =
      /^The numbers differ by (?<mean>\S+) on average, and most at position (?<row>\d+), dimension (?<column>\d+): (?<one>\S+) and (?<other>\S+) differ by (?<largest>\S+)\. Of 3\u202f200 numbers, (?<equal>[\d\u202f]+) are equal bit for bit, (?<sameColumns>\d+) whole columns among them\.$/.exec(
        line,
      )?.groups ?? {};
    for (const name of /** @type {const} */ ([
      ...['row', 'column', 'equal', 'sameColumns'],
    ])) {
      const exact = wanted[/** @type {'row'} */ (name)];
      assert.equal(numberIn(found[name] ?? ''), exact, `${name}: ${line}`);
    }
    const there = 32 * wanted.row + wanted.column;
    for (const [name, value] of Object.entries({
      ...{ mean: wanted.mean, largest: wanted.largest },
      ...{ one: Number(a.data[there]), other: Number(b.data[there]) },
    })) {
      const off = Math.abs(numberIn(found[name] ?? '') / value - 1);
      assert.ok(off < 5e-3, `${name} is ${value}: ${line}`);
    }

    // Each map reads both numbers and their difference, and all mark the cell.
    const at = (/** @type {typeof a} */ table) =>
      Number(table.data[7 * 32 + 5]);
    for (const map of ['first', 'second', 'difference']) {
      await pointAt(page, map, [7, 100], [5, 32]);
      const line = await text(page, `${figure} .reading`);
      assert.match(line, /^position 7 · dimension 5 · /);
      const [, one, other, off] =
        / · (\S+) and (\S+) · difference (\S+)$/.exec(line) ?? [];
      for (const [shown, value] of /** @type {const} */ ([
        [one, at(a)],
        [other, at(b)],
        [off, at(a) - at(b)],
      ])) {
        assert.ok(Math.abs(numberIn(shown ?? '') - value) < 1e-4, line);
      }
      const tips = await page.$$eval(`${figure} .tip:not([hidden])`, (all) =>
        all.map((tip) => tip.textContent),
      );
      assert.deepEqual(tips, [one, other, off], map);
      assert.equal(await markedCell(page), '7.00% 15.63%', map);
    }
  },

  async 'compare: equal tables are equal bit for bit, and kinds are told apart'(
    stage,
  ) {
    const { page } = await stage.show(
      '#/encodings?length=64&with=sinusoidal&with.length=64',
    );
    assert.equal(await text(page, said), 'Both are equal, bit for bit.');
    await page.evaluate(() => {
      location.hash =
        '#/encodings?method=code&length=64&with=code&with.length=64' +
        '&with.dtype=float64';
    });
    await settle(page);
    assert.equal(
      await text(page, said),
      'All numbers are equal; one table is float32, the other float64.',
    );
  },

  async 'compare: where shapes differ, what both have is compared'(stage) {
    const pe = await load();
    const a = pe.sinusoidal({ length: 100, dim: 32 });
    const b = pe.sinusoidal({ length: 60, dim: 48 });
    const { page } = await stage.show(
      '#/encodings?length=100&dim=32&with=sinusoidal&with.length=60&with.dim=48',
    );
    assert.equal(
      await text(page, `${figure} .compared-part`),
      'Compared are the first 60 rows and the first 32 columns, which both have.',
    );
    const { largest, row, column } = differ(a, b);
    const line = await text(page, said);
    assert.ok(line.includes(`position ${row}, dimension ${column}: `), line);
    const by = /differ by (\S+)\. /.exec(line)?.[1] ?? '';
    assert.ok(Math.abs(numberIn(by) / largest - 1) < 5e-3, line);
    // All three maps show that part: a row more of the first is not there.
    for (const map of ['first', 'second', 'difference']) {
      await pointAt(page, map, [59, 60], [31, 32]);
      const read = await text(page, `${figure} .reading`);
      assert.match(read, /^position 59 · dimension 31 · /, map);
    }
  },

  async 'compare: rows of other positions are told by both'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=40&dim=8' +
        '&with=sinusoidal&with.length=40&with.dim=8&with.start=100',
    );
    assert.match(
      await text(page, `${figure} .compared-part`),
      /^Rows are compared by their order; they stand for other positions\.$/,
    );
    assert.match(await text(page, said), / at row \d+ \(position \d+ and /);
    await pointAt(page, 'second', [3, 40], [2, 8]);
    assert.match(
      await text(page, `${figure} .reading`),
      /^row 3 \(position 3 and position 103\) · dimension 2 · /,
    );
    const axis = `${figure} [data-map="first"] .axis-left .axis-name`;
    assert.equal(await text(page, axis), 'row');
  },

  async 'compare: maps and difference stand on the first screen'(stage) {
    for (const [width, height] of /** @type {const} */ ([
      [1280, 720],
      [1920, 1080],
      [768, 1024],
      [390, 844],
    ])) {
      const { page } = await stage.show(
        '#/encodings?with=sinusoidal&with.base=100',
        { width, height },
      );
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      const { fields, words } = await page.evaluate(
        ([maps, sentence]) => {
          const boxOf = (/** @type {Element} */ part) => {
            const { top, bottom, left, width, height } =
              part.getBoundingClientRect();
            return { top, bottom, left, width, height };
          };
          return {
            fields: [...document.querySelectorAll(maps)].map(boxOf),
            words: boxOf(document.querySelector(sentence) ?? document.body),
          };
        },
        /** @type {const} */ ([`${figure} .field`, said]),
      );
      const where = `${width}: ${JSON.stringify(fields)}`;
      const [first, second, third] = fields;
      assert.ok(first && second && third && fields.length === 3, where);
      assert.ok(words.top >= 0 && words.bottom <= first.top, where);
      for (const { bottom, width: wide, height: high } of fields) {
        assert.ok(bottom <= height, where);
        assert.ok(Math.abs(wide - first.width) < 1, where);
        assert.ok(wide >= 150 && high >= 70, where);
      }
      // One axis: beside each other they share rows, above each other columns.
      const stacked = width < 640;
      for (const { top, left } of [second, third]) {
        if (stacked) assert.ok(Math.abs(left - first.left) < 1, where);
        else assert.ok(Math.abs(top - first.top) < 1, where);
      }
      const names = await page.$$eval(
        `${figure} .axis-name`,
        (all) => all.filter((name) => name.checkVisibility()).length,
      );
      assert.equal(names, 2, 'each axis is named once');
    }
  },

  async 'compare: on the smallest phone both maps are seen at once'(stage) {
    const { page } = await stage.show(
      '#/encodings?with=sinusoidal&with.base=100',
      { width: 320, height: 640 },
    );
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    const boxes = await page.$$eval(`${figure} .field`, (all) =>
      all.map((field) => {
        const { top, bottom, height } = field.getBoundingClientRect();
        return { top, bottom, height };
      }),
    );
    const where = JSON.stringify(boxes);
    assert.equal(boxes.length, 3);
    for (const { top, bottom, height } of boxes) {
      assert.ok(top >= 0 && bottom <= 640 && height >= 70, where);
    }
    // What is said of them stands below.
    const sentence = await page.$eval(
      said,
      (one) => one.getBoundingClientRect().top,
    );
    assert.ok(sentence >= Number(boxes[2]?.bottom), `${sentence}: ${where}`);
  },

  async 'compare: a tap reads the same cell in all three maps'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=20&dim=8' +
        '&with=sinusoidal&with.length=20&with.dim=8&with.base=50',
      { width: 390, height: 844 },
    );
    const session = await page.createCDPSession();
    const touch = (/** @type {boolean} */ enabled) =>
      session.send('Emulation.setTouchEmulationEnabled', { enabled });
    await touch(true);
    try {
      for (const map of ['difference', 'first']) {
        const box = await boxOf(page, `${figure} [data-map="${map}"] .field`);
        await page.touchscreen.tap(
          box.x + (box.width * 3.5) / 8,
          box.y + (box.height * 10.5) / 20,
        );
        await settle(page);
        assert.match(
          await text(page, `${figure} .reading`),
          /^position 10 · dimension 3 · /,
        );
        assert.equal(await markedCell(page), '50.00% 37.50%', map);
      }
    } finally {
      await touch(false);
      await session.detach();
    }
  },

  async 'compare: three maps are saved in one picture, with the difference'(
    stage,
  ) {
    const pe = await load();
    const { page } = await stage.show(
      '#/encodings?length=20&dim=8' +
        '&with=sinusoidal&with.length=16&with.dim=8&with.base=50',
    );
    await rested(page, 'studies', 'address');
    const within = '.plate-more > .plate-foot';
    const svg = await saved(page, within, 'svg');
    assert.equal(svg.name, 'sinusoidal-minus-sinusoidal.svg');
    const drawing = await drawingOf(page, svg.bytes);
    // Three maps, and the key to the colours of each.
    assert.equal(drawing.images.length, 6);
    for (const name of [...(await names(page)), 'First minus second']) {
      assert.ok(drawing.words.includes(name ?? ''), `${drawing.words}`);
    }
    const told = JSON.parse(drawing.told).spec;
    assert.deepEqual([told.first.length, told.second.base], [20, 50]);
    const csv = decodeCsv((await saved(page, within, 'csv')).bytes);
    const a = pe.sinusoidal({ length: 20, dim: 8 });
    const b = pe.sinusoidal({ length: 16, dim: 8, base: 50 });
    assert.deepEqual(
      [...csv.data],
      [...b.data].map((value, i) => Math.fround(Number(a.data[i]) - value)),
    );
  },

  async 'compare: the curves show a column and a row of both, and are saved'(
    stage,
  ) {
    const pe = await load();
    const { page } = await stage.show(
      '#/encodings?length=20&dim=8&lines=3&row=10' +
        '&with=sinusoidal&with.length=20&with.dim=8&with.base=50',
    );
    await rested(page, 'studies', 'address');
    const tables = [
      pe.sinusoidal({ length: 20, dim: 8 }).data,
      pe.sinusoidal({ length: 20, dim: 8, base: 50 }).data,
    ];
    for (const [place, axis, count, at, file] of /** @type {const} */ ([
      [1, 'position', 20, (/** @type {number} */ i) => 8 * i + 3, 'column-3'],
      [2, 'dimension', 8, (/** @type {number} */ i) => 8 * 10 + i, 'row-10'],
    ])) {
      const chart = `.compare-curves .curve:nth-child(${place})`;
      await page.$eval(`${chart} .data-table`, (fold) =>
        fold.setAttribute('open', ''),
      );
      await present(page, `${chart} tbody tr:nth-child(${count})`);
      const [head = [], ...rows] = await page.$$eval(
        `${chart} :is(thead, tbody) tr`,
        (all) =>
          all.map((row) => [...row.children].map((cell) => cell.textContent)),
      );
      assert.deepEqual(head, [axis, ...(await names(page))]);
      const csv = await saved(page, chart, 'csv');
      assert.equal(csv.name, `sinusoidal-and-sinusoidal-${file}.csv`);
      const read = decodeCsv(csv.bytes, { dtype: 'float64' });
      assert.deepEqual(read.shape, [count, 3]);
      rows.forEach((row, i) => {
        const wanted = tables.map((data) => Number(data[at(i)]));
        assert.deepEqual(
          [...read.data.slice(3 * i, 3 * i + 3)],
          [i, ...wanted],
        );
        // The page writes six digits, and small numbers with a power of ten.
        row.slice(1).forEach((cell, of) => {
          const off = numberIn(cell ?? '') - Number(wanted[of]);
          const size = Math.abs(Number(wanted[of]));
          assert.ok(Math.abs(off) <= 1e-5 * size, `${cell}: ${wanted[of]}`);
        });
      });
      const svg = await saved(page, chart, 'svg');
      const drawing = await drawingOf(page, svg.bytes);
      // Two lines over each other, each with all its points, and their names.
      assert.equal(drawing.paths.filter((n) => n === count).length, 2);
      assert.ok(
        drawing.words.some((word) => /^Sinusoidal, base 50/.test(word)),
        drawing.words.join(),
      );
      assert.equal(JSON.parse(drawing.told).spec.second.base, 50);
      // The keys lead to the last point, which is told by both names.
      await page.focus(`${chart} .lines`);
      await press(page, 'End');
      const said = await page.$eval(`${chart} .lines`, (lines) =>
        lines.getAttribute('aria-valuetext'),
      );
      const last = tables.map((data) =>
        Number(Number(data[at(count - 1)]).toPrecision(4)),
      );
      assert.equal(
        said,
        `${axis} ${count - 1}: Sinusoidal, base 10000 ${last[0]}, ` +
          `Sinusoidal, base 50 ${last[1]}`,
      );
    }
  },

  async 'compare: the list of methods stays within the window'(stage) {
    for (const width of [1280, 390]) {
      const size = { width, height: width === 1280 ? 720 : 844 };
      const { page } = await stage.show('#/encodings', size);
      for (const button of await page.$$('.choosers .chooser > h3 button')) {
        await button.click();
        const found = await page.$eval('.methods:not([hidden])', (list) => {
          const { left, right } = list.getBoundingClientRect();
          const { scrollWidth, clientWidth } = document.documentElement;
          const held = list.contains(document.activeElement);
          return {
            left,
            right,
            scrollWidth,
            clientWidth,
            scrollX,
            scrollY,
            held,
          };
        });
        assert.ok(
          found.left >= 0 && found.right <= found.clientWidth,
          `${found.right}`,
        );
        assert.ok(found.scrollWidth <= found.clientWidth);
        assert.deepEqual([found.scrollX, found.scrollY], [0, 0]);
        assert.ok(found.held, 'the search has the focus');
        await press(page, 'Escape');
      }
    }
  },

  async 'compare: the choice is a step, and the controls set either table'(
    stage,
  ) {
    const { page } = await stage.show('#/encodings?length=64&dim=16');
    const [, second] = await page.$$('.choosers .chooser > h3 button');
    await second?.click();
    await page.keyboard.type('sinusoidal');
    await press(page, 'Enter');
    await settle(page);
    assert.match(await text(page, said), /bit for bit/);
    await type(page, 'base', '50');
    assert.deepEqual(await names(page), [
      'Sinusoidal, base 10000',
      'Sinusoidal, base 50',
    ]);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /with=sinusoidal/);
    assert.match(hash, /with\.base=50/);
    assert.doesNotMatch(hash, /[?&]base=/);
    const [first, other] = await Promise.all([
      pixels(page, `${figure} [data-map="first"]`),
      pixels(page, `${figure} [data-map="second"]`),
    ]);
    assert.notEqual(first, other);
    await page.click('.choosers .stop');
    await settle(page);
    assert.equal(await page.$(figure), null);
    await goBack(page);
    assert.ok(await page.$(figure));
    await goBack(page);
    assert.equal(await page.$(figure), null);
  },

  async 'compare: a wrong value of the second table is named'(stage) {
    const { page } = await stage.show(
      '#/encodings?with=sinusoidal&side=second',
    );
    await type(page, 'dim', '0');
    assert.match(
      await text(page, '[data-param="dim"] .note'),
      /^sinusoidal: dim must be .*ERR_RANGE$/,
    );
    await type(page, 'dim', '128');
    assert.match(await text(page, said), /bit for bit/);
  },

  async 'compare: one zoom is that of all maps'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=100&dim=32' +
        '&with=sinusoidal&with.length=100&with.dim=32&with.base=50',
    );
    assert.deepEqual(await names(page), [
      'Sinusoidal, base 10000',
      'Sinusoidal, base 50',
    ]);
    await page.focus(`${figure} [data-map="difference"] .field`);
    await press(page, '+');
    await settle(page);
    const shown = await text(page, '.plate-more .part');
    assert.match(shown, /^position \d+ to position \d+, dimensions/);
    await pointAt(page, 'second', [0, 67], [0, 21]);
    const start = /^position (\d+) /.exec(shown)?.[1];
    const line = await text(page, `${figure} .reading`);
    assert.ok(line.startsWith(`position ${start} · `), line);
  },
};
