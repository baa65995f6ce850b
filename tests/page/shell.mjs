// @ts-check
// What holds in every view.

import assert from 'node:assert/strict';
import { focusMap, pixels, text, unfold, unfoldAll } from './page-actions.mjs';
import { addresses, addressOf, views } from './views.mjs';
import {
  ask,
  goBack,
  prefer,
  present,
  resize,
  rested,
  settle,
} from './waits.mjs';

/** The views that tell of a method. */
const tellers = views.filter(({ told }) => told).map(addressOf);

/** How each part of the view is laid out. */
function layout() {
  // What says how long something took has another width each time.
  const shown = [...document.querySelectorAll('main *')].filter(
    (part) =>
      part.getClientRects().length > 0 &&
      // What lies in a closed fold has a place, but no look.
      part.checkVisibility() &&
      !part.matches('.plate-foot > .meta'),
  );
  return shown.map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    const style = getComputedStyle(part);
    const name = `${part.localName}.${part.getAttribute('class') ?? ''}`;
    const place = [x, y + scrollY, width, height].map(Math.round).join(' ');
    return `${name} ${place} ${style.position} ${style.borderWidth}`;
  });
}

/** @type {import('./on-page.mjs').Tests} */
export const shell = {
  async 'shell: a view looks the same after all others were shown'(stage) {
    const all = ['#/start/order', ...addresses];
    /** @type {Record<string, string[]>} */
    const fresh = {};
    for (const view of all) {
      const { page } = await stage.load(view);
      await rested(page, 'studies', 'address');
      fresh[view] = await page.evaluate(layout);
    }
    const { page } = await stage.load('#/start/order');
    // Twice: then each one was shown after each other one.
    for (const view of [...all, ...all]) {
      await page.evaluate((hash) => {
        location.hash = hash;
      }, view);
      await rested(page, 'studies', 'address');
      const now = await page.evaluate(layout);
      const moved = now.filter((part, i) => part !== fresh[view]?.[i]);
      assert.deepEqual(moved.slice(0, 3), [], view);
    }
  },

  async 'shell: the content security policy is in force'(stage) {
    const { page, complaints } = await stage.show('#/encodings');
    const attempt = async () => {
      const { body } = document;
      const told = new Promise((done) => {
        document.addEventListener(
          'securitypolicyviolation',
          (event) => done(event.effectiveDirective),
          { once: true },
        );
      });
      body.setAttribute('style', 'margin: 77px');
      const { margin } = getComputedStyle(body);
      body.removeAttribute('style');
      return [margin, await told];
    };
    const [margin, broken] = await ask(page, 'a violation', attempt);
    assert.equal(margin, '0px');
    assert.equal(broken, 'style-src-attr');
    const said = complaints.splice(0);
    assert.match(said.join(), /Content Security Policy/);
  },

  async 'shell: no view scrolls sideways from 320 to 1600 pixels'(stage) {
    for (const view of addresses) {
      const { page } = await stage.show(view, { width: 320 });
      for (const width of [320, 360, 768, 1024, 1600]) {
        await resize(page, { width });
        const needed = await page.evaluate(
          () => document.documentElement.scrollWidth,
        );
        assert.ok(needed <= width, `${view} needs ${needed} of ${width}`);
      }
    }
  },

  async 'shell: a link with endless words does not widen the page'(stage) {
    for (const view of [
      `#/rope?order=&text=${'x'.repeat(5000)}`,
      `#/rope?order=&causal=1&text=${'\u732b'.repeat(5000)}+cat`,
      `#/encodings?layout=${'x'.repeat(5000)}`,
      `#/encodings?base=${'1'.repeat(5000)}`,
    ]) {
      const { page, complaints } = await stage.show(view, { width: 360 });
      const needed = await page.evaluate(
        () => document.documentElement.scrollWidth,
      );
      assert.ok(needed <= 360, `${view.slice(0, 30)} needs ${needed}`);
      assert.deepEqual(complaints, []);
    }
  },

  async 'shell: formulas fit on narrow screens'(stage) {
    for (const view of tellers) {
      const { page } = await stage.show(view, { width: 320 });
      await unfold(page, '.intro');
      await present(page, '.formula math');
      for (const width of [320, 360]) {
        await resize(page, { width });
        const cut = await page.$$eval('.formula, .formula math', (all) =>
          all.some(
            (e) =>
              e.scrollWidth > e.clientWidth + 1 ||
              e.getBoundingClientRect().right > innerWidth,
          ),
        );
        assert.ok(!cut, `${view} at ${width}`);
      }
    }
  },

  async 'shell: what is said about a method opens over the pictures'(stage) {
    const summary = '.about-method > summary';
    const isOpen = (/** @type {import('puppeteer-core').Page} */ page) =>
      page.$eval('.about-method', (fold) => fold.hasAttribute('open'));
    for (const view of tellers) {
      for (const width of [920, 1280, 1920]) {
        const { page } = await stage.show(view, { width, height: 720 });
        await rested(page, 'studies', 'words', 'address');
        /** Where everything beside and below the fold stands. */
        const places = () =>
          page.$$eval('.side, .main, .main *, .side *', (all) =>
            all
              .filter((part) => part.checkVisibility())
              .map((part) => {
                const { x, y } = part.getBoundingClientRect();
                return `${part.tagName} ${x} ${y}`;
              }),
          );
        const where = `${view} at ${width}`;
        const before = await places();
        await page.click(summary);
        await present(page, '.about-card .formula math');
        assert.deepEqual(await places(), before, `${where}: it moves nothing`);
        const { cut, inside } = await page.$eval('.about-card', (card) => {
          const { left, right } = card.getBoundingClientRect();
          const parts = [...card.querySelectorAll('.formula, .formula math')];
          return {
            cut: parts.some((part) => part.scrollWidth > part.clientWidth + 1),
            inside: left >= 0 && right <= document.documentElement.clientWidth,
          };
        });
        assert.ok(!cut && inside, `${where}: the formula has room`);
        // It stays while the reader sets options, and goes when it is in the way.
        await page.focus('.side :is(input, select)');
        assert.ok(await isOpen(page), `${where}: a control closes nothing`);
        await page.focus('.about-close');
        await page.keyboard.press('Escape');
        assert.ok(!(await isOpen(page)), `${where}: Escape closes it`);
        const focused = await page.evaluate(
          () => document.activeElement?.textContent,
        );
        assert.equal(focused, 'About this method', where);
        await page.click(summary);
        await page.click('.about-close');
        assert.ok(!(await isOpen(page)), `${where}: its button closes it`);
        await page.click(summary);
        const reached = await page.evaluate(() => {
          const parts = document.querySelectorAll(
            '.main :is([tabindex], input)',
          );
          const seen = [...parts].find((part) => part.checkVisibility());
          if (seen instanceof HTMLElement) seen.focus();
          return document.activeElement === seen;
        });
        assert.ok(reached, where);
        assert.ok(!(await isOpen(page)), `${where}: the figure closes it`);
      }
    }
  },

  async 'shell: the Tab key goes the way the eye goes'(stage) {
    for (const view of tellers) {
      const { page } = await stage.show(view);
      await unfoldAll(page);
      /** The parts of a view in the order of the Tab key. */
      const parts = () =>
        page.$$eval(
          '.columns :is(.side, .ruler, .heatmap, .chart-frame.pinned, .code)',
          (all) =>
            all
              .filter((part) => part.checkVisibility())
              .map((part) => {
                const { left, top } = part.getBoundingClientRect();
                return { part: part.classList[0], left, top };
              }),
        );
      const wide = await parts();
      assert.equal(wide[0]?.part, 'side');
      assert.ok(wide.every(({ left }) => left >= (wide[0]?.left ?? 0)));
      // A reader who turns a tablet keeps the focus in a field.
      const field = '.columns .panel input[type="text"]';
      await page.focus(field);
      await resize(page, { width: 360 });
      const narrow = await parts();
      const places = narrow.map(({ top }) => top);
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
      // The controls stand behind the pictures, and before the rest.
      const first = narrow.findIndex(({ part }) => part === 'side');
      assert.match(
        narrow[first - 1]?.part ?? '',
        /^(heatmap|ruler|chart-frame)$/,
      );
      assert.ok(narrow.slice(first).some(({ part }) => part === 'code'));
      assert.ok(await page.$(`${field}:focus`));
    }
  },

  async 'shell: the gaps between controls are even'(stage) {
    for (const view of tellers) {
      const { page } = await stage.show(view);
      const gaps = await page.$$eval('.panel > .control', (all) => {
        const boxes = all.map((control) => control.getBoundingClientRect());
        return boxes
          .slice(1)
          .map((box, i) => Math.round(box.top - (boxes[i]?.bottom ?? 0)));
      });
      assert.equal(new Set(gaps).size, 1, gaps.join());
      assert.ok((gaps[0] ?? 0) >= 12, gaps.join());
    }
  },

  async 'shell: links lead to the views and back to their states'(stage) {
    const { page } = await stage.show('#/encodings?dim=33');
    await page.click('.views a[href^="#/rope"]');
    await settle(page);
    assert.ok(await page.$('.view.rope'));
    assert.equal(await page.title(), 'RoPE · posenc Explorer');
    await goBack(page);
    assert.ok(await page.$('.view.encodings'));
    assert.match(await page.evaluate(() => location.hash), /dim=33/);
    assert.match(await text(page, '.meta'), /256 × 33/);
  },

  async 'shell: a view that is not shown draws nothing'(stage) {
    const { page } = await stage.show('#/encodings?length=64&dim=32');
    await page.click('.views a[href^="#/rope"]');
    await rested(page, 'studies', 'address');
    /** Counts paintings of canvases on the page and off the page. */
    const paints = () => {
      const pen = CanvasRenderingContext2D.prototype;
      const { putImageData } = pen;
      const seen = { shown: 0, hidden: 0 };
      Object.assign(window, { seen });
      pen.putImageData = /** @type {any} */ (
        /** @this {CanvasRenderingContext2D} */
        function (/** @type {unknown[]} */ ...given) {
          seen[this.canvas.isConnected ? 'shown' : 'hidden'] += 1;
          Reflect.apply(putImageData, this, given);
        }
      );
    };
    await page.evaluate(paints);
    await prefer(page, 'dark');
    const seen = await page.evaluate(() => Reflect.get(window, 'seen'));
    assert.ok(seen.shown > 0);
    assert.equal(seen.hidden, 0);
    // A view that is shown again has the colours of the theme.
    await page.click('.views a[href^="#/encodings"]');
    await settle(page);
    const dark = await pixels(page);
    await prefer(page, 'light');
    assert.notEqual(await pixels(page), dark);
    await prefer(page, 'dark');
    assert.equal(await pixels(page), dark);
  },

  async 'shell: the figures of a view that was left are not waited for'(stage) {
    const { page } = await stage.show('#/rope');
    await page.click('.views a[href^="#/encodings"]');
    await rested(page, 'studies', 'address');
    /** Leaves the view while its figures are put off: what is pending then. */
    const leave = () =>
      /** @type {Promise<string>} */ (
        new Promise((done) => {
          const main = /** @type {HTMLElement} */ (
            document.querySelector('main')
          );
          new MutationObserver((_, observer) => {
            if (!main.dataset.pending?.includes('studies')) return;
            observer.disconnect();
            location.hash = '#/rope';
            // The event of the browser comes later, maybe after the figures.
            dispatchEvent(new HashChangeEvent('hashchange'));
            done(`${main.dataset.pending}`);
          }).observe(main, { attributes: true });
          const field = /** @type {HTMLInputElement} */ (
            document.querySelector('[data-param="base"] input[type="text"]')
          );
          field.value = '78';
          field.dispatchEvent(new Event('input'));
        })
      );
    const works = await ask(page, 'figures that are put off', leave);
    assert.doesNotMatch(works, /studies/);
    assert.ok(await page.$('.view.rope'));
    // Those of the view that is shown are.
    await rested(page, 'studies', 'words', 'address');
    assert.ok(await page.$('main[aria-busy="false"]'));
    // They follow when the view is shown again.
    await page.click('.views a[href^="#/encodings"]');
    await rested(page, 'studies');
    assert.match(await text(page, '.about'), /wave|cycle|repeats/);
  },

  async 'shell: the focus is seen on the map'(stage) {
    const { page } = await stage.show('#/encodings');
    await focusMap(page);
    const outline = await page.$eval(
      '.field',
      (field) => getComputedStyle(field).outlineStyle,
    );
    assert.equal(outline, 'solid');
  },

  async 'shell: the page says when it is busy'(stage) {
    const { page } = await stage.show('#/encodings?length=64&dim=32');
    await rested(page, 'studies', 'words', 'address');
    /** All pending work from a new value in a field to the end. */
    const work = () =>
      /** @type {Promise<{ works: string, busy: string | null }[]>} */ (
        new Promise((done) => {
          const main = /** @type {HTMLElement} */ (
            document.querySelector('main')
          );
          /** @type {{ works: string, busy: string | null }[]} */
          const seen = [];
          new MutationObserver((_, observer) => {
            const works = main.dataset.pending ?? '';
            seen.push({ works, busy: main.getAttribute('aria-busy') });
            if (works !== '') return;
            observer.disconnect();
            done(seen);
          }).observe(main, { attributes: true });
          const field = /** @type {HTMLInputElement} */ (
            document.querySelector('[data-param="base"] input[type="text"]')
          );
          field.value = '77';
          field.dispatchEvent(new Event('input'));
        })
      );
    const works = new Set();
    for (const state of await ask(page, 'the end of all work', work)) {
      // The page is not busy while it waits to write the address or to speak.
      const busy = /load|picture|studies/.test(state.works);
      assert.equal(state.busy, String(busy), state.works);
      for (const work of state.works.split(' ')) works.add(work);
    }
    assert.deepEqual([...works].sort(), ['', 'address', 'picture', 'studies']);
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/encodings?length=64&dim=32&base=77');
    const shown = await page.$eval('main', (main) => main.dataset.address);
    assert.equal(shown, hash);
  },

  async 'shell: Play makes a step a second where less motion is asked for'(
    stage,
  ) {
    /** Presses Play, and gives the milliseconds from step to step. */
    const begun = (/** @type {string} */ button) => {
      const { setInterval } = window;
      /** @type {unknown[]} */
      const paces = [];
      Object.assign(window, {
        setInterval(/** @type {() => void} */ task, /** @type {number} */ ms) {
          paces.push(ms);
          return setInterval(task, ms);
        },
      });
      /** @type {HTMLElement} */ (document.querySelector(button)).click();
      Object.assign(window, { setInterval });
      return paces;
    };
    for (const { address, button, value, usual } of [
      {
        address: '#/rope',
        button: '.player .play',
        value: '.handle-query',
        usual: 200,
      },
      {
        address: '#/start/waves?position=3',
        button: '.start-play .play',
        value: '.start-figure [data-grip]',
        usual: 140,
      },
    ]) {
      for (const [motion, pace] of /** @type {const} */ ([
        ['reduce', 1000],
        ['no-preference', usual],
      ])) {
        const { page } = await stage.show(address);
        await page.emulateMediaFeatures([
          { name: 'prefers-reduced-motion', value: motion },
        ]);
        try {
          const at = () =>
            page.$eval(value, (one) =>
              Number(one.getAttribute('aria-valuenow')),
            );
          const before = await at();
          assert.deepEqual(await page.evaluate(begun, button), [pace], motion);
          await page.waitForFunction(
            (/** @type {string} */ found, /** @type {number} */ least) =>
              Number(
                document.querySelector(found)?.getAttribute('aria-valuenow'),
              ) > least,
            {},
            value,
            before + 1,
          );
          await page.click(button);
          await rested(page, 'words', 'address');
        } finally {
          await page.emulateMediaFeatures();
        }
      }
    }
  },
};
