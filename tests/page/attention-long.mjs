// @ts-check
// The pictures of long sequences, which a worker draws, against those of the
// package in Node.

import assert from 'node:assert/strict';
import {
  attend,
  callOf,
  hearProgress,
  open,
  pe,
  queryOf,
  rope,
  sinusoidal,
  typed,
} from './attention-view.mjs';
import {
  banner,
  focusMap,
  inked,
  numberIn,
  pixels,
  press,
  text,
  type,
} from './page-actions.mjs';
import { ends, takesAtMost, workersOf } from './threads.mjs';
import { present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {import('./attention-view.mjs').Parts} Parts */

/** The sides of the first state. @type {Record<'a' | 'b', Parts>} */
const plain = { a: sinusoidal, b: rope };

/** Scrolls to the pictures, and waits until they are drawn. @param {Page} page */
export async function drawn(page) {
  await rested(page, 'load');
  await page.$eval('.long', (figure) => figure.scrollIntoView());
  await present(page, '.long[data-state="drawn"]');
  await rested(page, 'studies');
}

/**
 * The picture of a head over the repeated sentence.
 * @param {Parts} parts
 * @param {number} length
 * @param {Partial<import('posenc').AttentionMapOptions>} picture
 * @param {{ head?: number, start?: number, causal?: boolean }} [ask]
 */
export function pictureOf(parts, length, picture, { head = 0, ...ask } = {}) {
  const words = Array.from(
    { length },
    (_, i) => /** @type {string} */ (typed[i % typed.length]),
  );
  const { call } = callOf(parts, { words, ...ask });
  const cells = Math.min(256, length);
  const { data, shape } = pe.attentionMap({
    ...{ ...call, height: cells, width: cells },
    ...picture,
  });
  const [, rows = 0, columns = 0] = shape;
  const own = data.subarray(head * rows * columns, (head + 1) * rows * columns);
  return (/** @type {number} */ row, /** @type {number} */ column) =>
    Number(own[row * columns + column]);
}

/** What both maps say of the cell under the cursor. @param {Page} page */
export async function read(page) {
  return {
    a: await text(page, '[data-map="a-long"] output'),
    b: await text(page, '[data-map="b-long"] output'),
  };
}

/** @param {number} value */
export const printed = (value) => Number(value.toPrecision(5));

/** @type {import('./on-page.mjs').Tests} */
export const attentionLong = {
  async 'long sequences: every cell is that of the package'(stage) {
    const biases = {
      a: { bias: { method: 'alibi', maxBias: 4 } },
      b: { ...rope, gate: { method: 'urpe', buckets: 16 } },
    };
    /** @typedef {{ head?: number, start?: number, causal?: boolean }} Ask */
    for (const { sides, of, pool, ...asked } of /** @type {const} */ ([
      { sides: plain, of: 'scores', pool: 'max', ask: { head: 1 } },
      { sides: plain, of: 'weights', pool: 'mean', ask: { causal: true } },
      { sides: biases, of: 'weights', pool: 'max', ask: { head: 2, start: 9 } },
    ])) {
      /** @type {Ask} */
      const ask = asked.ask;
      const { head = 0, causal = false, start = 0 } = ask;
      const query =
        `length=700&of=${of}&pool=${pool}&head=${head}&start=${start}` +
        `&causal=${Number(causal)}&${queryOf(sides)}`;
      const { page } = await open(stage, query);
      await drawn(page);
      await focusMap(page, '[data-map="a-long"]');
      await press(page, 'PageDown', 'PageDown', 'ArrowRight', 'ArrowRight');
      assert.equal(
        await text(page, '.long .reading'),
        'queries 142–143 · keys 5–7',
      );
      const said = await read(page);
      for (const side of /** @type {const} */ (['a', 'b'])) {
        const at = pictureOf(sides[side], 700, { of, pool }, ask);
        assert.equal(numberIn(said[side]), printed(at(52, 2)), `${of} ${side}`);
      }
    }
  },

  async 'long sequences: work that is no longer wanted is given up'(stage) {
    const { page } = await open(
      stage,
      `length=100000&pool=max&${queryOf(plain)}`,
    );
    await page.$eval('.long', (figure) => figure.scrollIntoView());
    await present(page, '.long[data-state="drawing"]');
    await type(page, 'length', '300');
    await drawn(page);
    assert.equal(await text(page, '[data-long="progress"]'), '300 × 300 pairs');
    await focusMap(page, '[data-map="b-long"]');
    await press(page, 'End');
    const at = pictureOf(rope, 300, {});
    assert.equal(numberIn((await read(page)).b), printed(at(0, 255)));
    await type(page, 'length', '100001');
    assert.match(await banner(page), /length must be an integer from 2 to/);
    await page.click('.banner button');
    await type(page, 'length', '64');
    assert.equal(await banner(page), '');
  },

  async 'long sequences: a side that fails says why, and the other is drawn'(
    stage,
  ) {
    const { page } = await open(
      stage,
      'length=600&a.table.method=learned&a.table.tableLength=512',
    );
    await drawn(page);
    const why = await text(page, '[data-map="a-long"] .missing');
    assert.match(why, /^learned: .*ERR_RANGE$/);
    assert.ok(await page.$('[data-map="a-long"] .heatmap[hidden]'));
    assert.ok(await page.$('[data-map="b-long"] .heatmap:not([hidden])'));
  },

  async 'long sequences: 100 000 words show something true within a second, and refine'(
    stage,
  ) {
    const { page } = await open(stage, `length=64&pool=max&${queryOf(plain)}`);
    await drawn(page);
    /**
     * Types a length, and gives the milliseconds from its last digit until the
     * page says something of it.
     * @param {string} length @param {RegExp} said
     */
    const timed = async (length, said) => {
      const asked = page.evaluate(
        (source) =>
          /** @type {Promise<number>} */ (
            new Promise((done) => {
              const line = document.querySelector('[data-long="progress"]');
              let begin = 0;
              const typed = () => {
                begin = performance.now();
              };
              addEventListener('input', typed, { capture: true, once: true });
              const observer = new MutationObserver(() => {
                const words = line?.textContent ?? '';
                if (begin === 0 || !new RegExp(source).test(words)) return;
                observer.disconnect();
                // The next frame shows it.
                requestAnimationFrame(() => done(performance.now() - begin));
              });
              observer.observe(/** @type {Element} */ (line), {
                ...{ childList: true, characterData: true, subtree: true },
              });
            })
          ),
        said.source,
      );
      await type(page, 'length', length);
      return asked;
    };
    const parts = /one query in (\d.?\d+)/;
    await takesAtMost(1000, 'the first picture', async () => {
      const took = await timed('100000', parts);
      for (const side of ['a', 'b']) {
        assert.equal(await inked(page, `[data-map="${side}-long"]`), true);
      }
      // It is finer, and then finer still, or whole in parts.
      await page.waitForFunction(() => {
        const line = document.querySelector('[data-long="progress"]');
        return /one query in 391$/.test(line?.textContent ?? '');
      });
      await type(page, 'length', '64');
      await drawn(page);
      return took;
    });
  },

  async 'long sequences: both sides are there coarsely before either is whole'(
    stage,
  ) {
    const { page } = await open(stage, `length=64&pool=max&${queryOf(plain)}`);
    await drawn(page);
    await hearProgress(page);
    await type(page, 'length', '100000');
    const rough =
      /^100.000 × 100.000 pairs, \d+ % drawn; the other rows show one query in 391$/;
    await page.waitForFunction(
      (source) => {
        const said = /** @type {string[]} */ (Reflect.get(window, 'said'));
        return said.some((line) => new RegExp(source).test(line));
      },
      {},
      rough.source,
    );
    assert.ok(await page.$('.long[data-state="drawing"]'));
    for (const side of ['a', 'b']) {
      assert.equal(await inked(page, `[data-map="${side}-long"]`), true);
    }
    // The last row is one query, until all of its queries are drawn.
    await focusMap(page, '[data-map="b-long"]');
    await page.keyboard.down('Control');
    await press(page, 'End');
    await page.keyboard.up('Control');
    await settle(page);
    const said = await read(page);
    const { call } = callOf(rope, {
      words: Array.from(
        { length: 1000 },
        (_, i) => /** @type {string} */ (typed[i % typed.length]),
      ),
    });
    // The largest score of its query and the keys of the cell: with a rope it
    // is that of the same distances anywhere, if the words are the same.
    const first = 255 * 100_000;
    const [from, to] = [Math.floor(first / 256), 100_000];
    const query = Math.floor((from + to - 1) / 2);
    const shift = Math.floor((from - 7) / 7) * 7;
    const one = pe.attentionMap({
      ...call,
      ...{ queryRange: [query - shift, query - shift + 1] },
      ...{ keyRange: [from - shift, to - shift], height: 1, width: 1 },
    });
    const wanted = Number(one.data[0]);
    assert.ok(Math.abs(numberIn(said.b) / wanted - 1) < 1e-3, `${said.b}`);
    // Newest wish first: the long one is given up.
    await type(page, 'length', '64');
    await drawn(page);
    assert.equal(await text(page, '[data-long="progress"]'), '64 × 64 pairs');
  },

  async 'long sequences: a worker that is killed or hangs is replaced'(stage) {
    for (const end of Object.values(ends)) {
      const { page, complaints } = await open(
        stage,
        `length=100000&pool=max&${queryOf(plain)}`,
      );
      await page.$eval('.long', (figure) => figure.scrollIntoView());
      await page.waitForFunction(() => {
        const line = document.querySelector('[data-long="progress"]');
        return /one query in/.test(line?.textContent ?? '');
      });
      for (const worker of workersOf(page, /attention-worker/)) {
        await worker.evaluate(end).catch(() => {});
      }
      await page.waitForFunction(() => {
        const line = document.querySelector('[data-long="progress"]');
        return /The worker stopped; another took its place\.$/.test(
          line?.textContent ?? '',
        );
      });
      // The other one draws, and hears of the next wish.
      await type(page, 'length', '700');
      await drawn(page);
      assert.match(
        await text(page, '[data-long="progress"]'),
        /^700 × 700 pairs$/,
      );
      await focusMap(page, '[data-map="b-long"]');
      await press(page, 'PageDown', 'ArrowRight');
      const said = await read(page);
      for (const side of /** @type {const} */ (['a', 'b'])) {
        const at = pictureOf(plain[side], 700, {});
        assert.equal(numberIn(said[side]), printed(at(26, 1)), side);
      }
      complaints.splice(0);
    }
  },

  async 'attention: what takes long is computed in a worker, to the same numbers'(
    stage,
  ) {
    const { page } = await open(stage, queryOf({ a: {}, b: rope }));
    const before = await pixels(page, '[data-map="b-late"]');
    const words = Array.from({ length: 48 }, (_, i) => `w${i}`);
    await page.click('.text .sentence', { count: 3 });
    await page.keyboard.sendCharacter(words.join(' '));
    await settle(page);
    await type(page, 'heads', '16');
    await rested(page, 'studies');
    assert.notEqual(await pixels(page, '[data-map="b-late"]'), before);
    await focusMap(page, '[data-map="b-late"]');
    await press(page, 'ArrowRight');
    const wanted = attend(rope, { words, heads: 16 }).scores.data[1];
    assert.equal(
      numberIn(await text(page, '[data-map="b-late"] output')),
      printed(Number(wanted)),
    );
    assert.equal(await banner(page), '');
  },
};
