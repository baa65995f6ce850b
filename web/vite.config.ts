// How the page is built. Addresses inside it are relative, so that it can be
// served from any folder of any host.

import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { descriptions } from './plugins/descriptions.js';
import { documentPages } from './plugins/document-pages.js';
import { fontFiles } from './plugins/fonts.js';
import { formulas } from './plugins/formulas.js';
import { knownConfigurations } from './plugins/known-models.js';
import { ropesOfModels } from './plugins/known-ropes.js';
import { lesson } from './plugins/lesson.js';
import { pages } from './plugins/pages.js';
import { preload } from './plugins/preload.js';
import { questionPages } from './plugins/question-pages.js';
import { sharedPackage } from './plugins/shared-package.js';
import { smallPictures } from './plugins/small-pictures.js';
import { which } from './plugins/which.js';

/** The development server puts styles inline, which the page itself forbids. */
const relaxedPolicy: Plugin = {
  name: 'relaxed-policy',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''),
};

/** The list of views. */
const views = fileURLToPath(new URL('src/views/index.ts', import.meta.url));

/** How long plugins take is of no use to those who build the page. */
const checks = { pluginTimings: false };

export default defineConfig({
  base: './',
  plugins: [
    relaxedPolicy,
    sharedPackage({ writes: true }),
    descriptions(),
    fontFiles(),
    formulas(),
    knownConfigurations(),
    ropesOfModels(),
    lesson(),
    smallPictures(),
    which(),
    preload(views),
    pages(
      ['src/why/main.ts', 'src/documents/main.ts'],
      [questionPages, documentPages],
    ),
  ],
  // Workers compute what they are asked by specs, and show no words. As modules, they
  // import the package from the files of the page.
  worker: {
    format: 'es',
    rolldownOptions: { checks },
    plugins: () => [sharedPackage({ writes: false }), descriptions()],
  },
  build: {
    // Small files would become data: addresses, which the policy forbids.
    assetsInlineLimit: 0,
    // `preload` does it: what Vite preloads while the page runs may be there
    // already, and then Firefox complains.
    modulePreload: false,
    // The package has its WebAssembly inside.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      checks,
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
