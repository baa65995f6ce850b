// @ts-check
// The view of attention with two configurations: what the page prints is
// compared with calls of the package in Node on the whole sentence.

import assert from 'node:assert/strict';
import {
  attend,
  farthest,
  headDim,
  number,
  open,
  pe,
  pick,
  queryOf,
  rope,
  sinusoidal,
  told,
  toldOf,
  typed,
} from './attention-view.mjs';
import {
  banner,
  choose,
  focusMap,
  numberIn,
  pixels,
  press,
  runCode,
  spoken,
  text,
  type,
} from './page-actions.mjs';
import { present, rested, settle } from './waits.mjs';

/** @typedef {import('./attention-view.mjs').Parts} Parts */

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

/** @type {import('./on-page.mjs').Tests} */
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
          // What has not been done is not told.
          const there = await page.$(`[data-number="${side}-moved"]`);
          assert.equal(there === null, start === 0);
          if (start > 0) {
            assert.equal(
              await told(page, `${side}-moved`),
              toldOf(moved, here),
            );
          }
          assert.equal(
            await told(page, `${side}-reordered`),
            toldOf(reordered, here),
          );
          const relative = parts.table === undefined;
          if (start > 0) assert.equal(moved < 1e-4, relative, `${moved}`);
          if (start === 0) continue;
          const says = await text(
            page,
            `.story-line[data-line="${side}"] .told strong`,
          );
          const stays =
            reordered > 1e-4
              ? 'The order changes scores, the move does not'
              : 'No score changes';
          const moves = 'The move and the order change scores';
          assert.equal(says, `${relative ? stays : moves}.`);
        }
      }
    }
  },

  async 'attention: every number of the maps is that of the package'(stage) {
    for (const [a, b] of configurations) {
      const heads = 3;
      const query = `heads=${heads}&head=1&causal=1&start=7&${queryOf({ a, b })}`;
      const { page } = await open(stage, query);
      const cell = (1 * 7 + 3) * 7 + 1;
      const made = Object.entries({ a, b }).map(([side, parts]) => {
        const ask = { causal: true, heads };
        return {
          ...{ side, early: attend(parts, ask) },
          late: attend(parts, { ...ask, start: 7 }),
        };
      });
      /** @param {string} map @param {number} value */
      const check = async (map, value) => {
        const printed = numberIn(
          await text(page, `[data-map="${map}"] output`),
        );
        // Terms have the digits with which they add up to the score.
        const off = Math.abs(printed - value);
        assert.ok(off <= 0.5001e-4 * Math.abs(value), `${map}: ${printed}`);
      };
      for (const show of /** @type {const} */ (['scores', 'weights'])) {
        await choose(page, '[data-strip="show"]', show);
        await focusMap(page, '[data-map="a-late"]');
        await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
        await spoken(page, 'query ,, key likes, distance -2');
        const values = made.map(({ side, early, late }) => ({
          side,
          early: Number(early[show].data[cell]),
          late: Number(late[show].data[cell]),
        }));
        for (const { side, early, late } of values) {
          await check(`${side}-early`, early);
          await check(`${side}-late`, late);
          await check(`${side}-change`, Math.fround(late - early));
        }
        const [one, two] = values;
        if (!one || !two) throw new Error('two sides');
        await check('apart-early', Math.fround(two.early - one.early));
        await check('apart-late', Math.fround(two.late - one.late));
        await press(page, 'End');
        await spoken(page, 'query ,, key orange, distance 3');
        for (const map of ['a-late', 'b-early', 'a-change', 'apart-late']) {
          const printed = await text(page, `[data-map="${map}"] output`);
          assert.equal(printed, 'masked', map);
        }
      }
      const terms = made.flatMap(({ late }) => Object.keys(late.terms ?? {}));
      const apart =
        new Set(terms).size > 1 || made.some(({ late }) => late.gate);
      const fold = await page.$('[data-fold="terms"]:not([hidden])');
      assert.equal(fold !== null, apart);
      if (!apart) continue;
      await focusMap(page, '[data-map="a-scores"]');
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight');
      await spoken(page, 'query ,, key likes, distance -2');
      for (const { side, late } of made) {
        const { scores, weights, gate, terms: own = {} } = late;
        const others = new Set(terms).size > 1 ? own : {};
        const maps = { scores, weights, ...others, ...(gate && { gate }) };
        for (const [name, tensor] of Object.entries(maps)) {
          await check(`${side}-${name}`, Number(tensor.data[cell]));
        }
      }
    }
  },

  async 'attention: the profile is that of the package'(stage) {
    const start = 12;
    const [a, b] = [sinusoidal, rope];
    const query = `start=${start}&word=2&head=2&${queryOf({ a, b })}`;
    const { page } = await open(stage, query);
    assert.match(await text(page, '.profiles h3'), /“apple” with itself/);
    // A chart is made once its fold has opened and it has a size.
    await present(page, '[data-profile="b"] .u-over');
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
      const scale = await read('scale');
      assert.ok(Math.abs(scale / softmaxScale - 1) < 5e-5);
      const times = scale * (await read('sum'));
      assert.equal(Number(times.toPrecision(5)), await read('score'));
      const angle = 34 * Number(frequencies[3]);
      const queryAngle = await read('query-angle');
      assert.ok(Math.abs(queryAngle / angle - 1) < 5e-6);
      const end = await page.$eval(`${figure} .falls .end`, (path) =>
        Number(/M0 (\S+)H/.exec(path.getAttribute('d') ?? '')?.[1]),
      );
      assert.ok(Math.abs(-end - wanted) < 1e-5, `${end} against ${wanted}`);
    }
    // A cell of a map chooses the two words.
    await focusMap(page, '[data-map="b-late"]');
    await press(page, 'ArrowRight', 'Enter');
    await settle(page);
    assert.match(
      await text(page, 'figure.arrows .chart-head .hint'),
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
    assert.ok(await page.$('[data-fold="arrows"][hidden]'));
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
};
