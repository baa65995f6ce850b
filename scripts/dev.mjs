// @ts-check
// `npm run dev [-- --port=N]`: sets up, serves the page from its sources and
// prints its address. When a file of the page or of the package changes, what
// is stale is built, and open pages load again. Ends at Ctrl-C.
import { build } from './build.mjs';
import { develop } from './dev/develop.mjs';
import { at } from './lib/paths.mjs';
import { script } from './lib/run.mjs';
import { setup } from './setup.mjs';
import { portFor } from './start/port.mjs';

/** What `build` reads, apart from the scripts themselves. */
const sources = [
  'CMakeLists.txt',
  'cmake',
  'cpp',
  'tsconfig.base.json',
  'bindings/embind',
  'bindings/src',
  'bindings/tsconfig.json',
  'bindings/tsconfig.cli.json',
];

await script(async () => {
  const port = portFor('dev', 5173);
  await setup(['build']);
  const { url } = await develop({
    root: at('web'),
    port,
    sources: sources.map(at),
    built: at('bindings/dist'),
    build: () => build('package'),
  });
  process.stdout.write(`posenc is at ${url}  (Ctrl-C ends it)\n`);
});
