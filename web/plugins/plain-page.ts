// A page of text beside the Explorer, as HTML: its head, its frame, and the links of
// both, which are relative to the folder in which the page lies.

import { readFileSync } from 'node:fs';
import { escaped } from './html.js';

export interface PlainPage {
  /** The folder in which it lies, below that of the Explorer: `why/add/`. */
  readonly folder: string;
  readonly title: string;
  /** What search engines show. */
  readonly description: string;
  /** The source file with its script, which imports its styles. */
  readonly entry: string;
  /** Style sheets besides, below the folder of the Explorer. */
  readonly styles?: readonly string[];
  /** The link of the head that is marked: an address below `root`. */
  readonly within: string;
  /** What stands in `main`; `root` leads from the folder to that of the Explorer. */
  readonly main: (root: string) => string;
}

/** What a page fetches, by addresses relative to its folder. */
export interface Fetched {
  readonly fonts: readonly string[];
  readonly styles: readonly string[];
  readonly script: string;
  /** What the script imports at once. */
  readonly imports: readonly string[];
}

/** From a page's folder to that of the Explorer. */
export const rootOf = ({ folder }: Pick<PlainPage, 'folder'>): string =>
  '../'.repeat(folder.split('/').length - 1);

const explorer = readFileSync(
  new URL('../index.html', import.meta.url),
  'utf8',
);

/** The policy of the Explorer, which these pages keep, too. */
export const policy =
  /<meta http-equiv="Content-Security-Policy"[^>]*>/.exec(explorer)?.[0] ?? '';

/** Places of the site, as addresses below the folder of the Explorer. */
const places = [
  ['#/start', 'Start'],
  ['why/', 'Questions'],
  ['#/encodings', 'Explore'],
  ['#/models', 'Models'],
  ['docs/', 'Documents'],
] as const;

/** The mark of the project, as `shell/mark.ts` draws it. */
const mark =
  '<svg viewBox="0 0 38 28" width="38" height="28" aria-hidden="true">' +
  '<path class="wave-slow" d="M1 14c6-16 12-16 18 0s12 16 18 0"></path>' +
  '<path class="wave-fast" d="M1 14c3-12 6-12 9 0s6 12 9 0 6-12 9 0 6 12 9 0">' +
  '</path></svg>';

function headOf(root: string, within: string): string {
  const links = places
    .map(([href, words]) => {
      const current = href === within ? ' aria-current="true"' : '';
      return `<li><a href="${root}${href}"${current}>${words}</a></li>`;
    })
    .join('');
  return (
    '<header><div class="head plain-head"><p class="mark">' +
    `<a href="${root}">${mark}posenc<small>Explorer</small></a></p>` +
    `<nav class="views" aria-label="Places"><ul>${links}</ul></nav>` +
    '<div class="tools"></div></div><div class="sheet-border"></div></header>'
  );
}

const asLink = (rel: string, href: string, more = ''): string =>
  `<link rel="${rel}" href="${href}"${more}>`;

/** The whole file. */
export function htmlOf(page: PlainPage, fetched: Fetched): string {
  const root = rootOf(page);
  const { title, description, within, main } = page;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    policy,
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    '<meta name="color-scheme" content="light dark">',
    asLink('icon', `${root}favicon.svg`, ' type="image/svg+xml"'),
    `<script src="${root}theme.js"></script>`,
    ...fetched.fonts.map((font) =>
      asLink('preload', font, ' as="font" type="font/woff2" crossorigin'),
    ),
    ...[
      ...fetched.styles,
      ...(page.styles ?? []).map((style) => root + style),
    ].map((style) => asLink('stylesheet', style)),
    `<script type="module" crossorigin src="${fetched.script}"></script>`,
    ...fetched.imports.map((file) =>
      asLink('modulepreload', file, ' crossorigin'),
    ),
  ];
  return (
    `<!doctype html>\n<html lang="en">\n<head>\n${head.join('\n')}\n</head>\n` +
    '<body class="plain">\n<a class="skip" href="#main">Skip to the text</a>\n' +
    `${headOf(root, within)}\n<main id="main" tabindex="-1">${main(root)}</main>\n` +
    '<footer class="foot"><p>Nothing leaves this page: no server, no cookies. ' +
    `<a href="${root}fonts.txt">Its fonts</a> come with it.</p></footer>\n` +
    '</body>\n</html>\n'
  );
}
