// How the page is built. Addresses inside it are relative, so that it can be
// served from any folder of any host.

import { basename, dirname } from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

/** The development server puts styles inline, which the page itself forbids. */
const relaxedPolicy: Plugin = {
  name: 'relaxed-policy',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

type Bundle = Rolldown.OutputBundle;

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

/**
 * Files that the page needs as soon as it runs, though it imports them only
 * then: the package and the list of views, and the first view of that list.
 */
function neededEarly(bundle: Bundle): (readonly [rel: string, file: string])[] {
  const chunks = new Map<string, Rolldown.OutputChunk>();
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const explores = file.facadeModuleId?.endsWith('/explore.ts');
    if (file.isEntry || explores) withImports(file.fileName, bundle, chunks);
    if (explores) withImports(file.dynamicImports[0] ?? '', bundle, chunks);
  }
  return [...chunks].flatMap(([file, { viteMetadata }]) => [
    ['modulepreload', file] as const,
    ...[...(viteMetadata?.importedCss ?? [])].map(
      (style) => ['stylesheet', style] as const,
    ),
  ]);
}

/**
 * What the page imports while it runs is fetched as early as its first script:
 * the frame can then say what fails, and need not wait for the rest. Views but
 * the first are fetched when an address names them.
 */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) =>
      neededEarly(bundle)
        .filter(([, file]) => !html.includes(`./${file}"`))
        .map(([rel, file]) => ({
          tag: 'link',
          attrs: { rel, crossorigin: true, href: `./${file}` },
          injectTo: 'head' as const,
        })),
  },
};

export default defineConfig({
  base: './',
  plugins: [relaxedPolicy, preload],
  build: {
    // Small files would become data: addresses, which the policy forbids.
    assetsInlineLimit: 0,
    // `preload` does it: what Vite preloads while the page runs may be there
    // already, and then Firefox complains.
    modulePreload: false,
    // The package has its WebAssembly inside.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        // Every view has its main file in `view.ts`: its folder names it.
        chunkFileNames: ({ facadeModuleId, name }) =>
          facadeModuleId?.endsWith('/view.ts')
            ? `assets/${basename(dirname(facadeModuleId))}-[hash].js`
            : `assets/${name}-[hash].js`,
      },
    },
  },
});
