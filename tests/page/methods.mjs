// @ts-check
// Every table that the package describes.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { faceOf, methods } from 'posenc/descriptions';
import {
  focusMap,
  inked,
  pixels,
  press,
  runCode,
  text,
  unfold,
} from './page-actions.mjs';
import { present, resize, rested, settle } from './waits.mjs';

/** The list of the first table; that of a second one stands beside it. */
const first = '.chooser:first-child .methods';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('posenc/descriptions').MethodDescription} Method */

/** @type {Method[]} */
const all = Object.values(methods);
const tables = all.filter(({ family }) => family === 'table');

/** @param {Stage} stage @param {string} query */
function open(stage, query) {
  return stage.show(`#/encodings?${query}`);
}

/**
 * What is refused, and why.
 * @param {Page} page
 */
export async function refused(page) {
  return page.$$eval('.note.wrong:not([hidden])', (all) =>
    all.map((note) => note.textContent),
  );
}

/**
 * Asserts that the page shows a method without an error.
 * @param {Page} page
 * @param {Method} method
 */
export async function looksRight(page, method) {
  assert.deepEqual(await refused(page), [], method.name);
  assert.equal(await text(page, '.chooser > h3 span'), method.title);
  assert.ok(await inked(page), `${method.name} has a picture`);
  const shown = await page.$$eval(
    '.panel > [data-param], .panel > .fold > .fold-content > [data-param]',
    (all) => all.map((control) => control.getAttribute('data-param')),
  );
  const described = Object.entries(method.parameters)
    .filter(([, parameter]) => faceOf(parameter).control !== undefined)
    .map(([name]) => name)
    .filter((name) => name !== 'preset');
  assert.deepEqual(shown.sort(), described.sort());
  const presets = await page.$$eval('.preset', (all) =>
    all.map((button) => button.textContent),
  );
  assert.deepEqual(presets, Object.keys(method.presets));
}

/**
 * Asserts that nothing is wider than the screen.
 * @param {Page} page
 * @param {number} width
 */
async function fits(page, width) {
  await resize(page, { width });
  await unfold(page, '.intro');
  const cut = await page.$$eval(
    'html, .intro :is(.formula, .formula math)',
    (all) =>
      all
        .filter((e) => e.scrollWidth > e.clientWidth + 1)
        .map((e) => `${e.className || e.tagName}: ${e.textContent}`),
  );
  assert.deepEqual(cut, []);
}

/**
 * Asserts that the copied code makes the table of the map, by its last cell.
 * @param {Page} page
 */
async function codeMakesTable(page) {
  const code = await text(page, '.code pre');
  const made = await runCode(
    code,
    'JSON.stringify([table.shape, Array.from(table.data.slice(-1))])',
  );
  const [[rows, columns], [last]] = JSON.parse(made);
  const size = `${rows} × ${columns} `.replaceAll('\u202f', '');
  const meta = (await text(page, '.meta')).replaceAll('\u202f', '');
  assert.ok(meta.startsWith(size), `${meta} is not of ${size}`);
  await focusMap(page);
  await page.keyboard.down('Control');
  await press(page, 'End');
  await page.keyboard.up('Control');
  await rested(page, 'words');
  const line = await text(page, '.plate [aria-live]');
  const value = Number(/value (\S+)$/.exec(line)?.[1]);
  assert.ok(Math.abs(value - last) <= 1e-5 * Math.abs(last), line);
}

/**
 * Runs in the page: finds brackets in formulas that are much too high. One that
 * must not stretch is as high as the same bracket alone. One that may stretch
 * is as high as the contents of its row, and reaches as far down as up.
 */
function highFences() {
  const boxOf = (/** @type {Element} */ element) =>
    element.getBoundingClientRect();
  /** @type {string[]} */
  const wrong = [];
  let seen = 0;
  for (const fence of document.querySelectorAll(
    '.intro:not(.other) .formula mo',
  )) {
    const text = fence.textContent ?? '';
    if (!/^[()[\]{}|‖⌊⌋⌈⌉⟨⟩]$/.test(text)) continue;
    seen += 1;
    const space = fence.namespaceURI;
    const alone = document.createElementNS(space, 'math');
    const sign = alone.appendChild(document.createElementNS(space, 'mo'));
    const { fontFamily, fontSize } = getComputedStyle(fence);
    sign.setAttribute('stretchy', 'false');
    sign.textContent = text;
    Object.assign(/** @type {MathMLElement} */ (alone).style, {
      fontFamily,
      fontSize,
    });
    document.body.append(alone);
    let wanted = boxOf(sign).height;
    alone.remove();
    const { top, bottom, height } = boxOf(fence);
    if (fence.getAttribute('stretchy') === 'true') {
      const middle = (top + bottom) / 2;
      const others = [...(fence.parentElement?.children ?? [])].filter(
        (part) => part.getAttribute('stretchy') !== 'true',
      );
      const reach = others
        .map(boxOf)
        .map((box) => Math.max(middle - box.top, box.bottom - middle));
      wanted = Math.max(wanted, 2 * Math.max(0, ...reach));
    }
    if (height > 1.3 * wanted || height === 0) {
      const formula = fence.closest('.formula')?.getAttribute('aria-label');
      wrong.push(`${text} ${height} of ${wanted} in ${formula}`);
    }
  }
  return { seen, wrong };
}

/** The size of a picture in the list. */
const picture = { width: 112, height: 72 };

/** The pixels of a method in the list. @param {Page} page @param {string} name */
const paintedFor = (page, name) =>
  page.$eval(`.thumbnail[data-method="${name}"]`, (element) => {
    const canvas = /** @type {HTMLCanvasElement} */ (element);
    const pen = canvas.getContext('2d');
    const image = pen?.getImageData(0, 0, canvas.width, canvas.height);
    return [...new Uint32Array(image?.data.buffer ?? new ArrayBuffer(4))];
  });

/**
 * Asserts that equal cells of a picture have equal colours, and that there are
 * several.
 * @param {number[]} painted @param {{ rows: number, columns: number }} cells
 * @param {ArrayLike<number>} values by rows @param {string} name
 */
function coloursFit(painted, { rows, columns }, values, name) {
  /** @type {Map<number, number>} */
  const colours = new Map();
  const { width, height } = picture;
  assert.equal(painted.length, width * height, name);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const row = Math.floor((y * rows) / height);
      const column = Math.floor((x * columns) / width);
      const value = Number(values[row * columns + column]);
      const colour = painted[y * width + x] ?? 0;
      const known = colours.get(value) ?? colour;
      assert.equal(colour, known, `${name}: ${row}, ${column}`);
      colours.set(value, colour);
    }
  }
  assert.ok(new Set(colours.values()).size > 1, name);
}

/** @type {import('./on-page.mjs').Tests} */
export const tableTests = Object.fromEntries(
  tables.map((method) => [
    `methods: ${method.name}`,
    async (stage) => {
      const { page } = await open(stage, `method=${method.name}&analysis=1`);
      await looksRight(page, method);
      await codeMakesTable(page);
      for (const name of Object.keys(method.presets)) {
        const button = await page.$(`.presets ::-p-text(${name})`);
        const pressed = () =>
          page.$$eval('.preset', (all) =>
            all
              .filter((b) => b.getAttribute('aria-pressed') === 'true')
              .map((b) => b.textContent),
          );
        if ((await pressed()).includes(name)) continue;
        await button?.click();
        await settle(page);
        assert.deepEqual(await refused(page), [], `${method.name} ${name}`);
        assert.ok((await pressed()).includes(name), `${name} is pressed`);
      }
      await rested(page, 'studies');
      assert.ok(await page.$('.facts:not(.late) dd'));
      await fits(page, 320);
    },
  ]),
);

/** @type {import('./on-page.mjs').Tests} */
export const methodTests = {
  ...tableTests,

  async 'methods: the list finds them, and keeps what was set'(stage) {
    const other = tables.at(-1);
    assert.ok(other && tables.length > 1);
    const { page } = await open(stage, 'dim=24');
    const before = await pixels(page);
    await page.click('.chooser > h3 button');
    assert.equal(
      (await page.$$(`${first} label:not([hidden])`)).length,
      tables.length,
    );
    await page.keyboard.type(`${other.title} `);
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(await text(page, '.chooser > h3 span'), other.title);
    assert.notEqual(await pixels(page), before);
    const focused = await page.$('.chooser > h3 button:focus');
    assert.ok(focused, 'the focus is where it was');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.ok(hash.includes(`method=${other.name}`), hash);
    // The arrow keys go through the list while it is open.
    await page.keyboard.press('Enter');
    await press(page, 'ArrowDown', 'ArrowUp');
    await settle(page);
    assert.ok(await page.$(`${first}:not([hidden]) input:focus`));
    await page.keyboard.press('Escape');
    assert.ok(await page.$(`${first}[hidden]`));
  },

  async 'methods: each has a true picture in the list'(stage) {
    const { page } = await open(stage, '');
    await page.click('.chooser > h3 button');
    await rested(page, 'studies');
    const pe = await load();
    for (const method of tables) {
      const painted = await paintedFor(page, method.name);
      const spec = /** @type {any} */ ({
        ...method.example,
        method: method.name,
      });
      const table = /** @type {any} */ (pe.make(spec));
      const columns = table.shape.at(-1);
      const rows = table.data.length / columns;
      assert.ok(new Set(painted).size > 1, method.name);
      if (rows > picture.height || columns > picture.width) continue;
      coloursFit(painted, { rows, columns }, table.data, method.name);
    }
    await page.keyboard.press('Escape');
  },

  async 'methods: those of all other families have true pictures, too'(stage) {
    const { page } = await open(stage, '');
    await page.click('.chooser > h3 button');
    await settle(page);
    const pe = await load();
    const others = all.filter(
      ({ family }) => family !== undefined && family !== 'table',
    );
    assert.ok(others.length > 20);
    for (const { name, family, example = {} } of others) {
      const painted = await paintedFor(page, name);
      assert.ok(new Set(painted).size > 1, name);
      // Those of images show a part of their map, and gates have drawn factors:
      // the build's tests read them.
      if ('grid' in example || family === 'gate') continue;
      const { data, shape } = /** @type {any} */ (
        family === 'rotation'
          ? pe.rope({ headDim: 64 }).cosSin({ start: 0, length: 24 }).cos
          : pe.make(/** @type {any} */ ({ ...example, method: name }))
      );
      const [rows, columns] = shape.slice(-2);
      const shown = {
        rows: Math.min(rows, 24),
        columns: Math.min(columns, 32),
      };
      const cells = Array.from(
        { length: shown.rows * shown.columns },
        (_, i) =>
          data[Math.floor(i / shown.columns) * columns + (i % shown.columns)],
      );
      coloursFit(painted, shown, cells, name);
    }
    await page.keyboard.press('Escape');
  },

  async 'methods: those of other views are found, and lead there'(stage) {
    const { page } = await open(stage, '');
    await page.click('.chooser > h3 button');
    const found = () =>
      page.$$eval(`${first} :is(label, li):not([hidden]) b`, (all) =>
        all.filter((e) => e.checkVisibility()).map((e) => e.textContent ?? ''),
      );
    for (const [word, title] of /** @type {const} */ ([
      ['rope', methods.rope.title],
      ['rotary', methods.rope.title],
      ['alibi', methods.alibi.title],
      ['t5', methods.t5Bias.title],
      ['relative', methods.shaw.title],
      ['llama 3', methods.rope.title],
    ])) {
      await page.$eval(`${first} input[type="text"]`, (field) => {
        /** @type {HTMLInputElement} */ (field).value = '';
      });
      await page.focus(`${first} input[type="text"]`);
      await page.keyboard.type(word);
      assert.ok((await found()).includes(title), `${word}: ${await found()}`);
    }
    const links = await page.$$eval(`${first} .elsewhere a`, (all) =>
      all.map((link) => link.getAttribute('href') ?? ''),
    );
    assert.ok(links.length > 15, links.join());
    // Relative terms of images, which no view shows, are named and lead nowhere.
    const unlinked = await page.$$eval(
      `${first} .elsewhere div.other-method b`,
      (all) => all.map((title) => title.textContent ?? ''),
    );
    const ofImages = all.filter(
      ({ family, parameters }) => family === 'relative' && 'grid' in parameters,
    );
    assert.deepEqual(
      unlinked,
      ofImages.map(({ title }) => title),
    );
    const linked = all.filter(({ family }) => family && family !== 'table');
    assert.equal(links.length + unlinked.length, linked.length);
    await page.keyboard.press('Enter');
    await settle(page);
    assert.ok(await page.$('.view.rope'), 'Enter leads there');
    // Each view knows the method by the name in the link: it would drop others.
    for (const link of links.filter((one) => /^#.(att|bias)/.test(one))) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await settle(page);
      assert.deepEqual(await refused(page), [], link);
      const name = /method=(\w+)/.exec(link)?.[1];
      const [, own = ''] = /^#\/(\w+)/.exec(link) ?? [];
      const shown = await page.$eval(`.view.${own}`, (view) =>
        [...view.querySelectorAll('select, input:checked')].map(
          (input) => /** @type {HTMLInputElement} */ (input).value,
        ),
      );
      assert.ok(shown.includes(name ?? ''), `${link}: ${shown}`);
    }
  },

  async 'methods: the formula follows the options'(stage) {
    const { page } = await open(stage, '');
    const intro = '.intro';
    await unfold(page, intro);
    const formula = async () => {
      await present(page, `${intro} .formula math`);
      return page.$eval(`${intro} .formula`, (element) => [
        element.getAttribute('aria-label'),
        element.querySelectorAll('math').length,
      ]);
    };
    const press = async (/** @type {string} */ name) => {
      const button = await page.$(`.presets ::-p-text(${name})`);
      await button?.click();
      await settle(page);
      return formula();
    };
    const usual = await formula();
    assert.deepEqual(usual, [
      'PE[p, 2k] = sin(p · w_k), PE[p, 2k+1] = cos(p · w_k), ' +
        'w_k = base^(-2k/dim)',
      3,
    ]);
    assert.deepEqual(await press('whisper'), [
      'PE[p, k] = sin(p · w_k), PE[p, dim/2 + k] = cos(p · w_k), ' +
        'w_k = base^(-k/(dim/2 - shift))',
      3,
    ]);
    // Words say what the formula does not show.
    const changes = `${intro} .changes`;
    assert.match(
      await text(page, changes),
      /^odd is zero: content of the last/,
    );
    assert.deepEqual(await press('diffusion'), [
      'PE[p, k] = cos(p · w_k), PE[p, dim/2 + k] = sin(p · w_k), ' +
        'w_k = base^(-2k/dim)',
      3,
    ]);
    assert.deepEqual(await press('paper'), usual);
    assert.ok(await page.$(`${changes}[hidden]`));

    const rope = await stage.show('#/rope?layout=interleaved');
    await unfold(rope.page, intro);
    await present(rope.page, `${intro} .formula math`);
    assert.match(
      await rope.page.$eval(
        '.intro .formula',
        (element) => element.getAttribute('aria-label') ?? '',
      ),
      /^\(a, b\) = \(x_2k, x_\(2k\+1\)\)/,
    );
  },

  async 'methods: the fences of a formula are as high as they should be'(
    stage,
  ) {
    const views = [
      ...tables.map(({ name }) => `#/encodings?method=${name}`),
      '#/rope',
    ];
    const all = { encodings: 0, rope: 0 };
    for (const view of views) {
      const { page } = await stage.show(view);
      await unfold(page, '.intro');
      const { seen, wrong } = await page.evaluate(highFences);
      assert.deepEqual(wrong, [], view);
      all[view === '#/rope' ? 'rope' : 'encodings'] += seen;
    }
    assert.ok(all.encodings > 30 && all.rope > 2, JSON.stringify(all));
  },

  async 'methods: another one moves nothing above the picture'(stage) {
    const { page } = await open(stage, '');
    const top = () =>
      page.$eval('.plate', (plate) => plate.getBoundingClientRect().top);
    const wanted = await top();
    for (const { name } of tables) {
      await page.evaluate((word) => {
        location.hash = `#/encodings?method=${word}`;
      }, name);
      await settle(page);
      assert.equal(await top(), wanted, name);
    }
  },
};
