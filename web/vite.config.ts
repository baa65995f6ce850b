// How the page is built. Addresses inside it are relative, so that it can be
// served from any folder of any host.

import { defineConfig, type Plugin } from 'vite';

/** The development server puts styles inline, which the page itself forbids. */
const relaxedPolicy: Plugin = {
  name: 'relaxed-policy',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

/**
 * What the page imports while it runs is fetched as early as what it imports
 * at once: the frame shall say what fails, not wait for it.
 */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.isDynamicEntry)
        .map(({ fileName }) => ({
          tag: 'link',
          attrs: {
            rel: 'modulepreload',
            crossorigin: true,
            href: `./${fileName}`,
          },
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
    // One style sheet from the start: nothing moves when the views arrive.
    cssCodeSplit: false,
    // Every browser with SIMD in WebAssembly preloads modules by itself.
    modulePreload: { polyfill: false },
    // The package has its WebAssembly inside.
    chunkSizeWarningLimit: 1000,
  },
});
