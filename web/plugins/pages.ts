// Pages of text beside the Explorer, each a folder with an `index.html` of its own:
// the build writes them with all links relative, so that they work from any folder of
// any server; the development server makes them when they are asked for.

import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin, ViteDevServer } from 'vite';
import { type Bundle, entryOf, stylesOf, withImports } from './chunks.js';
import { type Resolve, resolveBy } from './instances.js';
import {
  type Fetched,
  htmlOf,
  type PlainPage,
  policy,
  rootOf,
} from './plain-page.js';

/** A file that pages fetch while they run. */
export interface PlainFile {
  /** Below the folder of the Explorer. */
  readonly name: string;
  readonly source: string | Uint8Array;
}

export interface Made {
  readonly pages: readonly PlainPage[];
  readonly files?: readonly PlainFile[];
}

/** Makes pages of one kind; numbers in them come from the package. */
export type Maker = (resolve: Resolve) => Promise<Made>;

const root = fileURLToPath(new URL('../', import.meta.url));
const docs = fileURLToPath(new URL('../../docs', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** What a page fetches of a bundle. */
export function fetchedOf(page: PlainPage, bundle: Bundle): Fetched {
  const chunk = entryOf(bundle, root + page.entry);
  const all = [...withImports(chunk.fileName, bundle).values()];
  const here = (file: string) => rootOf(page) + file;
  return {
    fonts: Object.keys(bundle)
      .filter((name) => /\.woff2$/.test(name))
      .map(here),
    // Styles of imports come first, as the importing one may change them.
    styles: [...new Set(all.reverse().flatMap(stylesOf))].map(here),
    script: here(chunk.fileName),
    imports: all
      .filter(({ fileName }) => fileName !== chunk.fileName)
      .map(({ fileName }) => here(fileName)),
  };
}

/** Serves pages as the build would write them, with scripts from their sources. */
function serve(server: ViteDevServer, makers: readonly Maker[]): void {
  const resolve = resolveBy({
    resolve: (id) => server.pluginContainer.resolveId(id),
  });
  /** Made once, and again when a file has changed. */
  let all: Promise<Made[]> | undefined;
  server.watcher.add(docs);
  server.watcher.on('all', () => {
    all = undefined;
  });
  server.middlewares.use(async (request, response, next) => {
    const [path = ''] = (request.url ?? '').split('?');
    if (!/^\/(why|docs)\//.test(path)) return next();
    try {
      all ??= Promise.all(makers.map((make) => make(resolve)));
      const made = await all;
      const folder = path.slice(1).replace(/index\.html$/, '');
      const file = made
        .flatMap(({ files = [] }) => files)
        .find(({ name }) => `/${name}` === path);
      if (file) {
        response.setHeader('content-type', types[extname(path)] ?? '');
        response.end(file.source);
        return;
      }
      const page = made
        .flatMap(({ pages }) => pages)
        .find((one) => one.folder === folder);
      if (!page) return next();
      const script = `/${page.entry}`;
      const none = { fonts: [], styles: [], imports: [] };
      const html = htmlOf(page, { ...none, script }).replace(policy, '');
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(await server.transformIndexHtml(path, html));
    } catch (error) {
      next(error);
    }
  });
}

/** `entries` are the source files with the scripts of the pages. */
export function pages(
  entries: readonly string[],
  makers: readonly Maker[],
): Plugin {
  let made: readonly Made[] = [];
  return {
    name: 'pages',
    config: () => ({
      build: {
        rolldownOptions: {
          input: [`${root}index.html`, ...entries.map((entry) => root + entry)],
        },
      },
    }),
    configureServer: (server) => serve(server, makers),
    async buildEnd(error) {
      if (error) return;
      const resolve = resolveBy({ resolve: (id) => this.resolve(id) });
      made = await Promise.all(makers.map((make) => make(resolve)));
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const { pages, files = [] } of made) {
          for (const page of pages) {
            this.emitFile({
              type: 'asset',
              fileName: `${page.folder}index.html`,
              source: htmlOf(page, fetchedOf(page, bundle)),
            });
          }
          for (const { name, source } of files) {
            this.emitFile({ type: 'asset', fileName: name, source });
          }
        }
      },
    },
  };
}
