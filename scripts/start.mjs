// @ts-check
// `npm start [-- --port=N]`: sets up, builds, serves the page and prints its
// address. Ends at Ctrl-C.
import { parseArgs } from 'node:util';
import { buildPage, page } from './build/page.mjs';
import { build } from './build.mjs';
import { script, UserError } from './lib/run.mjs';
import { setup } from './setup.mjs';
import { serve } from './start/server.mjs';

const usualPort = 8080;

/** @returns {number} */
function askedPort() {
  let asked;
  try {
    asked = parseArgs({ options: { port: { type: 'string' } } }).values.port;
  } catch (error) {
    throw new UserError(`start: ${error?.message}`);
  }
  const port = Number(asked ?? process.env.PORT ?? usualPort);
  if (Number.isInteger(port) && port >= 0 && port < 65536) return port;
  throw new UserError(`start: no port ${asked ?? process.env.PORT}`);
}

await script(async () => {
  const port = askedPort();
  await setup(['build']);
  await build('package');
  await buildPage();
  const { url } = await serve(page, port);
  process.stdout.write(`posenc is at ${url}  (Ctrl-C ends it)\n`);
});
