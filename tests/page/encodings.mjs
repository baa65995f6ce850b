// @ts-check
// The pictures of the view of tables, compared with the formula, which is written out
// here.

import assert from 'node:assert/strict';
import {
  boxOf,
  choose,
  focusMap,
  numberIn,
  pixels,
  press,
  spoken,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */

/**
 * The value of a table with sines and cosines in turn.
 * @param {number} position
 * @param {number} column
 * @param {{ dim: number, base?: number }} table
 */
function expected(position, column, { dim, base = 10000 }) {
  const angle = position / base ** ((2 * Math.floor(column / 2)) / dim);
  return column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
}

/**
 * @param {Stage} stage
 * @param {string} [query]
 * @param {import('./browser.mjs').Size} [size]
 */
function open(stage, query = '', size) {
  return stage.show(`#/encodings?${query}`, size);
}

/** @param {string} line */
function valueIn(line) {
  return Number(/value (\S+)$/.exec(line)?.[1]);
}

/** @type {import('./on-page.mjs').Tests} */
export const encodings = {
  async 'encodings: length, width, base and layout change the picture'(stage) {
    const { page } = await open(stage);
    const seen = new Set([await pixels(page)]);
    await type(page, 'length', '100');
    seen.add(await pixels(page));
    await type(page, 'dim', '30');
    seen.add(await pixels(page));
    await type(page, 'base', '500');
    seen.add(await pixels(page));
    await choose(page, '[data-param="layout"]', 'blocks');
    seen.add(await pixels(page));
    assert.equal(seen.size, 5);
    assert.match(await text(page, '.meta'), /100 × 30/);
  },

  async 'encodings: a slider moves the table with the arrow keys'(stage) {
    const { page } = await open(stage);
    const before = await pixels(page);
    await page.focus('[data-param="dim"] input[type="range"]');
    await page.keyboard.press('ArrowRight');
    await settle(page);
    assert.notEqual(await pixels(page), before);
    const dim = await page.$eval(
      '[data-param="dim"] input[type="text"]',
      (field) => Number(/** @type {HTMLInputElement} */ (field).value),
    );
    assert.ok(dim > 128, `${dim}`);
  },

  async 'encodings: the keyboard cursor reads the values out'(stage) {
    const { page } = await open(stage, 'length=200&dim=64&start=1000');
    await focusMap(page);
    await press(page, 'PageDown', 'ArrowDown', 'ArrowRight', 'ArrowRight');
    const line = await spoken(page, 'position 1021, dimension 2, value');
    const table = { dim: 64 };
    assert.ok(Math.abs(valueIn(line) - expected(1021, 2, table)) < 1e-6, line);

    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const last = await spoken(page, 'position 1020, dimension 63, value');
    assert.ok(Math.abs(valueIn(last) - expected(1020, 63, table)) < 1e-6, last);
  },

  async 'encodings: the pointer reads the same values'(stage) {
    const { page } = await open(stage, 'length=10&dim=10&base=100');
    const field = await page.$('.field');
    const box = await field?.boundingBox();
    assert.ok(box);
    await page.mouse.move(box.x + box.width * 0.35, box.y + box.height * 0.75);
    await settle(page);
    const line = await text(page, '.reading');
    const value = Number(line.split(' · ')[2]?.replace('\u2212', '-'));
    assert.match(line, /^position 7 · dimension 3 · /);
    const wanted = expected(7, 3, { dim: 10, base: 100 });
    assert.ok(Math.abs(value - wanted) < 1e-6, line);
  },

  async 'encodings: Enter adds a column to the lines and drops it'(stage) {
    const { page } = await open(stage);
    const chips = () =>
      page.$$eval('.chips button', (all) => all.map((b) => b.textContent));
    assert.deepEqual(await chips(), ['8', '24', '40']);
    await focusMap(page);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal((await chips()).length, 4);
    assert.match((await chips())[3] ?? '', /^1$/);
    await page.click('.chips li:first-child button');
    await settle(page);
    assert.equal((await chips()).length, 3);
    assert.equal((await page.$$('.axis-top .axis-pointers i')).length, 3);
  },

  async 'encodings: a crowded picture says how it pools'(stage) {
    const { page } = await open(stage, 'length=4096&dim=512');
    const seen = new Set();
    for (const [pool, note] of [
      ['mean', /mean of its cells/],
      ['minmax', /minima and maxima/],
      ['nearest', /false waves/],
    ]) {
      await choose(page, '[data-strip="pooling"]', String(pool));
      assert.match(
        await text(page, '.pool-note'),
        /** @type {RegExp} */ (note),
      );
      seen.add(await pixels(page));
    }
    assert.equal(seen.size, 3);
    await type(page, 'length', '16');
    await type(page, 'dim', '16');
    assert.match(await text(page, '.pool-note'), /every cell is drawn/);
  },

  async 'encodings: device pixels are painted, not scaled'(stage) {
    const { page } = await open(stage, '', { width: 800, scale: 2 });
    const [inner, shown] = await page.$eval('.field canvas', (canvas) => [
      /** @type {HTMLCanvasElement} */ (canvas).width,
      canvas.getBoundingClientRect().width,
    ]);
    const off = Math.abs(Number(inner) - 2 * Number(shown));
    assert.ok(off <= 1, `${inner} pixels for ${shown}`);
  },

  async 'encodings: a narrow table keeps the columns that are picked'(stage) {
    const { page } = await open(stage, 'dim=6');
    const chips = () =>
      page.$$eval('.chips button', (all) => all.map((b) => b.textContent));
    assert.deepEqual(await chips(), ['0', '1', '2', '3']);
    await page.click('.chips li:first-child button');
    await settle(page);
    assert.deepEqual(await chips(), ['1', '2', '3']);
  },

  async 'encodings: the figure says how to read it'(stage) {
    for (const [query, sentence] of /** @type {const} */ ([
      [
        '',
        'Each row is one position. The left columns swing fast, the right ones slowly.',
      ],
      ['layout=blocks', /^Each row is one position\. In each half, the left/],
      ['method=sinusoidalGrid', /^Each row is one cell of the grid\./],
      [
        'method=normalised',
        'Each row is one position. No column makes a whole wave here.',
      ],
    ])) {
      const { page } = await open(stage, query);
      await rested(page, 'studies');
      const said = await text(page, '.how');
      if (typeof sentence === 'string') assert.equal(said, sentence);
      else assert.match(said, sentence);
    }
  },

  async 'encodings: a press picks a row, which is drawn as bars'(stage) {
    const { page } = await open(stage, 'length=10&dim=6&base=100');
    const title = '.row-bars h3';
    assert.equal(await text(page, title), 'Row: position 0');
    const box = await (await page.$('.field'))?.boundingBox();
    assert.ok(box);
    await page.mouse.click(box.x + box.width * 0.4, box.y + box.height * 0.75);
    await settle(page);
    assert.equal(await text(page, title), 'Row: position 7');
    // The row at the pointer is drawn while it is there.
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.25);
    await settle(page);
    assert.equal(await text(page, title), 'Row: position 2');
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.75);
    await settle(page);
    // Each bar reads the value of the formula.
    const chart = await boxOf(page, '.row-bars .u-over');
    for (const column of [0, 3, 5]) {
      const x = chart.x + (chart.width * column) / 5;
      await page.mouse.move(
        Math.min(chart.x + chart.width - 2, Math.max(chart.x + 2, x)),
        chart.y + chart.height / 2,
      );
      await settle(page);
      const line = await text(page, '.row-bars .hint');
      const value = Number(line.split(' · ')[1]?.replace('\u2212', '-'));
      assert.ok(line.startsWith(`dimension ${column} · `), line);
      const wanted = expected(7, column, { dim: 6, base: 100 });
      assert.ok(Math.abs(value - wanted) < 1e-3, line);
    }
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes('row=7'), hash);
  },

  async 'encodings: the row stands on the first screen, below its columns'(
    stage,
  ) {
    for (const [width, height] of /** @type {const} */ ([
      [1280, 720],
      [1920, 1080],
      // Below the first control, which has to stand on the first screen of a phone.
      [390, 1100],
    ])) {
      // 37 columns, each wider than a pixel; the third is far from its neighbours.
      const query = 'length=50&dim=37&row=11&base=300';
      const { page } = await open(stage, query, { width, height });
      const boxes = await page.$$eval(
        '[data-map="first"] .field, .row-bars .u-over',
        (all) =>
          all.map((part) => {
            const { left, right, top, bottom } = part.getBoundingClientRect();
            return { left, right, top, bottom };
          }),
      );
      const [map, bars] = boxes;
      const where = `${width}: ${JSON.stringify(boxes)}`;
      assert.ok(map && bars, where);
      assert.ok(bars.bottom <= height, where);
      assert.ok(bars.top >= map.bottom, where);
      assert.ok(Math.abs(bars.left - map.left) < 2, where);
      assert.ok(Math.abs(bars.right - map.right) < 2, where);
      // The middle of a column is that of its bar.
      for (const column of [2, 18, 36]) {
        const x = map.left + ((column + 0.5) / 37) * (map.right - map.left);
        await page.mouse.move(x, (bars.top + bars.bottom) / 2);
        await settle(page);
        const line = await text(page, '.row-bars .hint');
        assert.ok(line.startsWith(`dimension ${column} · `), line);
        const value = numberIn(line.split(' · ')[1] ?? '');
        const wanted = expected(11, column, { dim: 37, base: 300 });
        assert.ok(Math.abs(value - wanted) < 1e-3, line);
      }
      // A pointer at the map shows which row it is.
      const [at] = await page.$$eval('.axis-left .axis-pointers i', (all) =>
        all.map((one) => Number.parseFloat(one.style.top)),
      );
      assert.ok(Math.abs(Number(at) - (100 * 11.5) / 50) < 0.01, `${at}`);
    }
  },

  async 'encodings: keys lead through a chart, whose numbers are a table'(
    stage,
  ) {
    const { page } = await open(stage, 'length=10&dim=6&base=100&row=7');
    const chart = '.row-bars .lines';
    await page.focus(chart);
    await press(page, 'ArrowRight', 'ArrowRight', 'ArrowRight');
    const said = await page.$eval(chart, (element) =>
      element.getAttribute('aria-valuetext'),
    );
    const [, column, value] =
      /^dimension (\d+): value (\S+)$/.exec(said ?? '') ?? [];
    const wanted = expected(7, 3, { dim: 6, base: 100 });
    assert.equal(column, '3', String(said));
    assert.ok(Math.abs(Number(value) - wanted) < 1e-3, String(said));
    assert.match(await text(page, '.row-bars .hint'), /^dimension 3 · /);
    await press(page, 'End');
    assert.match(await text(page, '.row-bars .hint'), /^dimension 5 · /);
    await unfold(page, '.row-bars .data-scroll');
    const rows = await page.$$eval('.row-bars tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    assert.equal(rows.length, 6);
    for (const [i, [dimension, number]] of rows.entries()) {
      assert.equal(dimension, String(i));
      const right = expected(7, i, { dim: 6, base: 100 });
      const found = Number(number?.replace('\u2212', '-'));
      assert.ok(Math.abs(found - right) < 1e-5, `${number}, not ${right}`);
    }
  },

  async 'encodings: on a phone the charts come before the other options'(
    stage,
  ) {
    for (const width of [390, 768]) {
      const { page } = await open(stage, '', { width, height: 844 });
      const parts = [
        '[data-map="first"] .field',
        '[data-param="length"]',
        '.row-bars',
        '.columns-row .lines',
        '[data-param="dim"]',
        '[data-fold="more"]',
        '.code',
      ];
      const tops = await page.$$eval(parts.join(), (all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => one.getBoundingClientRect().top),
      );
      assert.equal(tops.length, parts.length);
      // In the order of the document, which is that of keys and screen readers.
      assert.deepEqual(
        tops,
        tops.toSorted((a, b) => a - b),
        `${width}`,
      );
    }
    // On a wide screen all options stand together again.
    const { page } = await open(stage);
    const side = await page.$$eval('.side [data-param]', (all) =>
      all.slice(0, 2).map((one) => one.getAttribute('data-param')),
    );
    assert.deepEqual(side, ['length', 'dim']);
  },

  async 'encodings: on a phone the first control stands under the map'(stage) {
    const { page } = await open(stage, '', { width: 390, height: 844 });
    const [field, control, more] = await page.$$eval(
      '[data-map="first"] .field, [data-param="length"] input[type="range"], .plate-more',
      (all) =>
        all.map((part) => {
          const { top, bottom } = part.getBoundingClientRect();
          return { top, bottom };
        }),
    );
    assert.ok(field && control && more);
    assert.ok(control.bottom <= 844, `it ends at ${control.bottom}`);
    assert.ok(field.bottom <= control.top && control.bottom <= more.top);
  },

  async 'encodings: what a cell holds stands at the pointer'(stage) {
    const { page } = await open(stage, 'length=10&dim=10&base=100');
    const box = await (await page.$('.field'))?.boundingBox();
    assert.ok(box);
    for (const [x, y] of /** @type {const} */ ([
      [0.02, 0.02],
      [0.98, 0.02],
      [0.02, 0.98],
      [0.98, 0.98],
    ])) {
      await page.mouse.move(box.x + box.width * x, box.y + box.height * y);
      await settle(page);
      const said = await text(page, '.tip');
      assert.equal(said, await text(page, '.reading'));
      const tip = await (await page.$('.tip:not([hidden])'))?.boundingBox();
      assert.ok(tip, said);
      assert.ok(tip.x >= box.x && tip.y >= box.y, said);
      assert.ok(tip.x + tip.width <= box.x + box.width, said);
      assert.ok(tip.y + tip.height <= box.y + box.height, said);
    }
    await page.mouse.move(0, 0);
    await settle(page);
    assert.equal(await page.$('.tip:not([hidden])'), null);
  },

  async 'encodings: a long column is an envelope of all its values'(stage) {
    const { page } = await open(stage, 'length=4000&dim=64&lines=0');
    const box = await boxOf(page, '.chart:not(.row-bars) .u-over');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await settle(page);
    const hint = await text(page, '.chart:not(.row-bars) .hint');
    const [, from, to] =
      /from position ([\d\u202f]+) to position ([\d\u202f]+)/.exec(hint) ?? [];
    const ends = [from, to].map((end) => Number(end?.replace('\u202f', '')));
    const [first = 0, last = 0] = ends;
    assert.ok(last > first && last - first < 40, hint);
    const values = Array.from({ length: last - first + 1 }, (_, i) =>
      Math.sin(first + i),
    );
    const said = await text(page, '.chips .line-value');
    const [low, high] = said
      .split(' … ')
      .map((value) => Number(value.replace('\u2212', '-')));
    assert.ok(Math.abs(Number(low) - Math.min(...values)) < 1e-3, said);
    assert.ok(Math.abs(Number(high) - Math.max(...values)) < 1e-3, said);
  },
};
