// @ts-check
// The view of images: patches that are chosen and compared, larger pictures, and
// sequences of texts, images and videos.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeNpy } from 'posenc/formats';
import {
  banner,
  choose,
  numberIn,
  pixels,
  press,
  returnToMap,
  runCode,
  spoken,
  text,
  type,
} from './page-actions.mjs';
import { saved } from './saved-files.mjs';
import { ends, staysFree, workerOf } from './threads.mjs';
import { frame, goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const picture = '[data-map="picture"]';
const about = (/** @type {string} */ side) => `[data-about="${side}"]`;

/** @param {Page} page */
async function hash(page) {
  await rested(page, 'studies', 'address');
  return page.evaluate(() => location.hash);
}

/** @param {Page} page @param {string} selector */
const texts = (page, selector) =>
  page.$$eval(selector, (all) => all.map((one) => one.textContent ?? ''));

/** Every number of a sentence. @param {string} words */
const numbersIn = (words) =>
  [...words.matchAll(/\u2212?\d+\.\d+(?:e[\u2212-]\d+)?/g)].map(([n]) =>
    numberIn(n),
  );

/**
 * The cosines of a row of a table with all rows, by the package.
 * @param {import('posenc').Posenc} pe @param {any} table @param {number} row
 */
function cosines(pe, table, row) {
  const { data, shape } = pe.analysis.gram(table, { normalise: true });
  const count = shape[1] ?? 0;
  return Array.from({ length: count }, (_, i) => Number(data[row * count + i]));
}

/** @param {readonly number[]} all */
const mean = (all) => all.reduce((a, b) => a + b, 0) / all.length;

/** The rows of a table of numbers that is open. @param {Page} page @param {string} figure */
async function tableRows(page, figure) {
  await page.click(`${figure} > .data-table > summary`);
  await present(page, `${figure} > .data-table tbody tr`);
  await present(page, `${figure} > .data-table .data-scroll:not([aria-busy])`);
  return page.$$eval(`${figure} > .data-table tbody tr`, (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
}

/** @param {Page} page @param {number} part @param {number} size @param {string} value */
async function typeSize(page, part, size, value) {
  const field = `.parts > li:nth-child(${part}) label:nth-of-type(${size}) input`;
  await page.click(field, { count: 3 });
  await page.keyboard.sendCharacter(value);
  await rested(page, 'studies');
}

/** @type {import('./on-page.mjs').Tests} */
export const images = {
  async 'images: a patch is chosen by mouse and keys, and compared in both ways'(
    stage,
  ) {
    const pe = await load();
    const { page } = await stage.show('#/images?with=detr');
    await rested(page, 'studies');
    assert.deepEqual(await texts(page, '.trio h3'), [
      ...['Choose a patch', 'Sines of MAE', 'Sines of DETR'],
    ]);
    assert.match(await text(page, '.trio-about'), /^patch 7, 7 of 14 × 14/);
    await returnToMap(page, picture);
    await press(page, 'ArrowRight', 'ArrowDown', 'ArrowRight');
    assert.match(await hash(page), /patch=8x9/);
    assert.equal(await spoken(page, 'patch 8, 9 c'), 'patch 8, 9 chosen');
    const row = 8 * 14 + 9;
    for (const [side, preset] of /** @type {const} */ ([
      ['left', 'mae'],
      ['right', 'detr'],
    ])) {
      const grid = [14, 14];
      const table = pe.sinusoidalGrid({ grid, dim: 768, preset });
      const alike = cosines(pe, table, row);
      const near = [row - 14, row + 14, row - 1, row + 1].map(
        (i) => alike[i] ?? 0,
      );
      const rest = alike.filter((_, i) => i !== row);
      const said = numbersIn(await text(page, `${about(side)} .patch-words`));
      const wanted = [mean(near), mean(rest), Math.min(...rest)];
      said.forEach((number, i) => {
        assert.ok(
          Math.abs(number - (wanted[i] ?? 9)) < 6e-4,
          `${side} ${said} ${wanted}`,
        );
      });
      assert.equal(said.length, 3);
      // A mouse over the map reads it, and a press chooses.
      const box = await (
        await page.$(`[data-map="${side}"] .field`)
      )?.boundingBox();
      assert.ok(box);
      await page.mouse.move(
        box.x + (3.5 * box.width) / 14,
        box.y + (2.5 * box.height) / 14,
      );
      await frame(page);
      const read = await text(page, `${about(side)} .reading`);
      assert.match(read, /^patch 2, 3 · cosine with 8, 9: /);
      assert.ok(
        Math.abs((numbersIn(read)[0] ?? 9) - (alike[31] ?? 0)) < 6e-4,
        read,
      );
      const npy = await saved(page, `${about(side)} > .more-of-figure`, 'npy');
      assert.match(
        npy.name,
        /^images-(mae|detr)-14x14-(left|right)-alike-to-8-9-sinusoidalGrid/,
      );
      const { data, shape } = decodeNpy(npy.bytes);
      assert.deepEqual([...shape], [14, 14]);
      alike.forEach((value, i) => {
        assert.ok(Math.abs(Number(data[i]) - value) < 1e-5);
      });
    }
    await page.click('[data-map="left"] .field', { offset: { x: 3, y: 3 } });
    assert.match(await hash(page), /patch=0x0/);
    assert.match(await text(page, '.trio-about'), /^patch 0, 0 of/);
    // From the corner it cannot go further.
    await returnToMap(page, picture);
    await press(page, 'ArrowLeft', 'ArrowUp');
    assert.match(await hash(page), /patch=0x0/);
  },

  async 'images: ways are chosen, take options of their own, and are code'(
    stage,
  ) {
    const { page } = await stage.show(
      '#/images?grid=5x7&dim=32&headDim=16&heads=3&to=8x9',
    );
    await rested(page, 'studies');
    const shown = () =>
      page.$$eval('.side .panel [data-param]', (all) =>
        all.flatMap((one) =>
          one instanceof HTMLElement && !one.hidden ? [one.dataset.param] : [],
        ),
      );
    assert.deepEqual(await shown(), [
      ...['grid', 'dim', 'headDim', 'head', 'base', 'theta', 'heads', 'seed'],
    ]);
    await choose(page, '[data-param="method"]', 'axial');
    await choose(page, '[data-param="with"]', 'golden');
    assert.deepEqual(await shown(), [
      ...['grid', 'headDim', 'head', 'theta', 'heads', 'least', 'most'],
    ]);
    assert.match(await hash(page), /method=axial&with=golden/);
    assert.match(
      await text(page, `${about('left')} .reading`),
      /^Point at a patch/,
    );
    await type(page, 'head', '2');
    await rested(page, 'studies');
    const code = await text(page, '[data-fold="code"] pre');
    const ran = JSON.parse(
      await runCode(code, 'JSON.stringify([left, right])'),
    );
    for (const [i, side] of ['left', 'right'].entries()) {
      const { bytes } = await saved(
        page,
        `${about(side)} > .more-of-figure`,
        'npy',
      );
      const { data } = decodeNpy(bytes);
      assert.equal(data.length, 35);
      ran[i].forEach(
        (/** @type {number} */ value, /** @type {number} */ at) => {
          assert.ok(Math.abs(Number(data[at]) - value) < 1e-6, side);
        },
      );
    }
    await goBack(page);
    await goBack(page);
    await rested(page, 'studies');
    assert.deepEqual((await texts(page, '.trio h3')).slice(1), [
      ...['Sines of MAE', 'RoPE-Mixed'],
    ]);
  },

  async 'images: what is refused stands at its control'(stage) {
    const { page } = await stage.show(
      '#/images?grid=5x7&dim=32&headDim=16&to=8x9',
    );
    await rested(page, 'studies');
    const before = await pixels(page, '[data-map="left"]');
    for (const [param, wrong, right, said] of /** @type {const} */ ([
      ['dim', '30', '32', /sinusoidalGrid: dim must be .*got 30/],
      ['headDim', '14', '16', /rotaryDim must be a multiple of 4/],
      ['head', '12', '', /head must be a whole number from 0 to 11, got 12/],
      ['grid', '5, 0', '5, 7', /grid must be two whole numbers/],
      ['to', '4, 9', '8, 9', /to must be at least 5 × 7/],
      ['seconds', '-1', '1', /seconds must be from 0/],
    ])) {
      if (param === 'seconds') await page.click('[data-tab="qwen2.5"]');
      await type(page, param, wrong);
      await rested(page, 'studies');
      assert.match(await text(page, `[data-param="${param}"] .note`), said);
      assert.match(await banner(page), said);
      assert.ok(await page.$('.main.outdated'), param);
      assert.equal(await pixels(page, '[data-map="left"]'), before);
      if (right !== '') await type(page, param, right);
      else {
        await page.click(`[data-param="${param}"] input[type="text"]`, {
          count: 3,
        });
        await press(page, 'Backspace');
      }
      await rested(page, 'studies');
      assert.equal(await banner(page), '', param);
      assert.equal(await page.$('.main.outdated'), null, param);
    }
    // A link with a wrong number shows nothing, and can be mended.
    const { page: other } = await stage.load('#/images?dim=31&grid=5x7');
    await rested(other, 'studies');
    assert.match(await banner(other), /^Nothing can be drawn of these values/);
    await type(other, 'dim', '32');
    await rested(other, 'studies');
    assert.equal(await banner(other), '');
    assert.match(await text(other, '.trio-about'), /^patch 2, 3 of 5 × 7/);
  },

  async 'images: larger pictures are those of the package'(stage) {
    const pe = await load();
    const { page } = await stage.show(
      '#/images?grid=5x7&dim=32&to=10x14&patch=2x3',
    );
    await rested(page, 'studies');
    const heads = await texts(page, '.beyond-maps > :not([hidden]) > h4');
    assert.deepEqual(heads, [
      '5 × 7: the training',
      '10 × 14: positions go on',
      '10 × 14: positions squeezed',
      '10 × 14: table resampled',
    ]);
    const grid = [5, 7];
    const to = [10, 14];
    const small = pe.sinusoidalGrid({ grid, dim: 32, preset: 'mae' });
    const tables = {
      trained: small,
      on: pe.sinusoidalGrid({ grid: to, dim: 32, preset: 'mae' }),
      squeezed: pe.sinusoidalGrid({
        grid: to,
        dim: 32,
        preset: 'mae',
        divisors: [2, 2],
      }),
      resampled: pe.resample({
        table: small,
        from: grid,
        to,
        preset: 'mae',
        prefix: 0,
      }),
    };
    for (const [slot, table] of Object.entries(tables)) {
      // The middle of patch 2, 3 lies in row 5 and column 7 of the larger one.
      const alike = cosines(pe, table, slot === 'trained' ? 17 : 77);
      const figure = `[data-beyond="${slot}"] > .more-of-figure`;
      const { data } = decodeNpy((await saved(page, figure, 'npy')).bytes);
      assert.equal(data.length, alike.length);
      alike.forEach((value, i) => {
        assert.ok(Math.abs(Number(data[i]) - value) < 1e-5, slot);
      });
    }
    await page.click('[data-beyond="on"] .field', { offset: { x: 2, y: 2 } });
    assert.match(await hash(page), /patch=0x0/);
    await choose(page, '[data-strip="map"]', 'right');
    await rested(page, 'studies');
    assert.match(await text(page, '.beyond h3'), /RoPE-Mixed/);
    assert.equal(
      (await texts(page, '.beyond-maps > :not([hidden])')).length,
      3,
    );
    await page.focus('.beyond .chart-field');
    await press(page, 'Home', 'ArrowRight');
    assert.match(
      await text(page, '.beyond .points + .x, .beyond .reading'),
      /./,
    );
  },

  async 'images: the reader’s picture stays in the browser'(stage) {
    const { page } = await stage.show('#/images');
    await rested(page, 'studies');
    const drawn = await pixels(page, picture);
    const link = await hash(page);
    const give = (/** @type {boolean} */ real) =>
      page.evaluate(async (good) => {
        const canvas = new OffscreenCanvas(40, 20);
        const pen = canvas.getContext('2d');
        if (pen) pen.fillStyle = 'rgb(200 30 90)';
        pen?.fillRect(0, 0, 40, 20);
        const blob = good
          ? await canvas.convertToBlob()
          : new Blob(['no picture']);
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([blob], good ? 'own.png' : 'own.txt'));
        const event = { dataTransfer, bubbles: true, cancelable: true };
        const target = document.querySelector('[data-map="picture"] .field');
        target?.dispatchEvent(new DragEvent('dragover', event));
        if (!document.querySelector('.dropping')) throw new Error('unmarked');
        target?.dispatchEvent(new DragEvent('drop', event));
      }, real);
    await give(true);
    await rested(page, 'studies');
    const own = await pixels(page, picture);
    assert.notEqual(own, drawn);
    assert.equal(await hash(page), link);
    await give(false);
    await rested(page, 'studies');
    assert.match(
      await text(page, '.own-picture .note'),
      /must be a picture .*“own.txt”/,
    );
    assert.equal(await pixels(page, picture), own);
    await page.click('.own-picture button');
    await rested(page, 'studies');
    assert.equal(await pixels(page, picture), drawn);
    assert.match(await text(page, '.own-picture .note'), /sends it nowhere/);
  },

  async 'images: sequences are edited, and have the positions of the package'(
    stage,
  ) {
    const pe = await load();
    const { page } = await stage.show(
      '#/images?parts=t2_i2x3_v2x1x2&grid=4x4&to=6x6',
    );
    await rested(page, 'studies');
    /** @param {object[]} segments @param {object} [own] */
    async function shows(segments, own = {}) {
      const given = /** @type {any} */ ({ segments, ...own });
      const { positions, delta } = pe.mropePositions(given);
      const count = positions.shape[1];
      const rows = await tableRows(page, '.sequence .points');
      assert.deepEqual(
        rows.map((cells) => cells.map(numberIn)),
        Array.from({ length: count }, (_, i) => [
          i,
          ...[0, 1, 2].map((axis) => positions.data[axis * count + i]),
        ]),
      );
      await page.click('.sequence .points > .data-table > summary');
      const words = await text(page, '.sequence-words');
      assert.ok(words.includes(` ${count + delta}`), words);
    }
    const two = { type: 'text', length: 2 };
    const image = { type: 'image', grid: [1, 4, 6] };
    const video = { type: 'video', grid: [2, 2, 4] };
    await shows([two, image, video]);
    await page.click('[data-tab="qwen3"]');
    await rested(page, 'studies');
    await shows([two, image, { ...video, timestamps: [8, 8] }]);
    await type(page, 'stamp', '3');
    await shows([two, image, { ...video, timestamps: [3, 3] }]);
    await page.click('[data-tab="qwen2.5"]');
    await type(page, 'seconds', '2.5');
    await rested(page, 'studies');
    const timed = { ...video, secondsPerGrid: 2.5 };
    await shows([two, image, timed], { tokensPerSecond: 2 });
    await page.select('.program select', 'transformers');
    await rested(page, 'studies');
    await shows([two, image, { ...timed, secondsPerGrid: 2 }], {
      ...{ tokensPerSecond: 2, design: { type: 'mrope', next: 'sides' } },
    });
    await page.select('.program select', 'vllm');
    await page.click('[data-tab="qwen2"]');

    await typeSize(page, 1, 1, '4');
    await shows([{ type: 'text', length: 4 }, image, video]);
    assert.match(await hash(page), /parts=t4_i2x3_v2x1x2/);
    // The focus goes with what is moved.
    const focus = () =>
      page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await page.click('[aria-label="Move part 2, image up"]');
    await rested(page, 'studies');
    assert.equal(await focus(), 'Move part 1, image down');
    await shows([image, { type: 'text', length: 4 }, video]);
    await page.click('[aria-label="Remove part 2, text"]');
    await settle(page);
    assert.equal(await focus(), 'frames of part 2, video');
    await rested(page, 'studies');
    await shows([image, video]);
    const add = await page.$$('.editor .actions button');
    await add[1]?.click();
    await rested(page, 'studies');
    await shows([image, video, { type: 'image', grid: [1, 8, 12] }]);
    await goBack(page);
    await rested(page, 'studies');
    assert.equal((await page.$$('.parts > li')).length, 2);

    await typeSize(page, 1, 1, '0');
    assert.match(
      await banner(page),
      /parts\[0\]\.rows must be an integer ≥ 1, got 0/,
    );
    assert.equal(
      await page.$eval('.parts input', (one) =>
        one.getAttribute('aria-invalid'),
      ),
      'true',
    );
    await typeSize(page, 1, 1, '1');
    assert.equal(await banner(page), '');

    await page.focus('.sequence .chart-field');
    await press(page, 'Home', 'ArrowRight');
    assert.equal(
      await text(page, '.sequence .reading'),
      'Token 1, row 0, column 1 of image 1: time 0, height 0, width 1.',
    );
    assert.match(await hash(page), /token=1/);
    await page.click('[data-fold="sequence-code"] > summary');
    const code = await text(page, '[data-fold="sequence-code"] pre');
    const ran = await runCode(code, 'JSON.stringify([...width])');
    const wanted = pe.mropePositions({
      segments: [
        { type: 'image', grid: [1, 2, 6] },
        /** @type {any} */ (video),
      ],
    });
    const { data, shape } = wanted.positions;
    assert.deepEqual(JSON.parse(ran), [...data.subarray(2 * shape[1])]);
  },

  ...Object.fromEntries(
    Object.entries(ends).map(([how, end]) => [
      `images: a worker that ${how} is replaced, and told of`,
      async (/** @type {import('./browser.mjs').Stage} */ stage) => {
        const { page, complaints } = await stage.load('#/images');
        await rested(page, 'studies');
        const worker = await workerOf(page, /images-worker/);
        await worker.evaluate(end).catch(() => {});
        await returnToMap(page, picture);
        await press(page, 'ArrowLeft');
        await present(page, '.banner:not([hidden])');
        assert.match(
          await banner(page),
          /^The pictures show earlier \w+( \w+)?\. A worker of this page stopped/,
        );
        await page.click('.banner button');
        await rested(page, 'studies');
        assert.equal(await banner(page), '');
        assert.match(await text(page, '.trio-about'), /^patch 7, 6 of/);
        complaints.splice(0);
      },
    ]),
  ),

  // The most patches that the page draws.
  async 'images: patches, sizes and tokens leave the page free'(stage) {
    const { page } = await stage.show(
      '#/images?grid=32x32&to=64x64&dim=512&parts=t40_v8x12x16_t40',
    );
    await rested(page, 'studies');
    await staysFree(page, 'patches', async () => {
      await returnToMap(page, picture);
      for (const key of /** @type {const} */ ([
        'ArrowLeft',
        'ArrowUp',
        'Home',
      ])) {
        await press(page, key);
        await frame(page);
      }
      await rested(page, 'studies');
    });
    await staysFree(page, 'ways', async (turn) => {
      const way = turn % 2 === 0 ? 'golden' : 'detr';
      await choose(page, '[data-param="with"]', way);
      await rested(page, 'studies');
    });
    await staysFree(page, 'tokens', async (turn) => {
      await typeSize(page, 1, 1, String(30 + turn));
      await page.focus('.sequence .chart-field');
      await press(page, 'PageDown', 'ArrowRight');
      await rested(page, 'studies');
    });
  },
};
