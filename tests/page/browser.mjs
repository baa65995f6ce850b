// @ts-check
// The browser of the page tests, and the pages that it lends to them.
//
// `stage.show` lends one page that is loaded once for all tests: it is sent to
// an address by its hash, and is as new when it is lent: same size, no theme
// chosen, nothing stored, no focus, the pointer in the corner, nothing spoken.
// After a test that failed or hung it is thrown away, and there is another.
//
// `stage.load` loads the page anew, with nothing stored. Only these tests need
// it:
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
  /** What is lent. @type {Visit | null} */
  #visit = null;
  /** The origin of what is loaded. */
  #origin = '';
  /** Whether the page cannot be made as new but by a load. */
  #worn = false;
  /** Counts the tests, so that one that hangs gets no page of the next. */
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
    // The one before failed; or it hangs, which nobody says here.
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
        return this.#load(hash, usual, loading);
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
    // Not waited for: it may hang.
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
      // Whatever is wrong with this browser, the next test gets another.
      this.#browser = null;
      browser.process()?.kill('SIGKILL');
      throw error;
    }
  }

  /** Leaves the page that is there, with all that it keeps. */
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
