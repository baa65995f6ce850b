// @ts-check
// A table that only this test knows: the page takes nothing but its description.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile } from 'vite';
import { looksRight, refused } from './methods.mjs';
import {
  banner,
  choose,
  focusMap,
  pixels,
  press,
  spoken,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { serve } from './serve.mjs';
import { tenth } from './tenth/description.mjs';
import { table } from './tenth/table.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('./tenth/table.mjs').TenthSpec} TenthSpec */

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url));

/** @type {Promise<string> | undefined} */
let built;

/** Builds the page with the method into a folder. @param {string} outDir */
async function buildInto(outDir) {
  const usual = { command: /** @type {const} */ ('build'), mode: 'production' };
  const found = await loadConfigFromFile(usual, at('../../web/vite.config.ts'));
  assert.ok(found);
  const { config } = found;
  // Pages of text run the package while they are built, which this one is not for.
  const plugins = (config.plugins ?? [])
    .flat()
    .filter((one) => /** @type {{ name?: string }} */ (one).name !== 'pages');
  await build({
    ...config,
    plugins,
    configFile: false,
    root: at('../../web'),
    logLevel: 'error',
    resolve: {
      alias: [
        { find: /^posenc$/, replacement: at('tenth/posenc.mjs') },
        {
          find: /^posenc\/worker$/,
          replacement: at('tenth/worker.mjs'),
        },
        {
          find: /^posenc\/descriptions$/,
          replacement: at('tenth/descriptions.mjs'),
        },
      ],
    },
    build: {
      ...config.build,
      outDir,
      emptyOutDir: true,
      // This build is only tested.
      minify: false,
      reportCompressedSize: false,
    },
  });
  return outDir;
}

/** The folder of the page that has the method, which is built once. */
function folder() {
  built ??= buildInto(at('../../build/page-tenth'));
  return built;
}

/** @type {ReturnType<typeof serve> | undefined} */
let server;

/**
 * Shows the method.
 * @param {Stage} stage
 * @param {string} query
 * @param {(page: Page) => Promise<void>} look
 */
async function during(stage, query, look) {
  // It serves until the process ends: a browser may still ask for an icon when a
  // test is over.
  server ??= folder().then((built) => serve(built));
  const { address } = await server;
  const { page } = await stage.load(`#/encodings?method=tenth${query}`, {
    from: address,
  });
  await look(page);
}

/** @param {Page} page the call in the code that is shown */
async function call(page) {
  const code = await text(page, '.code pre');
  return code
    .split('\n')
    .at(-1)
    ?.replace(/^const table = |;$/g, '');
}

/**
 * Asserts that the code has a call, and the map the values of its table.
 * @param {Page} page
 * @param {Omit<TenthSpec, 'cells' | 'dim'>} options
 * @param {string} written the options besides the shape, as the code has them
 */
async function shows(page, options, written) {
  assert.deepEqual(await refused(page), []);
  const rest = written && `, ${written}`;
  assert.equal(await call(page), `pe.tenth({ cells: [3, 4], dim: 6${rest} })`);
  const { data } = table({ cells: [3, 4], dim: 6, ...options });
  await focusMap(page);
  for (let row = 1; row < 4; row++) {
    await press(page, 'ArrowDown');
    const line = await spoken(page, 'cell');
    const said = /value (\S+)$/.exec(line)?.[1] ?? '';
    const value = Number(said.replace('\u2212', '-'));
    assert.equal(value, data[row * 6], line);
  }
}

const field = (/** @type {string} */ param) =>
  `[data-param="${param}"] input[type="text"]`;

/** @param {Page} page @param {string} param @returns {Promise<string>} */
function typed(page, param) {
  return page.$eval(
    field(param),
    (input) => /** @type {HTMLInputElement} */ (input).value,
  );
}

/** @param {Page} page the path and the kind of what has the focus */
function focused(page) {
  return page.evaluate(() => {
    const { activeElement: now } = document;
    const path = now?.closest('[data-param]')?.getAttribute('data-param');
    return `${path}: ${now?.getAttribute('aria-label') ?? now?.tagName}`;
  });
}

/**
 * Asserts that a value is refused beside the control of a path, and only there;
 * then types another one.
 * @param {Page} page
 * @param {string} param
 * @param {string} wrong
 * @param {string} right
 */
async function refuses(page, param, wrong, right) {
  await type(page, param, wrong);
  const [said, ...more] = await refused(page);
  assert.deepEqual(more, []);
  assert.ok(said?.startsWith(`tenth: ${param} must be `), said);
  assert.equal(await text(page, `[data-param="${param}"] > .note`), said);
  const invalid = await page.$$eval('[aria-invalid]', (all) =>
    all.map((e) => e.closest('[data-param]')?.getAttribute('data-param')),
  );
  assert.deepEqual(invalid, [param]);
  assert.ok((await banner(page)).endsWith(`${said}`));
  await page.click('.banner button');
  assert.equal(await focused(page), `${param}: INPUT`);
  await type(page, param, right);
  assert.deepEqual(await refused(page), []);
}

/** @type {import('./on-page.mjs').Tests} */
export const tenthTests = {
  async 'tenth: the page takes nothing but its description'(stage) {
    await during(stage, '', async (page) => {
      await looksRight(page, tenth);
      assert.match(await text(page, '.meta'), /^13 × 6 /);
      assert.equal(await call(page), 'pe.tenth({ cells: [3, 4], dim: 6 })');
      await page.click('.preset');
      await settle(page);
      assert.match(await text(page, '.meta'), /^26 × 6 /);
      await focusMap(page);
      await press(page, 'ArrowDown', 'ArrowRight');
      await spoken(page, 'cell 0, 0, dimension 1, value 1');
      assert.match(await text(page, '[data-study="grid"] h3'), /over the grid/);
    });
  },

  async 'tenth: one of several sets of options'(stage) {
    await during(stage, '', async (page) => {
      const bend = '[data-param="bend"] > .segments';
      const before = await pixels(page);
      assert.equal(await page.$('[data-param="bend.amount"]'), null);
      await choose(page, bend, 'shift');
      // A required option begins with the least value.
      await shows(
        page,
        { bend: { type: 'shift', amount: 0 } },
        "bend: { type: 'shift', amount: 0 }",
      );
      await type(page, 'bend.amount', '1.5');
      await shows(
        page,
        { bend: { type: 'shift', amount: 1.5 } },
        "bend: { type: 'shift', amount: 1.5 }",
      );
      // What both types have stays; a default is shown, and left out of calls.
      await choose(page, bend, 'power');
      assert.equal(await typed(page, 'bend.times'), '1');
      await shows(
        page,
        { bend: { type: 'power', amount: 1.5, times: 1 } },
        "bend: { type: 'power', amount: 1.5 }",
      );
      await type(page, 'bend.times', '2');
      await shows(
        page,
        { bend: { type: 'power', amount: 1.5, times: 2 } },
        "bend: { type: 'power', amount: 1.5, times: 2 }",
      );
      await refuses(page, 'bend.amount', '-1', '3');
      await refuses(page, 'bend.times', '1.5', '2');
      // Nothing typed: the option is missing, and its control says so.
      await page.click(field('bend.amount'), { count: 3 });
      await page.keyboard.press('Backspace');
      await settle(page);
      assert.match(
        await text(page, '[data-param="bend.amount"] > .note'),
        /^tenth: bend\.amount is required, .*ERR_MISSING$/,
      );
      // The keyboard chooses types, too, and a type keeps what it had.
      await type(page, 'bend.amount', '3');
      await page.focus(`${bend} input:checked`);
      await press(page, 'ArrowLeft', 'ArrowLeft');
      await settle(page);
      await shows(page, { bend: { type: 'plain' } }, "bend: { type: 'plain' }");
      await choose(page, bend, 'power');
      assert.equal(await typed(page, 'bend.times'), '2');
      await choose(page, bend, '');
      await shows(page, {}, '');
      await rested(page, 'studies');
      assert.equal(await page.$('[data-param="bend.amount"]'), null);
      await page.mouse.move(0, 0);
      await page.focus(bend.concat(' input:checked'));
      await settle(page);
      assert.equal(await pixels(page), before);
    });
  },

  async 'tenth: a list of sets of options'(stage) {
    await during(stage, '', async (page) => {
      const bands = '[data-param="bands"]';
      const add = `${bands} > button`;
      await unfold(page, add);
      await page.focus(add);
      await press(page, 'Enter');
      await settle(page);
      assert.equal(await focused(page), 'bands[0].row: INPUT');
      await refuses(page, 'bands[0].row', '-1', '1');
      await shows(page, { bands: [{ row: 1 }] }, 'bands: [{ row: 1 }]');
      await type(page, 'bands[0].value', '7');
      // A new row is a copy of the last one.
      await page.focus(add);
      await press(page, 'Enter');
      await settle(page);
      await type(page, 'bands[1].row', '2');
      await choose(page, '[data-param="bands[1].sign"]', 'minus');
      await shows(
        page,
        {
          bands: [
            { row: 1, value: 7 },
            { row: 2, value: 7, sign: 'minus' },
          ],
        },
        "bands: [{ row: 1, value: 7 }, { row: 2, value: 7, sign: 'minus' }]",
      );
      await refuses(page, 'bands[1].row', '0.5', '2');
      await page.focus(add);
      await press(page, 'Enter');
      await settle(page);
      const legends = await page.$$eval(`${bands} .row > legend`, (all) =>
        all.map((legend) => legend.textContent),
      );
      assert.deepEqual(
        legends,
        ['1', '2', '3'].map((n) => `bands ${n} of 3`),
      );
      assert.ok(
        await page.$(`${add}:disabled`),
        'there are no more than three',
      );
      // After a removal, the focus is on the next row, and at last on "Add".
      await page.focus(`${bands} [aria-label="Remove bands 1"]`);
      await press(page, 'Enter');
      await settle(page);
      assert.equal(await focused(page), 'bands: Remove bands 1');
      assert.equal(await typed(page, 'bands[0].row'), '2');
      await press(page, 'Enter');
      await settle(page);
      await shows(
        page,
        { bands: [{ row: 2, value: 7, sign: 'minus' }] },
        "bands: [{ row: 2, value: 7, sign: 'minus' }]",
      );
      await page.focus(`${bands} [aria-label="Remove bands 1"]`);
      await press(page, 'Enter');
      await settle(page);
      assert.equal(await focused(page), 'bands: Add to bands');
      await shows(page, {}, '');
    });
  },

  async 'tenth: options inside options come back from the address'(stage) {
    const options = {
      bend: { type: 'power', amount: 0.5, times: 3 },
      bands: [{ row: 2 }, { row: 3, value: -0.25 }],
    };
    const written =
      "bend: { type: 'power', amount: 0.5, times: 3 }, " +
      'bands: [{ row: 2 }, { row: 3, value: -0.25 }]';
    const query =
      '&bend.type=power&bend.amount=0.5&bend.times=3' +
      '&bands.0.row=2&bands.1.row=3&bands.1.value=-0.25';
    await during(stage, query, async (page) => {
      await shows(page, options, written);
      // The page writes the same address, and without defaults.
      await type(page, 'bands[0].value', '5');
      await type(page, 'bands[0].value', '1');
      await rested(page, 'address');
      const hash = await page.evaluate(() => location.hash);
      assert.equal(hash, `#/encodings?method=tenth${query}`);
    });
    await during(stage, '&bend.type=power&bend.amount=two', async (page) => {
      assert.match(
        await text(page, '[data-param="bend.amount"] > .note.wrong'),
        /bend\.amount must be/,
      );
    });
  },

  async 'tenth: a preset sets options inside options'(stage) {
    await during(stage, '', async (page) => {
      const bent = '.preset[aria-pressed="true"]';
      await page.click('.presets li:last-child .preset');
      await settle(page);
      assert.equal(await text(page, bent), 'bent');
      const written = "bend: { type: 'power', amount: 2 }";
      await shows(page, { bend: { type: 'power', amount: 2 } }, written);
      // With the default written out, it is the same preset.
      await type(page, 'bend.times', '2');
      assert.equal(await page.$(bent), null);
      await type(page, 'bend.times', '1');
      assert.equal(await text(page, bent), 'bent');
      await page.click(bent);
      await settle(page);
      await shows(page, {}, '');
    });
  },
};
