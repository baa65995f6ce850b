// @ts-check
// `npm start [-- --port=N]`: sets up, builds, serves the page and prints its
// address. Ends at Ctrl-C.
import { buildPage, page } from './build/page.mjs';
import { build } from './build.mjs';
import { script } from './lib/run.mjs';
import { setup } from './setup.mjs';
import { portFor } from './start/port.mjs';
import { serve } from './start/server.mjs';

await script(async () => {
  const port = portFor('start', 8080);
  await setup(['build']);
  await build('package');
  await buildPage();
  const { url } = await serve(page, port);
  process.stdout.write(`posenc is at ${url}  (Ctrl-C ends it)\n`);
});
