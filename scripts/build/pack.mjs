// @ts-check
// The tarball that would be published.
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { must } from '../lib/run.mjs';

/**
 * What lies at the root of the repository and belongs into the package too.
 * `prepack` of the package copies it; the copies are ignored by git.
 */
export function copyDocuments() {
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE', 'NOTICE']) {
    copyFileSync(at(name), at(`bindings/${name}`));
  }
  // The README links to them.
  for (const name of ['docs', 'web/media']) {
    rmSync(at(`bindings/${name}`), { recursive: true, force: true });
    cpSync(at(name), at(`bindings/${name}`), { recursive: true });
  }
}

const folder = at('build/pack');

/** @returns {Promise<string>} path of a freshly packed tarball */
export async function packed() {
  // Nothing of an older version may lie there.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await must(['npm', 'pack', '--silent', '--pack-destination', folder], {
    cwd: at('bindings'),
    quiet: true,
  });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(`npm pack left nothing in ${folder}`);
  return `${folder}/${name}`;
}
