// Files that the page imports while it runs, fetched before it does. Those of
// every address stand in `index.html`; those of a view are asked for by
// `ahead.js`, a script of some lines that knows the files of each view and runs
// before anything else.

import type { Plugin } from 'vite';
import {
  type Bundle,
  type Chunk,
  chunksOf,
  stylesOf,
  withImports,
} from './chunks.js';
import { type Wanted, wantedBy } from './routes.js';
import { sharedFile } from './shared-package.js';

type Ask = readonly [rel: 'modulepreload' | 'preload', file: string];

/** The chunks with all that the Explorer needs at every address. */
function common(bundle: Bundle): Map<string, Chunk> {
  const found = new Map<string, Chunk>();
  for (const { facadeModuleId, fileName } of chunksOf(bundle)) {
    // Pages of text have entries of their own: see `pages.ts`.
    if (/\/web\/(index\.html|src\/explore\.ts)$/.test(facadeModuleId ?? '')) {
      withImports(fileName, bundle, found);
    }
  }
  return found;
}

/** What each view needs besides, by its name in addresses. */
function ofViews(
  wanted: readonly Wanted[],
  bundle: Bundle,
): Record<string, Ask[]> {
  const there = common(bundle);
  const entries = wanted.map(({ name, modules }) => {
    const found = new Map<string, Chunk>();
    for (const { moduleIds, fileName } of chunksOf(bundle)) {
      if (moduleIds.some((id) => modules.includes(id))) {
        withImports(fileName, bundle, found);
      }
    }
    const asks = [...found].flatMap(([file, chunk]): Ask[] =>
      there.has(file)
        ? []
        : [
            ['modulepreload', `./${file}`],
            ...stylesOf(chunk).map((style): Ask => ['preload', `./${style}`]),
          ],
    );
    // Of the package, each entry is a file.
    const entries = [
      ...modules,
      ...[...found.values()].flatMap(({ imports }) => imports),
    ].flatMap((id) => sharedFile(id) ?? []);
    const shared = [...new Set(entries)].map(
      (file): Ask => ['modulepreload', `./${file}`],
    );
    return [name, [...shared, ...asks]] as [string, Ask[]];
  });
  return Object.fromEntries(entries);
}

/** Runs in the page: asks for the files of the view that the address names. */
function ask(files: Record<string, Ask[]>): void {
  const [, name = ''] = /^#\/([^/?]*)/.exec(location.hash) ?? [];
  if (!Object.hasOwn(files, name)) return;
  for (const [rel, href] of files[name] ?? []) {
    const link = document.createElement('link');
    if (rel === 'preload') link.as = 'style';
    Object.assign(link, { rel, crossOrigin: '', href });
    document.head.append(link);
  }
}

const script = 'ahead.js';

export function preload(list: string): Plugin {
  let wanted: readonly Wanted[] = [];
  return {
    name: 'preload',
    apply: 'build',
    async buildEnd(error) {
      if (!error) wanted = await wantedBy(list, this);
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = JSON.stringify(ofViews(wanted, bundle));
        const source = `(${ask})(${files});\n`;
        this.emitFile({ type: 'asset', fileName: script, source });
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => ({
        // Before the first script, and before any style sheet delays it.
        html: html.replace(
          '<script',
          `<script src="./${script}"></script>\n    $&`,
        ),
        tags: [...common(bundle).keys()]
          .filter((file) => !html.includes(`./${file}"`))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'modulepreload',
              crossorigin: true,
              href: `./${file}`,
            },
            injectTo: 'head' as const,
          })),
      }),
    },
  };
}
