// @ts-check
// `npm run docs`: writes the reference pages in `docs/` anew.
import { rmSync } from 'node:fs';
import { pagesOf, present } from './docs/pages.mjs';
import { at } from './lib/paths.mjs';
import { say, script } from './lib/run.mjs';
import { writeIfChanged } from './lib/stamps.mjs';

await script(async () => {
  const pages = await pagesOf();
  for (const [path, text] of pages) writeIfChanged(at(path), text);
  // Pages of methods that were removed or renamed.
  for (const path of present()) if (!pages.has(path)) rmSync(at(path));
  say('docs', `${pages.size} pages`);
});
