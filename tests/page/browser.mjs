// @ts-check
// The browser of the page tests, and the pages that it lends to them.
//
// `stage.show` lends one page that is loaded once for all tests: it is sent to
// an address by its hash, and is as new when it is lent: same size, no theme
// chosen, nothing stored, no focus, the pointer in the corner, nothing spoken.
// After a test that failed or hung it is thrown away.
//
// `stage.load` loads the page anew, in a context of its own. Only these tests
// need it:
// - what is loaded without a complaint, and what moves while it is loaded:
//   loading is what they look at;
// - a load that fails: something is broken before the page's scripts run;
// - themes: the first paint under a theme, and the memory of a choice;
// - the skip link: only where nothing ever had the focus, it is the first
//   thing that the Tab key meets;
// - the two round trips of an address: what opens a link has no state but the
//   address;
// - a tenth method: the page is built with it.

import assert from 'node:assert/strict';
import { within } from '../../scripts/lib/pace.mjs';
import { end, launch } from '../engines/browsers.mjs';
import { prefer, present, resize, rested, settle } from './waits.mjs';

/** @typedef {import('puppeteer-core').Browser} Browser */
/** @typedef {import('puppeteer-core').Page} Page */

/**
 * @typedef {object} Visit
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
 */

/**
 * @typedef {object} Stage
 * @property {(hash: string, size?: Size) => Promise<Visit>} show
 * @property {(hash: string, loading?: Loading) => Promise<Visit>} load
 */

/** What a page is looked at with, where a test asks for nothing else. */
const usual = { width: 1280, height: 900, scale: 1 };

/** Seconds for a browser to give a page, or to load it. */
const patience = 30;

/** @param {Page} page @param {string} origin @returns {string[]} */
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
    if (new URL(request.url()).origin !== origin) {
      complaints.push(`left the host: ${request.url()}`);
    }
  });
  return complaints;
}

/**
 * Runs in the page: takes away what a test leaves behind, and goes to an
 * address.
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
  // Shows it anew: the page may have gone on since it wrote that address.
  if (location.hash === before)
    dispatchEvent(new HashChangeEvent('hashchange'));
  const theme = documentElement.dataset.theme;
  const popup = document.querySelector('.methods:not([hidden])');
  return localStorage.length === 0 && theme === undefined && popup === null;
}

export class Pages {
  #address;
  /** @type {Browser | null} */
  #browser = null;
  /** The page that is lent again and again. @type {Visit | null} */
  #kept = null;
  /** Pages of the test that runs. @type {Set<Visit>} */
  #lent = new Set();

  /** @param {string} address of the page, ends with a slash */
  constructor(address) {
    this.#address = address;
  }

  /**
   * Runs a test with pages to lend.
   * @param {(stage: Stage) => Promise<void>} test
   */
  async during(test) {
    // Of a test that failed, or that hangs, which nobody says here.
    this.#throwAway();
    const lent = this.#lent;
    const check = () => {
      if (lent !== this.#lent) throw new Error('this test was ended');
    };
    await test({
      show: async (hash, size = usual) => {
        check();
        return this.#show(hash, { ...usual, ...size });
      },
      load: async (hash, loading = {}) => {
        check();
        return this.#load(hash, usual, loading);
      },
    });
    for (const { complaints } of lent) assert.deepEqual(complaints, []);
    if (this.#kept) lent.delete(this.#kept);
    this.#throwAway();
  }

  async close() {
    if (this.#browser) await end(this.#browser);
  }

  #throwAway() {
    for (const visit of this.#lent) {
      if (visit === this.#kept) this.#kept = null;
      const closed = visit.page.browserContext().close();
      // Not waited for: it may hang.
      closed.catch(() => {});
    }
    this.#lent = new Set();
  }

  /** @param {string} origin @returns {Promise<Visit>} in its own context */
  async #open(origin) {
    if (!this.#browser?.connected) this.#browser = await launch('chromium');
    const browser = this.#browser;
    try {
      const opened = browser
        .createBrowserContext()
        .then((context) => context.newPage());
      const page = await within(opened, patience, 'opening a page');
      page.setDefaultTimeout(0);
      const visit = { page, complaints: listen(page, origin) };
      this.#lent.add(visit);
      return visit;
    } catch (error) {
      // Whatever is wrong with this browser, the next test gets another.
      this.#browser = null;
      browser.process()?.kill('SIGKILL');
      throw error;
    }
  }

  /** @param {string} hash @param {Size} size @param {Loading} loading */
  async #load(hash, size, { scheme, before, ready, from = this.#address }) {
    const visit = await this.#open(new URL(from).origin);
    const { page } = visit;
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    if (before) await page.evaluateOnNewDocument(before);
    const { scale = 1, ...viewport } = { ...usual, ...size };
    await page.setViewport({ ...viewport, deviceScaleFactor: scale });
    await prefer(page, scheme);
    await within(page.goto(from + hash), patience, `loading ${hash}`);
    if (ready) await present(page, ready);
    await settle(page);
    return visit;
  }

  /** @param {string} hash @param {Size} size @returns {Promise<Visit>} */
  async #show(hash, size) {
    if (this.#kept && (await this.#renew(this.#kept, hash, size))) {
      return this.#kept;
    }
    this.#kept = await this.#load(hash, size, {});
    return this.#kept;
  }

  /**
   * Makes a page as new.
   * @param {Visit} visit
   * @param {string} hash
   * @param {Size} size
   * @returns {Promise<boolean>} false: it takes another page
   */
  async #renew(visit, hash, size) {
    this.#lent.add(visit);
    const { page, complaints } = visit;
    await page.mouse.move(0, 0);
    // What the last test made the page say comes late.
    await rested(page, 'words');
    const clean = await page.evaluate(renew, hash);
    await settle(page);
    await prefer(page, undefined);
    await resize(page, size);
    assert.deepEqual(complaints, [], 'complaints after an earlier test');
    return clean;
  }
}
