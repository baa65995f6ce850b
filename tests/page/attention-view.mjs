// @ts-check
// What tests of the attention view share: the words that it shows, what the
// package makes of them, and its controls.

import { load } from 'posenc';
import { numberIn, text, unfoldAll } from './page-actions.mjs';
import { sourceOf } from './source.mjs';
import { settle } from './waits.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {'a' | 'b'} Side */
/** @typedef {Readonly<Record<string, any>>} Parts by family */

export const typed = 'Tom likes apple , but hates orange'.split(' ');
const likeness = 0.4;
export const headDim = 24;
export const pe = await load();
const { embedWords, hashText } = await sourceOf('figures/words/words.ts');

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
      const seed = hashText(`${spec.method} ${name}`);
      const dim = Number(shape.at(-1));
      const length = shape
        .slice(0, -1)
        .reduce((all, extent) => all * extent, 1);
      /** @type {import('posenc').LearnedOptions} */
      const asked = { length, dim, seed, init: 'uniform', bound: 1 };
      const data = pe.learned(asked).data.map((value) => value + mean);
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
 * The call of some words with the parts of a side, and their vectors.
 * @param {Parts} parts
 * @param {{ words?: string[], start?: number, causal?: boolean, heads?: number,
 *   query?: number }} [ask] `query`: the only query, by its place
 */
export function callOf(
  { table, ...parts },
  { words = typed, start = 0, causal = false, heads = 4, query } = {},
) {
  const width = heads * headDim;
  const length = words.length;
  const data = embedWords(pe, words, width, likeness);
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
    ...Object.fromEntries(given),
  };
  /** @type {import('posenc').AttentionInputs} */
  const asked = call;
  return { call: asked, vectors };
}

/**
 * What the package makes of some words with the parts of a side.
 * @param {Parts} parts @param {Parameters<typeof callOf>[1]} [ask]
 */
export function attend(parts, ask) {
  const { call, vectors } = callOf(parts, ask);
  return { ...pe.attention({ ...call, terms: true }), vectors };
}

/**
 * The largest difference of two maps of all heads; `at[i]` is the place in `b`
 * of word i.
 * @param {ArrayLike<number>} a @param {ArrayLike<number>} b
 * @param {number} count @param {readonly number[]} [at]
 */
export function farthest(a, b, count, at) {
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
export function queryOf(sides) {
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

/**
 * Opens the view with the sentence of these tests, which has not been moved or
 * reordered, a table in A, and all folds open, unless the query says otherwise.
 * @param {Stage} stage @param {string} [query]
 */
export async function open(stage, query = '') {
  const given = [...new URLSearchParams(query).keys()];
  const left = Object.entries({
    text: 'Tom likes apple, but hates orange',
    start: '0',
    'a.table.method': 'sinusoidal',
  }).filter(([name]) => {
    const [side = ''] = name.split('.');
    return !given.some((key) => key.split('.')[0] === side);
  });
  const whole = [new URLSearchParams(left), query].join('&');
  const visit = await stage.show(`#/attention?${whole}`);
  await unfoldAll(visit.page);
  return visit;
}

/** @param {Page} page @param {string} name */
export async function number(page, name) {
  return numberIn(await text(page, `[data-number="${name}"]`));
}

/**
 * What the page is to say of a change, which is rounding up to 2^-18 of the
 * largest score.
 * @param {number} change @param {ArrayLike<number>} scores
 */
export function toldOf(change, scores) {
  if (change === 0) return 'the same';
  const largest = Math.max(...Array.from(scores, Math.abs));
  if (change <= 2 ** -18 * largest) return 'the same, but for rounding';
  return small(change);
}

/** What the page says of a change. @param {Page} page @param {string} name */
export async function told(page, name) {
  const said = await text(page, `[data-number="${name}"]`);
  return /\d/.test(said) ? numberIn(said) : said;
}

/**
 * Keeps, in the page's `said`, what the long maps say of their progress from now
 * on, at each change.
 * @param {Page} page
 */
export async function hearProgress(page) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const said = [];
    const line = document.querySelector('[data-long="progress"]');
    new MutationObserver(() => said.push(line?.textContent ?? '')).observe(
      /** @type {Element} */ (line),
      { childList: true, characterData: true, subtree: true },
    );
    Object.assign(window, { said });
  });
}

/** A number as the page writes one that may be small. @param {number} value */
export function small(value) {
  const plain = value === 0 || (value >= 1e-3 && value < 1e5);
  return Number(plain ? value.toPrecision(3) : value.toExponential(1));
}

/** @param {Page} page */
export function words(page) {
  return page.$$eval('.words button', (all) => all.map((b) => b.textContent));
}

/** Chooses a method in the list of a family. @param {Page} page @param {string} part @param {string} name */
export async function pick(page, part, name) {
  await page.select(`[data-param="${part}"] > select`, name);
  await settle(page);
}

export const sinusoidal = { table: { method: 'sinusoidal' } };
export const rope = { rotation: { method: 'rope' } };
