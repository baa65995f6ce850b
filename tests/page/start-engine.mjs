// @ts-check
// The lesson leaves the page's thread free: it computes there, because each of its
// figures takes less than a hundredth of a second.

import { load } from 'posenc';
import { sourceOf } from './source.mjs';
import { staysFree, takesAtMost } from './threads.mjs';
import { rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** The states that a screen's controls lead to, from its first one. */
function* statesOf(/** @type {any} */ screen) {
  const first = Object.fromEntries(
    Object.entries(screen.fields).map(([name, { initial }]) => [name, initial]),
  );
  yield first;
  for (const example of screen.examples) yield { ...first, ...example };
}

/** Operates each control of a screen by keys. @param {Page} page */
async function operate(page) {
  const controls = await page.$$(
    '.start-controls :is(input, button:not(.play)), .start-figure [tabindex]',
  );
  for (const control of controls) {
    await control.evaluate((one) => {
      if (one instanceof HTMLElement || one instanceof SVGElement) one.focus();
    });
    const pressed = await control.evaluate((one) => {
      const presses =
        one instanceof HTMLButtonElement ||
        (one instanceof HTMLInputElement && one.type !== 'range');
      if (presses) one.click();
      return presses;
    });
    if (pressed) continue;
    for (const key of /** @type {const} */ (['End', 'ArrowLeft', 'Home'])) {
      await page.keyboard.press(key);
    }
  }
  await settle(page);
}

/** @type {import('./on-page.mjs').Tests} */
export const startEngine = {
  async 'start engine: the numbers of no figure take 10 ms'() {
    const pe = await load();
    const use = { absolute: pe, attention: pe, bias: pe, rotary: pe };
    const { screens } = await sourceOf('start/screens/index.ts');
    await takesAtMost(10, 'the slowest figure', async () => {
      let slowest = 0;
      for (const screen of screens) {
        for (const state of statesOf(screen)) {
          const times = Array.from({ length: 4 }, () => {
            const begin = performance.now();
            screen.compute(use, state);
            return performance.now() - begin;
          });
          // The first is slower: the engine compiles.
          slowest = Math.max(slowest, Math.min(...times));
        }
      }
      return slowest;
    });
  },

  async 'start engine: what a reader does there leaves the page free'(stage) {
    const { page } = await stage.show('#/start');
    const names = await page.$$eval('.steps li a:not(.card)', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    for (const name of names) {
      await stage.show(name);
      await staysFree(page, name, async () => {
        await operate(page);
        await rested(page, 'words', 'address');
      });
    }
  },
};
