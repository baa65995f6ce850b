// Files that the page imports while it runs, fetched before it does. Those of
// every address stand in `index.html`; those of a view are asked for by
// `ahead.js`, a script of some lines that knows the files of each view and runs
// before anything else.

import type { Plugin, Rolldown } from 'vite';
import { type Wanted, wantedBy } from './routes.js';

type Bundle = Rolldown.OutputBundle;
type Ask = readonly [rel: 'modulepreload' | 'preload', file: string];

/** A chunk, and all that it imports at once. */
function withImports(
  file: string,
  bundle: Bundle,
  found = new Map<string, Rolldown.OutputChunk>(),
): ReadonlyMap<string, Rolldown.OutputChunk> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.set(file, chunk);
  for (const next of chunk.imports) withImports(next, bundle, found);
  return found;
}

const chunksOf = (bundle: Bundle): readonly Rolldown.OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** The chunks with all that the page needs at every address. */
function common(bundle: Bundle): Map<string, Rolldown.OutputChunk> {
  const found = new Map<string, Rolldown.OutputChunk>();
  for (const { isEntry, facadeModuleId, fileName } of chunksOf(bundle)) {
    const explores = facadeModuleId?.endsWith('/explore.ts');
    if (isEntry || explores) withImports(fileName, bundle, found);
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
    const found = new Map<string, Rolldown.OutputChunk>();
    for (const { moduleIds, fileName } of chunksOf(bundle)) {
      if (moduleIds.some((id) => modules.includes(id))) {
        withImports(fileName, bundle, found);
      }
    }
    const asks = [...found].flatMap(([file, { viteMetadata }]): Ask[] =>
      there.has(file)
        ? []
        : [
            ['modulepreload', `./${file}`],
            ...[...(viteMetadata?.importedCss ?? [])].map(
              (style): Ask => ['preload', `./${style}`],
            ),
          ],
    );
    return [name, asks] as const;
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
