// @ts-check
// What holds in every view: nothing complains, nothing leaks, nothing moves.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { choose, focusMap, pixels, text, type } from './hands.mjs';
import { serve } from './serve.mjs';
import { frame, prefer, present, resize, rested, settle } from './waits.mjs';

const views = ['#/encodings', '#/rope'];

/** Folder of the built page. */
const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Runs in the page before its scripts: adds up by how much its parts have been
 * moved, for `shifted()` to tell.
 */
function countShifts() {
  let sum = 0;
  const add = (/** @type {PerformanceEntryList} */ entries) => {
    for (const entry of entries) {
      sum += /** @type {{ value?: number }} */ (entry).value ?? 0;
    }
  };
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  const shifted = () => {
    add(observer.takeRecords());
    return sum;
  };
  Object.assign(window, { shifted });
}

/** @type {import('./run.mjs').Tests} */
export const shell = {
  async 'shell: loads without a complaint, and nothing moves meanwhile'(stage) {
    for (const view of views) {
      const { page, complaints } = await stage.load(view, {
        before: countShifts,
      });
      // To the last of what comes late: studies, facts and the address.
      await rested(page, 'studies', 'words', 'address');
      await frame(page);
      // No error, no warning, and no request to anybody else.
      assert.deepEqual(complaints, []);
      assert.match(await text(page, '.engine'), /posenc \d+\.\d+\.\d+.*SIMD/);
      const shift = await page.evaluate(() => Reflect.get(window, 'shifted')());
      assert.ok(Number(shift) < 0.01, `${view} shifted by ${shift}`);
    }
  },

  async 'shell: the content security policy is in force'(stage) {
    const { page, complaints } = await stage.show('#/encodings');
    const [margin, broken] = await page.evaluate(async () => {
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
    });
    assert.equal(margin, '0px');
    assert.equal(broken, 'style-src-attr');
    const said = complaints.splice(0);
    assert.match(said.join(), /Content Security Policy/);
  },

  async 'shell: no view scrolls sideways from 320 to 1600 pixels'(stage) {
    for (const view of views) {
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
    for (const view of views) {
      const { page } = await stage.show(view, { width: 320 });
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

  async 'shell: the skip link leaves the view and its address alone'(stage) {
    const { page } = await stage.load('#/rope?headDim=32');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await settle(page);
    const at = () =>
      page.evaluate(() => [document.activeElement?.id, location.hash]);
    assert.deepEqual(await at(), ['main', '#/rope?headDim=32']);
    await page.evaluate(
      () =>
        new Promise((done) => {
          addEventListener('hashchange', done, { once: true });
          location.hash = '#main';
        }),
    );
    await settle(page);
    assert.ok(await page.$('.view.rope'), 'an anchor is no view');
    await type(page, 'headDim', '16');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/rope?headDim=16');
  },

  async 'shell: the Tab key goes the way the eye goes'(stage) {
    for (const view of views) {
      const { page } = await stage.show(view);
      /** The parts of a view as the Tab key meets them. */
      const parts = () =>
        page.$$eval('.columns :is(.side, .heatmap, .code)', (all) =>
          all
            .filter((part) => part.getClientRects().length > 0)
            .map((part) => {
              const { left, top } = part.getBoundingClientRect();
              return { part: part.className, left, top };
            }),
        );
      const wide = await parts();
      assert.equal(wide[0]?.part, 'side');
      assert.ok(wide.every(({ left }) => left >= (wide[0]?.left ?? 0)));
      // A reader who turns the tablet keeps the field that is typed in.
      const field = '.side input[type="text"]';
      await page.focus(field);
      await resize(page, { width: 360 });
      const narrow = await parts();
      const places = narrow.map(({ top }) => top);
      assert.deepEqual(
        places,
        [...places].sort((a, b) => a - b),
      );
      // Behind the pictures that the controls change, before the rest.
      const first = narrow.findIndex(({ part }) => part === 'side');
      assert.equal(narrow[first - 1]?.part, 'heatmap');
      assert.ok(narrow.slice(first).some(({ part }) => part === 'code'));
      assert.ok(await page.$(`${field}:focus`));
    }
  },

  async 'shell: the gaps between controls are even'(stage) {
    for (const view of views) {
      const { page } = await stage.show(view);
      const gaps = await page.$$eval('.panel .control', (all) => {
        const boxes = all.map((control) => control.getBoundingClientRect());
        return boxes
          .slice(1)
          .map((box, i) => Math.round(box.top - (boxes[i]?.bottom ?? 0)));
      });
      assert.equal(new Set(gaps).size, 1, gaps.join());
      assert.ok((gaps[0] ?? 0) >= 12, gaps.join());
    }
  },

  async 'shell: both themes, by system and by choice'(stage) {
    const ground = () => getComputedStyle(document.documentElement).background;
    const { page } = await stage.load('', { scheme: 'dark' });
    const dark = [await page.evaluate(ground), await pixels(page)];
    await prefer(page, 'light');
    const light = [await page.evaluate(ground), await pixels(page)];
    assert.notEqual(light[0], dark[0]);
    assert.notEqual(light[1], dark[1]);

    await choose(page, '.theme', 'dark');
    assert.deepEqual([await page.evaluate(ground), await pixels(page)], dark);
    await page.reload();
    await settle(page);
    assert.deepEqual(
      [await page.evaluate(ground), await pixels(page)],
      dark,
      'is remembered',
    );
  },

  async 'shell: links lead to the views and back to their states'(stage) {
    const { page } = await stage.show('#/encodings?dim=33');
    await page.click('.views a:nth-child(2)');
    await settle(page);
    assert.ok(await page.$('.view.rope'));
    assert.equal(await page.title(), 'RoPE attention · posenc Explorer');
    await page.goBack();
    await settle(page);
    assert.ok(await page.$('.view.encodings'));
    assert.match(await page.evaluate(() => location.hash), /dim=33/);
    assert.match(await text(page, '.meta'), /256 × 33/);
  },

  async 'shell: a load that failed is named and can be tried again'(stage) {
    const { page } = await stage.load('', {
      ready: '.notice',
      before: () => {
        // What a browser does when it runs out of memory for code.
        const { compile, instantiate } = WebAssembly;
        const fail = () => Promise.reject(new RangeError('no room for code'));
        Object.assign(WebAssembly, { compile: fail, instantiate: fail });
        // Captured, so that it is whole again before the button is heard.
        const mend = () => Object.assign(WebAssembly, { compile, instantiate });
        addEventListener('click', mend, { capture: true });
      },
    });
    assert.match(await text(page, '.notice p'), /does not compile|no room/);
    assert.match(await text(page, '.engine'), /could not be loaded/);
    await page.click('.notice button');
    await present(page, '.field canvas[width]');
    assert.equal(await page.$('.notice'), null);
    assert.match(await text(page, '.engine'), /posenc \d/);
  },

  async 'shell: a script that fails leaves no blank page'(stage) {
    const files = readdirSync(`${built}/assets`);
    const path = (/** @type {string} */ name) =>
      `/assets/${files.find((f) => f.startsWith(name) && f.endsWith('.js'))}`;
    /** @type {Record<string, string | null>} */
    const instead = {};
    const server = await serve(built, instead);
    try {
      for (const [broken, named] of /** @type {const} */ ([
        // It is not there; or it throws, as a library may in an odd locale.
        [null, /views of this page could not be loaded: .*explore/],
        ['throw new RangeError("no such locale")', /loaded: no such locale/],
      ])) {
        instead[path('explore-')] = broken;
        const hash = '#/encodings?dim=33';
        const { page, complaints } = await stage.load(hash, {
          from: server.address,
          ready: '.notice',
        });
        assert.match(await text(page, '.notice p'), named);
        assert.match(await text(page, '.engine'), /could not be loaded/);
        assert.ok(await page.$('h1'), 'the frame stands');
        assert.equal(await page.$('main[aria-busy="true"]'), null);
        complaints.splice(0);
        delete instead[path('explore-')];
        await page.click('.notice button');
        await present(page, '.field canvas[width]');
        await settle(page);
        assert.match(await text(page, '.meta'), /256 × 33/);
        assert.deepEqual(complaints, []);
      }

      // Where nothing of the page runs, its text is seen after a while.
      const { page, complaints } = await stage.load('', {
        from: server.address,
      });
      instead[path('index-')] = null;
      await page.reload();
      const seen = await page.$eval('.fallback', (line) => {
        const state = () => getComputedStyle(line).visibility;
        const first = state();
        for (const animation of line.getAnimations()) animation.finish();
        return [first, state(), line.textContent];
      });
      assert.deepEqual(seen.slice(0, 2), ['hidden', 'visible']);
      assert.match(String(seen[2]), /could not be loaded: please reload/);
      complaints.splice(0);
    } finally {
      await server.close();
    }
  },

  async 'shell: all that is needed is asked for by the page itself'(stage) {
    const { page } = await stage.load('#/encodings');
    // What only a script asked for would come later than it could.
    const asked = await page.$$eval('script[src], link[href]', (all) =>
      all.map((part) => Reflect.get(part, 'src') ?? Reflect.get(part, 'href')),
    );
    const loaded = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .filter((name) => /\.(js|css)$/.test(name)),
    );
    assert.ok(loaded.length >= 3, loaded.join());
    assert.deepEqual(
      loaded.filter((name) => !asked.includes(name)),
      [],
    );
    // Each once: a preload that does not fit its import is fetched twice.
    assert.equal(new Set(loaded).size, loaded.length, loaded.join());
  },

  async 'shell: an unknown view is the first one'(stage) {
    const { page } = await stage.show('#/nowhere?x=1');
    assert.ok(await page.$('.view.encodings'));
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
    /** What is told from the change of a field to the end of all work. */
    const told = await page.evaluate(
      () =>
        new Promise((done) => {
          const main = /** @type {HTMLElement} */ (
            document.querySelector('main')
          );
          const seen = new Set();
          new MutationObserver((_, observer) => {
            const { pending = '' } = main.dataset;
            for (const work of pending.split(' ')) {
              seen.add(`${work} ${main.getAttribute('aria-busy')}`);
            }
            if (pending !== '') return;
            observer.disconnect();
            done([...seen]);
          }).observe(main, { attributes: true });
          const field = /** @type {HTMLInputElement} */ (
            document.querySelector('[data-param="base"] input[type="text"]')
          );
          field.value = '77';
          field.dispatchEvent(new Event('input'));
        }),
    );
    assert.deepEqual(/** @type {string[]} */ (told).sort(), [
      ' false',
      // It has nothing to do with what is on the page.
      'address false',
      'address true',
      'picture true',
      'studies true',
    ]);
    const { address } = await page.$eval('main', (main) => ({
      ...main.dataset,
    }));
    assert.equal(address, '#/encodings?length=64&dim=32&base=77');
    assert.equal(await page.evaluate(() => location.hash), address);
  },
};
