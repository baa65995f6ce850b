// @ts-check
// Packs the package into the tarball that would be published.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from '../lib/paths.mjs';
import { must } from '../lib/run.mjs';
import { filesBelow } from '../lib/stamps.mjs';

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

/**
 * Leaves all modules out of the package but the declarations to which those of
 * an entry lead.
 */
export function chooseDeclarations() {
  const bindings = at('bindings/');
  const { exports } = JSON.parse(
    readFileSync(`${bindings}package.json`, 'utf8'),
  );
  const left = Object.values(exports).map(({ types }) =>
    types ? join(bindings, types) : '',
  );
  /** @type {Set<string>} */
  const wanted = new Set();
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (wanted.has(file) || !existsSync(file)) continue;
    wanted.add(file);
    const imports = readFileSync(file, 'utf8').matchAll(
      /(?:from|import)[\s(]*['"](\.[^'"]+)\.js['"]/g,
    );
    for (const [, path = ''] of imports) {
      left.push(join(dirname(file), `${path}.d.ts`));
    }
  }
  const modules = at('bindings/dist/modules/');
  const others = filesBelow(modules, (file) => !wanted.has(file));
  const lines = others.map((file) => file.slice(modules.length - 1));
  writeFileSync(`${modules}.npmignore`, `${lines.join('\n')}\n`);
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
