// @ts-check
// The lesson's screens on scores (turning, charging, longer texts) and its last
// card: driven by mouse and keys, and compared with the package.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { methods } from 'posenc/descriptions';
import { banner, press, text } from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { frame, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** What the figure prints. @param {Page} page @returns {Promise<string[]>} */
const printed = (page) =>
  page.$$eval('.start-figure text', (texts) =>
    texts.map(({ textContent }) => (textContent ?? '').replaceAll('−', '-')),
  );

/**
 * Drags a grip by a part of the figure's width.
 * @param {Page} page
 * @param {string} name
 * @param {number} by in units of the wide drawing, which is 820 wide
 */
async function drag(page, name, by) {
  const place = await page.$eval(`[data-grip="${name}"]`, (grip) => {
    const { x, y, width, height } = grip.getBoundingClientRect();
    const figure = grip.closest('svg');
    const scale = figure?.getScreenCTM()?.a ?? 1;
    return { x: x + width / 2, y: y + height / 2, scale };
  });
  await page.mouse.move(place.x, place.y);
  await page.mouse.down();
  // Two moves: a hand passes places on its way.
  await page.mouse.move(place.x + (by / 2) * place.scale, place.y);
  await page.mouse.move(place.x + by * place.scale, place.y);
  await page.mouse.up();
  await settle(page);
}

/** @param {Page} page @param {string} name */
const focus = (page, name) =>
  page.$eval(`[data-grip="${name}"]`, (grip) => {
    if (grip instanceof SVGElement) grip.focus();
  });

/** @param {Page} page @param {string} name */
const said = (page, name) =>
  page.$eval(`[data-grip="${name}"]`, (grip) =>
    grip.getAttribute('aria-valuetext'),
  );

/**
 * The scores of a pair of numbers and of all, as the screen of turning has them.
 * @param {number} query
 * @param {number} key
 */
async function scores(query, key) {
  const { embedWords } = await sourceOf('figures/words/words.ts');
  const pe = await load();
  const dim = 128;
  const rope = pe.rope({ headDim: dim, layout: 'interleaved' });
  const [q, k] = ['bites', 'dog'].map((word) =>
    embedWords(pe, [word], dim, 0.4),
  );
  /** @param {Float32Array} x @param {number} at */
  const turned = (x, at) => rope.rotate(x, { heads: 1, positions: [at] }).data;
  /** @param {Float32Array} x @param {number} at */
  const added = (x, at) =>
    pe.addTo(x, pe.sinusoidal({ positions: [at], dim })).data;
  return [turned, added].map((by) => {
    const [one, other] = [by(q, query), by(k, key)];
    const products = Array.from(one, (value, c) => value * Number(other[c]));
    return {
      pair: (Number(products[18]) + Number(products[19])).toFixed(2),
      all: products.reduce((sum, product) => sum + product).toFixed(2),
    };
  });
}

/** @param {Page} page @param {number} query @param {number} key */
async function assertScores(page, query, key) {
  const texts = await printed(page);
  for (const { pair, all } of await scores(query, key)) {
    assert.ok(texts.includes(pair), `${pair} in ${texts}`);
    assert.ok(texts.includes(`64 hands added: ${all}`), `${all} in ${texts}`);
  }
  assert.ok(texts.includes(String(query)) && texts.includes(String(key)));
}

/** The distance of two places on the wide ruler of the screen of turning. */
const pitch = (798 - 22) / 24;

/**
 * Options by their paths, as addresses write them.
 * @param {object} options @param {string} [path]
 * @returns {string[][]}
 */
const pathsOf = (options, path = '') =>
  Object.entries(options).flatMap(([name, value]) =>
    typeof value === 'object'
      ? pathsOf(value, `${path}${name}.`)
      : [[path + name, String(value)]],
  );

/**
 * What an address asks for: a model that it names stands for its options.
 * @param {string} link
 */
function optionsIn(link) {
  const query = new URLSearchParams(link.split('?')[1]);
  const model = Reflect.get(methods.rope.presets, query.get('preset') ?? '');
  query.delete('preset');
  return [...pathsOf(model ?? {}), ...query].sort();
}

/** @type {import('./on-page.mjs').Tests} */
export const startScores = {
  async 'start: turns two words along the text, and their score stays'(stage) {
    const { page } = await stage.show('#/start/turn');
    await assertScores(page, 3, 7);
    const before = (await text(page, '.said')).split(' With')[0];
    await drag(page, 'both', 9 * pitch);
    await assertScores(page, 12, 16);
    await page.click('.start-press');
    await settle(page);
    await assertScores(page, 1012, 1016);
    assert.equal((await text(page, '.said')).split(' With')[0], before);
    // The bar ends where the text does.
    await focus(page, 'both');
    await press(page, 'End', 'ArrowRight');
    await settle(page);
    assert.equal(await said(page, 'both'), 'from position 1020 to 1024');
    await press(page, 'ArrowLeft');
    await settle(page);
    await assertScores(page, 1019, 1023);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /query=19&key=23&start=1000/);
  },

  async 'start: drags one word alone, and the score changes'(stage) {
    const { page } = await stage.show('#/start/turn');
    const before = await text(page, '.said');
    await drag(page, 'key', 6 * pitch);
    await assertScores(page, 3, 13);
    assert.match(await text(page, '.said'), /^Turned, 10 words apart/);
    assert.notEqual((await text(page, '.said')).slice(24), before.slice(24));
    await focus(page, 'query');
    await press(page, 'Home');
    await settle(page);
    await assertScores(page, 0, 13);
    // The grip taken beside its middle does not jump.
    const { x, y } = await page.$eval('[data-grip="both"]', (grip) => {
      const box = grip.getBoundingClientRect();
      return { x: box.x + 8, y: box.y + box.height / 2 };
    });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 1, y);
    await page.mouse.up();
    await settle(page);
    await assertScores(page, 0, 13);
  },

  async 'start: keeps what a try found first while the hand goes on'(stage) {
    // A page of its own: what other tests tried was found there.
    const { page } = await stage.load('#/start/turn');
    await settle(page);
    const found = async () =>
      (await page.$$eval('.found', (all) => all.map((p) => p.textContent))).map(
        (words) => (words ?? '').replaceAll('−', '-'),
      );
    await drag(page, 'key', 17 * pitch);
    const [turned] = await scores(3, 24);
    const [apart = '', none] = await found();
    assert.match(apart, /curve, which falls and rises: 21 apart, at \d+°, the/);
    assert.ok(apart.endsWith(` ${turned?.pair}.`), apart);
    assert.equal(none, '');
    await page.click('.start-press');
    await settle(page);
    const [, added] = await scores(1003, 1024);
    const [kept, moved = ''] = await found();
    assert.equal(kept, apart);
    assert.match(moved, /^At 1003 and 1024, the turned score is still/);
    assert.ok(
      moved.endsWith(`with rows of a table added it is ${added?.pair}.`),
      moved,
    );
    // The hand goes on, and comes to the end of the text again.
    const first = await found();
    await drag(page, 'both', -2 * pitch);
    await assertScores(page, 1001, 1022);
    assert.deepEqual(await found(), first);
    await drag(page, 'key', 2 * pitch);
    await assertScores(page, 1001, 1024);
    assert.deepEqual(await found(), first);
  },

  async 'start: runs along one curve by turning, and along others by a table'(
    stage,
  ) {
    const { page } = await stage.show('#/start/turn');
    /** The points of now, turned and with a table, in pixels of the screen. */
    const points = () =>
      page.$$eval('[data-mark="curve"] circle', (all) =>
        all.map((point) => {
          const { x, y, width, height } = point.getBoundingClientRect();
          return [x + width / 2, y + height / 2];
        }),
      );
    /** @param {number[][]} one @param {number[][]} other @param {number} chart */
    const moved = (one, other, chart) =>
      [0, 1].map((axis) =>
        Math.abs((one[chart]?.[axis] ?? 0) - (other[chart]?.[axis] ?? 0)),
      );
    const start = await points();
    assert.equal(start.length, 2);
    // Moved together, the turned point stays; the other goes up and down alone.
    const ways = [];
    for (const by of [4, 5]) {
      await drag(page, 'both', by * pitch);
      const now = await points();
      assert.ok(Math.max(...moved(start, now, 0)) < 0.5, `${start} ${now}`);
      const [across = 0, up = 0] = moved(start, now, 1);
      assert.ok(across < 0.5, `${start} ${now}`);
      ways.push(up);
    }
    assert.ok(Math.max(...ways) > 10, `${ways}`);
    const both = await points();
    await drag(page, 'key', 4 * pitch);
    const apart = await points();
    for (const chart of [0, 1]) {
      const [right = 0] = moved(both, apart, chart);
      assert.ok(right > 10, `${both} ${apart}`);
    }
    // Back by the other word: the same distance, the same point.
    await drag(page, 'query', 4 * pitch);
    const again = await points();
    assert.ok(Math.max(...moved(both, again, 0)) < 0.5, `${both} ${again}`);
  },

  async 'start: charges a word for its distance, by head'(stage) {
    const { page } = await stage.show('#/start/charge');
    const pe = await load();
    const line = { heads: 8, queries: 1, keys: 101, queryStart: 100 };
    const { data } = pe.alibi(line);
    /** @param {number} head @param {number} away */
    const check = async (head, away) => {
      const added = Number(data[(head - 1) * 101 + 100 - away]);
      const texts = await printed(page);
      const score = `score by ${(added + 0).toFixed(2)}`;
      assert.ok(texts.includes(score), `${score} in ${texts}`);
      const words = await text(page, '.said');
      const [, left] =
        /a factor of (?:less than )?([\d.]+\d), before weights/.exec(words) ??
        [];
      const weight = Math.exp(added);
      const half = weight < 0.1 ? 0.0006 : 0.005;
      assert.ok(Math.abs(weight - Number(left)) <= half, `${left}: ${weight}`);
    };
    await check(4, 10);
    const slider = '[data-field="head"] input';
    await page.focus(slider);
    for (const [key, head] of /** @type {const} */ ([
      ['Home', 1],
      ['End', 8],
    ])) {
      await press(page, key);
      await settle(page);
      await check(head, 10);
    }
    await drag(page, 'away', (81 * (772 - 64)) / 100);
    assert.equal(await said(page, 'away'), '91 words off');
    await check(8, 91);
    const buckets = (await printed(page)).filter((word) => /^T5, /.test(word));
    assert.deepEqual(buckets, ['T5, head 8: bucket 15 (made up, not trained)']);
    await focus(page, 'away');
    await press(page, 'ArrowLeft');
    await settle(page);
    assert.match((await printed(page)).join(), /T5, head 8: bucket 14 /);
    await page.click('.start-ticks button:nth-child(2)');
    await settle(page);
    await check(4, 90);
  },

  async 'start: chooses a cure, and leads into it'(stage) {
    const pe = await load();
    const { page } = await stage.show('#/start/beyond');
    // It begins with a text of training.
    assert.match(await text(page, '.said'), /^In training, of texts of 4.096/);
    await page.click('.start-press');
    await settle(page);
    const yarn = { type: 'yarn', factor: 4, originalMaxPosition: 4096 };
    for (const [cure, scaling, passing] of /** @type {const} */ ([
      ['none', {}, '18 hands go beyond'],
      ['linear', { type: 'linear', factor: 4 }, 'No hand goes beyond'],
      ['ntk', { type: 'ntk', factor: 4 }, '17 hands go beyond'],
      ['yarn', yarn, 'No hand goes beyond'],
    ])) {
      await page.click(`.segments label:has(input[value="${cure}"])`);
      await settle(page);
      const rope = pe.rope({
        headDim: 128,
        ...(cure === 'none' ? {} : { scaling: /** @type {any} */ (scaling) }),
      });
      const near = (Number(rope.frequencies[0]) * 180) / Math.PI;
      const texts = await printed(page);
      assert.ok(texts.includes(`${near.toFixed(0)}°`), `${near} in ${texts}`);
      assert.ok((await text(page, '.said')).includes(passing), cure);
    }
    for (const cure of ['linear', 'ntk', 'yarn']) {
      await stage.show(`#/start/beyond?words=16384&cure=${cure}`);
      const href = await page.$eval('.lead', (a) => a.getAttribute('href'));
      assert.match(href ?? '', new RegExp(`scaling.type=${cure}`));
      const { page: view } = await stage.show(href ?? '');
      await rested(view, 'studies', 'address');
      assert.equal(await banner(view), '', cure);
      const hash = await view.evaluate(() => location.hash);
      const [kept, asked] = [hash, href ?? ''].map(optionsIn);
      assert.deepEqual(kept, asked);
    }
  },

  async 'start: on a phone, a cure says beside the figure what it does'(stage) {
    const { page } = await stage.show('#/start/beyond');
    await resize(page, { width: 390, height: 844 });
    const said = new Set();
    for (const cure of ['none', 'linear', 'ntk', 'yarn']) {
      const label = await page.$(`.segments label:has(input[value="${cure}"])`);
      await label?.click();
      await settle(page);
      const name = await label?.evaluate((one) => one.textContent?.trim());
      const words = await text(page, '.start-means');
      assert.ok(words.startsWith(`${name}: `), words);
      said.add(words);
      const hidden = await page.evaluate(() =>
        ['.start-figure', '.segments', '.start-means'].filter((part) => {
          const { top = -1, bottom = 0 } =
            document.querySelector(part)?.getBoundingClientRect() ?? {};
          const { top: bar = innerHeight } =
            document.querySelector('.steps')?.getBoundingClientRect() ?? {};
          return top < 0 || bottom > Math.min(bar, innerHeight);
        }),
      );
      assert.deepEqual(hidden, [], words);
    }
    assert.equal(said.size, 4);
    // Beside the figure, the list of words says it.
    await resize(page, { width: 1280, height: 720 });
    const seen = await page.$eval('.start-means', (one) =>
      one.checkVisibility(),
    );
    assert.equal(seen, false);
  },

  async 'start: what folds out moves nothing that is in sight'(stage) {
    const { page } = await stage.show('#/start/order');
    const folded = '.start-words > details';
    const top = () =>
      page.$eval(`${folded} > summary`, (one) =>
        Math.round(one.getBoundingClientRect().top),
      );
    const before = await top();
    await page.click(`${folded} > summary`);
    await frame(page);
    assert.ok(await page.$(`${folded}[open]`));
    assert.equal(await top(), before);
    // Where there is no room for its first words, the page moves up to them.
    await page.click(`${folded} > summary`);
    await resize(page, { width: 1280, height: before + 90 });
    await page.click(`${folded} > summary`);
    await frame(page);
    const [bottom, bar] = await page.evaluate(() =>
      ['.start-words > details > p', '.steps'].map((selector) => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return (selector === '.steps' ? box?.top : box?.bottom) ?? Number.NaN;
      }),
    );
    assert.ok((bottom ?? 0) <= (bar ?? 0), `${bottom} ${bar}`);
  },

  async 'start: ends with eight questions, each beside its screen'(stage) {
    const { page } = await stage.show('#/start/end');
    // The doors are those of the navigation, but for the lesson's own.
    const doors = (/** @type {string} */ selector) =>
      page.$$eval(selector, (links) =>
        links.map((link) => [
          (link.querySelector('b') ?? link).textContent,
          (link.getAttribute('href') ?? '').replace(/\?.*/, ''),
        ]),
      );
    const known = await doors('.views a[href^="#/"]');
    assert.deepEqual(
      await doors('.doors-on a'),
      known.filter(([, href]) => href !== '#/start'),
    );
    const promises = await page.$$eval('.doors-on a span', (all) =>
      all.map((words) => words.textContent),
    );
    assert.equal(new Set(promises).size, known.length - 1);
    assert.ok(promises.every((words) => words !== ''));
    // Two columns on a wide page.
    const columns = await page.$eval(
      '.questions',
      (list) => getComputedStyle(list).gridTemplateColumns.split(' ').length,
    );
    assert.equal(columns, 2);
    const links = await page.$$eval('.questions li a', (all) =>
      all.map((link) => ({
        question: link.textContent ?? '',
        answer: link.nextElementSibling?.textContent ?? '',
        href: link.getAttribute('href') ?? '',
      })),
    );
    assert.equal(links.length, 8);
    assert.equal(new Set(links.map(({ question }) => question)).size, 8);
    for (const { question, answer, href } of links) {
      assert.ok(question.endsWith('?') && answer.endsWith('.'), question);
      await stage.show('#/start/end');
      await page.click(`.questions li a[href="${href}"]`);
      await settle(page);
      const name = await page.$eval('.screen', (screen) =>
        screen.getAttribute('data-screen'),
      );
      assert.equal(`#/start/${name}`, href);
    }
  },
};
