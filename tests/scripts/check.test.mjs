// @ts-check
// `npm run check` with the name of a step that there is not.
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { at } from '../../scripts/lib/paths.mjs';

it('refuses it before anything is built, and names the steps', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [at('scripts/check.mjs'), 'nonsense'],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  // A build says that it is done even where it had nothing to do.
  expect(stdout).toBe('');
  expect(stderr).toMatch(/no step .*\bnonsense\b.*\bbiome\b.*\bmass-record\b/);
});
