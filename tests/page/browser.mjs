// @ts-check
// Browsers for the page tests, and pages that remember what went wrong.

import puppeteer from 'puppeteer-core';

/** @typedef {import('puppeteer-core').Browser} Browser */
/** @typedef {import('puppeteer-core').Page} Page */

/** @returns {Promise<Browser>} */
export function launchFirefox() {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.POSENC_FIREFOX ?? '/usr/bin/firefox-esr',
    headless: true,
    timeout: 60_000,
  });
}

/** @returns {Promise<Browser>} Chromium */
export function launch() {
  return puppeteer.launch({
    browser: 'chrome',
    executablePath: process.env.POSENC_CHROMIUM ?? '/usr/bin/chromium',
    headless: true,
    args: [
      // As root there is no sandbox; the rest keeps it off the network.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * @typedef {object} Visit
 * @property {Page} page
 * @property {string[]} complaints console errors, exceptions, CSP violations,
 *   requests that failed or left the loopback
 */

/**
 * @typedef {object} VisitOptions
 * @property {number} [width]
 * @property {number} [height]
 * @property {'light' | 'dark'} [scheme] the system's otherwise
 * @property {number} [scale] device pixels of a CSS pixel
 * @property {() => void} [before] runs in the page before its own scripts
 * @property {string} [ready] what to wait for; the first picture otherwise
 */

/**
 * Opens an address in a page of its own and waits for the first picture.
 * @param {Browser} browser
 * @param {string} address
 * @param {VisitOptions} [options]
 * @returns {Promise<Visit>}
 */
export async function visit(browser, address, options = {}) {
  const { width = 1280, height = 900, scheme, scale = 1 } = options;
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
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
    const { protocol, origin } = new URL(request.url());
    // Firefox brings a font of its own for formulas, as data.
    if (protocol !== 'data:' && origin !== new URL(address).origin) {
      complaints.push(`left the host: ${request.url()}`);
    }
  });
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      console.error(`CSP ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  if (options.before) await page.evaluateOnNewDocument(options.before);
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  // Only where asked for: Firefox cannot pretend.
  if (scheme) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
    ]);
  }
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForSelector(options.ready ?? '.field canvas[width]');
  await settle(page);
  return { page, complaints };
}

/**
 * Two frames: one to compute in, one to be painted.
 * @param {Page} page
 */
export async function settle(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      }),
  );
}
