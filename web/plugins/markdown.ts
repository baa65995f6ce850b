// Documents of the repository as pages: Markdown as HTML, with links between them
// mended, formulas set, and the headings and words by which they are found.

import { Marked, type Renderer } from 'marked';
import { escaped } from './html.js';
import { mathHtml } from './math-html.js';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** A part of a document under a heading. */
export interface Section {
  readonly heading: Heading;
  /** Its words, without marks. */
  readonly text: string;
}

export interface Document {
  readonly title: string;
  /** The first words, for search engines. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/** The folder of a document's page, below that of the Explorer. */
export function folderOf(file: string): string {
  const path = file.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '/');
  return `docs/${path}`;
}

/** From one folder to another, both below the same root. */
export function between(from: string, to: string): string {
  const [a, b] = [from, to].map((folder) => folder.split('/').slice(0, -1)) as [
    string[],
    string[],
  ];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  const path = '../'.repeat(a.length - same) + b.slice(same).join('/');
  return path === '' ? './' : path.endsWith('/') ? path : `${path}/`;
}

/** A path beside a document, without `.` and `..`. */
function resolved(file: string, link: string): string {
  const parts = file.split('/').slice(0, -1);
  for (const part of link.split('/')) {
    if (part === '..') parts.push('..');
    else if (part !== '.') parts.push(part);
    const at = parts.length - 1;
    if (parts[at] === '..' && at > 0 && parts[at - 1] !== '..') {
      parts.splice(at - 1, 2);
    }
  }
  return parts.join('/');
}

/**
 * Where a link of a document leads on its page; undefined where the site has no such
 * page, as of files of the repository outside `docs/`.
 */
export function mended(file: string, link: string): string | undefined {
  if (/^[a-z]+:/i.test(link) || link.startsWith('#')) return link;
  const [path = '', anchor] = link.split('#');
  const target = resolved(file, path);
  if (target.startsWith('..')) return undefined;
  const here = folderOf(file);
  const there = target.endsWith('.md')
    ? between(here, folderOf(target))
    : between(here, `docs/${target}`) + (target.split('/').at(-1) ?? '');
  return anchor === undefined ? there : `${there}#${anchor}`;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The words of HTML. */
export const wordsIn = (html: string): string =>
  html
    .replace(/<math[\s\S]*?<\/math>/g, ' ')
    .replace(/<\/(p|li|td|th|tr|h\d|pre|div)>|<br>/g, '$& ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (entity) => entities[entity] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The beginning of a text, to the end of a word. */
export const beginning = (text: string, most: number): string =>
  text.length <= most
    ? text
    : `${text.slice(0, text.lastIndexOf(' ', most))} …`;

/** Letters that search engines show of a page. */
const descriptionLength = 160;

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Makes HTML of one document, and collects its headings. */
function rendererOf(file: string, headings: Heading[]): Partial<Renderer> {
  const taken = new Set<string>();
  return {
    heading(html, depth) {
      const text = wordsIn(html);
      const anchor = anchorOf(text);
      let id = anchor;
      for (let n = 1; taken.has(id); n++) id = `${anchor}-${n}`;
      taken.add(id);
      headings.push({ depth, id, text });
      return `<h${depth} id="${id}">${html}</h${depth}>\n`;
    },
    code(code, language) {
      if (language === 'math') return mathHtml(code);
      return (
        '<div class="code"><pre tabindex="0" aria-label="Code"><code>' +
        `${escaped(code)}</code></pre></div>\n`
      );
    },
    link(href, _title, words) {
      // Text of a program may look like a link.
      if (/^[a-z]+:(?!\/\/)/i.test(href)) return `[${words}](${escaped(href)})`;
      const target = mended(file, href);
      return target === undefined
        ? words
        : `<a href="${escaped(target)}">${words}</a>`;
    },
    image(href, _title, words) {
      const target = mended(file, href) ?? href;
      return `<img src="${escaped(target)}" alt="${escaped(words)}" loading="lazy">`;
    },
    table(head, body) {
      return (
        '<div class="wide-table" role="group" aria-label="Table" tabindex="0"><table>' +
        `<thead>${head}</thead><tbody>${body}</tbody></table></div>\n`
      );
    },
  };
}

export function documentOf(file: string, markdown: string): Document {
  const headings: Heading[] = [];
  const marked = new Marked({ renderer: rendererOf(file, headings) });
  const html = marked.parse(markdown) as string;
  const parts = html.split(/(?=<h\d id=")/).filter((part) => part !== '');
  const sections = parts.flatMap((part): Section[] => {
    const [, id = ''] = /^<h\d id="([^"]*)">/.exec(part) ?? [];
    const heading = headings.find((one) => one.id === id);
    if (!heading) return [];
    const text = wordsIn(part.replace(/^<h\d[\s\S]*?<\/h\d>/, ''));
    return [{ heading, text }];
  });
  return {
    title: headings[0]?.text ?? file,
    description: beginning(
      wordsIn(html.replace(/<h1[\s\S]*?<\/h1>/, '')),
      descriptionLength,
    ),
    ...{ html, headings, sections },
  };
}
