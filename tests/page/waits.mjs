// @ts-check
// Functions that wait for the page. The attributes `data-pending` and
// `data-address` of <main> name the pending work, and the address that the page
// shows. Nothing here guesses how long something takes: the limits only end a
// wait for something that never comes, and name it.

import { within } from '../../scripts/lib/pace.mjs';

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {'light' | 'dark' | undefined} Scheme */
/** @typedef {'load' | 'picture' | 'studies' | 'words' | 'address'} Work */

/** The limit of a wait, in seconds of the reference machine. */
const patience = 20;

/**
 * Runs in the page: waits until it shows the state of its address, and none of
 * `works` is pending.
 * @param {string[]} works
 * @returns {Promise<void>}
 */
export function untilDone(works) {
  return new Promise((done) => {
    const observer = new MutationObserver(look);
    function look() {
      // WebKit may call a page loaded before its module has made this part.
      const main = document.querySelector('main');
      if (main === null) return;
      const { pending = '', address } = main.dataset;
      // An anchor such as #main is no state. Without the package, the page
      // shows no state.
      const state = address !== undefined && /^(#\/|$)/.test(location.hash);
      if (state && address !== location.hash) return;
      if (pending.split(' ').some((work) => works.includes(work))) return;
      observer.disconnect();
      done();
    }
    const attributeFilter = ['data-address', 'data-pending'];
    observer.observe(document, {
      ...{ attributeFilter, childList: true, subtree: true },
    });
    look();
  });
}

/**
 * Runs in the page: waits until an element has these words.
 * @param {string} selector
 * @param {string} words
 * @returns {Promise<void>}
 */
export function untilReads(selector, words) {
  return new Promise((done) => {
    const look = () => {
      const there = document.querySelector(selector)?.textContent === words;
      if (there) done();
      else requestAnimationFrame(look);
    };
    look();
  });
}

/**
 * Runs in the page: waits until it has its new size, and has been laid out
 * and painted in it.
 * @param {{ width: number, height: number, scale: number }} wanted
 * @returns {Promise<void>}
 */
function untilSized({ width, height, scale }) {
  return new Promise((done) => {
    const look = () => {
      const there =
        innerWidth === width &&
        innerHeight === height &&
        devicePixelRatio === scale;
      // Observers of sizes run late in a frame, after its callbacks.
      requestAnimationFrame(there ? () => setTimeout(done) : look);
    };
    look();
  });
}

/**
 * The result of a function that runs in the page and may wait there.
 * @template {unknown[]} A
 * @template T
 * @param {Page} page
 * @param {string} what it waits for
 * @param {(...given: A) => T} task
 * @param {A} given
 * @returns {Promise<Awaited<T>>}
 */
export function ask(page, what, task, ...given) {
  /** @type {Promise<Awaited<T>>} */
  const answer = page.evaluate(
    /** @type {(...given: any[]) => any} */ (task),
    ...given,
  );
  return within(answer, patience, `waiting for ${what}`);
}

/**
 * Waits for a frame, from its beginning to its end.
 * @param {Page} page
 */
export async function frame(page) {
  const passed = () =>
    new Promise((done) => {
      requestAnimationFrame(() => setTimeout(done));
    });
  await ask(page, 'a frame', passed);
}

/**
 * Waits until the picture shows all changes.
 * @param {Page} page
 */
export async function settle(page) {
  await ask(page, 'the picture', untilDone, ['load', 'picture']);
}

/**
 * Waits until the picture shows all changes, and other work is done, too.
 * @param {Page} page
 * @param {...Work} works
 */
export async function rested(page, ...works) {
  const all = ['load', 'picture', ...works];
  await ask(page, works.join(' and '), untilDone, all);
}

/**
 * Gives the page another size, or more pixels for the same.
 * @param {Page} page
 * @param {{ width: number, height?: number, scale?: number }} size
 */
export async function resize(page, { width, height = 900, scale = 1 }) {
  const now = page.viewport();
  if (
    now?.width === width &&
    now.height === height &&
    now.deviceScaleFactor === scale
  ) {
    return;
  }
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  const wanted = { width, height, scale };
  await ask(page, `a width of ${width}`, untilSized, wanted);
  await settle(page);
}

/** What `prefer` has told each page last. @type {WeakMap<Page, Scheme>} */
const preferred = new WeakMap();

/**
 * Runs in the page: whether the system prefers dark. The first call also begins
 * to wait for a change, after the page's own listeners.
 * @returns {boolean}
 */
function isDark() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  if (!Reflect.has(window, 'turned')) {
    const turned = new Promise((done) => {
      dark.addEventListener('change', () => done(null), { once: true });
    });
    Object.assign(window, { turned });
  }
  return dark.matches;
}

/** Runs in the page: waits until its listeners were called. */
async function untilTurned() {
  await Reflect.get(window, 'turned');
  Reflect.deleteProperty(window, 'turned');
}

/**
 * Makes the system prefer light, dark or neither.
 * @param {Page} page
 * @param {Scheme} scheme
 */
export async function prefer(page, scheme) {
  if (preferred.get(page) === scheme) return;
  preferred.set(page, scheme);
  const before = await page.evaluate(isDark);
  const name = 'prefers-color-scheme';
  await page.emulateMediaFeatures(
    scheme === undefined ? undefined : [{ name, value: scheme }],
  );
  // An empty page has no listeners.
  if (page.url() === 'about:blank') return;
  if ((await page.evaluate(isDark)) === before) return;
  await ask(page, 'a change of the system', untilTurned);
  await settle(page);
}

/**
 * Waits until something is on the page.
 * @param {Page} page
 * @param {string} selector
 */
export async function present(page, selector) {
  const found = page.waitForSelector(selector);
  await within(found, patience, `waiting for ${selector}`);
}

/**
 * Loads the page again, as the reader does.
 * @param {Page} page
 */
export async function reload(page) {
  await within(page.reload(), patience, 'loading it again');
  await settle(page);
}

/**
 * Goes back to what was shown before.
 * @param {Page} page
 */
export async function goBack(page) {
  await within(page.goBack(), patience, 'going back');
  await settle(page);
}
