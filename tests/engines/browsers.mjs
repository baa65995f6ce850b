// @ts-check
/** Starts the three browsers and opens one page in each. */

import puppeteer from 'puppeteer-core';
import { openInWebKit } from './webkit.mjs';

/**
 * @typedef {() => Promise<void>} Close
 * @typedef {(url: string) => Promise<Close>} Open opens a page; what comes
 *   back closes the browser
 */

const LAUNCH_TIMEOUT = 60_000;
const CLOSE_TIMEOUT = 10_000;

/** @param {import('puppeteer-core').LaunchOptions} options
 * @returns {Open} */
function withPuppeteer(options) {
  return async (url) => {
    const browser = await puppeteer.launch({
      headless: true,
      timeout: LAUNCH_TIMEOUT,
      ...options,
    });
    try {
      const page = await browser.newPage();
      await page.goto(url, { timeout: LAUNCH_TIMEOUT });
    } catch (error) {
      await browser.close();
      throw error;
    }
    return async () => {
      const late = new Promise((resolve) => {
        setTimeout(resolve, CLOSE_TIMEOUT).unref();
      });
      await Promise.race([browser.close(), late]);
      browser.process()?.kill('SIGKILL');
    };
  };
}

/** @type {Record<string, Open>} */
export const browsers = {
  chromium: withPuppeteer({
    browser: 'chrome',
    executablePath: process.env.POSENC_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      // As root there is no sandbox; the rest keeps it off the network.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...['--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update'],
      '--disable-sync',
    ],
  }),
  firefox: withPuppeteer({
    browser: 'firefox',
    executablePath: process.env.POSENC_FIREFOX ?? '/usr/bin/firefox-esr',
  }),
  webkit: openInWebKit,
};
