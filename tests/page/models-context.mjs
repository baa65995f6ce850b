// @ts-check
// The view of models: schedules over each other, their settings, files that are
// mended, and a second file of the reader's own.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { extend, mend, readModel } from 'posenc/models';
import {
  configOf,
  drop,
  hash,
  open,
  paste,
  small,
  title,
  written,
} from './models-actions.mjs';
import { banner, numberIn, press, text, type } from './page-actions.mjs';
import { staysFree } from './threads.mjs';
import { goBack, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** The schedules, with what is said of each. @param {Page} page */
const blocks = (page) =>
  page.$$eval('.context .schedule', (all) =>
    all.map((one) => ({
      word: one.getAttribute('data-of') ?? '',
      title: one.querySelector('h4')?.textContent ?? '',
      said: one.querySelector('p')?.textContent ?? '',
      refused: one.querySelector('.refused:not([hidden])')?.textContent ?? '',
      code: one.querySelector('.code:not([hidden]) code')?.textContent ?? '',
      notes: [...one.querySelectorAll('.setting-notes li')].map(
        (note) => note.textContent ?? '',
      ),
    })),
  );

const chart = '.context .chart-field';
const reading = '.context [role="tabpanel"] .reading';

/** @param {Page} page @param {string} word */
const tab = async (page, word) => {
  await page.click(`.context [data-tab="${word}"]`);
  await settle(page);
};

/** Numbers of a text that name a schedule. @param {string} read @param {string} name */
const numberOf = (read, name) => {
  const part = read.split(' · ').find((one) => one.startsWith(`${name} `));
  return numberIn((part ?? '').slice(name.length));
};

/** @type {import('./on-page.mjs').Tests} */
export const modelsContext = {
  async 'models: schedules over each other, as the package makes them'(stage) {
    const { page } = await open(stage, 'pick=Qwen3+8B+(rope_type+default)');
    await type(page, 'to', '262144');
    const config = JSON.parse(await configOf(page));
    const pe = await load();
    const schedules = /** @type {const} */ (['linear', 'dynamic', 'yarn']);
    /** @type {Record<string, import('posenc').RopePair[]>} */
    const pairs = {};
    for (const schedule of schedules) {
      const longer = extend(config, {
        ...{ to: 262_144, for: 'transformers', schedule },
      });
      const spec = readModel(longer.config).layers[0]?.spec;
      assert.ok(spec);
      const lengths = { trainedLength: 40_960, contextLength: 262_144 };
      pairs[schedule] = [
        ...pe.analysis.ropePairs(/** @type {any} */ (spec), lengths),
      ];
    }
    assert.deepEqual(
      (await blocks(page)).map(({ word }) => word),
      ['none', ...schedules],
    );
    const names = { linear: 'Linear', dynamic: 'Dynamic NTK', yarn: 'YaRN' };
    for (const [kind, valueIn] of /** @type {const} */ ([
      ['factor', 'ratio'],
      ['wavelength', 'wavelengthAfter'],
    ])) {
      await tab(page, kind);
      await page.focus(chart);
      await press(page, 'Home', ...new Array(40).fill('ArrowRight'));
      const read = await text(page, reading);
      assert.match(read, /^pair 40 · No schedule /);
      for (const schedule of schedules) {
        const wanted = pairs[schedule]?.[40]?.[valueIn] ?? 0;
        const shown = numberOf(read, names[schedule]);
        assert.ok(Math.abs(shown / wanted - 1) < 1e-4, `${kind}: ${read}`);
      }
    }
    // Of an angle, whatever no text of 40 960 tokens has shown.
    await tab(page, 'angle');
    await page.focus(chart);
    await press(page, 'End');
    const last = pairs.linear?.at(-1);
    const known = (40_960 * (last?.before ?? 0) * 180) / Math.PI;
    const read = await text(page, reading);
    const grown = Math.min(360, (known * 262_144) / 40_960);
    assert.ok(
      Math.abs(numberOf(read, 'No schedule') - (grown - known)) < 0.01,
      read,
    );
    assert.equal(numberOf(read, 'Linear'), 0);
    assert.match(await hash(page), /curve=angle/);
    // The scores are computed in a worker.
    await tab(page, 'score');
    await rested(page, 'studies');
    await page.focus(chart);
    await press(page, 'Home');
    const near = await text(page, reading);
    assert.match(near, /^distance 1 · /);
    const { scores } = pe.analysis.scoreByDistance(
      /** @type {any} */ (readModel(config).layers[0]?.spec),
      { distances: [1] },
    );
    const wanted = (2 * (scores[0] ?? 0)) / Math.sqrt(128);
    assert.ok(Math.abs(numberOf(near, 'No schedule') / wanted - 1) < 1e-4);
    await press(page, 'End');
    assert.match(await text(page, reading), / to 262\u202f144 · /);
  },

  async 'models: up to four schedules are chosen, and stand in the address'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Llama+3.1+8B');
    const words = async () => (await blocks(page)).map(({ word }) => word);
    assert.deepEqual(await words(), ['none', 'own', 'longer']);
    const box = (/** @type {string} */ word) =>
      `.schedules [data-schedule="${word}"] input`;
    const closed = (/** @type {string} */ word) =>
      page.$eval(
        box(word),
        (one) => /** @type {HTMLInputElement} */ (one).disabled,
      );
    await page.click(box('yarn'));
    await settle(page);
    assert.ok(await closed('linear'));
    await page.click(box('none'));
    await page.click(box('linear'));
    await settle(page);
    assert.deepEqual(await words(), ['own', 'longer', 'linear', 'yarn']);
    assert.match(await hash(page), /schedules=own.longer.linear.yarn/);
    for (const word of ['own', 'longer', 'linear']) await page.click(box(word));
    await settle(page);
    assert.deepEqual(await words(), ['yarn']);
    assert.ok(await closed('yarn'));
    // The last schedule is drawn over a rope whose weights are used to another.
    const [only] = await blocks(page);
    assert.match(only?.said ?? '', /drawn as if the weights/);
    assert.match(
      only?.refused ?? '',
      /no settings for it: the weights are used to Llama 3\./,
    );
    // A model without them shows its usual ones.
    const again = await stage.load('#/models?pick=Phi-2&schedules=own.longer');
    assert.deepEqual(
      (await blocks(again.page)).map(({ word }) => word),
      ['none', 'linear', 'dynamic', 'yarn'],
    );
    // A layer without a rotation has no curves, and one reason.
    const still = await stage.load('#/models?pick=MPT+7B');
    assert.equal((await blocks(still.page)).length, 1);
    assert.equal(
      await still.page.$eval(chart, (one) => one.checkVisibility()),
      false,
    );
  },

  async 'models: settings of each schedule in each engine, or why there are none'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Qwen3+8B+(rope_type+default)');
    const config = JSON.parse(await configOf(page));
    await type(page, 'to', '131072');
    for (const engine of /** @type {const} */ ([
      ...['vllm', 'sglang', 'transformers', 'llama.cpp', 'mlx', 'ollama'],
    ])) {
      await tab(page, engine);
      const all = await blocks(page);
      assert.match(all[0]?.refused ?? '', /need a schedule/);
      for (const { word, notes, code, refused } of all.slice(1)) {
        const schedule = /** @type {'yarn'} */ (word);
        const asked = { to: 131_072, for: engine, schedule };
        try {
          const wanted = extend(config, asked);
          assert.equal(notes.length, wanted.notes.length, `${engine} ${word}`);
          wanted.notes.forEach(({ key, why }, at) => {
            assert.ok(notes[at]?.includes(key) && notes[at]?.endsWith(why));
          });
          assert.notEqual(code, '');
          assert.equal(refused, '');
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
          assert.ok(refused.startsWith(error.message), `${engine} ${word}`);
          assert.equal(code, '');
        }
      }
    }
    assert.match(await hash(page), /for=ollama/);
    // LongRoPE ends where its lists were searched.
    await page.select('[data-known="first"]', 'MiniCPM3 4B');
    await type(page, 'to', '1000000');
    const own = (await blocks(page)).find(({ word }) => word === 'own');
    assert.match(own?.refused ?? '', /to must be at most 32768 for this model/);
    assert.equal(own?.code, '');
    // A wrong length is told beside its field.
    await type(page, 'to', '0');
    assert.match(
      await text(page, '[data-param="to"] .note'),
      /to must be .*≥ 1, got 0/,
    );
    assert.match(await banner(page), /compared with the last length/);
    await type(page, 'to', '1024');
    assert.equal(await banner(page), '');
  },

  async 'models: a mistake is mended by a press, and what changed is told'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Qwen3+8B+with+two+bases');
    const config = JSON.parse(await configOf(page));
    const { findings } = readModel(config);
    const [finding] = findings.filter(({ mends }) => mends);
    assert.ok(finding?.mends);
    const buttons = await page.$$eval('.mends button', (all) =>
      all.map((one) => one.textContent ?? ''),
    );
    const known = findings.flatMap(({ mends = [] }) => mends);
    assert.equal(buttons.length, known.length);
    await page.click('.mends button');
    await settle(page);
    const right = mend(config, finding.mends[0] ?? {});
    assert.deepEqual(JSON.parse(await configOf(page)), right);
    assert.equal(await title(page), 'Qwen3 8B with two bases, changed');
    const after = readModel(right).findings;
    const shown = await page.$$eval(
      '.findings-of-model .severity + code',
      (all) => all.map((key) => key.textContent),
    );
    assert.deepEqual(
      shown,
      after.map(({ key }) => key),
    );
    const told = await text(page, '.mended');
    const [key = ''] = Object.keys(finding.mends[0] ?? {});
    assert.ok(told.includes(key), told);
    assert.match(told, /1 finding is gone, none has come/);
    // The way back leads to the known model, and Back to the mended one.
    await page.click('.mended button');
    await settle(page);
    assert.equal(await title(page), 'Qwen3 8B with two bases');
    assert.deepEqual(JSON.parse(await configOf(page)), config);
    await goBack(page);
    await settle(page);
    assert.deepEqual(JSON.parse(await configOf(page)), right);
  },

  async 'models: a second file of the reader is dropped, pasted and changed'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Phi-2');
    await drop(page, 'second.json', written(small), '.control.beside');
    assert.equal(await title(page), 'Phi-2');
    assert.equal(
      await text(page, '.beside-model h3'),
      'Beside it: second.json',
    );
    const strip = '.beside-model .layers';
    const layers = () => page.$eval(strip, (one) => one.childElementCount);
    assert.equal(await layers(), 6);
    const link = await hash(page);
    assert.match(link, /withConfig=[\w-]+.*withFile=second.json/);
    const again = await stage.load(link);
    assert.equal(
      await text(again.page, '.beside-model h3'),
      'Beside it: second.json',
    );
    // What is changed to no configuration is told below it, and stays.
    const field = '.beside textarea';
    await page.click(field);
    await page.keyboard.down('Control');
    await page.keyboard.press('Home');
    await page.keyboard.up('Control');
    await page.keyboard.press('x');
    await settle(page);
    assert.match(
      await text(page, '.beside textarea + .note'),
      /config must be JSON/,
    );
    assert.equal(await layers(), 6);
    assert.equal(await banner(page), '');
    await page.keyboard.press('Backspace');
    await settle(page);
    assert.match(await text(page, '.beside textarea + .note'), /sent nowhere/);
    // Outside of both, what is pasted is the first.
    await page.focus('.layers-figure .layers');
    await paste(page, written({ ...small, num_hidden_layers: 3 }));
    assert.equal(await title(page), 'a pasted text');
    assert.equal(await layers(), 6);
    await page.select('[data-known="second"]', 'Phi-2');
    await settle(page);
    assert.equal(await layers(), 32);
    assert.doesNotMatch(await hash(page), /withConfig|withFile/);
  },

  async 'models: the page stays free while schedules and lengths change'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Llama+3.1+405B&curve=score');
    await staysFree(page, 'lengths', async () => {
      await page.focus('[data-param="to"] input[type="range"]');
      for (let i = 0; i < 10; i++) {
        await press(page, i < 5 ? 'ArrowRight' : 'ArrowLeft');
        await settle(page);
      }
    });
    await staysFree(page, 'curves', async () => {
      for (const word of ['factor', 'wavelength', 'angle', 'score']) {
        await tab(page, word);
      }
    });
  },

  async 'models: schedules have room at 320 pixels'(stage) {
    const { page } = await open(stage, 'pick=Llama+3.1+8B&curve=angle');
    await resize(page, { width: 320, height: 640 });
    const needed = await page.evaluate(
      () => document.documentElement.scrollWidth,
    );
    assert.ok(needed <= 320, `${needed}`);
    const least = await page.$$eval('.schedule-boxes label', (all) =>
      Math.min(...all.map((one) => one.getBoundingClientRect().height)),
    );
    assert.ok(least >= 24, `${least}`);
  },
};
