// What the page of a question says, beside its figure.

export interface Reference {
  readonly authors: string;
  readonly year: number;
  readonly title: string;
  readonly href: string;
}

/** Words between backticks are code. */
export interface Words {
  /** In one sentence, which search engines show, too. */
  readonly answer: string;
  readonly paragraphs: readonly [string, string, string];
  readonly reference: Reference;
  /** Where to go on: an address of the page. */
  readonly onward: { readonly text: string; readonly href: string };
  /** Whether the figure has vectors of words, which are drawn by chance. */
  readonly seeded?: boolean;
}
