// @ts-check
// `npm run docs`: writes the reference pages in `docs/` anew, the parts and the
// sizes of entries where documents list them, and the report of what the package
// declares.
import { readFileSync, rmSync } from 'node:fs';
import { sized, sizes, withSizes } from './check/size.mjs';
import { API_REPORT, apiReport } from './docs/api.mjs';
import { pagesOf, present } from './docs/pages.mjs';
import { at } from './lib/paths.mjs';
import { say, script } from './lib/run.mjs';
import { writeIfChanged } from './lib/stamps.mjs';

await script(async () => {
  const pages = await pagesOf();
  for (const [path, text] of pages) writeIfChanged(at(path), text);
  // Pages of methods that were removed or renamed.
  for (const path of present()) if (!pages.has(path)) rmSync(at(path));
  const known = await sizes();
  for (const path of sized.map(at)) {
    writeIfChanged(path, withSizes(readFileSync(path, 'utf8'), known));
  }
  writeIfChanged(at(API_REPORT), apiReport());
  say('docs', `${pages.size} pages, ${known.size} sizes`);
});
