// @ts-check
// Checks that the reference pages are what the descriptions give.
import { existsSync, readFileSync } from 'node:fs';
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
