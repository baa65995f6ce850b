// Files that the page imports while it runs, fetched before it does.

import type { Plugin, Rolldown } from 'vite';

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
export const preload: Plugin = {
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
