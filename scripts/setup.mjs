// @ts-check
// `npm run setup`: installs what the machine lacks. `npm start`, `npm test` and
// `.ci/run` do the same first. It needs Node alone, does only what is not done
// yet, and is quick when nothing is to do.
import { pathToFileURL } from 'node:url';
import { say, script, UserError } from './lib/run.mjs';
import { installNpmPackages } from './setup/npm.mjs';
import { installPackages } from './setup/packages.mjs';
import { missing } from './setup/tools.mjs';

/** @typedef {import('./setup/tools.mjs').Group} Group */

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new UserError(
    `setup: Node 20.19 or newer is needed, this is ${process.versions.node}`,
  );
}

/** @param {Group[]} groups of tools that are needed */
export async function setup(groups) {
  checkNode();
  const lacking = missing(groups);
  if (lacking.length > 0) {
    say('setup', `missing: ${lacking.map((tool) => tool.name).join(', ')}`);
    await installPackages(lacking);
    const still = missing(groups).map((tool) => tool.name);
    if (still.length > 0) {
      throw new UserError(
        `setup: installed, but not found on PATH: ${still.join(', ')}`,
      );
    }
  }
  // Side by side: npm waits for the network and the disk.
  await Promise.all([
    installNpmPackages(''),
    groups.includes('consumers') && installNpmPackages('tests/consumers/'),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await script(async () => {
    await setup(['build', 'check', 'browsers', 'consumers']);
    say('setup', 'everything is there');
  });
}
