// @ts-check
// `npm test [-- SUITE… PATTERN]`: sets up, builds, runs every suite (or those
// named), and ends with a table and the line `N passed, N failed`.
import { build } from './build.mjs';
import { measurePace, PACE } from './lib/pace.mjs';
import { script } from './lib/run.mjs';
import { setup } from './setup.mjs';
import { suites } from './suites.mjs';
import { usage, wantedBy } from './test/arguments.mjs';
import { takeTenth } from './test/quota.mjs';
import { report } from './test/report.mjs';
import { twoAtATime } from './test/two-at-a-time.mjs';
import { runWatched } from './test/watch.mjs';

await script(async () => {
  const names = suites.map((suite) => suite.name);
  const wanted = wantedBy(process.argv.slice(2), names, new Date());
  if (wanted.help) {
    const list = suites.map(
      ({ name, about }) => `  ${name.padEnd(12)}${about}`,
    );
    process.stdout.write(`${usage}\n${list.join('\n')}\n`);
    return;
  }
  const { pattern, deep, seed } = wanted;
  const chosen = suites.filter(({ name, deepOnly }) =>
    wanted.suites.length > 0 ? wanted.suites.includes(name) : deep || !deepOnly,
  );
  if (wanted.slow) takeTenth();
  const pace = await measurePace();
  process.stdout.write(
    `this machine: ${pace.toFixed(2)} × the reference; seed ${seed}\n`,
  );
  await setup(['build', ...chosen.flatMap((suite) => suite.needs ?? [])]);
  /** @type {Set<import('./suites.mjs').Purpose>} */
  const needed = new Set(chosen.map(({ builds = 'tests' }) => builds));
  if (deep) await build('deep');
  else for (const purpose of needed) await build(purpose);

  const env = {
    [PACE]: String(pace),
    POSENC_SEED: String(seed),
    ...(deep ? { POSENC_DEEP: '1' } : {}),
  };
  const results = await twoAtATime(
    chosen,
    (suite, print) =>
      runWatched(suite, suite.command(pattern), { env, deep, print }),
    (text) => process.stdout.write(text),
  );
  const { text, failed } = report(results);
  process.stdout.write(`\n${text}`);
  if (failed > 0) process.exitCode = 1;
});
