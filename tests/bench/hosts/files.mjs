// @ts-check
/** Files of the benchmark that every host reads, below the root. */

import { existsSync } from 'node:fs';
import { at } from '../../../scripts/lib/paths.mjs';
import { installNpmPackages } from '../../../scripts/setup/npm.mjs';
import { attempt } from '../peers/index.mjs';

/** The benchmark's build of the module. */
export const MODULE = 'build/wasm-simd/posenc_bench.wasm';

/** The peers' npm packages. */
export const PACKAGES = 'tests/bench/node_modules';

/**
 * Whether the peers' npm packages are there.
 * @param {boolean} install if they are not
 * @param {(line: string) => void} say
 */
export async function packagesThere(install, say) {
  if (install) {
    await attempt(
      'a peer whose packages `npm ci` in tests/bench cannot install',
      () => installNpmPackages('tests/bench/'),
      say,
    );
  }
  const there = existsSync(at(PACKAGES));
  if (!there && !install) {
    say('peers from npm are not measured: `npm run bench` installs them');
  }
  return there;
}
