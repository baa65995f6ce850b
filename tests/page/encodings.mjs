// @ts-check
// The view of tables, compared with the formula, which is written out here.

import assert from 'node:assert/strict';
import { methods } from 'posenc/descriptions';
import {
  banner,
  choose,
  focusMap,
  looksOld,
  pixels,
  press,
  runCode,
  spoken,
  text,
  type,
  unfold,
} from './hands.mjs';
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

/** @type {import('./run.mjs').Tests} */
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
    assert.equal((await page.$$('.axis-pointers i')).length, 3);
  },

  async 'encodings: the address holds the state and gives it back'(stage) {
    const { page } = await open(stage);
    await type(page, 'length', '300');
    await type(page, 'base', '2e5');
    await choose(page, '[data-param="dtype"]', 'bfloat16');
    await choose(page, '[data-strip="show"]', 'errors');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes('show=errors'), hash);
    const picture = await pixels(page);

    const again = await stage.load(hash);
    assert.equal(await pixels(again.page), picture);
    assert.match(await text(again.page, '.meta'), /300 × 128 · bfloat16/);
    const copied = await text(again.page, '.code pre');
    assert.match(
      copied,
      /{ length: 300, dim: 128, base: 200000, dtype: 'bfloat16' }/,
    );
  },

  async 'encodings: a wrong value is named beside its control'(stage) {
    const { page } = await open(stage);
    const before = await pixels(page);
    const note = '[data-param="dim"] .note';
    for (const [value, code] of [
      ['0', 'ERR_RANGE'],
      ['1.5', 'ERR_'],
      ['many', 'ERR_'],
      ['1e30', 'ERR_'],
    ]) {
      await type(page, 'dim', value ?? '');
      const said = await text(page, note);
      assert.match(said, /^sinusoidal: dim must be/, said);
      assert.ok(said.includes(code ?? ''), said);
      assert.equal(await pixels(page), before, 'the picture stays');
      await looksOld(page, true, '.plate', '.columns-row', '.code');
      assert.equal(
        await banner(page),
        `The picture shows earlier values. ${said}`,
      );
    }
    await type(page, 'dim', '128');
    await looksOld(page, false, '.plate', '.columns-row', '.code');
    assert.equal(await banner(page), '');
    assert.doesNotMatch(await text(page, note), /ERR_/);
    assert.equal(await pixels(page), before);
    await type(page, 'length', '1e9');
    assert.match(await text(page, '[data-param="length"] .note'), /PAGE_LIMIT/);
    assert.equal(await pixels(page), before);
  },

  async 'encodings: a link that fails shows no other table'(stage) {
    for (const width of [1280, 360]) {
      const { page } = await stage.show('#/encodings', { width });
      const far = 'method=floater&start=1000000&length=16&dim=4';
      await page.evaluate((query) => {
        location.hash = `#/encodings?${query}`;
      }, far);
      await settle(page);
      assert.equal(await text(page, '.chooser > h3 span'), 'FLOATER');
      assert.match(
        await banner(page),
        /^FLOATER cannot be drawn with these values\. .*ERR_RANGE$/,
      );
      // The table of another method, its numbers and its code are hidden.
      const seen = await page.$$eval(
        '.main :is(canvas, .meta, .about, .reading, pre, .facts, .axis span)',
        (all) =>
          all
            .filter((part) =>
              part.checkVisibility({ visibilityProperty: true }),
            )
            .map((part) => part.className || part.tagName),
      );
      assert.deepEqual(seen, []);
      assert.ok(await page.$('.plate[inert] .field'), 'an empty plate');
      // The banner is above the plate, and its button leads to the control.
      const [banners, plate] = await page.$$eval(
        '.banner, .plate .heatmap',
        (all) => all.map((part) => part.getBoundingClientRect().top),
      );
      assert.ok(Number(banners) <= Number(plate));
      await page.click('.banner button');
      const control = await page.evaluate(() => {
        const active = document.activeElement;
        const { top = 0, bottom = 0 } = active?.getBoundingClientRect() ?? {};
        const name = active
          ?.closest('[data-param]')
          ?.getAttribute('data-param');
        return { name, inside: top >= 0 && bottom <= innerHeight };
      });
      const note = `[data-param="${control.name}"] .note`;
      assert.match(await text(page, note), /ERR_RANGE$/);
      assert.ok(control.inside, 'it is on the screen');
      // A right value is drawn, and another method shows its own table.
      await type(page, 'start', '3');
      assert.equal(await banner(page), '');
      assert.match(await text(page, '.meta'), /^16 × 4 /);
      await looksOld(page, false);
      const floater = await pixels(page);
      await page.evaluate(() => {
        location.hash = '#/encodings?method=learned&dim=0';
      });
      await settle(page);
      assert.match(await banner(page), /^Learned cannot be drawn/);
      await page.evaluate(() => {
        location.hash = '#/encodings?method=floater&start=3&length=16&dim=4';
      });
      await settle(page);
      assert.equal(await banner(page), '');
      assert.equal(await pixels(page), floater);
    }
  },

  async 'encodings: the code is there in other languages, too'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=5&dim=6&layout=blocks',
    );
    await rested(page, 'address');
    const choose = async (
      /** @type {string} */ language,
      /** @type {string} */ sign,
    ) => {
      await page.click(
        `[data-strip="language"] label:has([value="${language}"])`,
      );
      await page.waitForFunction(
        (/** @type {string} */ words) =>
          document.querySelector('.code pre')?.textContent?.includes(words),
        {},
        sign,
      );
    };
    await choose('shell', 'npx posenc');
    assert.equal(
      await text(page, '.code pre'),
      'npx posenc table sinusoidal --length 5 --dim 6 --layout blocks --out table.npy',
    );
    await choose('PyTorch', 'import torch');
    assert.match(
      await text(page, '.code pre'),
      /table = torch\.cat\(\[angle\.sin\(\), angle\.cos\(\)\], dim=1\)/,
    );
    await choose('JavaScript', 'pe.sinusoidal');
  },

  async 'encodings: the copied code makes the table'(stage) {
    const { page } = await open(stage, 'length=7&dim=5&dtype=float16');
    const code = await text(page, '.code pre');
    const made = await runCode(code, 'table.shape + table.dtype');
    assert.equal(made, '7,5float16');
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

  async 'encodings: the first row has a wave, which no link names'(stage) {
    const { page } = await open(stage, 'dim=64');
    assert.equal(await text(page, '.row-bars h3'), 'Row: position 23');
    assert.equal(await page.$('[data-strip="pooling"]:not([hidden])'), null);
    await type(page, 'dim', '66');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/encodings?dim=66');
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
    // Each bar reads the value of the formula.
    const plot = await page.$('.row-bars .u-over');
    await plot?.scrollIntoView();
    const chart = await plot?.boundingBox();
    assert.ok(chart);
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

  async 'encodings: four controls are shown, named for people'(stage) {
    const { page } = await open(stage);
    const seen = await page.$$eval('[data-param]', (all) =>
      all
        .filter((control) => control.checkVisibility())
        .map((control) => [
          control.querySelector('.word')?.textContent,
          control.getAttribute('data-param'),
        ]),
    );
    assert.equal(seen.length, 4);
    assert.deepEqual(seen.slice(0, 3), [
      ['Positions', 'length'],
      ['Vector width', 'dim'],
      ['Slowest wave', 'base'],
    ]);
    // All four are on the first screen, whose words say what they are.
    const last = await page.$eval('[data-param="layout"]', (control) =>
      control.getBoundingClientRect().bottom.toFixed(0),
    );
    assert.ok(Number(last) < 560, `the fourth ends at ${last}`);
    const notes = () =>
      page.$$eval('.panel > .control > .note', (all) =>
        all
          .filter((note) => note.checkVisibility())
          .map((note) => note.textContent),
      );
    assert.deepEqual(await notes(), []);
    await page.click('.explain');
    const explained = await notes();
    assert.equal(explained.length, 4);
    const { length, dim } = methods.sinusoidal.parameters;
    for (const [i, { doc }] of [length, dim].entries()) {
      assert.equal(explained[i], doc.replaceAll('`', ''));
    }
    await page.click('.explain');
    assert.deepEqual(await notes(), []);
    // An error is never hidden.
    await type(page, 'dim', '0');
    assert.match(
      (await notes()).join(),
      /^sinusoidal: dim must be .*ERR_RANGE$/,
    );
    await type(page, 'dim', '128');
    // A wrong value of an option that is folded away opens the fold.
    await page.evaluate(() => {
      location.hash = '#/encodings?step=0';
    });
    await settle(page);
    await page.evaluate(() => {
      location.hash = '#/encodings?scale=NaN';
    });
    await settle(page);
    assert.ok(await page.$('[data-fold="more"][open] .note.wrong'));
    await page.click('.banner button');
    const focused = await page.evaluate(() =>
      document.activeElement
        ?.closest('[data-param]')
        ?.getAttribute('data-param'),
    );
    assert.equal(focused, 'scale');
  },

  async 'encodings: a long column is an envelope of all its values'(stage) {
    const { page } = await open(stage, 'length=4000&dim=64&lines=0');
    const plot = await page.$('.chart:not(.row-bars) .u-over');
    await plot?.scrollIntoView();
    const box = await plot?.boundingBox();
    assert.ok(box);
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

  async 'encodings: every preset, dtype and precision draws'(stage) {
    const { page } = await open(stage);
    for (const preset of await page.$$('.preset')) {
      await preset.click();
      await settle(page);
    }
    for (const group of ['dtype', 'precision']) {
      const words = await page.$$(`[data-param="${group}"] label`);
      await unfold(page, `[data-param="${group}"] label`);
      for (const word of words) {
        await word.click();
        await settle(page);
        assert.equal(await page.$('.note.wrong:not([hidden])'), null);
      }
    }
    await type(page, 'step', '-0.5');
    await type(page, 'length', '0');
    assert.equal(await page.$('.note.wrong:not([hidden])'), null);
  },
};
