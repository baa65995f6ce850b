// Programs that a script starts end with it.
import { spawn } from 'node:child_process';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';

it('Ctrl-C ends a script and all that it started', async () => {
  const program = `
    import { must, script } from ${JSON.stringify(at('scripts/lib/run.mjs'))};
    await script(() => must(['sh', '-c', 'sleep 1000 & echo started; wait']));
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  await new Promise((resolve) => child.stderr.once('data', resolve));
  child.kill('SIGINT');
  // `sleep` has the same standard error, which closes when both have ended.
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect(code).toBe(130);
});
