// @ts-check
// The view of precision: what it prints, how it is set, what it refuses, and what
// happens to its worker.

import assert from 'node:assert/strict';
import { load, toFloat32 } from 'posenc';
import { decodeCsv } from 'posenc/formats';
import {
  banner,
  numberIn,
  press,
  runCode,
  text,
  type,
  unfoldAll,
} from './page-actions.mjs';
import { saved } from './saved-files.mjs';
import { ends, staysFree, workerOf } from './threads.mjs';
import { frame, goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Stage} stage @param {string} [query] */
async function open(stage, query = '') {
  const shown = await stage.show(`#/precision?${query}`);
  await rested(shown.page, 'studies');
  return shown;
}

/** The rows of a table, a text for each cell. @param {Page} page @param {string} table */
const rowsOf = (page, table) =>
  page.$$eval(`${table} tbody tr`, (all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );

/** @param {Page} page */
async function hash(page) {
  await rested(page, 'address');
  return page.evaluate(() => location.hash);
}

/** An error as it is printed. @param {number} value */
const printed = (value) => Number(value.toPrecision(2));

const lines = '.errors-by-position';
const pairs = '.errors-by-pair';

/** @type {import('./on-page.mjs').Tests} */
export const precision = {
  async 'precision: what it prints is what the package gives'(stage) {
    const within = 3e-4;
    const at = 70_001;
    const { page } = await open(stage, `pick=Phi-2&error=${within}&at=${at}`);
    const pe = await load();
    const spec = /** @type {const} */ ({ method: 'rope', preset: 'Phi-2' });
    const report = pe.analysis.precisionReport(
      { method: 'rope', headDim: 80, rotaryDim: 32 },
      { positions: [at], within, searchLength: 16_384 },
    );
    const rows = await rowsOf(page, '.first-positions');
    for (const [i, way] of /** @type {const} */ (['torch', 'ggml']).entries()) {
      const [name, position = '', pair = '', error = ''] = rows[i] ?? [];
      const first = report[way].firstBeyond;
      assert.equal(name, `float32 in ${way}`);
      assert.equal(numberIn(position), first?.position);
      assert.equal(numberIn(pair), first?.pair);
      assert.equal(numberIn(error), printed(first?.error ?? 0));
    }
    assert.deepEqual(rows[2]?.slice(0, 2), ['bfloat16 positions', '257']);
    assert.match(rows[3]?.[1] ?? '', /^never/);
    assert.match(
      await text(page, '.firsts .reading'),
      /^In a text of 2\u202f048 tokens, .* with bfloat16 positions and stored as bfloat16/,
    );
    // Each pair, by keys.
    const rope = pe.make(spec);
    const exact = rope.cosSin({ positions: [at], dtype: 'float64' });
    const half = rope.cosSin({ positions: [at], dtype: 'float16' });
    const [cos, sin] = [toFloat32(half.cos), toFloat32(half.sin)];
    await page.focus(`${pairs} .chart-field`);
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await settle(page);
    const off = Math.max(
      Math.abs(Number(cos[3]) - Number(exact.cos.data[3])),
      Math.abs(Number(sin[3]) - Number(exact.sin.data[3])),
    );
    const read = await text(page, `${pairs} .reading`);
    const [, value = ''] = /stored as float16 ([^,]+)/.exec(read) ?? [];
    assert.match(read, /^Pair 3, one turn in /);
    assert.equal(numberIn(value), printed(off));
    // The pair is now that of all charts.
    assert.match(await hash(page), /pair=3/);
    assert.match(await text(page, `${lines} h3`), /pair 3/);
    await rested(page, 'studies');
    const [own = []] = await rowsOf(page, '.first-positions');
    assert.equal(own[2], '3');
    // The program prints the same.
    await unfoldAll(page);
    const code = await text(page, '[data-fold="code"] code');
    const errors = JSON.parse(await runCode(code, 'JSON.stringify(errors)'));
    assert.equal(printed(errors.float16[3]), printed(off));
    const score = JSON.parse(await runCode(code, 'JSON.stringify(offBy)'));
    const there = await rowsOf(page, '.scores-there');
    for (const [name = '', , error = ''] of there) {
      const way = Object.keys(score)[there.findIndex((row) => row[0] === name)];
      assert.equal(numberIn(error), printed(score[way ?? '']), name);
    }
  },

  async 'precision: positions are chosen on the charts, and stand in the address'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Phi-2');
    await page.focus(`${lines} .chart-field`);
    await press(page, 'Home', 'ArrowRight');
    await settle(page);
    assert.match(await hash(page), /at=2(&|$)/);
    assert.match(await text(page, `${pairs} h3`), /position 2$/);
    assert.match(
      await text(page, `${lines} .reading`),
      /^At position 2: float32 in torch /,
    );
    await page.focus('.errors-of-score .chart-field');
    await press(page, 'Home', 'ArrowRight', 'ArrowRight');
    await settle(page);
    assert.match(await hash(page), /at=3(&|$)/);
    assert.match(
      await text(page, '.scores-there caption'),
      /^Key at 3, query at 19:/,
    );
    // Another model is a step of the history.
    await page.select('[data-ropes]', 'plain');
    await rested(page, 'studies');
    assert.match(await text(page, `${lines} .hint`), /^A plain rope: 128/);
    assert.match(await hash(page), /pick=plain/);
    await goBack(page);
    await rested(page, 'studies');
    assert.match(await text(page, `${lines} .hint`), /^Phi-2, layer 0/);
    // Both vectors say that they are not trained.
    await page.click('[data-strip="vectors"] label:nth-child(2)');
    await rested(page, 'studies');
    assert.match(
      await text(page, '.errors-of-score .seeded'),
      /seed 1\. Not trained/,
    );
    assert.match(await hash(page), /vectors=seeded/);
  },

  async 'precision: numbers that cannot be are refused beside their fields'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Phi-2');
    const before = await rowsOf(page, '.first-positions');
    for (const [param, value, said] of /** @type {const} */ ([
      ['error', '0', /error must be a number above 0, got 0/],
      [
        'at',
        '1.5',
        /at must be a whole number from 1 to 2\u202f147\u202f483\u202f648, got 1\.5/,
      ],
      ['pair', '-1', /pair must be a whole number from 0, got −1/],
      ['distance', 'far', /distance must be a whole number from 0 .* got NaN/],
    ])) {
      await type(page, param, value);
      assert.match(await text(page, `[data-param="${param}"] .note`), said);
      assert.match(await banner(page), /^The pictures show earlier values\./);
      assert.deepEqual(await rowsOf(page, '.first-positions'), before);
      await type(page, param, param === 'error' ? '0.01' : '7');
      assert.equal(await banner(page), '');
      await rested(page, 'studies');
      if (param === 'pair') await type(page, param, ' ');
      await rested(page, 'studies');
    }
    // A pair that a rope has not is its last one.
    await type(page, 'pair', '99');
    await rested(page, 'studies');
    assert.match(await text(page, `${lines} h3`), /pair 15/);
    const wrong = await stage.load('#/precision?error=-1');
    assert.match(await banner(wrong.page), /^Nothing can be drawn/);
  },

  async 'precision: files hold the errors of every stretch'(stage) {
    const { page } = await open(stage, 'pick=Phi-2');
    const { bytes } = await saved(page, `${lines} > .points`, 'csv');
    const { shape, data } = decodeCsv(bytes);
    // Position, its last, the chosen error, and six ways.
    assert.equal(shape[1], 9);
    const pe = await load();
    const spec = { headDim: 80, rotaryDim: 32 };
    const { torch } = pe.analysis.precisionReport(
      { method: 'rope', ...spec },
      { positions: [1] },
    );
    assert.deepEqual(
      [...data.slice(0, 4)],
      [1, 1, 0.01, torch.absolute.worst].map(Math.fround),
    );
    const svg = await saved(page, `${lines} > .points`, 'svg');
    assert.match(svg.bytes.toString(), /context 2 048|context 2\u202f048/);
  },

  ...Object.fromEntries(
    Object.entries(ends).map(([how, end]) => [
      `precision: a worker that ${how} is replaced, and told of`,
      async (/** @type {Stage} */ stage) => {
        const { page, complaints } = await stage.load('#/precision?pick=Phi-2');
        const worker = await workerOf(page, /precision-worker/);
        await rested(page, 'studies');
        await worker.evaluate(end).catch(() => {});
        await page.click('[data-param="at"] input[type="text"]', { count: 3 });
        await page.keyboard.sendCharacter('9');
        await present(page, '.banner:not([hidden])');
        assert.match(
          await banner(page),
          /^The pictures show earlier values\. A worker of this page stopped/,
        );
        await page.click('.banner button');
        await rested(page, 'studies');
        assert.equal(await banner(page), '');
        assert.match(await text(page, `${pairs} h3`), /position 9$/);
        complaints.splice(0);
      },
    ]),
  ),

  // The widest heads of a model of the page have 256 pairs.
  async 'precision: the page is free while a worker computes'(stage) {
    const { page } = await open(stage, 'pick=Gemma+4+26B+A4B');
    await unfoldAll(page);
    await staysFree(page, 'typing', async (turn) => {
      for (const at of ['1', '10', '100', `100${turn}`]) {
        await page.click('[data-param="at"] input[type="text"]', { count: 3 });
        await page.keyboard.sendCharacter(at);
        await frame(page);
      }
      await rested(page, 'studies');
    });
    await staysFree(page, 'another model', async (turn) => {
      const names = ['Phi-2', 'Gemma 4 26B A4B'];
      await page.select('[data-ropes]', names[turn % 2] ?? '');
      await rested(page, 'studies', 'address');
    });
  },
};
