// @ts-check
// Two tables beside each other, compared with the package called directly.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { numberIn, pixels, press, text, type } from './hands.mjs';
import { goBack, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const figure = '[data-study="compare"]';

/**
 * The largest difference of two tables in what both have, and the number of
 * equal numbers, found the plain way.
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} a
 * @param {{ data: ArrayLike<number>, shape: readonly number[] }} b
 */
function differ(a, b) {
  const [rows = 0, columns = 0] = a.shape.map((extent, axis) =>
    Math.min(extent, b.shape[axis] ?? 0),
  );
  const found = { rows, columns, largest: 0, row: 0, column: 0, equal: 0 };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const one = Number(a.data[row * Number(a.shape[1]) + column]);
      const other = Number(b.data[row * Number(b.shape[1]) + column]);
      const off = Math.abs(one - other);
      if (Object.is(one, other)) found.equal += 1;
      if (off > found.largest)
        Object.assign(found, { largest: off, row, column });
    }
  }
  return found;
}

/**
 * Moves the pointer to a cell of a map of a comparison.
 * @param {Page} page
 * @param {string} map
 * @param {readonly [row: number, rows: number]} down
 * @param {readonly [column: number, columns: number]} along
 */
async function pointAt(page, map, [row, rows], [column, columns]) {
  const field = await page.$(`${figure} [data-map="${map}"] .field`);
  await field?.scrollIntoView();
  const box = await field?.boundingBox();
  assert.ok(box);
  await page.mouse.move(
    box.x + (box.width * (column + 0.5)) / columns,
    box.y + (box.height * (row + 0.5)) / rows,
  );
  await settle(page);
}

/** @type {import('./run.mjs').Tests} */
export const compare = {
  async 'compare: two methods differ as the package says'(stage) {
    const pe = await load();
    const a = pe.sinusoidal({ length: 100, dim: 32 });
    const b = pe.sinusoidal({ length: 100, dim: 32, base: 500 });
    const { page } = await stage.show(
      '#/encodings?length=100&dim=32&lines=5&row=7' +
        '&with=sinusoidal&with.length=100&with.dim=32&with.base=500',
    );
    assert.equal(
      await text(page, `${figure} h3`),
      'Sinusoidal, base 10000 beside Sinusoidal, base 500',
    );
    const { largest, row, column, equal } = differ(a, b);
    const said = await text(page, `${figure} .difference`);
    const [, position, dimension, by, count, all] =
      /^They differ most at position (\d+), dimension (\d+): by (\S+), .* ([\d\u202f]+) of ([\d\u202f]+) numbers are equal bit for bit\.$/.exec(
        said,
      ) ?? [];
    assert.deepEqual(
      [Number(position), Number(dimension)],
      [row, column],
      said,
    );
    assert.ok(Math.abs(numberIn(by ?? '') / largest - 1) < 5e-3, said);
    assert.deepEqual(
      [numberIn(count ?? ''), numberIn(all ?? '')],
      [equal, 3200],
    );

    // Each map reads both numbers and their difference.
    const at = (/** @type {typeof a} */ table) =>
      Number(table.data[7 * 32 + 5]);
    for (const map of ['second', 'difference']) {
      await pointAt(page, map, [7, 100], [5, 32]);
      const line = await text(page, `${figure} .reading`);
      assert.match(line, /^position 7 · dimension 5 · /);
      const [, one, other, off] =
        / · (\S+) and (\S+) · difference (\S+)$/.exec(line) ?? [];
      for (const [shown, wanted] of /** @type {const} */ ([
        [one, at(a)],
        [other, at(b)],
        [off, at(a) - at(b)],
      ])) {
        assert.ok(Math.abs(numberIn(shown ?? '') - wanted) < 1e-4, line);
      }
      // The first map has the same cursor.
      assert.match(
        await text(page, '.plate .reading'),
        /^position 7 · dimension 5 · /,
      );
    }
  },

  async 'compare: equal tables are equal bit for bit, and kinds are told apart'(
    stage,
  ) {
    const { page } = await stage.show(
      '#/encodings?length=64&with=sinusoidal&with.length=64',
    );
    assert.equal(
      await text(page, `${figure} .difference`),
      'Both are equal, bit for bit.',
    );
    await page.evaluate(() => {
      location.hash =
        '#/encodings?method=code&length=64&with=code&with.length=64' +
        '&with.dtype=float64';
    });
    await settle(page);
    assert.equal(
      await text(page, `${figure} .difference`),
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
      await text(page, `${figure} .difference + .hint`),
      'Compared are the first 60 rows and the first 32 columns, which both have.',
    );
    const { largest, row, column } = differ(a, b);
    const said = await text(page, `${figure} .difference`);
    assert.ok(said.includes(`position ${row}, dimension ${column}: by `), said);
    const by = /by (\S+),/.exec(said)?.[1] ?? '';
    assert.ok(Math.abs(numberIn(by) / largest - 1) < 5e-3, said);
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
    assert.match(await text(page, `${figure} .difference`), /bit for bit/);
    await type(page, 'base', '50');
    assert.equal(
      await text(page, `${figure} h3`),
      'Sinusoidal, base 10000 beside Sinusoidal, base 50',
    );
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /with=sinusoidal/);
    assert.match(hash, /with\.base=50/);
    assert.doesNotMatch(hash, /[?&]base=/);
    // Both maps have the colours of one scale.
    const [first, other] = await Promise.all([
      pixels(page, '.plate'),
      pixels(page, `${figure} [data-map="second"]`),
    ]);
    assert.notEqual(first, other);
    await page.click('.choosers .stop');
    await settle(page);
    assert.equal(await page.$(`${figure}:not([hidden])`), null);
    await goBack(page);
    assert.ok(await page.$(`${figure}:not([hidden])`));
    await goBack(page);
    assert.equal(await page.$(`${figure}:not([hidden])`), null);
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
    assert.match(await text(page, `${figure} .difference`), /bit for bit/);
  },

  async 'compare: one zoom is that of all maps'(stage) {
    const { page } = await stage.show(
      '#/encodings?length=100&dim=32' +
        '&with=sinusoidal&with.length=100&with.dim=32&with.base=50',
    );
    assert.equal(
      await text(page, `${figure} h3`),
      'Sinusoidal, base 10000 beside Sinusoidal, base 50',
    );
    await page.focus(`${figure} [data-map="difference"] .field`);
    await press(page, '+');
    await settle(page);
    const said = await text(page, '.plate-more .part');
    assert.match(said, /^position \d+ to position \d+, dimensions/);
    await pointAt(page, 'second', [0, 67], [0, 21]);
    const start = /^position (\d+) /.exec(said)?.[1];
    const line = await text(page, `${figure} .reading`);
    assert.ok(line.startsWith(`position ${start} · `), line);
  },
};
