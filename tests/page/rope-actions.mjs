// @ts-check
// What tests of the view of RoPE share: its address with two words apart, the
// numbers that it prints, and those that the package gives.

import assert from 'node:assert/strict';
import { load } from 'posenc';
import { numberIn, text, unfoldAll } from './page-actions.mjs';
import { sourceOf } from './source.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

const sentence = 'the cat that saw the dog fears the other cat'.split(' ');
const likeness = 0.4;

/** @param {Stage} stage @param {string} [query] */
export async function open(stage, query = '') {
  const asked = new URLSearchParams('queryAt=12&keyAt=5');
  for (const [name, value] of new URLSearchParams(query)) {
    asked.set(name, value);
  }
  const visit = await stage.show(`#/rope?${asked}`);
  await unfoldAll(visit.page);
  return visit;
}

/** @param {Page} page @param {string} name */
export async function number(page, name) {
  return numberIn(await text(page, `[data-number="${name}"]`));
}

/**
 * Asserts that the page prints a value, to a number of digits or more.
 * @param {Page} page
 * @param {string} name
 * @param {number} value
 * @param {number} [digits]
 */
export async function prints(page, name, value, digits = 5) {
  const printed = await number(page, name);
  const unit = Math.abs(value) * 10 ** (1 - digits);
  const off = Math.abs(printed - value);
  assert.ok(off <= 0.5001 * unit, `${name}: ${printed}, not ${value}`);
}

/**
 * Words of the whole sentence at their positions, turned and attended by the
 * package: what the page should show for two of them.
 * @param {{ query?: number, key?: number, queryAt?: number, keyAt?: number }} places
 * @param {object} options of the rope
 */
export async function expected(
  { query = 1, key = 5, queryAt = 12, keyAt = 5 },
  options,
) {
  const { embedWords } = await sourceOf('figures/words/words.ts');
  const pe = await load();
  const rotary = pe.rope({ headDim: 64, ...options });
  const { headDim } = rotary;
  /** @type {Float32Array} */
  const x = embedWords(pe, sentence, headDim, likeness);
  const count = sentence.length;
  const at = (/** @type {number} */ from) => sentence.map((_, i) => from + i);
  const [queries, keys] = [at(queryAt - query), at(keyAt - key)];
  const { scores } = pe.attention({
    ...{ q: x, k: x, heads: 1, rotary },
    ...{ queryPositions: queries, keyPositions: keys },
  });
  const turned = (
    /** @type {'query' | 'key'} */ side,
    /** @type {number[]} */ positions,
  ) => rotary.rotate(x, { heads: 1, positions, side }).data;
  const [q, k] = [turned('query', queries), turned('key', keys)];
  const pairs = rotary.frequencies.length;
  const products = Array.from(rotary.frequencies, (_, pair) => {
    const [a, b] =
      rotary.outLayout === 'half'
        ? [pair, pair + pairs]
        : [2 * pair, 2 * pair + 1];
    return [a, b].reduce(
      (sum, c) =>
        sum + Number(q[query * headDim + c]) * Number(k[key * headDim + c]),
      0,
    );
  });
  let sum = 0;
  for (let c = 0; c < headDim; c++) {
    sum += Number(q[query * headDim + c]) * Number(k[key * headDim + c]);
  }
  const score = Number(scores.data[query * count + key]);
  return { rotary, score, sum, products };
}
