// @ts-check
// Saves figures of the page, and reads the files that come of it.

import { ask } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/**
 * Presses a button of the page that saves a file, and gives the file: its name,
 * its size and, in base64, its last bytes, or all of them. Runs in the page.
 * @param {string} button @param {number} [last]
 * @returns {Promise<[name: string, size: number, bytes: string]>}
 */
const pressed = (button, last) =>
  new Promise((done) => {
    const { createObjectURL } = URL;
    const { click } = HTMLAnchorElement.prototype;
    let blob = new Blob();
    URL.createObjectURL = (given) => {
      blob = /** @type {Blob} */ (given);
      return createObjectURL(given);
    };
    HTMLAnchorElement.prototype.click = async function () {
      Object.assign(HTMLAnchorElement.prototype, { click });
      Object.assign(URL, { createObjectURL });
      const first = blob.size - (last ?? blob.size);
      const bytes = new Uint8Array(await blob.slice(first).arrayBuffer());
      const letters = Array.from(bytes, (b) => String.fromCharCode(b));
      done([this.download, blob.size, btoa(letters.join(''))]);
    };
    /** @type {HTMLElement} */ (document.querySelector(button)).click();
  });

/**
 * Saves a figure by its control, and gives the name and the bytes of the file.
 * @param {Page} page @param {string} figure a selector @param {string} kind
 */
export async function saved(page, figure, kind) {
  const control = `${figure} > .keep`;
  if ((await page.$(`${control}[open]`)) === null) {
    await page.click(`${control} > summary`);
  }
  const button = `${control} [data-keep="${kind}"]`;
  const [name, , bytes] = await ask(page, `the file ${kind}`, pressed, button);
  return { name, bytes: Buffer.from(bytes, 'base64') };
}

/**
 * The name and the bytes of the file that a button saves.
 * @param {Page} page @param {string} button a selector
 */
export async function savedBy(page, button) {
  const [name, , bytes] = await ask(page, 'a file', pressed, button);
  return { name, bytes: Buffer.from(bytes, 'base64') };
}

/**
 * Saves a figure by its control, which is open, and gives the size of the file and
 * its last bytes: all of them would take the page long to hand over.
 * @param {Page} page @param {string} figure @param {string} kind
 * @param {number} count
 */
export async function lastBytes(page, figure, kind, count) {
  const button = `${figure} > .keep [data-keep="${kind}"]`;
  const what = `the file ${kind}`;
  const [, size, bytes] = await ask(page, what, pressed, button, count);
  return { size, bytes: Uint8Array.from(Buffer.from(bytes, 'base64')) };
}

/**
 * The texts of a PNG file, by their keys.
 * @param {Buffer} file
 */
export function textsOf(file) {
  /** @type {Record<string, string>} */
  const texts = {};
  for (let at = 8; at < file.length; ) {
    const size = file.readUInt32BE(at);
    const body = file.subarray(at + 8, at + 8 + size);
    if (file.toString('latin1', at + 4, at + 8) === 'iTXt') {
      const end = body.indexOf(0);
      texts[body.toString('latin1', 0, end)] = body.toString('utf8', end + 5);
    }
    at += 12 + size;
  }
  return texts;
}

/**
 * What the browser's reader of XML finds in an SVG file.
 * @param {Page} page @param {Buffer} file
 */
export const drawingOf = (page, file) =>
  page.evaluate((source) => {
    const { documentElement: root } = new DOMParser().parseFromString(
      source,
      'image/svg+xml',
    );
    const textOf = (/** @type {string} */ tag) =>
      root.querySelector(`:scope > ${tag}`)?.textContent ?? '';
    return {
      tag: root.localName,
      title: textOf('title'),
      told: textOf('metadata'),
      words: [...root.querySelectorAll('text')].map((t) => t.textContent ?? ''),
      images: [...root.querySelectorAll('image')].map((image) =>
        String(image.getAttribute('href')).slice(0, 22),
      ),
      paths: [...root.querySelectorAll('path')].map(
        (path) => path.getAttribute('d')?.match(/[ML]/g)?.length ?? 0,
      ),
    };
  }, file.toString('utf8'));
