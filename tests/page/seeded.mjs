// @ts-check
// Figures of scores say, in sight, that their vectors come from no model; and the
// main figure of attention says what to try.

import assert from 'node:assert/strict';
import { focusMap, press, text, unfoldAll } from './page-actions.mjs';
import { rested, settle } from './waits.mjs';

/** The figures that show scores of words, by the views that have them. */
const figures = /** @type {const} */ ([
  ['#/rope?second=Phi-2', ['.turning', '.whole', '.reach', '.second-charts']],
  ['#/attention', ['.story']],
]);
const folded = ['.profiles', 'figure.arrows', '.long', '.maps-head'];

/** @param {import('puppeteer-core').Page} page @param {string} figure */
const marks = (page, figure) =>
  page.$$eval(`${figure} .seeded`, (all) =>
    all
      .filter((mark) => mark.checkVisibility())
      .map((mark) => {
        const { fontSize } = getComputedStyle(mark);
        return [mark.textContent, Number.parseFloat(fontSize)];
      }),
  );

/** @type {import('./on-page.mjs').Tests} */
export const seeded = {
  async 'seeded: figures of scores say that no model learned the vectors'(
    stage,
  ) {
    for (const [view, shown] of figures) {
      const { page } = await stage.show(view);
      await rested(page, 'studies');
      for (const figure of shown) {
        const [mark] = await marks(page, figure);
        assert.match(String(mark?.[0]), /seeded, not trained/, figure);
        // Small, and large enough to be read.
        assert.ok(Number(mark?.[1]) >= 12 && Number(mark?.[1]) < 16, figure);
      }
    }
    const { page } = await stage.show('#/attention?b.bias.method=alibi');
    await unfoldAll(page);
    await rested(page, 'studies');
    for (const figure of folded) {
      const found = await marks(page, figure);
      assert.ok(found.length >= 1, figure);
    }
  },

  async 'seeded: the main figure of attention says what to try, and it holds'(
    stage,
  ) {
    const { page } = await stage.show('#/attention');
    await settle(page);
    assert.match(
      await text(page, '.story > .try'),
      /^Try\. Point at a cell: its two words are marked in all maps\./,
    );
    await focusMap(page, '[data-map="b-late"]');
    await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight');
    await settle(page);
    // Each of the maps says a number of that pair.
    const values = await page.$$eval('.story [data-map] output', (all) =>
      all
        .filter((output) => output.checkVisibility())
        .map((output) => output.textContent ?? ''),
    );
    assert.ok(values.length >= 6, values.join());
    assert.ok(
      values.every((value) => /\d/.test(value)),
      values.join(),
    );
  },
};
