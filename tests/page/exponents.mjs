// @ts-check
// Powers stay in one line: 3.3×10⁻⁶ is one number on the narrowest screens, too.

import assert from 'node:assert/strict';
import { unfoldAll } from './page-actions.mjs';
import { resize, rested } from './waits.mjs';

/** Addresses that show powers. */
const views = [
  '#/start/charge',
  '#/encodings?length=24&dim=8&base=1000000&analysis=1' +
    '&with=sinusoidal&with.length=24&with.dim=8&with.base=1000000&with.precision=torch',
  '#/encodings?show=errors&precision=torch&length=64&dim=32&analysis=1',
  '#/rope?start=99&queryAt=1000000&keyAt=12',
  '#/attention?b.rotation.precision=torch&start=100000',
];

/** Runs in the page: the powers that are shown, and those in several lines. */
function powers() {
  const power =
    /[\d.]*(?:\u00d710|\b[\de])[\u207b\u2070\u00b9\u00b2\u00b3\u2074-\u2079]+/g;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let seen = 0;
  /** @type {string[]} */
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.checkVisibility()) continue;
    const text = node.textContent ?? '';
    for (const { 0: found, index } of text.matchAll(power)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      const tops = [...range.getClientRects()].map(({ top }) => top);
      seen += 1;
      if (Math.max(...tops) - Math.min(...tops) > 4) broken.push(text);
    }
  }
  return { seen, broken };
}

/** @type {import('./on-page.mjs').Tests} */
export const exponents = {
  async 'exponents: no power is broken on narrow screens'(stage) {
    let all = 0;
    for (const view of views) {
      const { page } = await stage.show(view);
      await unfoldAll(page);
      await rested(page, 'studies');
      for (const width of [320, 360, 390]) {
        await resize(page, { width });
        const { seen, broken } = await page.evaluate(powers);
        assert.deepEqual(broken, [], `${view} at ${width}`);
        all += seen;
      }
    }
    assert.ok(all > 20, `${all} powers`);
  },
};
