// @ts-check
// Checks that the reference pages are what the descriptions give, and that the
// report of declarations is what the package declares.
import { existsSync, readFileSync } from 'node:fs';
import { API_REPORT, apiReport } from '../docs/api.mjs';
import { pagesOf, present } from '../docs/pages.mjs';
import { at } from '../lib/paths.mjs';

/** @type {import('./step.mjs').Step} */
export const docs = [
  'docs',
  async () => {
    const pages = await pagesOf();
    const stale = [...pages].flatMap(([path, text]) =>
      existsSync(at(path)) && readFileSync(at(path), 'utf8') === text
        ? []
        : [path],
    );
    stale.push(...present().filter((path) => !pages.has(path)));
    if (stale.length === 0) return `${pages.size} pages`;
    throw new Error(`${stale.join('\n')}\nstale: npm run docs`);
  },
];

/** @type {import('./step.mjs').Step} */
export const api = [
  'api',
  async () => {
    const now = apiReport();
    const kept = at(API_REPORT);
    if (existsSync(kept) && readFileSync(kept, 'utf8') === now) {
      return `${now.split('\n').length} lines`;
    }
    throw new Error(
      `${API_REPORT} is not what the package declares: npm run docs, and look ` +
        'at what the difference does to users (docs/releases.md)',
    );
  },
];
