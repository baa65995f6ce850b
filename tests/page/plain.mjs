// @ts-check
// What tests of the pages of text share: where they are served, and what holds on each.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import axe from 'axe-core';
import { htmlFilesIn, serveBelow } from './serve.mjs';
import { views } from './views.mjs';
import { resize } from './waits.mjs';

/** @typedef {import('puppeteer-core').Page} Page */

/** Folder of the built page. */
export const built = fileURLToPath(new URL('../../web/dist', import.meta.url));

/**
 * Runs a task with the built page served below a path.
 * @param {(address: string) => Promise<void>} task
 */
export async function served(task) {
  const { address, close } = await serveBelow(built, '/some/where/');
  try {
    await task(address);
  } finally {
    await close();
  }
}

/** @param {Page} page */
export async function assertAxe(page) {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    /** @type {import('axe-core').AxeResults} */
    const { violations } = await Reflect.get(window, 'axe').run(document, {
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) =>
      [id, ...nodes.map(({ target }) => target.join(' '))].join('\n  '),
    );
  });
  assert.deepEqual(found, [], `${page.url()}\n${found.join('\n')}`);
}

/** A page fits a phone: nothing makes it wider. @param {Page} page */
export async function assertFits(page) {
  for (const width of [390, 320]) {
    await resize(page, { width, height: 700 });
    const needed = await page.evaluate(
      () => document.documentElement.scrollWidth,
    );
    assert.ok(needed <= width, `${page.url()} needs ${needed} of ${width}`);
  }
}

/** @param {string} path of a page, begins with a slash @returns {string} */
export const sourceOf = (path) => readFileSync(join(built, path), 'utf8');

/** The pages of text below a folder. @param {string} folder */
export const plainPages = (folder) =>
  htmlFilesIn(built).filter((path) => path.startsWith(`/${folder}/`));

/** Anchors of a page by its path. @type {Map<string, Set<string>>} */
const anchors = new Map();

/** @param {string} path */
function anchorsOf(path) {
  const known = anchors.get(path);
  if (known) return known;
  const found = new Set(
    Array.from(sourceOf(path).matchAll(/\bid="([^"]+)"/g), ([, id = '']) => id),
  );
  anchors.set(path, found);
  return found;
}

/** Views of the Explorer that links may name. */
const known = new Set(['', 'start', ...views.map(({ name }) => name)]);

/**
 * The links and files of a page that are not there. Addresses of the web are not
 * tried; those of the Explorer must name a view.
 * @param {string} path of a page, begins with a slash @returns {string[]}
 */
export function deadIn(path) {
  const html = sourceOf(path);
  const all = Array.from(
    html.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g),
    ([, link = '']) => link.replaceAll('&amp;', '&'),
  );
  return all.filter((link) => {
    if (/^https:/.test(link)) return false;
    // Every other address is relative.
    if (/^([a-z]+:|\/)/i.test(link)) return true;
    const [file = '', anchor = ''] = link.split('#');
    const target = join(dirname(path), file);
    const page =
      file === ''
        ? path
        : join(target, /\/$|^$/.test(file) ? 'index.html' : '');
    if (!existsSync(join(built, page))) return true;
    if (anchor === '') return false;
    if (page === '/index.html') {
      const [, view = ''] = anchor.split(/[/?]/);
      return !known.has(view);
    }
    return !anchorsOf(page).has(decodeURIComponent(anchor));
  });
}

/** What every page of text is held to, by its source. @param {string} path */
export function assertSource(path) {
  const html = sourceOf(path);
  assert.deepEqual(deadIn(path), [], path);
  assert.match(
    html,
    /Content-Security-Policy" content="default-src 'self'; script-src 'self'/,
  );
  // Scripts and styles are files.
  assert.doesNotMatch(
    html,
    /<script(?![^>]*\bsrc=)|<style|\sstyle="|\son\w+="/,
  );
  assert.match(html, /<title>[^<]{8,}<\/title>/);
  assert.match(html, /<meta name="description" content="[^"]{20,}">/);
  assert.equal(html.match(/<h1\b/g)?.length, 1, path);
}

/** Sizes of files, which pages share. @type {Map<string, number>} */
const sizes = new Map();

/** @param {string} path @returns {number} of the compressed file */
function sizeOf(path) {
  const file = join(built, path.endsWith('/') ? `${path}index.html` : path);
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = brotliCompressSync(readFileSync(file)).length;
  sizes.set(file, size);
  return size;
}

/**
 * The bytes of a page with all that it has fetched, compressed.
 * @param {Page} page
 */
export async function bytesOf(page) {
  const paths = await page.evaluate(() => [
    location.pathname,
    ...performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname),
  ]);
  const own = new Set(paths.map((path) => path.replace('/some/where', '')));
  return [...own].reduce((sum, path) => sum + sizeOf(path), 0);
}
