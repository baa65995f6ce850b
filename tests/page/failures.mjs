// @ts-check
// What the page shows when it, or a part of it, could not be loaded.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { within } from '../../scripts/lib/pace.mjs';
import { banner, text, unfoldAll } from './page-actions.mjs';
import { serve } from './serve.mjs';
import { prefer, present, rested, settle } from './waits.mjs';

/** Folder of the built page. */
const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The path of a script of the page. @param {string} name before its digest */
function scriptOf(name) {
  const files = readdirSync(`${built}/assets`);
  const found = files.find(
    (f) => f.startsWith(name) && /^[\w-]{8}\.js$/.test(f.slice(name.length)),
  );
  assert.ok(found, name);
  return `/assets/${found}`;
}

/** Code before that of a worker: its browser has no memory for WebAssembly. */
const noRoom =
  'WebAssembly.compile = WebAssembly.instantiate = ' +
  '() => Promise.reject(new RangeError("no room for code"));';

/** @type {import('./on-page.mjs').Tests} */
export const failures = {
  async 'failures: a package that cannot begin is named and can be tried again'(
    stage,
  ) {
    const script = scriptOf('rope-worker-');
    /** @type {Record<string, string>} */
    const instead = {
      [script]: noRoom + readFileSync(`${built}${script}`, 'utf8'),
    };
    const server = await serve(built, instead);
    try {
      const { page, complaints } = await stage.load('#/rope', {
        from: server.address,
        ready: '.banner:not([hidden])',
      });
      assert.match(await banner(page), /does not compile|no room/);
      complaints.splice(0);
      delete instead[script];
      await page.click('.banner button');
      await settle(page);
      assert.equal(await banner(page), '');
      await present(page, '.maps canvas[width]');
      assert.deepEqual(complaints, []);
    } finally {
      await server.close();
    }
  },

  async 'failures: a script that fails leaves no blank page'(stage) {
    const files = readdirSync(`${built}/assets`);
    /** The style sheet with the rules of a class. */
    const style = (/** @type {string} */ name) => {
      const found = files.find(
        (file) =>
          file.endsWith('.css') &&
          readFileSync(`${built}/assets/${file}`, 'utf8').includes(`.${name}`),
      );
      assert.ok(found, name);
      return `/assets/${found}`;
    };
    /** @type {Record<string, string | null>} */
    const instead = {};
    const server = await serve(built, instead);
    try {
      for (const [broken, named] of /** @type {const} */ ([
        // The file is missing, or its code throws.
        [null, /views of this page could not be loaded: .*explore/],
        ['throw new RangeError("no such locale")', /loaded: no such locale/],
      ])) {
        instead[scriptOf('explore-')] = broken;
        const hash = '#/encodings?dim=33';
        const { page, complaints } = await stage.load(hash, {
          from: server.address,
          ready: '.notice',
        });
        assert.match(await text(page, '.notice p'), named);
        assert.match(
          await text(page, '.notice p + p'),
          /connection may be lost, or this page was updated/,
        );
        assert.equal(await text(page, '.notice button'), 'Reload the page');
        assert.match(await text(page, '.engine'), /could not be loaded/);
        assert.ok(await page.$('h1'), 'the frame stands');
        assert.equal(await page.$('main[aria-busy="true"]'), null);
        complaints.splice(0);
        delete instead[scriptOf('explore-')];
        await page.click('.notice button');
        await present(page, '.field canvas[width]');
        await settle(page);
        assert.match(await text(page, '.meta'), /256 × 33/);
        assert.deepEqual(complaints, []);
      }

      // One view may fail, by its code or its styles, and others still work.
      for (const [broken, contents, named] of /** @type {const} */ ([
        [scriptOf('rope-'), null, /“RoPE” could not be loaded: .*rope/],
        [scriptOf('rope-'), 'throw new Error("no map")', /loaded: no map/],
        [style('ledger'), null, /could not be loaded: .*css/],
      ])) {
        instead[broken] = contents;
        const { page, complaints } = await stage.load('#/encodings?dim=33', {
          from: server.address,
        });
        await page.evaluate(() => {
          location.hash = '#/rope?start=7';
        });
        await present(page, '.notice');
        await settle(page);
        assert.match(await text(page, '.notice p'), named);
        assert.match(
          await text(page, '.engine'),
          /computed (by posenc|in this tab)/,
        );
        assert.equal(await page.$('main[aria-busy="true"]'), null);
        assert.equal(await text(page, '.views a[aria-current]'), 'RoPE');
        complaints.splice(0);
        await page.click('.views a[href^="#/encodings"]');
        await settle(page);
        assert.match(await text(page, '.meta'), /256 × 33/);
        await page.evaluate(() => {
          location.hash = '#/rope?start=7';
        });
        await present(page, '.notice');
        complaints.splice(0);
        delete instead[broken];
        await page.click('.notice button');
        await present(page, '.maps canvas[width]');
        await settle(page);
        assert.match(await text(page, '.ledger'), /moved by 7 /);
        assert.deepEqual(complaints, []);
      }

      // If no script runs, the text of the page appears after a while.
      const { page, complaints } = await stage.load('', {
        from: server.address,
      });
      instead[scriptOf('index-')] = null;
      // No script runs, so there is nothing else to wait for.
      await within(page.reload(), 30, 'loading it again');
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

  async 'failures: a lesson whose numbers cannot be loaded says so'(stage) {
    const [part = ''] = readdirSync(`${built}/assets`).filter((file) =>
      /^posenc-absolute-.*\.js$/.test(file),
    );
    const server = await serve(built, { [`/assets/${part}`]: null });
    try {
      const { page, complaints } = await stage.load('#/start/waves', {
        from: server.address,
      });
      const said = await text(page, '.said');
      await page.focus('main input[type="range"]');
      await page.keyboard.press('ArrowRight');
      await settle(page);
      assert.notEqual(await text(page, '.said'), said);
      assert.match(
        await text(page, '.said'),
        /could not be loaded: .*absolute/,
      );
      complaints.splice(0);
    } finally {
      await server.close();
    }
  },

  async 'failures: a worker that cannot draw says why for both pictures'(
    stage,
  ) {
    const path = scriptOf('attention-worker-');
    const worker = readFileSync(`${built}${path}`, 'utf8');
    /** @type {Record<string, string | null>} */
    const instead = {};
    const server = await serve(built, instead);
    try {
      // A defect, which throws anything.
      instead[path] =
        'AbortSignal.prototype.throwIfAborted = ' +
        `() => { throw new Error("no such number"); };${worker}`;
      const { page, complaints } = await stage.load('#/attention?length=300', {
        from: server.address,
      });
      await unfoldAll(page);
      await page.$eval('.long', (figure) => figure.scrollIntoView());
      await present(page, '.long[data-state="drawn"]');
      await rested(page, 'studies');
      for (const side of ['a', 'b']) {
        const map = `[data-map="${side}-long"]`;
        assert.match(
          await text(page, `${map} .missing`),
          /^no such number ·\u00a0PAGE_DEFECT$/,
          side,
        );
        assert.ok(await page.$(`${map} .heatmap[hidden]`));
      }
      assert.equal(
        await text(page, '[data-long="progress"]'),
        '300 × 300 pairs',
      );
      complaints.splice(0);
    } finally {
      await server.close();
    }
  },

  async 'failures: pictures whose worker breaks can be tried again'(stage) {
    const path = scriptOf('attention-worker-');
    /** @type {Record<string, string | null>} */
    const instead = {};
    const server = await serve(built, instead);
    try {
      const code = readFileSync(`${built}${path}`, 'utf8');
      // The file is missing, its code throws, or the engine has no memory.
      for (const broken of [
        null,
        'throw new Error("no such worker")',
        noRoom + code,
      ]) {
        instead[path] = broken;
        const { page, complaints } = await stage.load(
          '#/attention?length=300',
          { from: server.address },
        );
        await unfoldAll(page);
        await page.$eval('.long', (figure) => figure.scrollIntoView());
        await present(page, '.long[data-state="broken"]');
        await rested(page, 'studies');
        const progress = () => text(page, '[data-long="progress"]');
        assert.match(await progress(), /The worker stopped three times/);
        // Another theme draws the page anew, and asks for the pictures again.
        await prefer(page, 'dark');
        await present(page, '.long[data-state="broken"]');
        await rested(page, 'studies');
        assert.match(await progress(), /The worker stopped three times/);
        complaints.splice(0);
        delete instead[path];
        await page.click('.long-head button:not([hidden])');
        await present(page, '.long[data-state="drawn"]');
        await rested(page, 'studies');
        assert.equal(await progress(), '300 × 300 pairs');
        assert.ok(await page.$('.long-head button[aria-label="Zoom out"]'));
        assert.deepEqual(complaints, []);
      }
    } finally {
      await server.close();
    }
  },
};
