// @ts-check
// The first screen of the view of RoPE: the ruler, the circle and the score, what
// walks and swaps, and what is saved.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { decodeCsv } from 'posenc/formats';
import {
  banner,
  focusMap,
  numberIn,
  press,
  text,
  type,
  unfold,
} from './page-actions.mjs';
import { expected } from './rope-actions.mjs';
import { number, open, words } from './rope-view.mjs';
import { saved } from './saved-files.mjs';
import { sourceOf } from './source.mjs';
import { present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** @type {import('./on-page.mjs').Tests} */
export const ropeStage = {
  async 'rope: ruler, circle, score and Play stand on the first screen'(stage) {
    for (const [width, height] of /** @type {const} */ ([
      [1280, 720],
      [390, 844],
    ])) {
      const { page } = await stage.show('#/rope', { width, height });
      const below = await page.evaluate(() =>
        [
          ...['.ruler', '.plane-box', '.live-score output', '.player .play'],
          ...['.shares-field', '.shares .reading'],
        ]
          .map((part) => [part, document.querySelector(part)])
          .filter(([, element]) => {
            if (!(element instanceof Element)) return true;
            const { top, bottom, right } = element.getBoundingClientRect();
            return top < 0 || bottom > innerHeight || right > innerWidth;
          })
          .map(([part]) => part),
      );
      assert.deepEqual(below, [], `at ${width} × ${height}`);
    }
  },

  async 'rope: both words walk, and their score stays'(stage) {
    const { page } = await stage.show('#/rope');
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const [cat, dog] = ['cat', 'dog'].map((word) =>
      embedWords(pe, [word], 64, 0.4),
    );
    const told = async () => {
      const cells = ['rotary-here', 'rotary-moved', 'added-here', 'plain-here'];
      const [here, moved, added, plain] = await Promise.all(
        cells.map((name) => text(page, `[data-number="live-${name}"]`)),
      );
      return [here, moved, added, plain].map((cell) => numberIn(cell ?? ''));
    };
    /** What the package gives with the cat at a position, 4 before the dog. */
    const wanted = (/** @type {number} */ at) => {
      const rotary = pe.rope({ headDim: 64 });
      const table = pe.sinusoidal({ positions: [at, at + 4], dim: 64 }).data;
      const sum = (/** @type {Float32Array} */ x, /** @type {number} */ row) =>
        x.map((value, i) => value + Number(table[64 * row + i]));
      const score = (/** @type {object} */ more, q = cat, k = dog) =>
        Number(
          pe.attention({ q, k, heads: 1, headDim: 64, ...more }).scores.data[0],
        );
      return [
        score({ rotary, queryStart: at, keyStart: at + 4 }),
        score({ rotary, queryStart: 0, keyStart: 4 }),
        score({}, sum(cat, 0), sum(dog, 1)),
        score({}),
      ].map((value) => Number(value.toPrecision(5)));
    };
    const at = () =>
      page.$eval('.handle-query', (handle) =>
        Number(handle.getAttribute('aria-valuenow')),
      );
    assert.deepEqual(await told(), wanted(1));
    await page.click('.player button:nth-of-type(2)');
    await settle(page);
    assert.equal(await at(), 2);
    assert.deepEqual(await told(), wanted(2));
    assert.match(await text(page, '.player'), /moved along by 1 of 100/);
    // Play moves on by itself until it is paused.
    await page.click('.player .play');
    assert.equal(await text(page, '.player .play'), 'Pause');
    await page.waitForFunction(
      () =>
        Number(
          document
            .querySelector('.handle-query')
            ?.getAttribute('aria-valuenow'),
        ) > 4,
    );
    await page.click('.player .play');
    await settle(page);
    const stood = await at();
    assert.deepEqual(await told(), wanted(stood));
    assert.equal(await text(page, '.player .play'), 'Play');
    // It ends after 100 positions.
    for (let i = stood; i < 101; i++) {
      await page.click('.player button:nth-of-type(2)');
    }
    await settle(page);
    assert.equal(await at(), 101);
    assert.equal(await text(page, '.player .play'), 'Play again');
    await page.click('.chosen-actions button:nth-of-type(2)');
    await settle(page);
    assert.equal(await at(), 1);
  },

  async 'rope: a strip says what each pair adds, to pointer and keys'(stage) {
    const { page } = await open(stage, 'queryAt=12&keyAt=5&rotaryDim=48');
    const wanted = await expected({ queryAt: 12 }, { rotaryDim: 48 });
    const scale = wanted.rotary.softmaxScale;
    const shares = wanted.products.map((product) => scale * product);
    const whole = Number(wanted.score.toPrecision(5));
    const field = '.shares-field';
    const reads = (/** @type {string} */ line, /** @type {number} */ pair) => {
      const share = Number(shares[pair]);
      const [, told = ''] = line.split(share < 0 ? ' takes ' : ' adds ');
      const [size = '', all = ''] = told.split(/ of | is /);
      assert.ok(Math.abs(numberIn(size) / Math.abs(share) - 1) < 6e-3, line);
      assert.equal(numberIn(all), whole, line);
    };
    // A bar for each of 24 pairs, as high as what the pair adds.
    const drawn = async () => {
      const paths = await page.$$eval(
        '.shares-drawing :is(.more, .less)',
        (all) => all.map((path) => path.getAttribute('d') ?? ''),
      );
      const bars = paths
        .flatMap((d) => [...d.matchAll(/M(\S+) \S+V(\S+?)h/g)])
        .map(([, left, top]) => [Math.floor(Number(left)), -Number(top)]);
      assert.equal(bars.length, 24);
      for (const [pair = 0, high = 0] of bars) {
        assert.ok(Math.abs(high - Number(shares[pair])) < 1e-5, `pair ${pair}`);
      }
    };
    await drawn();
    const rest = wanted.score - shares.reduce((sum, share) => sum + share, 0);
    const more = await text(page, '.shares > .hint:last-child');
    const sign = more.includes(' take ') ? -1 : 1;
    assert.ok(Math.abs(sign * numberIn(more) - rest) < 5e-3, more);
    // It reads the pair whose arrows are shown, and the one under the pointer.
    const reading = () => text(page, '.shares .reading');
    assert.match(await reading(), /^This pair /);
    reads(await reading(), 6);
    const box = await (await page.$(field))?.boundingBox();
    assert.ok(box);
    const over = (/** @type {number} */ pair) =>
      /** @type {const} */ ([
        box.x + (box.width * (pair + 0.5)) / 24,
        box.y + box.height / 2,
      ]);
    await page.mouse.move(...over(20));
    assert.match(await reading(), /^Pair 20 /);
    reads((await reading()).replace('Pair 20', ''), 20);
    await page.mouse.move(0, 0);
    reads(await reading(), 6);
    await page.mouse.click(...over(3));
    await settle(page);
    assert.match(await text(page, '.pair-steps'), /Pair 3 of 24/);
    reads(await reading(), 3);
    await page.mouse.move(0, 0);
    await page.focus(field);
    for (const [key, pair] of /** @type {const} */ ([
      ['End', 23],
      ['ArrowLeft', 22],
      ['Home', 0],
    ])) {
      await press(page, key);
      await settle(page);
      reads(await reading(), pair);
      const spoken = await page.$eval(field, (one) =>
        one.getAttribute('aria-valuetext'),
      );
      const said = new RegExp(`^pair ${pair} of 24 adds (\\S+); the score is `);
      const adds = Number(said.exec(spoken ?? '')?.[1]);
      assert.equal(
        adds,
        Number(Number(shares[pair]).toPrecision(3)),
        spoken ?? '',
      );
    }
    // While both words move, no bar changes.
    await page.click('[aria-label="Move both by 1000"]');
    await settle(page);
    await drawn();
  },

  async 'rope: swapping two words swaps their positions'(stage) {
    const { page } = await open(stage);
    const swap = '.chosen .swap';
    const options = await page.$$eval('.chosen select', (all) =>
      all.map((list) =>
        [.../** @type {HTMLSelectElement} */ (list).options].map(
          ({ text }) => text,
        ),
      ),
    );
    for (const names of options) {
      assert.equal(new Set(names).size, 10, names.join());
      assert.equal(names[9], 'cat, 10th word');
    }
    assert.equal(await text(page, swap), 'Swap cat and dog');
    const before = await number(page, 'live-rotary-here');
    await page.click(swap);
    await settle(page);
    assert.deepEqual(
      (await words(page)).join(' '),
      'the dog that saw the cat fears the other cat',
    );
    const handles = await page.$$eval('.handle', (all) =>
      all.map((handle) => handle.textContent),
    );
    assert.deepEqual(handles.slice(0, 2), ['query cat₆ at 5', 'key dog at 1']);
    assert.notEqual(await number(page, 'live-rotary-here'), before);
    assert.ok((await number(page, 'rotary-reordered')) > 0.01);
    await page.click(swap);
    await settle(page);
    assert.equal(await number(page, 'live-rotary-here'), before);
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.doesNotMatch(hash, /order|queryAt/);
  },

  async 'rope: tabs by key, each with its map of differences'(stage) {
    const { page } = await open(stage, 'start=300');
    const pe = await load();
    const { embedWords } = await sourceOf('figures/words/words.ts');
    const typed = 'the cat that saw the dog fears the other cat'.split(' ');
    const x = embedWords(pe, typed, 64, 0.4);
    /** The package's score of the words in a cell. */
    const score = (/** @type {string} */ way, start = 300) => {
      const at = { heads: 1, headDim: 64, keyStart: start, queryStart: start };
      const rotary = pe.rope({ headDim: 64 });
      const table = pe.sinusoidal({ length: 10, dim: 64, start }).data;
      const sum = x.map((/** @type {number} */ v, /** @type {number} */ i) =>
        way === 'added' ? v + Number(table[i]) : v,
      );
      const more = way === 'rotary' ? { rotary } : {};
      const { data } = pe.attention({ q: sum, k: sum, ...at, ...more }).scores;
      return Number(data[2 * 10 + 7]);
    };
    await page.focus('[data-tab="rotary"]');
    for (const way of ['rotary', 'added', 'plain']) {
      const map = `[data-map="${way}-scores"]`;
      for (const [other, less] of /** @type {const} */ ([
        ['plain', score('plain')],
        ['moved', score(way, 0)],
      ])) {
        await page.select('.pick:nth-child(2) select', other);
        await focusMap(page, map);
        await press(page, 'ArrowDown', 'ArrowDown');
        for (let i = 0; i < 7; i++) await press(page, 'ArrowRight');
        await settle(page);
        const shown = numberIn(await text(page, `${map} output`));
        assert.equal(shown, Number(score(way).toPrecision(4)), way);
        const change = await text(page, '[data-map="difference"] output');
        const off = Math.abs(numberIn(change) - (score(way) - less));
        assert.ok(off < 2e-6 + 1e-3 * Math.abs(score(way) - less), change);
      }
      await page.focus(`[data-tab="${way}"]`);
      await press(page, 'ArrowRight');
      await settle(page);
    }
    const chosen = '[role="tab"][aria-selected="true"]';
    assert.equal(await text(page, chosen), 'With RoPE');
    await unfold(page, '.whole .data-scroll');
    await present(page, '.whole tbody tr:nth-child(10)');
    const cells = await page.$$eval('.whole .data-table td', (all) =>
      all.map((cell) => cell.textContent ?? ''),
    );
    assert.equal(cells.length, 100);
    assert.equal(
      numberIn(cells[27] ?? ''),
      Number(score('rotary').toPrecision(4)),
    );
  },

  async 'rope: a link with a wrong place shows the first sentence'(stage) {
    const { page } = await stage.load('#/rope?queryAt=1e17&text=');
    const said = await banner(page);
    assert.match(said, /^The pictures show the first sentence\. .*one word/);
    await page.click('.banner button');
    await page.keyboard.type('to be or not');
    await settle(page);
    // Another text puts its words elsewhere.
    assert.equal(await banner(page), '');
    const again = await stage.load('#/rope?queryAt=1e17');
    const told = await banner(again.page);
    assert.match(told, /^The pictures show the first .*queryStart must be/);
    await page.click('.banner button');
    assert.ok(await page.$('[data-param="queryAt"] input:focus'));
    await type(page, 'queryAt', '3');
    assert.equal(await banner(page), '');
  },

  async 'rope: the files of circle and bars hold the arrows and the sum'(
    stage,
  ) {
    const { page } = await open(stage, 'queryAt=12&rotaryDim=48');
    const wanted = await expected({ queryAt: 12 }, { rotaryDim: 48 });
    const circle = await saved(page, '.pair-steps', 'csv');
    assert.equal(circle.name, 'rope-pairs-circle.csv');
    const { data, shape } = decodeCsv(circle.bytes);
    assert.deepEqual(shape, [24, 10]);
    const header = circle.bytes.toString().split('\n')[0]?.split(',') ?? [];
    const after = ['query x', 'key x', 'query y', 'key y'].map((name) => {
      const column = header.indexOf(`${name} after`);
      return [...data].filter((_, i) => i % 10 === column).map(Number);
    });
    wanted.products.forEach((product, pair) => {
      const [qx = [], kx = [], qy = [], ky = []] = after;
      const own =
        Number(qx[pair]) * Number(kx[pair]) +
        Number(qy[pair]) * Number(ky[pair]);
      assert.ok(Math.abs(own - product) < 1e-5, `pair ${pair}`);
    });
    const bars = await saved(
      page,
      '[data-fold="pairs"] > .fold-content',
      'csv',
    );
    assert.equal(bars.name, 'rope-pairs-sum.csv');
    const steps = decodeCsv(bars.bytes);
    // The last step is that of the numbers that no pair turns.
    assert.deepEqual(steps.shape, [25, 3]);
    const rows = [...steps.data].map(Number);
    assert.ok(Math.abs(Number(rows.at(-1)) - wanted.score) < 1e-4);
    const scale = 1 / Math.sqrt(64);
    wanted.products.forEach((product, pair) => {
      assert.equal(rows[3 * pair], pair);
      const adds = Number(rows[3 * pair + 1]);
      assert.ok(Math.abs(adds - scale * product) < 1e-5, `pair ${pair}`);
    });
    for (const figure of [
      '.pair-steps',
      '[data-fold="pairs"] > .fold-content',
    ]) {
      const { bytes } = await saved(page, figure, 'svg');
      const drawing = bytes.toString();
      assert.match(drawing, /query at 12, key at 5/);
      assert.ok((drawing.match(/<path /g) ?? []).length >= 5, figure);
      const picture = await saved(page, figure, 'png');
      assert.equal(picture.bytes.subarray(1, 4).toString(), 'PNG');
    }
    const svg = (
      await saved(page, '[data-fold="pairs"] > .fold-content', 'svg')
    ).bytes;
    const texts = [...svg.toString().matchAll(/<text[^>]*>([^<]*)</g)];
    const said = texts.map(([, words]) => words);
    assert.ok(said.includes('pair; last: what no pair turns'), said.join());
    assert.ok(said.includes('20'), said.join());
  },
};
