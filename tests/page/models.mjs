// @ts-check
// The view of models: what it takes, what it shows of it, and what it refuses.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGguf } from 'posenc/gguf';
import { readModel } from 'posenc/models';
import {
  area,
  cells,
  chosen,
  configOf,
  drop,
  facts,
  hash,
  isOld,
  note,
  open,
  paste,
  small,
  title,
  write,
  written,
} from './models-actions.mjs';
import { banner, numberIn, press, text } from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { goBack, present, settle } from './waits.mjs';

/** @type {import('./on-page.mjs').Tests} */
export const models = {
  async 'models: each known model is drawn, and stands in the address'(stage) {
    const { page } = await stage.load('#/models');
    const names = await page.$$eval(
      '[data-known="first"] optgroup option',
      (all) => all.map((one) => /** @type {HTMLOptionElement} */ (one).value),
    );
    assert.ok(names.length >= 40);
    for (const name of names) {
      await page.select('[data-known="first"]', name);
      await settle(page);
      assert.equal(await title(page), name);
      const { layers, findings } = readModel(JSON.parse(await configOf(page)));
      assert.equal((await cells(page)).length, layers.length, name);
      const shown = await page.$$eval(
        '.findings-of-model .severity + code',
        (all) => all.map((key) => key.textContent),
      );
      assert.deepEqual(
        shown,
        findings.map(({ key }) => key),
        name,
      );
      assert.equal(await page.$('.note.wrong:not([hidden])'), null, name);
    }
    assert.equal(
      await hash(page),
      `#/models?${new URLSearchParams({ pick: names.at(-1) ?? '' })}`,
    );
    // Each is a step of the history.
    await goBack(page);
    await settle(page);
    assert.equal(await title(page), names.at(-2));
  },

  async 'models: layers are chosen by keys and by presses'(stage) {
    const { page } = await open(stage);
    const { layers } = readModel(JSON.parse(await configOf(page)));
    assert.deepEqual(await chosen(page), [5, 5]);
    await page.focus('.layers');
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.deepEqual(await chosen(page), [4, 4]);
    assert.match(
      await text(page, '.layer-words'),
      /^Layer 4 of 62: .* 1\u202f024 /,
    );
    assert.equal((await facts(page)).window, '1\u202f024');
    await press(page, 'End', 'ArrowRight', 'ArrowLeft');
    await settle(page);
    assert.deepEqual(await chosen(page), [60, 60]);
    await page.click('.layers > :nth-child(12)');
    await settle(page);
    assert.deepEqual(await chosen(page), [11, 11]);
    const own = await facts(page);
    assert.equal(numberIn(own['spec.theta'] ?? ''), layers[11]?.spec?.theta);
    assert.equal(own['spec.scaling.type'], 'linear');
    assert.match(await hash(page), /layer=11/);
    // What is heard is the sentence.
    const heard = await page.$eval('.layers', (strip) => [
      strip.getAttribute('aria-valuetext'),
      strip.getAttribute('aria-valuemax'),
    ]);
    assert.deepEqual(heard, [await text(page, '.layer-words'), '61']);
  },

  async 'models: the numbers of all layers as a table'(stage) {
    const { page } = await open(stage, 'pick=Qwen3.5+27B');
    await page.click('.layers-figure .data-table summary');
    await present(page, '.layers-figure tbody tr:nth-child(64)');
    const rows = await page.$$eval('.layers-figure tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent)),
    );
    assert.deepEqual(rows[0], ['0', 'none', 'linear attention', 'no position']);
    assert.deepEqual(rows[3]?.slice(0, 3), ['3', 'A', 'all earlier tokens']);
  },

  async 'models: towers are tabs'(stage) {
    const { page } = await open(stage);
    await page.click('.towers [role="tab"]:nth-child(2)');
    await settle(page);
    const { towers } = readModel(JSON.parse(await configOf(page)));
    assert.equal((await cells(page)).length, towers.vision?.layers.length);
    assert.match(await hash(page), /tower=vision/);
    assert.match(
      await text(page, '.main > .waves-of-layer > .hint'),
      /^No layer of this tower turns anything/,
    );
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.equal((await cells(page)).length, towers.text?.layers.length);
  },

  async 'models: a pasted configuration is drawn, and the link holds it'(
    stage,
  ) {
    const { page } = await open(stage, 'layer=3');
    await paste(page, written(small));
    assert.deepEqual(await cells(page), [
      ...['sliding A', 'full A', 'sliding A', 'full A', 'sliding A', 'full A'],
    ]);
    assert.equal(await title(page), 'a pasted text');
    assert.match(
      await text(page, '.source-words'),
      /link of this view holds it/,
    );
    const link = await hash(page);
    assert.match(link, /config=[\w-]+/);
    assert.doesNotMatch(link, /pick=|layer=/);
    const again = await stage.load(link);
    assert.equal(await title(again.page), 'a pasted text');
    assert.equal((await cells(again.page)).length, 6);
    assert.deepEqual(JSON.parse(await configOf(again.page)), small);
  },

  async 'models: a file is dropped or opened; one too long leaves its name'(
    stage,
  ) {
    const { page } = await open(stage);
    await drop(page, 'config.json', written(small));
    assert.equal(await title(page), 'config.json');
    assert.equal((await cells(page)).length, 6);
    // A word of a list is none that is left out.
    const long = {
      ...small,
      num_hidden_layers: 8,
      _name_or_path: 'x'.repeat(4000),
    };
    const folder = mkdtempSync(join(tmpdir(), 'posenc-'));
    const path = join(folder, 'long.json');
    writeFileSync(path, written(long));
    const field = await page.$('.known input[type="file"]');
    const input =
      /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (
        field
      );
    await input.uploadFile(path);
    await present(page, '.layers > :nth-child(8)');
    await settle(page);
    assert.equal(await title(page), 'long.json');
    assert.match(await text(page, '.source-words'), /too long for a link/);
    const link = await hash(page);
    assert.match(link, /^#\/models\?held=\w+&file=long.json$/);
    // It is held while the page is open.
    await page.select('[data-known="first"]', 'Phi-2');
    await settle(page);
    await goBack(page);
    await settle(page);
    assert.equal(await title(page), 'long.json');
    assert.equal((await cells(page)).length, 8);
    const again = await stage.load(link);
    assert.match(
      await banner(again.page),
      /^Nothing can be drawn of this file\. config must be opened again: .*“long.json”/,
    );
    // It can be opened there.
    await drop(again.page, 'long.json', written(long), '.source-words');
    assert.equal((await cells(again.page)).length, 8);
    assert.equal(await banner(again.page), '');
  },

  async 'models: what is no configuration is told, and the old picture stays'(
    stage,
  ) {
    const { page } = await open(stage);
    await write(page, written(small));
    const before = await cells(page);
    const name = await title(page);
    assert.equal(name, 'Gemma 3 27B, changed');
    for (const [given, said] of /** @type {[string, RegExp][]} */ ([
      [
        '{"model_type": "llama",',
        /config must be JSON, got “{"model_type": "llama",”.*PAGE_JSON/,
      ],
      ['', /must be the text of a config.json, got none/],
      ['{}', /^model: model_type must be a known family.*ERR_MISSING/],
      ['[1, 2]', /ERR_TYPE/],
      ['{"model_type": "vision-encoder-decoder"}', /must have sections/],
      [
        written({ ...small, num_hidden_layers: 600 }),
        /at most 512 layers to be drawn, got 600/,
      ],
    ])) {
      await write(page, given);
      assert.match(await text(page, note), said);
      assert.match(await banner(page), /^The pictures show the last file/);
      assert.ok(await isOld(page));
      assert.deepEqual(await cells(page), before);
      assert.equal(await title(page), name);
      // What was typed is not lost.
      assert.equal(await configOf(page), given);
      await page.click('.banner button');
      assert.ok(await page.$(`${area}:focus`));
    }
    await write(page, written({ ...small, num_hidden_layers: 2 }));
    assert.equal((await cells(page)).length, 2);
    assert.ok(!(await isOld(page)));
    assert.match(await text(page, note), /sent nowhere/);
  },

  async 'models: a file that cannot be one changes nothing'(stage) {
    const { page } = await open(stage, 'pick=Phi-2');
    const link = await hash(page);
    await drop(page, 'huge.json', ' '.repeat(4_000_001));
    assert.match(
      await text(page, note),
      /at most 4\u202f000\u202f000 characters, got 4\u202f000\u202f001/,
    );
    assert.ok(await isOld(page));
    assert.equal(await title(page), 'Phi-2');
    assert.equal(await hash(page), link);
    await page.select('[data-known="first"]', 'GPT-J 6B');
    await settle(page);
    assert.ok(!(await isOld(page)));
    // What was refused is forgotten with the next step, too.
    await drop(page, 'huge.json', ' '.repeat(4_000_001));
    assert.ok(await isOld(page));
    await goBack(page);
    await settle(page);
    assert.ok(!(await isOld(page)));
    assert.equal(await title(page), 'Phi-2');
    await page.select('[data-known="first"]', 'GPT-J 6B');
    await settle(page);
    await drop(page, 'model.gguf', 'GGUF\u0003\u0000\u0000\u0000');
    assert.match(await text(page, note), /ERR_FORMAT/);
    assert.equal((await cells(page)).length, 28);
    assert.equal(await title(page), 'GPT-J 6B');
  },

  async 'models: the header of a GGUF file is read in a worker'(stage) {
    const { writeGguf } = await sourceOf('../../tests/support/gguf.ts');
    const { models: files } = await sourceOf(
      '../../tests/support/gguf-models.ts',
    );
    const { page } = await open(stage);
    for (const name of ['gpt-oss-20b', 'Llama-3.1-8B']) {
      const { bytes } = writeGguf(files[name].file);
      const letters = Buffer.from(bytes).toString('latin1');
      await drop(page, `${name}.gguf`, letters);
      assert.equal(await title(page), `${name}.gguf`);
      const wanted = readModel(readGguf(bytes));
      const strip = await cells(page);
      assert.deepEqual(
        strip.map((cell) => cell.split(' ')[0]),
        wanted.layers.map(({ attention }) => attention),
      );
      assert.deepEqual(readModel(JSON.parse(await configOf(page))), wanted);
    }
  },
};
