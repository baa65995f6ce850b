// @ts-check
// `npm run page`: builds the page into web/dist, which any static host can serve.
import { buildPage } from './build/page.mjs';
import { build } from './build.mjs';
import { say, script } from './lib/run.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  await setup(['build']);
  await build('package');
  await buildPage();
  say('page', 'web/dist is ready for any static host');
});
