// @ts-check
// Axe finds nothing to mend in any state of the page, in both themes, wide and
// narrow.

import assert from 'node:assert/strict';
import axe from 'axe-core';
import { deep, oneIn } from '../support/sample.mjs';
import { states } from './states.mjs';
import { prefer, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const sizes = { wide: { width: 1280 }, narrow: { width: 390, height: 844 } };
const schemes = /** @type {const} */ (['light', 'dark']);

const looks = states.flatMap((state) =>
  /** @type {const} */ (['wide', 'narrow'])
    .filter((room) => state.only === undefined || state.only === room)
    .flatMap((room) => schemes.map((scheme) => ({ state, room, scheme }))),
);

/**
 * Runs in the page, after axe: what it finds, with the elements.
 * @returns {Promise<string[]>}
 */
async function search() {
  /** @type {import('axe-core').AxeResults} */
  const { violations } = await Reflect.get(window, 'axe').run(document, {
    resultTypes: ['violations'],
  });
  return violations.map(({ id, nodes }) => {
    const places = nodes.map(({ target, failureSummary = '' }) => {
      const [, why = ''] = failureSummary.split('\n');
      return `  ${target.join(' ')}: ${why.trim()}`;
    });
    return [id, ...places].join('\n');
  });
}

/** @param {(typeof looks)[number]} look */
const testOf = ({ state, room, scheme }) =>
  /** @type {const} */ ([
    `axe: ${state.name}, ${room}, ${scheme}`,
    /** @param {import('./browser.mjs').Stage} stage */
    async (stage) => {
      const { page, complaints } = await stage.show(state.address, sizes[room]);
      await prefer(page, scheme);
      await state.act?.(page);
      await settle(page);
      await rested(page, 'studies', 'words', 'address');
      if (state.complains) complaints.splice(0);
      await page.evaluate(axe.source);
      const found = await page.evaluate(search);
      assert.deepEqual(found, [], found.join('\n'));
    },
  ]);

/** Any one of them shows most mistakes; the deep run shows where else they are. */
const chosen = deep ? looks : oneIn(12, looks, 'axe');

/** @type {import('./on-page.mjs').Tests} */
export const axeTests = Object.fromEntries(chosen.map(testOf));
