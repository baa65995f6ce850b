// @ts-check
// The screens of the lesson that are about tables, under mouse and keys: what they
// print is what the package computes.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { press, text } from './page-actions.mjs';
import { present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Page} page @returns {Promise<string[]>} the texts of the figure */
const printed = (page) =>
  page.$$eval('.start-figure text', (texts) =>
    texts.map(({ textContent }) =>
      (textContent ?? '').replaceAll('−', '-').replaceAll('\u202f', ''),
    ),
  );

/** @param {Page} page @returns {Promise<number>} where the grip stands */
const gripAt = (page) =>
  page.$eval('[data-grip]', (grip) =>
    Number(grip.getAttribute('aria-valuenow')),
  );

/** @param {Page} page */
const holdGrip = (page) =>
  page.$eval('[data-grip]', (grip) => {
    if (grip instanceof SVGElement) grip.focus();
  });

/**
 * Drags the grip by some units of the drawing.
 * @param {Page} page
 * @param {{ right?: number, down?: number }} by
 */
async function dragGrip(page, { right = 0, down = 0 }) {
  const from = await page.$eval('[data-grip] .reach', (reach) => {
    const { x, y, width, height } = reach.getBoundingClientRect();
    const { a = 1 } =
      reach instanceof SVGGraphicsElement ? (reach.getScreenCTM() ?? {}) : {};
    return { x: x + width / 2, y: y + height / 2, scale: a };
  });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(
    from.x + right * from.scale,
    from.y + down * from.scale,
  );
  await page.mouse.up();
  await settle(page);
}

/**
 * Presses a button by its words.
 * @param {Page} page
 * @param {string} words
 */
async function pressButton(page, words) {
  const found = await page.$$eval(
    '.start-show button',
    (buttons, words) => {
      const button = buttons.find(({ textContent }) => textContent === words);
      if (button instanceof HTMLElement) button.click();
      return button !== undefined;
    },
    words,
  );
  assert.ok(found, words);
  await settle(page);
}

/** @type {import('./on-page.mjs').Tests} */
export const startTables = {
  async 'start: turns hands, and writes the table row by row'(stage) {
    const { page } = await stage.show('#/start/waves');
    const pe = await load();
    const look = async () => {
      const position = await gripAt(page);
      const row = pe.code({ positions: [position], kind: 'binary', dim: 8 });
      const before = pe.code({
        ...{ positions: [position - 1], kind: 'binary', dim: 8 },
      });
      const flips = row.data.filter((bit, i) => bit !== before.data[i]).length;
      assert.match(
        await text(page, '.said'),
        new RegExp(
          `^From ${position - 1} to ${position}, ${
            flips === 1 ? 'one bit jumps' : `${flips} bits jump`
          }`,
        ),
      );
      const bits = await page.$$eval(
        '.start-figure > :is([data-mark="fast"], [data-mark="middle"], ' +
          '[data-mark="slow"])',
        (hands) =>
          hands.map((hand) => hand.querySelector('text')?.textContent ?? ''),
      );
      assert.deepEqual(bits.map(Number), [...row.data]);
      // The bars of the row, as high as the package says.
      const { data } = pe.sinusoidal({
        ...{ positions: [position], dim: 16, base: 256 },
      });
      const bars = await page.$$eval('[data-mark="row"] rect', (rects) =>
        rects.map((rect) => {
          const up = Number(rect.getAttribute('y')) < 0 ? 1 : -1;
          return up * Number(rect.getAttribute('height'));
        }),
      );
      assert.equal(bars.length, 16);
      const unit =
        Math.max(...bars.map(Math.abs)) / Math.max(...data.map(Math.abs));
      data.forEach((value, i) => {
        assert.ok(Math.abs(value - (bars[i] ?? 0) / unit) < 0.03, `${i}`);
      });
      return position;
    };
    assert.equal(await look(), 15);
    await pressButton(page, 'One word on');
    assert.equal(await look(), 16);
    await holdGrip(page);
    await press(page, 'PageUp', 'ArrowRight');
    await settle(page);
    assert.equal(await look(), 27);
    // Ten rows of 3.5 units.
    await dragGrip(page, { down: 35 });
    assert.equal(await look(), 37);
    await page.focus('.start-range input');
    await press(page, 'ArrowRight');
    await settle(page);
    assert.equal(await look(), 38);
    await pressButton(page, '8');
    assert.equal(await look(), 8);
    assert.match(await text(page, '.place'), /^3 of/);
  },

  async 'start: plays to the last row, and from the first again'(stage) {
    const { page } = await stage.show('#/start/waves?position=61');
    await pressButton(page, 'Play to 64 rows');
    await present(page, '[data-grip][aria-valuenow="63"]');
    await settle(page);
    assert.match(await text(page, '.said'), /^From 62 to 63/);
    const idle = await page.$$eval('.start-play button', (buttons) =>
      buttons.map((button) => [button.textContent, button.disabled]),
    );
    assert.deepEqual(idle, [
      ['Play to 64 rows', false],
      ['One word on', true],
    ]);
    await pressButton(page, 'Play to 64 rows');
    await present(page, '[data-grip][aria-valuenow="2"]');
    await pressButton(page, 'Pause');
    const there = await gripAt(page);
    assert.ok(there >= 2 && there < 20, `${there}`);
    await rested(page, 'address', 'words');
    assert.equal(await gripAt(page), there);
    // Leaving the screen stops it.
    await pressButton(page, 'Play to 64 rows');
    await page.click('.steps .next');
    await settle(page);
    await page.click('.steps .turn');
    await settle(page);
    assert.equal(await text(page, '.start-play button'), 'Play to 64 rows');
  },

  async 'start: tells positions apart by two shadows, and shifts them'(stage) {
    const { page } = await stage.show('#/start/pairs');
    const pe = await load();
    const { data } = pe.sinusoidal({ length: 64, dim: 16, base: 256 });
    const shape = [64, 16];
    const { mean } = pe.analysis.distanceCurve({ data, shape });
    const words = (/** @type {number | undefined} */ value, digits = 3) =>
      (value ?? Number.NaN).toFixed(digits);

    assert.match(await text(page, '.said'), /at 22: as good as one place\./);
    assert.ok((await printed(page)).includes(words(data[16 * 22])));
    await page.click('[data-field="shadows"] input[value="both"]');
    await settle(page);
    assert.match(await text(page, '.said'), /0 and 22 as two places/);
    await pressButton(page, '44');
    assert.match(await text(page, '.said'), /slower hands do not/);
    for (let from = 1; from <= 3; from++) {
      await pressButton(page, 'Both one word on');
      const all = await printed(page);
      for (const row of [from, from + 44]) {
        assert.ok(all.includes(words(data[16 * row])), `sine of ${row}`);
        assert.ok(all.includes(words(data[16 * row + 1])), `cosine of ${row}`);
      }
      // The similarity stays.
      assert.ok(
        (await text(page, '.said')).endsWith(
          `similarity ${words((mean[44] ?? 0) / 8, 2)}, wherever they stand.`,
        ),
      );
    }
    await holdGrip(page);
    await press(page, 'ArrowLeft', 'PageDown');
    await settle(page);
    assert.equal(await gripAt(page), 33);
    // The chart is 384 units wide for 48 words.
    await dragGrip(page, { right: -8 * 20 });
    assert.equal(await gripAt(page), 13);
    assert.match(
      (await text(page, '.said')).replaceAll('−', '-'),
      new RegExp(`similarity ${words((mean[13] ?? 0) / 8, 2)}, wherever`),
    );
    await rested(page, 'address');
    assert.match(
      await page.evaluate(() => location.hash),
      /pairs\?shadows=both&apart=13&from=3$/,
    );
  },

  async 'start: weighs adding against concatenation at each width'(stage) {
    const { page } = await stage.show('#/start/add');
    const pe = await load();
    await page.focus('.start-range input');
    for (let width = 2; width <= 512; width *= 2) {
      if (width > 2) await press(page, 'ArrowRight');
      await settle(page);
      const rows = { length: 32, dim: width };
      const { cosine, effectiveRank } = pe.analysis.sumOrConcat({
        embeddings: pe.learned({ ...rows, std: 1, seed: 2 }),
        table: pe.sinusoidal(rows),
      });
      assert.equal(await text(page, '.start-range output'), String(width));
      const said = await text(page, '.said');
      assert.ok(said.includes(`overlap by ${cosine.rms.toFixed(2)}.`), said);
      const all = await printed(page);
      for (const [way, most] of /** @type {const} */ ([
        ['sum', width],
        ['concat', 2 * width],
      ])) {
        const used = effectiveRank[way].toFixed(1);
        assert.ok(all.includes(`${most} numbers a word`));
        assert.ok(all.includes(`uses ${used} directions`));
      }
    }
    assert.match(await text(page, '.note'), /seeded, not trained/);
    await page.click('.guess button:last-of-type');
    assert.match(await text(page, '.reply'), /^Right/);
  },

  async 'start: lights what a word means, within groups, too'(stage) {
    const { page } = await stage.show('#/start/waves');
    await page.hover('.marked[data-mark="hands"]');
    await settle(page);
    const shown = await page.$$eval('.start-figure circle', (all) =>
      all.map((circle) => circle.closest('.lit') !== null),
    );
    assert.ok(shown.length >= 16 && shown.every(Boolean));
    const bits = await page.$$eval('.start-figure rect:not(.reach)', (all) =>
      all.map((rect) => getComputedStyle(rect).fillOpacity),
    );
    assert.ok(bits.length > 8 && bits.every((opacity) => Number(opacity) < 1));
  },
};
