// @ts-check
// The view of attention with two configurations. What the page prints is
// compared with calls of the package in Node on the whole sentence.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import {
  banner,
  focusMap,
  looksOld,
  numberIn,
  pixels,
  press,
  returnToMap,
  runCode,
  spoken,
  text,
  type,
} from './hands.mjs';
import { sourceOf } from './source.mjs';
import { resize, rested, settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {'a' | 'b'} Side */
/** @typedef {Readonly<Record<string, any>>} Parts by family */

const typed = 'Tom likes apple , but hates orange'.split(' ');
const likeness = 0.4;
const headDim = 24;
const pe = await load();
const { embedWords, hashText, uniform } = await sourceOf(
  'figures/words/words.ts',
);

/**
 * The shapes of the arrays that the page draws, by method and option.
 * @type {Record<string, Record<string, (spec: any, heads: number) => number[]>>}
 */
const learned = {
  urpe: { table: ({ buckets }, heads) => [buckets + 1, heads] },
  shaw: { keyTable: ({ left, right }) => [left + right + 1, headDim] },
  relativeKey: { table: ({ maxPosition }) => [2 * maxPosition - 1, headDim] },
  cope: { table: () => [256, headDim] },
  deberta: {
    table: () => [512, 16],
    keyWeight: (_, heads) => [heads * headDim, 16],
    queryWeight: (_, heads) => [heads * headDim, 16],
  },
};

/** A spec with the numbers that the page draws for it. @param {any} spec @param {number} heads @param {number} mean */
function drawn(spec, heads, mean) {
  const arrays = Object.entries(learned[spec.method] ?? {}).map(
    ([name, shapeOf]) => {
      const shape = shapeOf(spec, heads);
      const next = uniform(hashText(`${spec.method} ${name}`));
      const length = shape.reduce((product, extent) => product * extent, 1);
      const data = Float32Array.from({ length }, () => mean - 1 + 2 * next());
      return [name, { data, shape, dtype: 'float32' }];
    },
  );
  return { ...spec, ...Object.fromEntries(arrays) };
}

/** The options of attention that take the families. */
const options = /** @type {const} */ ({
  rotation: 'rotary',
  relative: 'relative',
  bias: 'bias',
  gate: 'gate',
});

/**
 * What the package makes of some words with the parts of a side.
 * @param {Parts} parts
 * @param {{ words?: string[], start?: number, causal?: boolean, heads?: number,
 *   query?: number }} [ask] `query`: the only query, by its place
 */
function attend(
  { table, ...parts },
  { words = typed, start = 0, causal = false, heads = 4, query } = {},
) {
  const width = heads * headDim;
  const length = words.length;
  const data = embedWords(words, width, likeness);
  const x = { data, shape: [length, width], dtype: 'float32' };
  const rows = table && pe.make({ ...table, length, start, dim: width });
  const vectors = rows ? pe.addTo(/** @type {any} */ (x), rows).data : data;
  const given = Object.entries(parts).map(([family, spec]) => [
    options[/** @type {keyof typeof options} */ (family)],
    family === 'rotation'
      ? { ...spec, headDim }
      : drawn(spec, heads, family === 'gate' ? 1 : 0),
  ]);
  const place = query ?? 0;
  const end = query === undefined ? length : query + 1;
  /** @type {any} */
  const call = {
    q: vectors.slice(place * width, end * width),
    k: vectors,
    ...{ heads, headDim, causal, keyStart: start, queryStart: start + place },
    terms: true,
    ...Object.fromEntries(given),
  };
  /** @type {import('posenc').AttentionInputs} */
  const asked = call;
  return { ...pe.attention(asked), vectors };
}

/**
 * The largest difference of two maps of all heads; `at[i]` is the place in `b`
 * of word i.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b
 * @param {number} count @param {readonly number[]} [at]
 */
function farthest(a, b, count, at) {
  let most = 0;
  for (let n = 0; n < a.length; n++) {
    const [j, i] = [n % count, Math.floor(n / count) % count];
    const head = n - i * count - j;
    const other = at ? head + Number(at[i]) * count + Number(at[j]) : n;
    most = Math.max(most, Math.abs(Number(a[n]) - Number(b[other])));
  }
  return most;
}

/** @param {Record<Side, Parts>} sides @returns {string} entries of an address */
function queryOf(sides) {
  return Object.entries(sides)
    .flatMap(([side, parts]) =>
      Object.keys(parts).length === 0
        ? [`${side}={}`]
        : ['table', 'rotation', 'relative', 'bias', 'gate'].flatMap((family) =>
            Object.entries(parts[family] ?? { method: '' }).map(
              ([name, value]) => `${side}.${family}.${name}=${value}`,
            ),
          ),
    )
    .join('&');
}

/** @param {Stage} stage @param {string} [query] */
function open(stage, query = '') {
  return stage.show(`#/attention?${query}`);
}

/** @param {Page} page @param {string} name */
async function number(page, name) {
  return numberIn(await text(page, `[data-number="${name}"]`));
}

/** A number as the page writes one that may be small. @param {number} value */
function small(value) {
  const plain = value === 0 || (value >= 1e-3 && value < 1e5);
  return Number(plain ? value.toPrecision(3) : value.toExponential(1));
}

/** @param {Page} page */
function words(page) {
  return page.$$eval('.words button', (all) => all.map((b) => b.textContent));
}

/** Chooses a method in the list of a family. @param {Page} page @param {string} part @param {string} name */
async function pick(page, part, name) {
  await page.select(`[data-param="${part}"] > select`, name);
  await settle(page);
}

const sinusoidal = { table: { method: 'sinusoidal' } };
const rope = { rotation: { method: 'rope' } };

/** The configurations whose numbers are compared. @type {[Parts, Parts][]} */
const configurations = [
  [sinusoidal, rope],
  [{}, { rotation: { method: 'rope', theta: 500, rotaryDim: 8 } }],
  [{ ...sinusoidal, ...rope }, { table: { method: 'learned', seed: 3 } }],
  [
    { bias: { method: 'alibi', maxBias: 4, form: 'causal' } },
    { ...rope, bias: { method: 't5Bias', maxDistance: 20, seed: 5 } },
  ],
  [
    { gate: { method: 'urpe', buckets: 16 } },
    { bias: { method: 'clippedBias', left: 2, right: 3, beyond: 'zero' } },
  ],
  [
    { relative: { method: 'shaw', left: 2, right: 1 } },
    { relative: { method: 'deberta', p2p: true } },
  ],
  [
    { relative: { method: 'cope' }, bias: { method: 'kerple' } },
    {
      ...rope,
      relative: { method: 'relativeKey', maxPosition: 20, form: 'keyQuery' },
      bias: { method: 'sandwich' },
    },
  ],
];

/** @type {import('./run.mjs').Tests} */
export const attention = {
  async 'attention: every change is that of the package on the whole sentence'(
    stage,
  ) {
    const order = [0, 5, 2, 3, 4, 1, 6];
    const shown = order.map((place) => String(typed[place]));
    for (const [a, b] of configurations) {
      for (const start of [0, 100]) {
        const { page } = await open(
          stage,
          `start=${start}&order=${order.join('.')}&${queryOf({ a, b })}`,
        );
        for (const [side, parts] of /** @type {const} */ ([
          ['a', a],
          ['b', b],
        ])) {
          const here = attend(parts, { words: shown, start }).scores.data;
          const still = attend(parts, { words: shown }).scores.data;
          const before = attend(parts, { start }).scores.data;
          const moved = farthest(here, still, 7);
          const reordered = farthest(here, before, 7, order);
          assert.equal(await number(page, `${side}-moved`), small(moved));
          assert.equal(
            await number(page, `${side}-reordered`),
            small(reordered),
          );
          const relative = parts.table === undefined;
          if (start > 0) assert.equal(moved < 1e-4, relative, `${moved}`);
          const note = await text(
            page,
            `td:has([data-number="${side}-moved"])`,
          );
          assert.equal(/rounding/.test(note), relative && moved > 0);
        }
      }
    }
  },

  async 'attention: every number of the maps is that of the package'(stage) {
    for (const [a, b] of configurations) {
      const heads = 3;
      const query = `heads=${heads}&head=1&causal=1&start=7&${queryOf({ a, b })}`;
      const { page } = await open(stage, query);
      await focusMap(page, '[data-map="a-scores"]');
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
      await spoken(page, 'query ,, key likes, distance -2');
      for (const [side, parts] of Object.entries({ a, b })) {
        const made = attend(parts, { start: 7, causal: true, heads });
        const cell = (1 * 7 + 3) * 7 + 1;
        const { scores, weights, terms = {}, gate } = made;
        const others = Object.keys(terms).length > 1 ? terms : {};
        const maps = { scores, weights, ...others, ...(gate && { gate }) };
        for (const [name, tensor] of Object.entries(maps)) {
          const value = Number(tensor.data[cell]);
          const map = `[data-map="${side}-${name}"]`;
          const printed = numberIn(await text(page, `${map} output`));
          assert.equal(printed, Number(value.toPrecision(5)), map);
        }
        // What the page does not print is no term of this side.
        const blank = await page.$$eval(`[data-map^="${side}-"]`, (all) =>
          all
            .filter((map) => map.querySelector('.heatmap[hidden]'))
            .map((map) => map.getAttribute('data-map')?.slice(2) ?? ''),
        );
        const shared = new Set(Object.keys({ ...maps, content: 0 }));
        assert.deepEqual(
          blank.filter((name) => shared.has(name)),
          [],
        );
      }
      await press(page, 'End');
      await spoken(page, 'query ,, key orange, distance 3, score masked');
      assert.equal(await text(page, '[data-map="b-weights"] output'), 'masked');
    }
  },

  async 'attention: the profile is that of the package'(stage) {
    const start = 12;
    const [a, b] = [sinusoidal, rope];
    const query = `start=${start}&word=2&head=2&${queryOf({ a, b })}`;
    const { page } = await open(stage, query);
    assert.match(await text(page, '.profiles h3'), /“apple” with itself/);
    const box = await (
      await page.$('[data-profile="b"] .u-over')
    )?.boundingBox();
    assert.ok(box);
    await page.evaluate(() =>
      document.querySelector('.profiles')?.scrollIntoView(),
    );
    const over = await (
      await page.$('[data-profile="b"] .u-over')
    )?.boundingBox();
    assert.ok(over);
    for (const part of [0.2, 0.5, 0.9]) {
      await page.mouse.move(over.x + part * over.width, over.y + 20);
      await settle(page);
      const told = await text(page, '.profiles .reading');
      const distance = numberIn(told.replace(/^head 2, distance/, ''));
      const repeated = new Array(129).fill('apple');
      for (const [side, parts] of Object.entries({ a, b })) {
        const { scores } = attend(parts, { words: repeated, start, query: 64 });
        const value = Number(scores.data[2 * 129 + 64 + distance]);
        const printed = await text(page, `[data-profile="${side}"] output`);
        assert.equal(numberIn(printed), Number(value.toPrecision(5)), told);
      }
    }
  },

  async 'attention: arrows and their score are those of the package'(stage) {
    const [a, b] = [{ ...sinusoidal, ...rope }, rope];
    const query = `start=30&head=1&query=4&key=2&pair=3&${queryOf({ a, b })}`;
    const { page } = await open(stage, query);
    const { frequencies, softmaxScale } = pe.rope({ headDim });
    for (const [side, parts] of Object.entries({ a, b })) {
      const { scores } = attend(parts, { start: 30 });
      const wanted = Number(scores.data[(7 + 4) * 7 + 2]);
      const figure = `[data-arrows="${side}"]`;
      const read = async (/** @type {string} */ name) =>
        numberIn(await text(page, `${figure} [data-number="${name}"]`));
      assert.equal(await read('score'), Number(wanted.toPrecision(5)));
      assert.equal(await read('scale'), Number(softmaxScale.toPrecision(5)));
      const angle = 34 * Number(frequencies[3]);
      assert.equal(await read('query-angle'), Number(angle.toPrecision(6)));
      const end = await page.$eval(`${figure} .steps .end`, (path) =>
        Number(/M0 (\S+)H/.exec(path.getAttribute('d') ?? '')?.[1]),
      );
      assert.ok(Math.abs(-end - wanted) < 1e-5, `${end} against ${wanted}`);
    }
    // A cell of a map chooses the two words.
    await focusMap(page, '[data-map="b-scores"]');
    await press(page, 'ArrowRight', 'Enter');
    await settle(page);
    assert.match(
      await text(page, '.arrows .chart-head .hint'),
      /query at 30, key at 31/,
    );
    const { scores } = attend(b, { start: 30 });
    const score = Number(scores.data[7 * 7 + 1]);
    const printed = await text(page, '[data-arrows="b"] [data-number="score"]');
    assert.equal(numberIn(printed), Number(score.toPrecision(5)));
    // Without a rope there are no arrows.
    await pick(page, 'a.rotation', '');
    assert.ok(await page.$('[data-arrows="a"][hidden]'));
    await pick(page, 'b.rotation', '');
    assert.ok(await page.$('figure.arrows[hidden]'));
  },

  async 'attention: the slider moves the sentence, and relative scores stay'(
    stage,
  ) {
    const { page } = await open(stage, 'head=1');
    const maps = ['a-scores', 'b-scores'].map((name) => `[data-map="${name}"]`);
    const [aMap = '', bMap = ''] = maps;
    /** What both maps say of two words. */
    const read = async () => {
      await focusMap(page, bMap);
      await press(page, 'ArrowRight', 'ArrowRight', 'ArrowDown');
      await spoken(page, 'query likes, key apple, distance 1');
      return Promise.all(maps.map((map) => text(page, `${map} output`)));
    };
    const before = await read();
    const picture = await pixels(page, aMap);
    await page.focus('[data-param="start"] input[type="range"]');
    for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
    await settle(page);
    const start = await page.$eval(
      '[data-param="start"] input[type="text"]',
      (field) => Number(/** @type {HTMLInputElement} */ (field).value),
    );
    assert.ok(start > 0);
    assert.match(await text(page, '.ledger'), new RegExp(`moved by ${start}`));
    assert.ok((await number(page, 'a-moved')) > 0.1);
    assert.ok((await number(page, 'b-moved')) < 1e-4);
    assert.notEqual(await pixels(page, aMap), picture);
    const after = await read();
    assert.notEqual(after[0], before[0]);
    assert.equal(after[1], before[1]);
    // Alone, the map does not change in a single pixel.
    await pick(page, 'a.table', '');
    const still = await pixels(page, bMap);
    await type(page, 'start', '90000');
    assert.equal(await pixels(page, bMap), still);
  },

  async 'attention: words are reordered by keyboard, mouse and touch'(stage) {
    const { page } = await open(stage, 'order=');
    await page.focus('.words li:nth-child(1) button');
    await page.keyboard.down('Shift');
    await press(page, 'ArrowRight', 'ArrowRight');
    await page.keyboard.up('Shift');
    await settle(page);
    assert.deepEqual((await words(page)).slice(0, 3), [
      'likes',
      'apple',
      'Tom',
    ]);
    assert.ok((await number(page, 'b-reordered')) > 0.01);
    const centre = async (/** @type {number} */ n) => {
      const chip = await page.$(`.words li:nth-child(${n}) button`);
      const box = await chip?.boundingBox();
      assert.ok(box);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [from, to] = [await centre(3), await centre(1)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 10 });
    await page.mouse.up();
    await settle(page);
    assert.deepEqual(await words(page), typed);
    assert.equal(await number(page, 'b-reordered'), 0);
    const [first, last] = [await centre(1), await centre(6)];
    await page.touchscreen.touchStart(first.x, first.y);
    for (let i = 1; i <= 10; i++) {
      const part = i / 10;
      await page.touchscreen.touchMove(
        first.x + part * (last.x - first.x),
        first.y + part * (last.y - first.y),
      );
    }
    await page.touchscreen.touchEnd();
    await settle(page);
    assert.equal((await words(page))[5], 'Tom');
    assert.ok((await number(page, 'b-reordered')) > 0.01);
  },

  async 'attention: examples show two orders of the same words'(stage) {
    const { page } = await open(stage, 'a={}');
    const labels = await page.$$eval('.examples button', (all) =>
      all.map((button) => button.textContent ?? ''),
    );
    assert.ok(labels.length >= 6);
    for (const [i, label] of labels.entries()) {
      const buttons = await page.$$('.examples button');
      await buttons[i]?.click();
      await settle(page);
      assert.equal((await words(page)).join(' ').replaceAll(' ,', ','), label);
      const pressed = await page.$$eval(
        '.examples button[aria-pressed="true"]',
        (all) => all.map((button) => button.textContent),
      );
      assert.deepEqual(pressed, [label]);
      // Without position, the score of two words does not know their order.
      assert.equal(await number(page, 'a-reordered'), 0);
      const second = i < 4 && i % 2 === 1;
      assert.equal((await number(page, 'b-reordered')) > 0.01, second, label);
    }
  },

  async 'attention: every method can be chosen, and its options set'(stage) {
    const { page } = await open(stage, 'a={}&b={}');
    const parts = await page.$$eval('[data-side="a"] .slot', (all) =>
      all.map((slot) => ({
        part: String(/** @type {HTMLElement} */ (slot).dataset.param),
        names: [...slot.querySelectorAll('option')].map(({ value }) => value),
      })),
    );
    assert.ok(parts.length >= 2);
    for (const { part, names } of parts) {
      assert.equal(names[0], '');
      for (const name of names.slice(1)) {
        await pick(page, part, name);
        assert.equal(await banner(page), '', `${part} ${name}`);
        const title = await text(page, '[data-side="a"] legend');
        assert.doesNotMatch(title, /No position/, name);
      }
      await pick(page, part, '');
    }
    assert.match(await text(page, '[data-side="a"] legend'), /No position/);
  },

  async 'attention: the map of rows is that of the package'(stage) {
    for (const [query, scheme, size] of /** @type {const} */ ([
      ['', { type: 'clip', left: 4, right: 4 }, 24],
      [
        'scheme.type=t5&scheme.left=&scheme.right=&scheme.maxDistance=40&size=60',
        { type: 't5', maxDistance: 40 },
        60,
      ],
      [
        'scheme.type=zero&scheme.left=2&scheme.right=0&size=9',
        { type: 'zero', left: 2, right: 0 },
        9,
      ],
    ])) {
      const { page } = await open(stage, query);
      const rows = pe.relativeIndices({ scheme, queries: size }).data;
      const found = new Set(rows.filter((row) => row >= 0)).size;
      assert.equal(await number(page, 'rows'), found);
      const pairs = (await text(page, '[data-number="pairs"]')).replace(
        /\D/g,
        '',
      );
      assert.equal(Number(pairs), size ** 2);
      const map = '[data-map="rows"]';
      await focusMap(page, map);
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
      for (const [key, j] of /** @type {const} */ ([
        ['Home', 0],
        ['ArrowRight', 1],
        ['End', size - 1],
      ])) {
        await press(page, key);
        await spoken(page, `query 4, key ${j}, distance ${j - 4}, `);
        const told = await text(page, `${map} .reading`);
        const row = Number(rows[4 * size + j]);
        const wanted = row < 0 ? 'no row' : `row ${row}`;
        assert.ok(told.endsWith(`· ${wanted}`), `${told}: ${wanted}`);
      }
    }
    const { page } = await open(stage);
    const before = await pixels(page, '[data-map="rows"]');
    await type(page, 'scheme.left', '-3');
    assert.match(await banner(page), /scheme\.left must be .*ERR_RANGE/);
    await type(page, 'scheme.left', '1');
    assert.equal(await banner(page), '');
    assert.notEqual(await pixels(page, '[data-map="rows"]'), before);
    await rested(page, 'address');
    assert.match(await page.evaluate(() => location.hash), /scheme\.left=1/);
  },

  async 'attention: heads are shown one by one'(stage) {
    const { page } = await open(
      stage,
      `heads=2&${queryOf({ a: {}, b: rope })}`,
    );
    const first = await pixels(page, '[data-map="b-scores"]');
    await page.click('.heads label:nth-of-type(2)');
    await settle(page);
    assert.notEqual(await pixels(page, '[data-map="b-scores"]'), first);
    assert.match(await text(page, '.profiles .reading'), /^head 1/);
    await type(page, 'heads', '3');
    assert.equal((await page.$$('.heads input')).length, 3);
  },

  async 'attention: a wrong value is named beside its control, and nothing is lost'(
    stage,
  ) {
    const { page } = await open(
      stage,
      'a.table.method=learned&a.table.tableLength=512',
    );
    const before = await pixels(page, '[data-map="b-scores"]');
    for (const [param, value, said] of /** @type {const} */ ([
      ['start', '5000', /learned: .*ERR_RANGE/],
      ['start', '1e17', /ERR_RANGE/],
      ['heads', '0', /PAGE_RANGE/],
      ['headDim', '23', /rotary.headDim must be an even/],
      ['likeness', '2', /PAGE_RANGE/],
      ['b.rotation.theta', '0.5', /rotary.theta must be.*ERR_RANGE/],
      ['b.rotation.rotaryDim', '96', /ERR_RANGE/],
      ['a.table.std', '-1', /learned: std must be.*ERR_RANGE/],
    ])) {
      await page.$$eval('.slot details', (all) => {
        for (const details of all) details.open = true;
      });
      const field = `[data-param="${param}"] input[type="text"]`;
      const good = await page.$eval(
        field,
        (input) => /** @type {HTMLInputElement} */ (input).value,
      );
      await type(page, param, value);
      const wrong = await page.$$eval('.note.wrong:not([hidden])', (all) =>
        all.map((note) => note.textContent ?? ''),
      );
      assert.equal(wrong.length, 1, `${param}: ${wrong.join()}`);
      assert.match(String(wrong[0]), said);
      assert.match(await banner(page), /^The pictures show earlier values\. /);
      assert.equal(await pixels(page, '[data-map="b-scores"]'), before);
      const whole = param === 'b.rotation.theta';
      if (whole) await looksOld(page, true, '.ledger', '.maps', '.code');
      await page.click('.banner button');
      const focused = await page.evaluate(
        () => document.activeElement?.tagName,
      );
      assert.equal(focused, 'INPUT', param);
      await type(page, param, good);
      assert.equal(await banner(page), '');
      if (whole) await looksOld(page, false, '.ledger', '.maps', '.code');
    }
    await page.click('.sentence', { count: 3 });
    await page.keyboard.press('Backspace');
    await settle(page);
    assert.match(await text(page, '.text .note'), /at least one word/);
    assert.equal(await pixels(page, '[data-map="b-scores"]'), before);
  },

  async 'attention: the address keeps the whole state'(stage) {
    const { page } = await open(stage);
    await pick(page, 'a.table', 'polynomial');
    await pick(page, 'a.rotation', 'rope');
    await pick(page, 'b.rotation', '');
    await type(page, 'start', '40');
    await page.click('.examples li:nth-child(2) button:nth-of-type(2)');
    await page.click('[data-param="causal"] input');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    const seen = async (/** @type {Page} */ page) => [
      await words(page),
      await pixels(page, '[data-map="a-scores"]'),
      await pixels(page, '[data-map="b-weights"]'),
      await text(page, '.ledger'),
      await text(page, '.code pre'),
    ];
    const before = await seen(page);
    const again = await stage.load(hash);
    assert.deepEqual(await seen(again.page), before);
    await again.page.click('.side .actions button');
    await settle(again.page);
    const titles = await again.page.$$eval('.configuration legend', (all) =>
      all.map((legend) => legend.textContent),
    );
    assert.match(String(titles[0]), /^A: No position/);
    assert.match(String(titles[1]), /^B: .* \+ /);
  },

  async 'attention: the copied code attends as both sides do'(stage) {
    const query = queryOf({ a: { ...sinusoidal, ...rope }, b: {} });
    const { page } = await open(stage, `start=9&causal=1&heads=2&${query}`);
    const code = await text(page, '.code pre');
    const result = await runCode(
      code,
      '[a.scores.shape, b.weights.data[1], a.scores.data[1], x.data.length]',
    );
    assert.equal(result, `2,7,7,0,-Infinity,${7 * 2 * headDim}`);
    // So does the code of every method, with what it learns.
    for (const part of ['a.relative', 'a.bias', 'a.gate']) {
      const names = await page.$$eval(`[data-param="${part}"] option`, (all) =>
        all.map((option) => /** @type {HTMLOptionElement} */ (option).value),
      );
      assert.ok(names.length > 1, part);
      for (const name of names.slice(1)) {
        await pick(page, part, name);
        const shape = await runCode(
          await text(page, '.code pre'),
          'a.scores.shape',
        );
        assert.equal(shape, '2,7,7', name);
      }
    }
  },

  async 'attention: nothing is cut on narrow screens'(stage) {
    const { page } = await open(stage, 'start=1000');
    for (const width of [320, 390]) {
      await resize(page, { width });
      const beyond = await page.$$eval(
        '.ledger td, .ledger th, .configuration legend, .examples button',
        (cells) =>
          cells
            .filter((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              const { right } = range.getBoundingClientRect();
              return right > cell.getBoundingClientRect().right + 1;
            })
            .map((cell) => cell.textContent),
      );
      assert.deepEqual(beyond, [], `at ${width}`);
    }
    await returnToMap(page, '[data-map="a-scores"]');
  },
};
