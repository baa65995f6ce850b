// @ts-check
// The page on a phone, under fingers; and as small as a screen is at 200 %.

import assert from 'node:assert/strict';
import { focusMap, text } from './page-actions.mjs';
import { addresses, views } from './views.mjs';
import { frame, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

const phones = [
  { width: 390, height: 844 },
  { width: 320, height: 640 },
];

/**
 * A page under fingers, for the time of a task.
 * @param {Page} page
 * @param {() => Promise<void>} task
 */
export async function underFingers(page, task) {
  const session = await page.createCDPSession();
  const fingers = (/** @type {boolean} */ enabled) =>
    session.send('Emulation.setTouchEmulationEnabled', { enabled });
  try {
    await fingers(true);
    await frame(page);
    await task();
  } finally {
    await fingers(false);
    await session.detach();
  }
}

/** Runs in the page: where the pinned figure and the controls are. */
function placesOf() {
  const box = (/** @type {Element | undefined | null} */ part) => {
    const {
      top = 0,
      bottom = 0,
      height = 0,
    } = part?.getBoundingClientRect() ?? {};
    return { top, bottom, height };
  };
  const pinned = [...document.querySelectorAll('.pinned')].filter(
    (part) => part.getClientRects().length > 0,
  );
  return {
    count: pinned.length,
    figure: box(pinned[0]),
    controls: box(document.querySelector('.side')),
  };
}

/** @param {Page} page @param {number} by pixels down */
async function scroll(page, by) {
  await page.evaluate((y) => scrollBy({ top: y, behavior: 'instant' }), by);
  await frame(page);
}

/** @param {Page} page */
const sheetState = (page) =>
  page.evaluate(() => ({
    open: document.querySelector('dialog.sheet:modal') !== null,
    within: document.querySelector('.sheet')?.contains(document.activeElement),
    title: document.activeElement?.textContent,
    folded: !document.querySelector('[data-fold="more"]')?.hasAttribute('open'),
  }));

/** @type {import('./on-page.mjs').Tests} */
export const phone = {
  async 'phone: the figure stays while its controls are scrolled'(stage) {
    for (const size of phones) {
      for (const view of addresses) {
        const at = `${view} at ${size.width}`;
        const { page } = await stage.show(view, size);
        await underFingers(page, async () => {
          await settle(page);
          // Room to scroll on, wherever the page ends.
          await page.evaluate((room) => {
            document.body.style.paddingBottom = `${room}px`;
          }, size.height);
          const first = await page.evaluate(placesOf);
          assert.equal(first.count, 1, at);
          assert.ok(first.figure.top > 0, `${at}: not there at first`);
          // Only the end of the controls is below the figure.
          await scroll(page, first.controls.bottom - 0.6 * size.height);
          const there = await page.evaluate(placesOf);
          assert.ok(Math.abs(there.figure.top) < 1, `${at}: at the top`);
          assert.ok(there.figure.height > 100, `${at}: seen`);
          assert.ok(
            there.figure.bottom <= 0.45 * size.height + 1,
            `${at}: ${there.figure.bottom} of ${size.height}`,
          );
          await scroll(page, 0.5 * size.height);
          const left = await page.evaluate(placesOf);
          assert.ok(left.figure.top < 0, `${at}: lets go`);
          assert.ok(left.figure.bottom <= left.controls.bottom + 1, at);
          await page.evaluate(() => {
            document.body.style.paddingBottom = '';
          });
        });
      }
    }
  },

  async 'phone: what has the focus is not below the figure'(stage) {
    for (const view of addresses) {
      const { page } = await stage.show(view, phones[1]);
      const field = '.side :is(input[type="text"], select, textarea)';
      await page.$eval('.side', (side) =>
        side.scrollIntoView({ block: 'end' }),
      );
      await page.focus(field);
      await frame(page);
      const top = await page.$eval(
        field,
        (one) => one.getBoundingClientRect().top,
      );
      const { figure } = await page.evaluate(placesOf);
      assert.ok(top >= figure.bottom, `${view}: ${top} of ${figure.bottom}`);
    }
  },

  async 'phone: more options open as a sheet'(stage) {
    for (const view of ['#/encodings', '#/rope']) {
      const { page } = await stage.show(view, phones[0]);
      await underFingers(page, async () => {
        const summary = '[data-fold="more"] > summary';
        const open = async () => {
          await page.$eval(summary, (one) =>
            one.scrollIntoView({ block: 'center' }),
          );
          await frame(page);
          await page.tap(summary);
          await frame(page);
          const { open, within } = await sheetState(page);
          assert.ok(open && within, `${view}: open, with the focus`);
        };
        const closed = async (/** @type {string} */ by) => {
          await frame(page);
          const { open, title, folded } = await sheetState(page);
          assert.deepEqual([open, folded], [false, true], `${view}: ${by}`);
          assert.equal(title, 'More options', `${view}: ${by}`);
        };
        await open();
        const top = await page.$eval(
          '.sheet',
          (sheet) => sheet.getBoundingClientRect().top,
        );
        const { figure } = await page.evaluate(placesOf);
        assert.ok(top >= 0.45 * 844 - 1 && figure.bottom <= top, view);
        await page.keyboard.press('Escape');
        await closed('Escape');
        await open();
        await page.tap('.sheet-head button');
        await closed('its button');
        await open();
        await page.touchscreen.tap(195, 40);
        await closed('a press above it');
      });
    }
  },

  async 'phone: a tap reads a cell, and another one picks it'(stage) {
    const { page } = await stage.show('#/encodings', phones[0]);
    await underFingers(page, async () => {
      const field = await page.$('.plate .field');
      const box = await field?.boundingBox();
      assert.ok(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const before = await page.evaluate(() => [location.hash, scrollY]);
      await page.touchscreen.tap(x, y);
      await rested(page, 'studies', 'words', 'address');
      const said = await text(page, '.plate .reading');
      assert.match(said, /^position \d+ · dimension 6\d · /);
      const after = await page.evaluate(() => [location.hash, scrollY]);
      assert.deepEqual(after, before, 'nothing is picked, nothing jumps');
      const [, row, column] =
        /position (\d+) · dimension (\d+)/.exec(said) ?? [];
      // A finger does not meet the same pixel.
      await page.touchscreen.tap(x + 5, y - 4);
      await rested(page, 'studies', 'words', 'address');
      const hash = await page.evaluate(() => location.hash);
      const query = new URLSearchParams(hash.split('?')[1]);
      assert.equal(query.get('row'), row, hash);
      assert.ok(query.get('lines')?.split(/\D+/).includes(`${column}`), hash);
    });
  },

  async 'phone: what a cell holds is not read under the finger'(stage) {
    for (const view of ['#/encodings', '#/encodings?with=sinusoidal']) {
      const { page } = await stage.show(view, phones[0]);
      await underFingers(page, async () => {
        const field = await page.$('[data-map="first"] .field');
        const box = await field?.boundingBox();
        assert.ok(box);
        for (const [along, down] of /** @type {const} */ ([
          [0.1, 0.05],
          [0.9, 0.05],
          [0.5, 0.5],
          [0.1, 0.95],
          [0.9, 0.95],
        ])) {
          const [x, y] = [box.x + along * box.width, box.y + down * box.height];
          await page.touchscreen.tap(x, y);
          await settle(page);
          const tip = await (
            await page.$('[data-map="first"] .tip:not([hidden])')
          )?.boundingBox();
          const at = `${view}: ${along}, ${down}: ${JSON.stringify(tip)}`;
          assert.ok(tip, at);
          // Half of a finger around the place of the tap.
          const apart = Math.hypot(
            Math.max(tip.x - x, 0, x - tip.x - tip.width),
            Math.max(tip.y - y, 0, y - tip.y - tip.height),
          );
          assert.ok(apart > 14, at);
          assert.ok(down < 0.3 || tip.y + tip.height < y, `${at} is below`);
          assert.ok(tip.x >= box.x - 1 && tip.y >= box.y - 1, at);
          assert.ok(tip.x + tip.width <= box.x + box.width + 1, at);
        }
      });
    }
  },

  async 'phone: what fingers press is wide enough for them'(stage) {
    for (const view of [...addresses, '#/start/order', '#/']) {
      const { page } = await stage.show(view, phones[1]);
      await underFingers(page, async () => {
        await settle(page);
        const small = await page.$$eval(
          'button, select, summary, .segments label, input:not(.segments input)',
          (all) =>
            all
              .filter((one) => one.checkVisibility() && !one.closest('.spoken'))
              .map((one) => {
                const { width, height } = one.getBoundingClientRect();
                const main = one.matches(
                  '.segments label, .side select, .side input[type="range"], ' +
                    '.side .control > input[type="text"], .play',
                );
                const least = main ? 44 : 24;
                const high = height >= least - 0.5 && width >= 23.5;
                return [
                  high,
                  `${one.outerHTML.slice(0, 90)} ${width}×${height}`,
                ];
              })
              .filter(([fits]) => !fits)
              .map(([, what]) => what),
        );
        assert.deepEqual(small, [], view);
      });
    }
  },

  async 'phone: at 200 % the first screen has part of the figure'(stage) {
    const size = { width: 640, height: 360 };
    const { page } = await stage.show('#/start', size);
    const screens = await page.$$eval('.steps li a', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    const figures = [
      '.start-figure',
      ...views.map(({ first }) => first[0]),
    ].join();
    for (const view of [...addresses, ...screens.slice(0, -1)]) {
      await stage.show(view, size);
      const top = await page.$eval(
        figures,
        (figure) => figure.getBoundingClientRect().top,
      );
      assert.ok(top <= 360 - 48, `${view}: the figure begins at ${top}`);
      await resize(page, { width: 320 });
      const needed = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      assert.ok(needed <= 320, `${view} needs ${needed} of 320`);
    }
  },

  async 'phone: forced colours mark what is chosen'(stage) {
    const { page } = await stage.show('#/encodings');
    const session = await page.createCDPSession();
    const force = (/** @type {string} */ value) =>
      session.send('Emulation.setEmulatedMedia', {
        features: [{ name: 'forced-colors', value }],
      });
    const look = (/** @type {string} */ selector, pseudo = '') =>
      page.$eval(
        selector,
        (one, part) => {
          const probe = document.createElement('i');
          probe.style.color = 'Highlight';
          document.body.append(probe);
          const highlight = getComputedStyle(probe).color;
          probe.remove();
          const {
            backgroundColor,
            outlineColor,
            outlineStyle,
            borderTopColor,
          } = getComputedStyle(one, part);
          return {
            ground: backgroundColor === highlight,
            ring: outlineStyle === 'solid' && outlineColor === highlight,
            border: borderTopColor === highlight,
          };
        },
        pseudo,
      );
    try {
      await force('active');
      await page.click('.preset');
      await page.mouse.move(0, 0);
      await settle(page);
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) {
          document.activeElement.blur();
        }
      });
      assert.ok((await look('.preset[aria-pressed="true"]')).ring, 'preset');
      assert.ok((await look('.segments input:checked + span')).ground);
      assert.ok((await look('.cursor-cell')).border, 'cursor');
      await page.click('.chooser h3 button');
      await present(page, '.methods:not([hidden]) input:checked');
      // The search field has the focus.
      assert.ok((await look('.methods label:has(input:checked)')).ring);
      await page.keyboard.press('Escape');
      await stage.show('#/rope');
      await force('active');
      const tab = '[role="tab"][aria-selected="true"]';
      assert.ok((await look(tab)).ring, 'tab');
      assert.ok((await look('.words [aria-pressed="true"]')).ring, 'word');

      await stage.show('#/attention?head=1');
      const example = '.examples [aria-pressed="true"]';
      await page.click('.examples button');
      await settle(page);
      await page.focus('.text .sentence');
      assert.ok((await look(example)).ring, 'example');
      for (const strip of ['.heads', '.story-controls']) {
        const chosen = `${strip} .segments input:checked + span`;
        assert.ok((await look(chosen)).ground, strip);
      }

      await stage.show('#/start/order');
      await page.click('.guess button');
      await page.focus('.steps .next');
      assert.ok((await look('.guess [aria-pressed="true"]')).ring, 'guess');
      const segment = '.start-choice .segments input:checked + span';
      assert.ok((await look(segment)).ground, 'a choice of the lesson');
      const dot = '.steps ol a[aria-current]';
      assert.ok((await look(dot, '::before')).ground, 'the dot of the screen');
      const others = '.steps ol a:not([aria-current], .card)';
      assert.ok(!(await look(others, '::before')).ground, 'another dot');

      await stage.show('#/encodings?length=48&dim=12&with=sinusoidal');
      await focusMap(page, '[data-map="second"]');
      const cell = (/** @type {string} */ name) =>
        look(`[data-map="${name}"] .cursor-cell`);
      for (const name of ['first', 'second', 'difference']) {
        assert.ok((await cell(name)).border, `cursor of ${name}`);
      }
    } finally {
      await force('');
      await session.detach();
    }
  },
};
