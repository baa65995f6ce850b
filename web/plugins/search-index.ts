// What the search of the documents looks in: the sections of all pages, each with its
// words once, and the beginning of its text. A page fetches it when somebody searches.

import type { Index } from '../src/documents/search.js';
import { beginning, type Document } from './markdown.js';

/** Letters of a section that a result shows. */
const shown = 140;

/** The words of a text, each once, in small letters. */
export function wordsOf(text: string): string[] {
  const all = text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [];
  return [...new Set(all.map((word) => word.replace(/[.-]+$/, '')))].filter(
    // Numbers of tables would be most of it.
    (word) => !/^[\d.-]+$/.test(word),
  );
}

/** `folder` is that of each page below `docs/`. */
export const indexOf = (
  documents: readonly {
    readonly folder: string;
    readonly document: Document;
  }[],
): Index => ({
  pages: documents.map(({ folder, document }) => [folder, document.title]),
  sections: documents.flatMap(({ document }, page) =>
    document.sections.map(({ heading, text }, i) => [
      page,
      // The first heading is that of the page.
      ...(i === 0
        ? (['', ''] as const)
        : ([heading.id, heading.text] as const)),
      beginning(text, shown),
      wordsOf(text).join(' '),
    ]),
  ) as Index['sections'],
});
