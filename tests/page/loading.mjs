// @ts-check
// What the page does while it is loaded.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { methods } from 'posenc/descriptions';
import { fileIn } from '../../scripts/lib/files.mjs';
import { choose, pixels, text, type, unfold } from './page-actions.mjs';
import { serve } from './serve.mjs';
import { staysFree } from './threads.mjs';
import { addresses } from './views.mjs';
import { ask, frame, prefer, reload, rested, settle } from './waits.mjs';

/** Folder of the built page. */
const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * The most bytes that an address may fetch, compressed.
 * @type {[address: string, bytes: number][]}
 */
const limits = [
  ['#/', 150_000],
  ['#/start', 150_000],
  ...addresses.map((view) => /** @type {[string, number]} */ ([view, 350_000])),
];

/**
 * Runs in the page before its scripts: adds up the layout shifts, and defines
 * `shifted()`, which gives their sum.
 */
export function countShifts() {
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

/**
 * What a browser fetches for an address until three seconds after the page has
 * come to rest, as sent by a host that compresses: fonts and workers included,
 * and a file as often as it is asked for.
 * @param {import('./browser.mjs').Stage} stage
 * @param {string} address
 * @returns {Promise<{ path: string, size: number }[]>}
 */
async function fetched(stage, address) {
  /** @type {string[]} */
  const paths = [];
  const server = await serve(built, {}, (path) => paths.push(path));
  try {
    const { page } = await stage.load(address, { from: server.address });
    await rested(page, 'studies', 'words', 'address');
    await new Promise((done) => setTimeout(done, 3000));
    return paths.map((path) => {
      const file = fileIn(built, path);
      const bytes = file ? readFileSync(file) : Buffer.alloc(0);
      return { path, size: brotliCompressSync(bytes).length };
    });
  } finally {
    await server.close();
  }
}

/** The entries of the package that workers import, by the names of their files. */
const entriesOfWorkers = () =>
  new Set(
    readdirSync(`${built}/assets`)
      .filter((name) => /worker-/.test(name))
      .flatMap(
        (name) =>
          readFileSync(`${built}/assets/${name}`, 'utf8').match(
            /(?<=[./"'`])posenc-[\w-]+\.js/g,
          ) ?? [],
      ),
  );

/** The built fonts, by the beginnings of their names. */
function builtFonts() {
  return readdirSync(`${built}/assets`)
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => ({
      family: name.startsWith('heading-') ? 'Chart Heading' : 'Chart Text',
      weight: name.startsWith('strong-') ? '600' : '400',
      path: `/assets/${name}`,
    }));
}

/**
 * Runs in the page: brings fonts in that were missing, and gives how much has
 * shifted by then.
 * @param {{ family: string, weight: string, path: string }[]} fonts
 */
async function bringFonts(fonts) {
  for (const { family, weight, path } of fonts) {
    const style = family === 'Chart Text' ? 'normal' : 'italic';
    const face = new FontFace(family, `url(.${path})`, { style, weight });
    document.fonts.add(await face.load());
  }
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  return Number(Reflect.get(window, 'shifted')());
}

const budgets = limits.map(([address, most]) => {
  /** @param {import('./browser.mjs').Stage} stage */
  const test = async (stage) => {
    const files = await fetched(stage, address);
    const sum = files.reduce((bytes, { size }) => bytes + size, 0);
    const all = files.map(({ path, size }) => `${path} ${size}`).join(', ');
    // Without the frame, its styles and the view, nothing was counted.
    assert.ok(files.length >= 5 && sum > 10_000, all);
    assert.ok(sum <= most, `${sum} bytes: ${all}`);
  };
  return /** @type {const} */ ([
    `loading: ${address} fetches at most ${most / 1000} kB`,
    test,
  ]);
});

/** @type {import('./on-page.mjs').Tests} */
export const loading = {
  ...Object.fromEntries(budgets),

  async 'loading: nothing complains and nothing moves'(stage) {
    const compared = '#/encodings?with=sinusoidal&with.base=500';
    for (const size of [
      { width: 1280, height: 900 },
      { width: 390, height: 844 },
    ]) {
      for (const view of ['#/', '#/start', ...addresses, compared]) {
        const { page, complaints } = await stage.load(view, {
          ...{ before: countShifts, size },
        });
        // Studies, facts and the address come last.
        await rested(page, 'studies', 'words', 'address');
        await frame(page);
        // No error, no warning, and no request to another host.
        assert.deepEqual(complaints, []);
        // Where the package is in workers, the page does not know its version.
        const engine = !view.startsWith('#/attention')
          ? /computed (by posenc|in this tab)/
          : /posenc \d.*SIMD/;
        assert.match(await text(page, '.engine'), engine);
        const shift = await page.evaluate(() =>
          Reflect.get(window, 'shifted')(),
        );
        // The link to copy and the strips of a map come where nothing else stands,
        // but the box around them counts.
        const most = view === compared ? 0.003 : 0.001;
        const where = `${view} at ${size.width}`;
        assert.ok(Number(shift) < most, `${where} shifted by ${shift}`);
      }
    }
  },

  async 'loading: what comes after a press moves nothing'(stage) {
    for (const view of addresses) {
      const { page } = await stage.load(view, { before: countShifts });
      await rested(page, 'studies', 'words', 'address');
      /**
       * Presses something, which may move what is below it, and asserts that what
       * is loaded or computed then moves nothing.
       * @param {string} what @param {() => Promise<unknown>} press
       * @param {number} [limit]
       */
      const still = async (what, press, limit = 0) => {
        await press();
        await frame(page);
        await frame(page);
        const moved = () => Reflect.get(window, 'shifted')();
        const before = await page.evaluate(moved);
        await rested(page, 'studies', 'words', 'address');
        await frame(page);
        const later = Number(await page.evaluate(moved)) - Number(before);
        assert.ok(later <= limit, `${view}, ${what}: shifted by ${later}`);
      };
      const folds = await page.$$('.view details');
      assert.ok(folds.length > 5, view);
      for (const fold of folds) {
        const title = await fold.evaluate(
          (one) => one.querySelector('summary')?.textContent ?? '',
        );
        const toggle = () =>
          fold.evaluate((one) => one.toggleAttribute('open'));
        await still(title, toggle);
        // The next one stands where it stood.
        await toggle();
        await rested(page, 'studies');
      }
      if (view !== '#/encodings') continue;
      for (const method of ['polynomial', 'sinusoidalGrid', 'learned']) {
        await page.click('.chooser h3 button');
        await rested(page, 'studies');
        // The names of axes and the numbers of the colour bar are centred, so
        // that others begin elsewhere; nothing else moves.
        const choice = `.methods label:has(input[value="${method}"])`;
        await still(method, () => page.click(choice), 0.0001);
      }
    }
  },

  async 'loading: fonts that come late move nothing'(stage) {
    const fonts = builtFonts();
    assert.equal(fonts.length, 3);
    // Under their own names there are none; they come under others.
    const instead = Object.fromEntries(
      fonts.flatMap(({ path }) => [
        [path, null],
        [`/late${path}`, readFileSync(built + path)],
      ]),
    );
    const late = fonts.map((font) => ({
      ...font,
      path: `/late${font.path}`,
    }));
    const server = await serve(built, instead);
    try {
      for (const view of ['#/', '#/start', ...addresses]) {
        const { page, complaints } = await stage.load(view, {
          before: countShifts,
          from: server.address,
        });
        await rested(page, 'studies', 'words', 'address');
        // The browser says of each font that there is none, and nothing else.
        const others = complaints.filter((text) => !/404|\.woff2$/.test(text));
        assert.deepEqual(others, []);
        complaints.length = 0;
        const width = () => document.querySelector('h2')?.scrollWidth;
        const before = await page.evaluate(width);
        const shift = await page.evaluate(bringFonts, late);
        const sizes = `${view}: heading ${before} → ${await page.evaluate(width)}`;
        // A stand-in has the mean width of the font, not that of each letter.
        assert.ok(shift < 0.02, `${sizes}, shifted by ${shift}`);
      }
    } finally {
      await server.close();
    }
  },

  async 'loading: all that is needed is asked for ahead'(stage) {
    const inWorkers = entriesOfWorkers();
    for (const view of ['#/', '#/start', ...addresses]) {
      const { page } = await stage.load(view);
      await rested(page, 'studies', 'words', 'address');
      const { asked, loaded } = await page.evaluate(() => ({
        // Vite adds style sheets when it imports a view, and nothing else.
        asked: [
          ...document.querySelectorAll(
            'script[src], link[href]:not([rel="stylesheet"]), ' +
              'head > link[href*="/index-"]',
          ),
        ].map((part) => Reflect.get(part, 'src') ?? Reflect.get(part, 'href')),
        loaded: performance
          .getEntriesByType('resource')
          .map(({ name }) => name)
          // A worker's file is asked for as the view is made.
          .filter((name) => /\.(js|css)$/.test(name) && !/worker-/.test(name)),
      }));
      assert.ok(loaded.length >= 3, loaded.join());
      // Chromium names what a worker imports among the files of the page.
      const later = loaded.filter(
        (name) => !inWorkers.has(name.split('/').at(-1) ?? ''),
      );
      // A file that only a script asked for would come later than it could.
      assert.deepEqual(
        later.filter((name) => !asked.includes(name)),
        [],
        view,
      );
      // And none is asked for that this view does not use.
      const needed = new Set(loaded);
      assert.deepEqual(
        asked.filter((name) => /\.js$/.test(name) && !needed.has(name)),
        [],
        view,
      );
      // Each once: a preload that does not fit its import is fetched twice.
      assert.equal(new Set(later).size, later.length, loaded.join());
    }
  },

  async 'loading: the page is free while it is loaded'(stage) {
    for (const view of ['#/', '#/start', ...addresses]) {
      const { page } = await stage.load(view);
      // Traces of pages that were left take five seconds longer.
      const load = async () => {
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await reload(page);
        await rested(page, 'studies', 'words', 'address');
      };
      await staysFree(page, `loading ${view}`, load);
    }
  },

  async 'loading: the page is not isolated, and allows no code but its own files'(
    stage,
  ) {
    const { page, complaints } = await stage.load('#/attention');
    await rested(page, 'studies');
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    const policy = await page.$eval(
      'meta[http-equiv="Content-Security-Policy"]',
      (meta) => meta.getAttribute('content') ?? '',
    );
    const sources = new Map(
      policy.split(';').map((part) => {
        const [directive = '', ...from] = part.trim().split(' ');
        return [directive, from];
      }),
    );
    assert.deepEqual(sources.get('default-src'), ["'self'"]);
    assert.deepEqual(sources.get('script-src'), [
      ...["'self'", "'wasm-unsafe-eval'"],
    ]);
    assert.equal(sources.get('worker-src'), undefined);
    assert.doesNotMatch(policy, /blob:|data:|'unsafe-/);
    // The browser holds to it.
    const refuse = () =>
      /** @type {Promise<string>} */ (
        new Promise((done) => {
          document.addEventListener(
            'securitypolicyviolation',
            ({ effectiveDirective, blockedURI }) =>
              done(`${effectiveDirective} ${blockedURI}`),
            { once: true },
          );
          const file = URL.createObjectURL(new Blob(['']));
          try {
            new Worker(file);
          } catch {
            // Some engines throw, too.
          }
        })
      );
    const said = await ask(page, 'a violation', refuse);
    assert.match(said, /^worker-src blob/);
    await frame(page);
    assert.match(complaints.splice(0).join(), /worker-src blob/);
  },

  async 'loading: pointing at a link, or focusing it, loads what it leads to'(
    stage,
  ) {
    // Which files a view has is written where they are asked for ahead.
    const [, listed = ''] =
      /\}\)\((\{.*\})\);\s*$/s.exec(
        readFileSync(`${built}/ahead.js`, 'utf8'),
      ) ?? [];
    /** @type {Record<string, [rel: string, file: string][]>} */
    const { rope = [] } = JSON.parse(listed);
    const files = rope.map(([, file]) => file.replace('./', '/'));
    const loaded = () =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname);
    const link = '.views a[href^="#/rope"]';
    for (const sign of ['hover', 'focus']) {
      const { page } = await stage.load('#/');
      await rested(page, 'studies', 'words', 'address');
      const before = await page.evaluate(loaded);
      const own = files.filter((file) => !before.includes(file));
      assert.ok(own.length >= 3, own.join());
      await (sign === 'hover' ? page.hover(link) : page.focus(link));
      const there = (/** @type {string[]} */ wanted) => {
        const names = performance
          .getEntriesByType('resource')
          .map(({ name }) => new URL(name).pathname);
        return wanted.every((file) => names.includes(file));
      };
      await page.waitForFunction(there, {}, own);
      // Nothing else happens: the reader is where he was.
      assert.equal(await page.$('.view.rope'), null, sign);
      assert.match(await page.evaluate(() => location.hash), /^(#\/)?$/);
    }
  },

  async 'loading: a view is loaded when it is first shown'(stage) {
    const { page } = await stage.load('#/encodings');
    const loaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .map(({ name }) => name.replace(/.*\//, ''))
          .filter((name) => /\.(js|css)$/.test(name)),
      );
    const first = await loaded();
    assert.ok(!first.some((name) => name.startsWith('rope-')), first.join());
    await page.click('.views a[href^="#/rope"]');
    await settle(page);
    const more = (await loaded()).filter((name) => !first.includes(name));
    assert.ok(
      more.some((name) => name.startsWith('rope-')),
      more.join(),
    );
    assert.ok(
      more.some((name) => name.endsWith('.css')),
      more.join(),
    );
    // The view has its styles when it is shown.
    const grid = await page.$eval(
      '.ledger',
      (ledger) => getComputedStyle(ledger).tableLayout,
    );
    assert.equal(grid, 'fixed');
  },

  async 'loading: the lines below options are there when their fold opens'(
    stage,
  ) {
    const { page } = await stage.load('#/attention?a.bias.method=kerple');
    const asked = () =>
      page.evaluate(() => performance.getEntriesByType('resource').length);
    await rested(page, 'studies', 'words', 'address');
    const before = await asked();
    await unfold(page, '[data-side="a"] > .parts');
    await settle(page);
    assert.ok((await asked()) > before, 'they were not loaded before');
    // What stands below each control in the first frame of the fold.
    const lines = await page.evaluate(async () => {
      const slot = document.querySelector('[data-param="a.bias"]');
      const fold = /** @type {HTMLDetailsElement} */ (
        slot?.querySelector('details')
      );
      fold.open = true;
      await new Promise((done) =>
        requestAnimationFrame(() => setTimeout(done)),
      );
      return [...fold.querySelectorAll('[data-param]')].map((control) => [
        control.getAttribute('data-param')?.replace('a.bias.', ''),
        control.querySelector('.note')?.textContent,
      ]);
    });
    assert.ok(lines.length >= 2, JSON.stringify(lines));
    /** @type {Record<string, { doc: string }>} */
    const { ...described } = methods.kerple.parameters;
    for (const [name, line] of lines) {
      const doc = described[name ?? '']?.doc.replaceAll('`', '');
      assert.equal(line, doc, name ?? '');
    }
  },

  async 'loading: both themes, by system and by choice'(stage) {
    const ground = () => getComputedStyle(document.documentElement).background;
    const { page } = await stage.load('#/encodings', { scheme: 'dark' });
    const dark = [await page.evaluate(ground), await pixels(page)];
    await prefer(page, 'light');
    const light = [await page.evaluate(ground), await pixels(page)];
    assert.notEqual(light[0], dark[0]);
    assert.notEqual(light[1], dark[1]);

    await choose(page, '.theme', 'dark');
    assert.deepEqual([await page.evaluate(ground), await pixels(page)], dark);
    await reload(page);
    assert.deepEqual(
      [await page.evaluate(ground), await pixels(page)],
      dark,
      'is remembered',
    );
  },

  async 'loading: the skip link leaves the view and its address alone'(stage) {
    const { page } = await stage.load('#/rope?headDim=32');
    // The first of the two leads to the figure.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await settle(page);
    const at = () =>
      page.evaluate(() => [document.activeElement?.id, location.hash]);
    assert.deepEqual(await at(), ['main', '#/rope?headDim=32']);
    // The figure, from the top of the page.
    await page.evaluate(() => scrollTo(0, 0));
    await page.focus('.skip');
    await page.keyboard.press('Enter');
    const figure = await page.evaluate(() => ({
      held: document.activeElement?.hasAttribute('data-figure'),
      top: document.activeElement?.getBoundingClientRect().top ?? -1,
      hash: location.hash,
    }));
    assert.ok(figure.held);
    assert.ok(figure.top > -1 && figure.top < 300, `${figure.top}`);
    assert.equal(figure.hash, '#/rope?headDim=32');
    const follow = () =>
      new Promise((done) => {
        addEventListener('hashchange', () => done(null), { once: true });
        location.hash = '#main';
      });
    await ask(page, 'the anchor', follow);
    await settle(page);
    assert.ok(await page.$('.view.rope'), 'an anchor is no view');
    await type(page, 'headDim', '16');
    await rested(page, 'address');
    const hash = await page.evaluate(() => location.hash);
    assert.equal(hash, '#/rope?headDim=16');
  },
};
