// @ts-check
// What the view of models says of a configuration, and what it is used for.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeNpy, decodeSafetensors } from 'posenc/formats';
import { extend, readModel } from 'posenc/models';
import {
  cells,
  configOf,
  hash,
  open,
  small,
  write,
  written,
} from './models-actions.mjs';
import {
  banner,
  numberIn,
  press,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { savedBy } from './saved-files.mjs';
import { staysFree } from './threads.mjs';
import { goBack, present, resize, rested, settle } from './waits.mjs';

/** @type {import('./on-page.mjs').Tests} */
export const modelsUse = {
  async 'models: pairs without a whole turn, as the package counts them'(
    stage,
  ) {
    const { page } = await open(stage, 'pick=Llama+3.1+405B&to=1000000');
    const { layers } = readModel(JSON.parse(await configOf(page)));
    const pe = await load();
    const { spec } = layers[0] ?? {};
    assert.ok(spec);
    const { frequencies } = pe.make(spec);
    const rows = await page.$$eval('.main > .waves-of-layer tbody tr', (all) =>
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
    await page.focus('.main > .waves-of-layer .chart-field');
    await press(page, 'Home', 'ArrowRight');
    const wave = (2 * Math.PI) / Number(frequencies[1]);
    const read = await text(page, '.main > .waves-of-layer .reading');
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
        // What stands between backticks is set as code.
        const plain = part.replaceAll('`', '');
        assert.ok(words.includes(plain), `${words} lacks ${plain}`);
      }
    });
    assert.match(await text(page, '.findings-of-model .reading'), /^1 error, /);
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
    assert.match(
      await text(page, '.beside-model .waves-of-layer > .hint'),
      /^All 64 pairs turn\. A query of this layer sees the last 1\u202f024/,
    );
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

  async 'models: a link leads to the arrows of a layer, and Back'(stage) {
    const { page } = await open(stage, 'pick=Phi-2');
    await page.click('.layer-figure .hint a');
    await rested(page, 'address');
    // That view knows the model by its options.
    assert.equal(await hash(page), '#/rope?preset=Phi-2');
    assert.equal(await banner(page), '');
    await goBack(page);
    await settle(page);
    assert.match(await hash(page), /^#\/models\?pick=Phi-2/);
  },

  async 'models: the tables of a layer are saved as a file'(stage) {
    const { page } = await open(stage, 'pick=Gemma+3+27B&layer=5');
    await unfold(page, '[data-fold="caches"] button');
    await page.select('[data-param="cache"] select', 'pairs');
    await page.select('[data-param="dtype"] select', 'bfloat16');
    await type(page, 'rows', '300');
    assert.match(await hash(page), /cache=pairs&dtype=bfloat16&rows=300/);
    const { name, bytes } = await savedBy(page, '[data-kind="safetensors"]');
    assert.equal(name, 'gemma-3-27b-layer-5-pairs.safetensors');
    const { tensors } = decodeSafetensors(bytes);
    const { spec } =
      readModel(JSON.parse(await configOf(page))).layers[5] ?? {};
    const { method: _, ...options } = spec ?? { method: '' };
    const pe = await load();
    const { cache } = /** @type {any} */ (pe).ropeCache({
      ...{ ...options, cache: 'pairs', dtype: 'bfloat16', length: 300 },
    });
    assert.deepEqual(tensors.cache?.shape, [300, 64, 2]);
    assert.deepEqual(tensors.cache?.data, cache.data);
    await present(page, '[data-fold="caches"] [role="status"]:not(:empty)');
    // NumPy has no bfloat16; of float16, each table is a file of its own.
    const npy = '[data-kind="npy"]';
    const closed = () =>
      page.$eval(npy, (one) => one.getAttribute('aria-disabled'));
    assert.equal(await closed(), 'true');
    assert.match(
      await text(page, '[data-fold="caches"]'),
      /NumPy has no bfloat16/,
    );
    await page.select('[data-param="dtype"] select', 'float16');
    await settle(page);
    assert.equal(await closed(), 'false');
    const numpy = await savedBy(page, npy);
    assert.equal(numpy.name, 'gemma-3-27b-layer-5-pairs.npy');
    const read = decodeNpy(numpy.bytes);
    const half = /** @type {any} */ (pe).ropeCache({
      ...{ ...options, cache: 'pairs', dtype: 'float16', length: 300 },
    });
    assert.deepEqual(read.shape, [300, 64, 2]);
    assert.deepEqual(read.data, half.cache.data);
    await type(page, 'rows', '1e9');
    assert.match(
      await text(page, '[data-param="rows"] .note'),
      /at most \d+, for a file of/,
    );
    assert.equal(
      await page.$eval('[data-kind="safetensors"]', (one) =>
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
      [
        'schedules=non.yarn&curve=angel',
        /^#\/models\?schedules=none.yarn&curve=angle$/,
        /schedule “non”.*“none”.*curve “angel”.*“angle”/s,
      ],
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
