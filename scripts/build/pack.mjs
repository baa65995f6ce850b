// @ts-check
// Packs the package into the tarball that would be published.
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { at } from '../lib/paths.mjs';
import { must } from '../lib/run.mjs';

/** Pages for those who work on the package, which link to its C++. */
const inside = ['docs/eigen.md', 'docs/releases.md'];

/**
 * Copies files that lie at the root of the repository into the package. The
 * package's `prepack` script calls it; git ignores the copies.
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
  for (const name of inside) rmSync(at(`bindings/${name}`));
}

const folder = at('build/pack');

/** @returns {Promise<string>} path of a freshly packed tarball */
export async function packed() {
  // Remove tarballs of older versions.
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
