// @ts-check
// Runs a program of the repository with everything set up and built first:
// `node scripts/built.mjs FILE [ARGUMENT…]`. The benchmark gets its own module.
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
