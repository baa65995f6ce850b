// @ts-check
// The browser of the page tests, and the pages that it lends to them.
//
// `stage.show` lends one page that is loaded once for all tests. It changes the
// hash of its address, and resets the page: same size, no chosen theme, nothing
// stored, no focus, the pointer in the corner, nothing spoken. After a test
// that failed or hung, the page is closed and the next test gets another.
//
// `stage.load` loads the page anew, with nothing stored. Only these tests need
// it:
// - complaints, movements and requests while the page is loaded;
// - loads that fail, because something breaks before the page's scripts run;
// - themes: the first paint under a theme, and the memory of a choice;
// - the skip link, which the Tab key meets first only on a page without focus;
// - two round trips of an address, because a page that opens a link has no
//   other state;
// - what a control begins with, because it remembers earlier choices;
// - the tenth method, because the page is built with it.

import assert from 'node:assert/strict';
import { within } from '../../scripts/lib/pace.mjs';
import { end, launch } from '../engines/browsers.mjs';
import { prefer, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Browser} Browser */
/** @typedef {import('puppeteer-core').Page} Page */

/**
 * @typedef {object} Visit a page; there is one at a time
 * @property {Page} page
 * @property {string[]} complaints console errors, exceptions, CSP violations,
 *   requests that failed or left the loopback; one that is left when a test
 *   ends makes it fail
 */

/** @typedef {{ width: number, height?: number, scale?: number }} Size */

/**
 * @typedef {object} Loading
 * @property {import('./waits.mjs').Scheme} [scheme] of the system
 * @property {() => void} [before] runs in the page before its own scripts
 * @property {string} [ready] what to wait for besides the first picture
 * @property {string} [from] another address of the page
 * @property {Size} [size] another one than the usual
 */

/**
 * @typedef {object} Stage
 * @property {(hash: string, size?: Size) => Promise<Visit>} show
 * @property {(hash: string, loading?: Loading) => Promise<Visit>} load
 */

/** The size of the page, unless a test asks for another. */
const usual = { width: 1280, height: 900, scale: 1 };

/** Seconds for a browser to give a page, or to load it. */
const patience = 30;

/** @param {Page} page @param {() => string} origin @returns {string[]} */
function listen(page, origin) {
  /** @type {string[]} */
  const complaints = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') {
      complaints.push(message.text());
    }
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('requestfailed', (request) => complaints.push(request.url()));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin()) {
      complaints.push(`left the host: ${request.url()}`);
    }
  });
  return complaints;
}

/**
 * Runs in the page: removes what a test left behind, and goes to an address.
 * @param {string} hash
 * @returns {boolean} false: something is left that cannot be taken away
 */
function renew(hash) {
  const { activeElement, documentElement } = document;
  if (activeElement instanceof HTMLElement) activeElement.blur();
  getSelection()?.removeAllRanges();
  for (const opened of document.querySelectorAll('details[open]')) {
    opened.removeAttribute('open');
  }
  for (const line of document.querySelectorAll('[aria-live]')) {
    line.textContent = '';
  }
  scrollTo(0, 0);
  const before = location.hash;
  location.hash = hash;
  // The same address may stand for another state, which is not written yet.
  if (location.hash === before)
    dispatchEvent(new HashChangeEvent('hashchange'));
  const theme = documentElement.dataset.theme;
  const popup = document.querySelector('.methods:not([hidden])');
  // The last address is kept from test to test, as it is from visit to visit.
  const stored = localStorage.getItem('posenc-theme');
  return stored === null && theme === undefined && popup === null;
}

export class Pages {
  #address;
  /** @type {Browser | null} */
  #browser = null;
  /** What is lent. @type {Visit | null} */
  #visit = null;
  /** The origin of the page that is loaded. */
  #origin = '';
  /** Whether the page must be loaded again before the next test. */
  #worn = false;
  /** Counts the tests, so that a test that hangs cannot use a later page. */
  #turn = 0;
  #running = false;

  /** @param {string} address of the page, ends with a slash */
  constructor(address) {
    this.#address = address;
  }

  /**
   * Runs a test with pages to lend.
   * @param {(stage: Stage) => Promise<void>} test
   */
  async during(test) {
    // The test before this one failed or hangs.
    if (this.#running) this.#throwAway();
    this.#running = true;
    this.#turn += 1;
    const turn = this.#turn;
    const check = () => {
      if (turn !== this.#turn) throw new Error('this test was ended');
    };
    await test({
      show: (hash, size = usual) => {
        check();
        return this.#show(hash, { ...usual, ...size });
      },
      load: (hash, loading = {}) => {
        check();
        return this.#load(hash, loading.size ?? usual, loading);
      },
    });
    assert.deepEqual(this.#visit?.complaints ?? [], []);
    check();
    this.#running = false;
  }

  async close() {
    if (this.#browser) await end(this.#browser);
  }

  #throwAway() {
    const closed = this.#visit?.page.browserContext().close();
    // Not awaited, because closing may hang.
    closed?.catch(() => {});
    this.#visit = null;
  }

  /** @returns {Promise<Visit>} with nothing in it, in a context of its own */
  async #open() {
    if (!this.#browser?.connected) this.#browser = await launch('chromium');
    const browser = this.#browser;
    try {
      const opened = browser
        .createBrowserContext()
        .then((context) => context.newPage());
      const page = await within(opened, patience, 'opening a page');
      page.setDefaultTimeout(0);
      await page.evaluateOnNewDocument(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      return { page, complaints: listen(page, () => this.#origin) };
    } catch (error) {
      // This browser may be broken, so the next test gets another.
      this.#browser = null;
      browser.process()?.kill('SIGKILL');
      throw error;
    }
  }

  /** Leaves the page, and clears what it stored. */
  async #leave() {
    if (this.#visit === null) return;
    const { page } = this.#visit;
    await page.mouse.move(0, 0);
    await page.evaluate(() => localStorage.clear());
    await within(page.goto('about:blank'), patience, 'leaving the page');
  }

  /**
   * @param {string} hash
   * @param {Size} size
   * @param {Loading} loading
   * @returns {Promise<Visit>}
   */
  async #load(hash, size, { scheme, before, ready, from = this.#address }) {
    await this.#leave();
    this.#visit ??= await this.#open();
    const { page } = this.#visit;
    this.#origin = new URL(from).origin;
    this.#worn = before !== undefined || from !== this.#address;
    const { width, height = usual.height, scale = usual.scale } = size;
    await page.setViewport({ width, height, deviceScaleFactor: scale });
    await prefer(page, scheme);
    const script = before && (await page.evaluateOnNewDocument(before));
    await within(page.goto(from + hash), patience, `loading ${hash}`);
    if (ready) await present(page, ready);
    await settle(page);
    if (script) {
      await page.removeScriptToEvaluateOnNewDocument(script.identifier);
    }
    return this.#visit;
  }

  /** @param {string} hash @param {Size} size @returns {Promise<Visit>} */
  async #show(hash, size) {
    if (this.#visit !== null && !this.#worn) {
      const clean = await this.#renew(this.#visit, hash, size);
      if (clean) return this.#visit;
    }
    return this.#load(hash, size, {});
  }

  /**
   * Makes the page as new.
   * @param {Visit} visit
   * @param {string} hash
   * @param {Size} size
   * @returns {Promise<boolean>} false: that takes a load
   */
  async #renew({ page, complaints }, hash, size) {
    await page.mouse.move(0, 0);
    // Words of the last test may still be spoken.
    await rested(page, 'words');
    const clean = await page.evaluate(renew, hash);
    await settle(page);
    await prefer(page, undefined);
    await resize(page, size);
    assert.deepEqual(complaints, [], 'complaints after an earlier test');
    return clean;
  }
}
