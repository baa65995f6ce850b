// @ts-check
// `node scripts/built.mjs FILE [ARGUMENT…]`: sets up, builds, then runs a
// program of the repository. For the benchmark its own module is built, too.
import { spawnSync } from 'node:child_process';
import { build } from './build.mjs';
import { at } from './lib/paths.mjs';
import { script } from './lib/run.mjs';
import { setup } from './setup.mjs';

await script(async () => {
  const [file = '', ...parameters] = process.argv.slice(2);
  await setup(['build']);
  await build(file.startsWith('tests/bench/') ? 'bench' : 'package');
  const { status } = spawnSync(process.execPath, [at(file), ...parameters], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
});
