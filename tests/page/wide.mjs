// @ts-check
// Screens of four thousand pixels: views fill them, and letters grow with them.

import assert from 'node:assert/strict';
import { addressOf, views } from './views.mjs';
import { rested } from './waits.mjs';

const screen = { width: 3840, height: 2160 };

/** What fills such a screen: addresses, each with its main figure. */
const filling = [
  ['#/', '.waves-figure'],
  ['#/start/order', '.start-show'],
  ...views.map((view) => [addressOf(view), view.wide]),
].filter(([, figure]) => figure !== '');

/** @type {import('./on-page.mjs').Tests} */
export const wide = {
  async 'wide: views fill a screen of 3840 by 2160'(stage) {
    for (const [address = '', figure = ''] of filling) {
      const { page } = await stage.show(address, screen);
      await rested(page, 'studies');
      const found = await page.evaluate((selector) => {
        const boxOf = (/** @type {Element | null} */ element) => {
          const { left, right, top, bottom } =
            element?.getBoundingClientRect() ?? new DOMRect();
          return { left, right, top, bottom };
        };
        const main = document.querySelector('main');
        const style = main && getComputedStyle(main);
        const inside = boxOf(main);
        return {
          left: inside.left + Number.parseFloat(style?.paddingLeft ?? '0'),
          right: inside.right - Number.parseFloat(style?.paddingRight ?? '0'),
          room: document.body.getBoundingClientRect().width,
          needed: document.documentElement.scrollWidth,
          figure: boxOf(document.querySelector(selector)),
          letters: Number.parseFloat(getComputedStyle(document.body).fontSize),
        };
      }, figure);
      const { left, right, room, needed, letters } = found;
      const told = `${address}: ${JSON.stringify(found)}`;
      // Most of the screen, with equal margins.
      assert.ok((right - left) / room > 0.75, told);
      assert.ok(Math.abs(left - (room - right)) < 2, told);
      assert.ok(needed <= room, told);
      // Read from twice as far away, letters are half as large again.
      assert.ok(letters >= 24, told);
      const { figure: box } = found;
      assert.ok((box.right - box.left) / room > 0.4, told);
      assert.ok((box.bottom - box.top) / screen.height > 0.35, told);
    }
  },
};
