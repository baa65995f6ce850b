// @ts-check
// The view of models: what it takes, what it shows of it, and what it refuses.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'posenc';
import { decodeSafetensors } from 'posenc/formats';
import { readGguf } from 'posenc/gguf';
import { extend, readModel } from 'posenc/models';
import { cells, chosen, drop, facts, open, paste } from './models-actions.mjs';
import {
  banner,
  numberIn,
  press,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { savedBy } from './saved-files.mjs';
import { sourceOf } from './source.mjs';
import { staysFree } from './threads.mjs';
import { goBack, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** A small model of our own, whose layers are of two kinds. */
const small = {
  ...{ model_type: 'gemma2', hidden_size: 256, num_hidden_layers: 6 },
  ...{ num_attention_heads: 4, num_key_value_heads: 2, head_dim: 64 },
  ...{ max_position_embeddings: 8192, sliding_window: 512, rope_theta: 50_000 },
  query_pre_attn_scalar: 64,
};

/** @param {object} config */
const written = (config) => JSON.stringify(config, null, 2);

const area = '.file textarea';
const note = '.file .note';

/** @param {Page} page */
const hash = async (page) => {
  await rested(page, 'address');
  return page.evaluate(() => location.hash);
};

/** @param {Page} page */
const configOf = (page) =>
  page.$eval(area, (one) => /** @type {HTMLTextAreaElement} */ (one).value);

/** The name over the strip. @param {Page} page */
const title = (page) => text(page, '.layers-figure h3');

/** Writes into the field of the configuration. @param {Page} page @param {string} given */
async function write(page, given) {
  await page.click(area);
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.sendCharacter(given);
  await settle(page);
}

/** @param {Page} page */
const isOld = (page) =>
  page.$eval('.main', (main) => main.classList.contains('outdated'));

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
        '.findings-of-model .finding code',
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
      await text(page, '.waves-of-layer > .hint'),
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
    assert.match(link, /^#\/models\?file=long.json$/);
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

  async 'models: pairs without a whole turn, as the package counts them'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Llama+3.1+405B&to=1000000');
    const { layers } = readModel(JSON.parse(await configOf(page)));
    const pe = await load();
    const { spec } = layers[0] ?? {};
    assert.ok(spec);
    const { frequencies } = pe.make(spec);
    const rows = await page.$$eval('.turns tbody tr', (all) =>
      all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
    );
    const config = JSON.parse(await configOf(page));
    const longer = extend(config, { to: 1_000_000, for: 'transformers' });
    const [stretched] = readModel(longer.config).layers;
    assert.ok(stretched?.spec);
    const lengths = [8192, 131_072, 1_000_000, 1_000_000];
    const all = [
      ...[frequencies, frequencies, frequencies],
      pe.make(stretched.spec).frequencies,
    ];
    assert.deepEqual(
      rows.map(([, length = '']) => numberIn(length)),
      lengths,
    );
    rows.forEach(([, , , own = ''], i) => {
      const length = lengths[i] ?? 0;
      const slow = all[i]?.filter((f) => (2 * Math.PI) / f > length);
      assert.equal(numberIn(own), slow?.length);
    });
    // The chart is read by its keys.
    await page.focus('.waves-of-layer .chart-field');
    await press(page, 'Home', 'ArrowRight');
    const wave = (2 * Math.PI) / Number(frequencies[1]);
    const read = await text(page, '.waves-of-layer .reading');
    assert.match(read, /^pair 1: /);
    const [, value = ''] = /: (\S+) positions a turn/.exec(read) ?? [];
    assert.ok(Math.abs(Number(value) / wave - 1) < 1e-4, read);
  },

  async 'models: mistakes are told with what to write instead'(stage) {
    const { page } = await open(stage, 'pick=Qwen3+8B+with+two+bases');
    const { findings } = readModel(JSON.parse(await configOf(page)));
    const shown = await page.$$eval('.findings-of-model .finding', (all) =>
      all.map((one) => [
        one.getAttribute('data-severity') ?? '',
        one.textContent ?? '',
      ]),
    );
    assert.equal(shown.length, findings.length);
    findings.forEach(({ severity, key, message, advice, kind }, i) => {
      const [bad, words = ''] = shown[i] ?? [];
      assert.equal(bad, severity);
      for (const part of [key, message, advice, kind]) {
        assert.ok(words.includes(part), `${words} lacks ${part}`);
      }
    });
    assert.match(await text(page, '.findings-of-model .reading'), /^1 error, /);
  },

  async 'models: settings of each engine for a length, or why there are none'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Qwen3+8B+(rope_type+default)');
    const config = JSON.parse(await configOf(page));
    const refused = () =>
      page.$eval('.refused', (one) =>
        one.checkVisibility() ? one.textContent : '',
      );
    await type(page, 'to', '131072');
    for (const [i, engine] of /** @type {const} */ ([
      ...['vllm', 'sglang', 'transformers', 'llama.cpp', 'mlx', 'ollama'],
    ]).entries()) {
      await page.click(`.context [role="tab"]:nth-child(${i + 1})`);
      await settle(page);
      const { notes } = extend(config, { to: 131_072, for: engine });
      const shown = await page.$$eval('.setting-notes li', (all) =>
        all.map((one) => one.textContent ?? ''),
      );
      assert.equal(shown.length, notes.length, engine);
      notes.forEach(({ key, why }, at) => {
        assert.ok(shown[at]?.includes(key) && shown[at]?.endsWith(why), engine);
      });
      assert.equal(await refused(), '');
      assert.match(await text(page, '.context pre'), /131072/);
    }
    assert.match(await hash(page), /for=ollama/);
    // LongRoPE ends where its lists were searched.
    await page.select('[data-known="first"]', 'MiniCPM3 4B');
    await type(page, 'to', '1000000');
    assert.match(
      String(await refused()),
      /to must be at most 32768 for this model/,
    );
    assert.equal(
      await page.$eval('.context .code', (one) => one.checkVisibility()),
      false,
    );
    // A wrong length is told beside its field.
    await type(page, 'to', '0');
    assert.match(
      await text(page, '[data-param="to"] .note'),
      /to must be .*≥ 1, got 0/,
    );
    assert.match(await banner(page), /compared with the last length/);
    await type(page, 'to', '1024');
    assert.equal(await banner(page), '');
    assert.equal(await refused(), '');
  },

  async 'models: a second model stands beside, fact by fact'(stage) {
    const { page } = await open(stage, 'pick=Llama+3.1+405B');
    const shown = () =>
      page.$eval('.beside-model', (one) => one.checkVisibility());
    assert.equal(await shown(), false);
    await page.select('[data-known="second"]', 'Gemma 3 27B');
    await settle(page);
    assert.ok(await shown());
    const strip = '.beside-model .layers';
    assert.equal(await page.$eval(strip, (one) => one.childElementCount), 62);
    const rows = () =>
      page.$$eval('.facts-beside tbody tr', (all) =>
        Object.fromEntries(
          all.map((row) => [
            row.querySelector('.api')?.textContent ?? '',
            [...row.querySelectorAll('td')].map((one) => one.textContent),
          ]),
        ),
      );
    assert.deepEqual((await rows())['spec.scaling.type'], ['llama3', 'linear']);
    assert.deepEqual((await rows()).window, undefined);
    await page.focus(strip);
    await press(page, 'Home');
    await settle(page);
    assert.deepEqual((await rows()).window, ['none', '1\u202f024']);
    // Where both are the same, nothing is marked.
    const marked = await page.$$eval('.facts-beside tr', (all) =>
      all.map((row) => [
        row.hasAttribute('data-differs'),
        new Set([...row.querySelectorAll('td')].map((one) => one.textContent))
          .size > 1,
      ]),
    );
    assert.ok(marked.every(([mark, differs]) => mark === differs));
    assert.match(await hash(page), /with=Gemma\+3\+27B&withLayer=0/);
    await page.select('[data-known="second"]', '');
    await settle(page);
    assert.equal(await shown(), false);
    await goBack(page);
    await settle(page);
    assert.ok(await shown());
  },

  async 'models: the tables of a layer are saved as a file'(stage) {
    const { page } = await open(stage, 'pick=Gemma+3+27B&layer=5');
    await unfold(page, '[data-fold="caches"] button');
    await page.select('[data-param="cache"] select', 'pairs');
    await page.select('[data-param="dtype"] select', 'bfloat16');
    await type(page, 'rows', '300');
    assert.match(await hash(page), /cache=pairs&dtype=bfloat16&rows=300/);
    const { name, bytes } = await savedBy(page, '[data-fold="caches"] button');
    assert.equal(name, 'gemma-3-27b-layer-5-pairs.safetensors');
    const { tensors } = decodeSafetensors(bytes);
    const { spec } =
      readModel(JSON.parse(await configOf(page))).layers[5] ?? {};
    const { method: _, ...options } = spec ?? { method: '' };
    const pe = await load();
    const { cache } = pe.ropeCache(
      /** @type {any} */ ({
        ...{ ...options, cache: 'pairs', dtype: 'bfloat16', length: 300 },
      }),
    );
    assert.deepEqual(tensors.cache?.shape, [300, 64, 2]);
    assert.deepEqual(tensors.cache?.data, cache.data);
    await present(page, '[data-fold="caches"] [role="status"]:not(:empty)');
    await type(page, 'rows', '1e9');
    assert.match(
      await text(page, '[data-param="rows"] .note'),
      /at most \d+, for a file of/,
    );
    assert.equal(
      await page.$eval('[data-fold="caches"] button', (one) =>
        one.getAttribute('aria-disabled'),
      ),
      'true',
    );
  },

  async 'models: the page stays free while models and lengths change'(stage) {
    const { page } = await open(stage, 'with=Qwen3.5+27B');
    const names = [
      ...['Llama 3.1 405B', 'DeepSeek V3', 'Qwen3.5 27B', 'Laguna XS.2'],
      ...['SAM 3 ViT', 'Kimi K3', 'Phi-3 mini 128k', 'Gemma 3 27B'],
    ];
    await staysFree(page, 'choosing', async () => {
      for (const name of names) {
        await page.select('[data-known="first"]', name);
        await rested(page, 'address');
      }
    });
    await staysFree(page, 'layers', async () => {
      await page.focus('.layers-figure .layers');
      for (let i = 0; i < 8; i++) {
        await press(page, 'ArrowRight');
        await settle(page);
      }
    });
    await staysFree(page, 'lengths', async () => {
      await page.focus('[data-param="to"] input[type="range"]');
      for (let i = 0; i < 12; i++) {
        await press(page, i < 6 ? 'ArrowRight' : 'ArrowLeft');
        await settle(page);
      }
    });
    await staysFree(page, 'typing', async (turn) => {
      await write(page, written({ ...small, rope_theta: 10_000 + turn }));
    });
  },

  async 'models: names in a link that nothing has, and odd values'(stage) {
    for (const [link, shown, said] of /** @type {const} */ ([
      [
        'pick=Gema+3+27B&tower=visoin',
        /^#\/models\?tower=vision$/,
        /“visoin”.*“vision”/,
      ],
      ['with=Phi2', /with=Phi-2/, /model “Phi2”.*“Phi-2”/],
      ['for=vlm', /^#\/models$/, /engine “vlm”.*“vllm”/],
      ['layer=9999', /layer=9999/, null],
      ['layer=-3.2&to=abc', /layer=-3.2/, null],
      ['config=', /config=/, null],
      ['config=%25%25', /config=/, null],
      [`config=${'x'.repeat(5000)}`, /file=/, null],
    ])) {
      const { page, complaints } = await stage.load(`#/models?${link}`);
      await rested(page, 'address', 'words');
      assert.match(await page.evaluate(() => location.hash), shown, link);
      if (said) assert.match(await text(page, '.remark [role="status"]'), said);
      if (link.startsWith('config')) {
        assert.match(
          await banner(page),
          /^Nothing can be drawn of this file\./,
        );
      } else assert.equal((await cells(page)).length > 20, true, link);
      assert.deepEqual(complaints, [], link);
      // Another choice leads on.
      await page.select('[data-known="first"]', 'Phi-2');
      await settle(page);
      assert.equal((await cells(page)).length, 32, link);
    }
  },

  async 'models: everything has room at 320 pixels, under fingers'(stage) {
    for (const pick of [
      'Llama 3.1 405B',
      'Qwen3 8B with two bases',
      'SAM 3 ViT',
    ]) {
      const query = new URLSearchParams({ pick }).toString();
      const { page } = await open(stage, query);
      await resize(page, { width: 320, height: 640 });
      const needed = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      assert.ok(needed <= 320, `${pick} needs ${needed}`);
      const least = await page.$$eval('.layers > .layer', (all) =>
        Math.min(
          ...all.flatMap((cell) => {
            const { width, height } = cell.getBoundingClientRect();
            return [width, height];
          }),
        ),
      );
      assert.ok(least >= 24, `${pick}: ${least}`);
      // The chosen layer is in sight within the strip.
      await page.focus('.layers');
      await press(page, 'End');
      await settle(page);
      const inside = await page.$eval('.layers', (strip) => {
        const cell = strip.querySelector('.chosen');
        const [outer, inner] = [strip, cell].map((one) =>
          /** @type {Element} */ (one).getBoundingClientRect(),
        );
        return inner && outer && inner.bottom <= outer.bottom + 1;
      });
      assert.ok(inside, pick);
    }
  },
};
