// @ts-check
/** Starts the three browsers, and drives one page in each. */

import puppeteer from 'puppeteer-core';
import { within } from '../../scripts/lib/pace.mjs';
import { underLocale } from '../../scripts/setup/locales.mjs';
import { startWebKit } from './webkit.mjs';

/** @typedef {import('puppeteer-core').Browser} Browser */
/** @typedef {import('puppeteer-core').LaunchOptions} LaunchOptions */

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

/**
 * @typedef {object} Options
 * @property {string} [locale] "C", "C.UTF-8", or a real one such as
 *   "de_DE.UTF-8": the browser then speaks as it does to a reader who has it;
 *   otherwise that of this process
 */

/** @typedef {{ x: number, y: number }} Place in CSS pixels of the page's view */

/**
 * @typedef {object} Session one page of a browser
 * @property {(url: string) => Promise<void>} open
 * @property {<A extends unknown[], T>(task: (...given: A) => T | Promise<T>,
 *   ...given: A) => Promise<T>} run runs a function in the page. It sees no
 *   variables of this module; its arguments and its result pass as JSON
 * @property {(...keys: string[]) => Promise<void>} press types, one key after
 *   the other, named as in a `KeyboardEvent`
 * @property {(width: number, height: number) => Promise<void>} resize gives the
 *   page's view this size
 * @property {(...path: Place[]) => Promise<void>} drag presses the mouse at the
 *   first place, moves it over the others, and lets go. One place is a click
 * @property {() => Promise<void>} close ends the browser
 */

/**
 * @typedef {() => Promise<void>} Close
 * @typedef {(url: string, options?: Options) => Promise<Close>} Open opens a
 *   page; the result closes the browser
 */

/** "de_DE.UTF-8" → "de-DE". @param {string} locale */
function tagOf(locale) {
  return locale.replace(/\..*/, '').replace('_', '-');
}

/** A language other than English. @param {Options} options */
function foreign({ locale = 'C' }) {
  return /^(C|POSIX)\b/.test(locale) ? undefined : tagOf(locale);
}

/** @type {Record<'chromium' | 'firefox', (options: Options) => LaunchOptions>} */
const launchers = {
  chromium: (options) => ({
    browser: 'chrome',
    // The browser ends when its pipe closes, also when this process is killed.
    pipe: true,
    executablePath: process.env.POSENC_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      // Root has no sandbox. The other flags keep the browser off the network
      // and switch off animations that paint many frames.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update'],
      ...['--disable-sync', '--force-prefers-reduced-motion'],
      // Its interface is only in English, and it would request pages in
      // English, so it is told the language to request.
      ...(foreign(options) ? [`--accept-lang=${foreign(options)}`] : []),
    ],
  }),
  firefox: (options) => ({
    browser: 'firefox',
    executablePath: process.env.POSENC_FIREFOX ?? '/usr/bin/firefox-esr',
    extraPrefsFirefox: {
      // Firefox starts faster if it does not look for add-ons.
      'extensions.enabledScopes': 0,
      ...(foreign(options) && {
        'intl.accept_languages': foreign(options),
        // Firefox formats numbers as the system does.
        'intl.regional_prefs.use_os_locales': true,
      }),
    },
  }),
};

/**
 * Switches off puppeteer's own time limits; `within` ends a task that hangs.
 * @param {'chromium' | 'firefox'} name
 * @param {Options} [options]
 * @returns {Promise<Browser>}
 */
export function launch(name, options = {}) {
  const { locale } = options;
  const started = puppeteer.launch({
    headless: true,
    timeout: 0,
    protocolTimeout: 0,
    ...(locale === undefined ? {} : { env: underLocale(locale) }),
    ...launchers[name](options),
  });
  return within(started, 60, `starting ${name}`);
}

/** @param {Browser} browser */
export async function end(browser) {
  // A browser that does not close when asked is killed.
  await within(browser.close(), 10, 'closing').catch(() => {});
  browser.process()?.kill('SIGKILL');
}

/**
 * @param {'chromium' | 'firefox'} name
 * @returns {(options?: Options) => Promise<Session>}
 */
function withPuppeteer(name) {
  return async (options = {}) => {
    const browser = await launch(name, options);
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      const language = foreign(options);
      if (name === 'chromium' && language) {
        const devtools = await page.createCDPSession();
        await devtools.send('Emulation.setLocaleOverride', {
          locale: language,
        });
      }
      return {
        async open(url) {
          await within(page.goto(url), 60, `opening ${url}`);
        },
        run: (task, ...given) =>
          page.evaluate(
            /** @type {(...given: any[]) => any} */ (task),
            ...given,
          ),
        async press(...keys) {
          for (const key of keys) {
            await page.keyboard.press(
              /** @type {import('puppeteer-core').KeyInput} */ (key),
            );
          }
        },
        async resize(width, height) {
          await page.setViewport({ width, height });
        },
        async drag(first, ...others) {
          await page.mouse.move(first.x, first.y);
          await page.mouse.down();
          for (const { x, y } of others) await page.mouse.move(x, y);
          await page.mouse.up();
        },
        close: () => end(browser),
      };
    } catch (error) {
      await end(browser);
      throw error;
    }
  };
}

/** @type {Record<Engine, (options?: Options) => Promise<Session>>} */
export const sessions = {
  chromium: withPuppeteer('chromium'),
  firefox: withPuppeteer('firefox'),
  webkit: startWebKit,
};

/** @param {(options?: Options) => Promise<Session>} start @returns {Open} */
function opening(start) {
  return async (url, options) => {
    const session = await start(options);
    try {
      await session.open(url);
    } catch (error) {
      await session.close();
      throw error;
    }
    return session.close;
  };
}

/** @type {Record<string, Open>} by the name of the engine */
export const browsers = {
  chromium: opening(sessions.chromium),
  firefox: opening(sessions.firefox),
  webkit: opening(sessions.webkit),
};
