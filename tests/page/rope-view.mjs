// @ts-check
// What the tests of the view of RoPE share.

import assert from 'node:assert/strict';
import { text, unfoldAll } from './page-actions.mjs';

/** @typedef {import('./browser.mjs').Stage} Stage */
/** @typedef {import('puppeteer-core').Page} Page */

/** @param {Stage} stage @param {string} [query] */
export async function open(stage, query = '') {
  const visit = await stage.show(`#/rope?${query}`);
  await unfoldAll(visit.page);
  return visit;
}

/**
 * A number of the ledger, or of the live scores.
 * @param {Page} page
 * @param {string} name of the number
 */
export async function number(page, name) {
  const written = await text(page, `[data-number="${name}"]`);
  const plain = written
    .normalize('NFKC')
    .replaceAll('\u2212', '-')
    .replace('\u00d710', 'e');
  assert.match(plain, /^\d/, written);
  return Number(plain);
}

/** @param {Page} page */
export function words(page) {
  return page.$$eval('.words button', (all) => all.map((b) => b.textContent));
}
