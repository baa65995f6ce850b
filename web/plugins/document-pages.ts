// The pages of `docs/`: guides and reference, with a list of all, a table of contents, a
// search, and the figure of each method.
//
// VitePress 1.6.4 was tried on the same files. Each of its pages has three scripts inside
// (two without its dark theme; one is the map of its files), and its highlighted code has
// styles inside elements, 15 439 in all, which the policy forbids. With the base './', a
// page in a folder asks for its script beside itself and not at the root. It made
// 7.6 MB.

import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { escaped } from './html.js';
import {
  between,
  type Document,
  documentOf,
  folderOf,
  type Heading,
} from './markdown.js';
import { mathStyles } from './math-html.js';
import {
  figureHtml,
  type MethodFigure,
  methodFigure,
  pictureFile,
} from './method-figures.js';
import type { Maker, PlainFile } from './pages.js';
import type { PlainPage } from './plain-page.js';
import { indexOf } from './search-index.js';

const docs = new URL('../../docs/', import.meta.url);
const entry = 'src/documents/main.ts';
const styles = 'docs/math.css';

/** A document with its file below `docs/`. */
export interface Filed {
  readonly file: string;
  readonly document: Document;
}

export const documents = (): readonly Filed[] =>
  readdirSync(docs, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => ({
      file,
      document: documentOf(file, readFileSync(new URL(file, docs), 'utf8')),
    }));

/** A group of the list of all documents. */
export interface Shelf {
  readonly title: string;
  readonly files: readonly string[];
}

/** The groups in which the first document names all others. */
export function shelvesIn(readme: string): readonly Shelf[] {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: (section.split('\n')[0] ?? '').replace(/,.*/, ''),
      // The first link of each line: others stand in its text.
      files: [
        ...section.matchAll(/^(?:\* |\| )?\[[^\]]*\]\(([^)]+\.md)\)/gm),
      ].map(([, file = '']) => file),
    }))
    .filter(({ files }) => files.length > 0);
}

function listOf(
  shelves: readonly Shelf[],
  all: readonly Filed[],
  file: string,
): string {
  const titles = new Map(all.map((one) => [one.file, one.document.title]));
  const here = folderOf(file);
  const groups = shelves.map(({ title, files }) => {
    const items = files.map((other) => {
      const current = other === file ? ' aria-current="page"' : '';
      const words = (titles.get(other) ?? other).replace(/:.*/, '');
      return (
        `<li><a href="${between(here, folderOf(other))}"${current}>` +
        `${escaped(words)}</a></li>`
      );
    });
    const open = files.includes(file) ? ' open' : '';
    return `<details${open}><summary>${escaped(title)}</summary><ul>${items.join('')}</ul></details>`;
  });
  const current = file === 'README.md' ? ' aria-current="page"' : '';
  return (
    '<nav class="shelves" aria-label="Documents">' +
    `<p><a href="${between(here, folderOf('README.md'))}"${current}>All documents</a></p>` +
    `${groups.join('')}</nav>`
  );
}

function contentsOf(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(
      ({ depth, id, text }) =>
        `<li class="depth-${depth}"><a href="#${id}">${escaped(text)}</a></li>`,
    );
  return items.length < 3
    ? ''
    : '<nav class="contents" aria-label="On this page"><h2>On this page</h2>' +
        `<ol>${items.join('')}</ol></nav>`;
}

/** Where the figure of a method stands: before the first heading of a part. */
const withFigure = (html: string, figure: string): string =>
  html.replace(/(?=<h2 id=)/, figure);

function mainOf(
  { file, document }: Filed,
  list: string,
  figure: (root: string) => string,
): (root: string) => string {
  return (root) =>
    '<div class="document"><div class="beside">' +
    `<div class="search-place" data-search="${root}"></div>${list}</div>` +
    `<article class="text" data-file="${file}">` +
    `${withFigure(document.html, figure(root))}</article>` +
    `${contentsOf(document.headings)}</div>`;
}

/** Pictures that documents show. */
const figureFiles = (): PlainFile[] =>
  readdirSync(new URL('figures/', docs)).map((name) => ({
    name: `docs/figures/${name}`,
    source: readFileSync(new URL(`figures/${name}`, docs)),
  }));

/** The file of a method's document, as `scripts/docs/pages.mjs` names it. */
export const fileOfMethod = (name: string): string =>
  `methods/${name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase()}.md`;

export const documentPages: Maker = async (resolve) => {
  const [{ load }, { methods }] = await Promise.all(
    ['posenc', 'posenc/descriptions'].map(
      async (id) => import(pathToFileURL(await resolve(id)).href),
    ),
  );
  const pe = await load();
  const figures = new Map<string, MethodFigure>();
  for (const method of Object.values(methods) as Parameters<
    typeof methodFigure
  >[1][]) {
    const figure = methodFigure(pe, method);
    if (figure) figures.set(fileOfMethod(method.name), figure);
  }
  const all = documents();
  const readme = readFileSync(new URL('README.md', docs), 'utf8');
  const shelves = shelvesIn(readme);
  const pages = all.map((filed): PlainPage => {
    const { file, document } = filed;
    const figure = figures.get(file);
    return {
      ...{ folder: folderOf(file), entry, within: 'docs/' },
      styles: [styles],
      title: `${document.title} · posenc`,
      description: document.description,
      main: mainOf(filed, listOf(shelves, all, file), (root) =>
        figure ? figureHtml(figure, root) : '',
      ),
    };
  });
  const index = indexOf(
    all.map(({ file, document }) => ({
      folder: folderOf(file).replace(/^docs\//, ''),
      document,
    })),
  );
  const pictures = [...figures].flatMap(([file, { grid }]) =>
    (['light', 'dark'] as const).map((theme) => ({
      name: `${folderOf(file)}${theme}.png`,
      source: pictureFile(grid, theme),
    })),
  );
  return {
    pages,
    files: [
      { name: 'docs/search.json', source: JSON.stringify(index) },
      { name: styles, source: mathStyles() },
      ...figureFiles(),
      ...pictures,
    ],
  };
};
