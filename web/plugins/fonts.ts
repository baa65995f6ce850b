// The fonts of the page, cut down to the characters that it writes. The
// build makes them of Adobe's sources; `styles/fonts.css` names them.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import fontverter from 'fontverter';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { plain, typed, written } from './characters.js';
import { rename } from './font-name.js';

/** Where the built fonts lie; `url('@fonts/…')` in a style sheet finds them. */
const folder = fileURLToPath(new URL('../../build/fonts', import.meta.url));

const { resolve } = createRequire(import.meta.url);

interface Font {
  /** The name of its file. */
  readonly name: string;
  readonly source: string;
  readonly text: string;
  /** OpenType features that are kept. */
  readonly features: readonly string[];
}

export const fonts: readonly Font[] = [
  {
    name: 'text',
    source: 'source-sans/WOFF2/TTF/SourceSans3-Regular.ttf.woff2',
    text: typed + written,
    // Pairs of letters with a distance of their own would be a third more bytes,
    // and are hardly seen at this size.
    features: [],
  },
  {
    name: 'strong',
    source: 'source-sans/WOFF2/TTF/SourceSans3-Semibold.ttf.woff2',
    text: plain + written,
    features: [],
  },
  {
    name: 'heading',
    source: 'source-serif/WOFF2/TTF/SourceSerif4Subhead-It.ttf.woff2',
    text: plain,
    features: ['kern'],
  },
];

/** A font as woff2; the figures of all are tabular without a feature. */
export async function cut(font: Font): Promise<Buffer> {
  const { source, text, features } = font;
  const made = await subsetFont(readFileSync(resolve(source)), text, {
    targetFormat: 'sfnt',
    keepFeatures: [...features],
    noHinting: true,
    dropTables: ['BASE'],
  });
  rename(made);
  return fontverter.convert(made, 'woff2');
}

/** The licence of all: the notice of each family above the text that they share. */
export function licence(): string {
  const texts = ['source-sans', 'source-serif'].map((name) =>
    readFileSync(resolve(`${name}/LICENSE.md`), 'utf8').split(/\r?\n/),
  );
  const notices = texts.map(([notice]) => notice);
  const [, ...shared] = texts[0] ?? [];
  return [
    'The fonts of this page are parts of Source Sans and Source Serif.',
    '',
    ...notices,
    ...shared,
  ].join('\n');
}

/** Asks for the fonts before any style sheet does, which comes with a script. */
const preloads = (names: readonly string[]) =>
  names.map((name) => ({
    tag: 'link',
    attrs: {
      rel: 'preload',
      as: 'font',
      type: 'font/woff2',
      crossorigin: true,
      href: `./${name}`,
    },
    injectTo: 'head' as const,
  }));

export function fontFiles(): Plugin {
  return {
    name: 'fonts',
    async config() {
      mkdirSync(folder, { recursive: true });
      for (const font of fonts) {
        writeFileSync(`${folder}/${font.name}.woff2`, await cut(font));
      }
      return { resolve: { alias: { '@fonts': folder } } };
    },
    generateBundle() {
      const source = licence();
      this.emitFile({ type: 'asset', fileName: 'fonts.txt', source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) =>
        preloads(Object.keys(bundle).filter((name) => /\.woff2$/.test(name))),
    },
  };
}
