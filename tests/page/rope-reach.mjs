// @ts-check
// The score by distance: its curves, and zooming to some distances.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { dragIn, numberIn, press, text } from './page-actions.mjs';
import { open } from './rope-view.mjs';
import { sourceOf } from './source.mjs';
import { goBack, present, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** The ends of the axis that the address names. @param {Page} page */
async function inAddress(page) {
  await settle(page);
  await rested(page, 'address');
  await rested(page, 'studies');
  const hash = await page.evaluate(() => location.hash);
  const reach = new URLSearchParams(hash.split('?')[1]).get('reach');
  return reach === null ? null : reach.split('.').map(Number);
}

/** Scrolls to the chart, and waits for the buttons. @param {Page} page */
async function near(page) {
  await page.$eval('.reach', (chart) => chart.scrollIntoView());
  await present(page, '.reach .zoom-tools');
  await rested(page, 'studies');
}

const pe = await load();
const { embedWords } = await sourceOf('figures/words/words.ts');

/**
 * What the package scores for the cat with itself at some distances.
 * @param {any} options of the rope @param {readonly number[]} distances
 * @returns {number[]}
 */
function scoresOf(options, distances) {
  const rotary = pe.rope({ headDim: 64, ...options });
  const { headDim } = rotary;
  const k = embedWords(pe, ['cat'], headDim, 0.4);
  const q = new Float32Array(distances.length * headDim);
  for (let i = 0; i < distances.length; i++) q.set(k, i * headDim);
  const at = { queryPositions: [...distances], keyPositions: [0] };
  return Array.from(
    pe.attention({ q, k, heads: 1, rotary, ...at }).scores.data,
  );
}

/** Whole numbers from one to another. @param {number} from @param {number} to */
const between = (from, to) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** All numbers in a text of the page, in their order. @param {string} line */
const numbersIn = (line) =>
  line
    .split(/ (?:·|…|to) /)
    .filter((part) => /\d/.test(part))
    .map(numberIn);

/** As the page prints scores. @param {number} value */
const short = (value) => Number(value.toPrecision(4));

/** @type {import('./on-page.mjs').Tests} */
export const ropeReach = {
  async 'rope: score by distance as far as a million, by key'(stage) {
    const query =
      'headDim=128&theta=500000&scaling.type=linear&scaling.factor=4';
    const { page } = await open(stage, query);
    await near(page);
    const spec = { headDim: 128, theta: 500000 };
    const scaling = { type: 'linear', factor: 4 };
    const rope = /** @type {any} */ ({ method: 'rope', ...spec, scaling });
    const scale = 1 / Math.sqrt(128);
    const expectedAt = (/** @type {number[]} */ distances) =>
      [...pe.analysis.scoreByDistance(rope, { distances }).scores].map(
        (score) => 2 * scale * score,
      );
    const boundAt = (/** @type {number[]} */ distances) =>
      // The step from pair to pair is 4 / 65, over 64 pairs.
      [...pe.analysis.decayBound(rope, { distances }).bounds].map(
        (bound) => scale * (4 / 65) * 64 * bound,
      );
    const line = () => text(page, '.reach .reading');
    const one = [1];
    const nearest = [
      ...[1, ...scoresOf({ ...spec, scaling }, one), ...scoresOf(spec, one)],
      ...expectedAt(one),
    ].map(short);
    await page.focus('.reach .chart-field');
    await press(page, 'Home');
    assert.deepEqual(numbersIn(await line()), nearest);
    // The bound is there for those who ask for it, and for their links.
    assert.doesNotMatch(await text(page, '.reach'), /bound if/);
    await page.click('.reach-bound input');
    await settle(page);
    await page.focus('.reach .chart-field');
    await press(page, 'Home');
    assert.deepEqual(numbersIn(await line()), [
      ...nearest,
      ...boundAt(one).map(short),
    ]);
    assert.match(await text(page, '.reach .chart-legend'), /bound, if/);
    await rested(page, 'address');
    assert.match(await page.evaluate(() => location.hash), /[?&]bound=1/);
    // A stretch of the middle has all its distances: its least and its most.
    for (let i = 0; i < 4; i++) await press(page, 'PageUp');
    const [from = 0, to = 0, ...told] = numbersIn(await line());
    assert.ok(to > from, await line());
    assert.ok(to - from < 512, await line());
    const distances = between(from, to);
    const ends = [{ ...spec, scaling }, spec].flatMap((options) => {
      const scores = scoresOf(options, distances);
      return [Math.min(...scores), Math.max(...scores)];
    });
    const expected = expectedAt(distances);
    const mean = expected.reduce((a, b) => a + b, 0) / expected.length;
    const most = Math.max(...boundAt(distances));
    assert.deepEqual(told, [...ends, mean, most].map(short), await line());
    // The last stretch ends at a million.
    await press(page, 'End');
    const [first = 0, last = 0, low = 0, high = 0] = numbersIn(await line());
    assert.equal(last, 1e6);
    const all = scoresOf({ ...spec, scaling }, between(first, last));
    const [least, largest] = [
      all.reduce((a, b) => Math.min(a, b)),
      all.reduce((a, b) => Math.max(a, b)),
    ];
    assert.ok(low >= short(least) && high <= short(largest), await line());
    // One in a hundred meets most of the swing.
    assert.ok(high - low > 0.55 * (largest - least), await line());
    const value = await page.$eval('.reach .chart-field', (field) =>
      field.getAttribute('aria-valuetext'),
    );
    assert.equal(value, await line());
  },

  async 'rope: far scores are a band, near ones dots, and a colour has one swatch'(
    stage,
  ) {
    const { page } = await open(
      stage,
      'second=Phi-2&scaling.type=linear&scaling.factor=4',
    );
    await rested(page, 'studies');
    for (const chart of ['.reach', '.second-chart:nth-child(1)']) {
      const drawn = await page.$$eval(
        `${chart} .chart-drawing .mark`,
        (paths) =>
          paths.map((path) => ({
            mark: path.getAttribute('class') ?? '',
            parts: path.getAttribute('d')?.split('M').length ?? 0,
          })),
      );
      const bands = drawn.filter(({ mark }) => mark.includes('mark-band'));
      const dots = drawn.filter(({ mark }) => mark.includes('mark-dot'));
      assert.equal(bands.length, 2, chart);
      assert.equal(dots.length, 2, chart);
      for (const { parts } of bands) assert.ok(parts > 100, `${parts} blocks`);
      // Every distance up to 67.
      for (const { parts } of dots) assert.equal(parts - 1, 67, chart);
    }
    const legends = await page.$$eval('.chart-legend', (all) =>
      all.map((legend) =>
        [...legend.querySelectorAll('.chart-swatch')].map((swatch) => {
          const [mark] = swatch.querySelectorAll('.mark');
          return mark ? getComputedStyle(mark).color : '';
        }),
      ),
    );
    assert.ok(legends.length >= 3);
    for (const colours of legends) {
      assert.equal(new Set(colours).size, colours.length, colours.join());
    }
  },

  async 'rope: zooming to some distances draws all of them'(stage) {
    const { page } = await open(stage, 'reach=1000.1100');
    await near(page);
    assert.match(
      await text(page, '.reach > .hint'),
      /^The chart has every distance from 1.000 to 1.100, each as a dot\./,
    );
    await page.focus('.reach .chart-field');
    await press(page, 'Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
    await settle(page);
    const [first = '', score = ''] = (
      await text(page, '.reach .reading')
    ).split(' · ');
    assert.equal(numberIn(first), 1003);
    assert.equal(numberIn(score), short(Number(scoresOf({}, [1003])[0])));
    // Keys pan and show all; Shift keeps the point that is read.
    await page.keyboard.down('Shift');
    await press(page, 'ArrowRight');
    await page.keyboard.up('Shift');
    const [from = 0, to = 0] = (await inAddress(page)) ?? [];
    assert.ok(from > 1000 && to > 1100 && to - from < 120, `${from} to ${to}`);
    await press(page, '0');
    assert.equal(await inAddress(page), null);
    await press(page, 'End');
    assert.match(await text(page, '.reach .reading'), / to 1.000.000 · /);
    // Without a modifier, the wheel scrolls; a box fills the axis.
    await dragIn(page, '.reach .chart-field', [0.5, 0.3], [2 / 3, 0.6]);
    const [low = 0, high = 0] = (await inAddress(page)) ?? [];
    assert.ok(Math.abs(low / 1000 - 1) < 0.02, `${low}`);
    assert.ok(Math.abs(high / 10_000 - 1) < 0.02, `${high}`);
    await page.click('.reach button[aria-label="Zoom in"]');
    const [a = 0, b = 0] = (await inAddress(page)) ?? [];
    assert.ok(a >= low && b <= high && b / a < high / low, `${a} to ${b}`);
    await goBack(page);
    assert.equal(await inAddress(page), null);
  },
};
