// A search of the documents without a server: every word that is sought must begin a
// word of a section.

/** What the build knows of the documents. */
export interface Index {
  /** Folder below `docs/`, and title. */
  readonly pages: readonly (readonly [folder: string, title: string])[];
  /** `heading` is empty for the section below the title. */
  readonly sections: readonly (readonly [
    page: number,
    anchor: string,
    heading: string,
    beginning: string,
    words: string,
  ])[];
}

export interface Found {
  /** Below `docs/`. */
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  readonly beginning: string;
}

const most = 12;

/** How well a text has a word: as a whole, as a beginning, or not. */
function worth(text: string, word: string): number {
  const at = ` ${text} `;
  if (at.includes(` ${word} `)) return 2;
  return at.includes(` ${word}`) ? 1 : 0;
}

const plain = (text: string): string =>
  text.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, ' ');

/** The sections that have all words of a search, the likeliest first. */
export function find({ pages, sections }: Index, sought: string): Found[] {
  const words = plain(sought).trim().split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const found = sections.flatMap(([page, anchor, heading, beginning, text]) => {
    const [folder = '', title = ''] = pages[page] ?? [];
    const [titles, headings] = [plain(title), plain(heading)];
    let sum = 0;
    for (const word of words) {
      const one =
        8 * worth(titles, word) + 4 * worth(headings, word) + worth(text, word);
      if (one === 0) return [];
      sum += one;
    }
    // A page comes before its parts where its title has the words.
    const value = sum + (anchor === '' ? 1 : 0);
    const address = anchor === '' ? folder : `${folder}#${anchor}`;
    return [{ value, address, title, heading, beginning }];
  });
  return found
    .sort((one, other) => other.value - one.value)
    .slice(0, most)
    .map(({ value: _, ...shown }) => shown);
}
