// Entries of the package that the page and its workers load: each is one file of the
// built page, which all of them import, and not a copy in each bundle. The package is
// bundled and minified already.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** What stands for a shared file until chunks are written. */
const mark = 'posenc-shared:';

/** Entries with a module of WebAssembly inside, by the files that they are. */
const shared = /\/dist\/(?:index|absolute|attention|bias|rotary)\.js$/;

/** The files that were asked for, by their names in the built page. */
const files = new Map<string, string>();

/** The name of a shared file in the built page; undefined for other modules. */
export const sharedFile = (id: string): string | undefined =>
  id.startsWith(mark) ? `assets/${id.slice(mark.length)}` : undefined;

/** For the page and for its workers; only the page writes the files. */
export function sharedPackage({
  writes,
}: {
  readonly writes: boolean;
}): Plugin {
  return {
    name: 'shared-package',
    apply: 'build',
    enforce: 'pre',
    resolveId: {
      order: 'pre',
      async handler(source, importer, options) {
        const isEntry = importer === undefined;
        if (isEntry || !/^posenc(\/|$)|^\.\//.test(source)) return undefined;
        const found = await this.resolve(source, importer, {
          ...options,
          skipSelf: true,
        });
        const [path = ''] = found?.id.split('?') ?? [];
        if (!shared.test(path)) return undefined;
        const code = readFileSync(path, 'utf8');
        const hash = createHash('sha256').update(code).digest('hex');
        const name = `posenc-${basename(path, '.js')}-${hash.slice(0, 8)}.js`;
        files.set(name, code);
        return { id: mark + name, external: true };
      },
    },
    renderChunk: {
      order: 'post',
      handler: (code) =>
        code.includes(mark) ? code.replaceAll(mark, './') : undefined,
    },
    generateBundle() {
      if (!writes) return;
      for (const [name, source] of files) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}`, source });
      }
    },
  };
}
