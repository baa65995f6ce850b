// @ts-check
// Links of documents: each leads to a file or a heading that is there.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/paths.mjs';

/** A document without its blocks and spans of code: a lambda looks like a link. */
const proseOf = (/** @type {string} */ text) =>
  text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/**
 * The anchors of a document, as GitHub makes them of its headings: small letters,
 * dashes for spaces, no other marks, and a number if the same came before.
 * @param {string} text @returns {Set<string>}
 */
export function anchorsOf(text) {
  /** @type {Set<string>} */
  const anchors = new Set();
  const lines = text.replace(/^```[\s\S]*?^```/gm, '');
  for (const [, heading = ''] of lines.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
    const anchor = words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let name = anchor;
    for (let n = 1; anchors.has(name); n++) name = `${anchor}-${n}`;
    anchors.add(name);
  }
  return anchors;
}

/**
 * The links of a page that lead nowhere. Addresses of the web are not tried.
 * @param {string} page
 * @param {string} [root] the folder that the path of the page begins at
 * @returns {string[]}
 */
export function deadLinks(page, root = at('')) {
  const own = join(root, page);
  const links = Array.from(
    proseOf(readFileSync(own, 'utf8')).matchAll(/\]\(([^)\s]+)/g),
    ([, link = '']) => link,
  );
  return links
    .filter((link) => !/^\w+:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const file = path === '' ? own : join(dirname(own), path);
      if (!existsSync(file)) return true;
      if (anchor === undefined) return false;
      const isPage = statSync(file).isFile() && file.endsWith('.md');
      return !isPage || !anchorsOf(readFileSync(file, 'utf8')).has(anchor);
    });
}
