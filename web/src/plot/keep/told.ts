// What a saved file says of itself.

export interface Told {
  readonly title: string;
  readonly caption: string;
  /** The options of the call whose numbers it has. */
  readonly spec: unknown;
  /** The address of the page that shows it. */
  readonly link: string;
}

/** As entries of a file that has a list of them. */
export const entriesOf = ({ title, caption, spec, link }: Told) =>
  [
    ['Title', title],
    ['Description', caption],
    ['Software', 'posenc'],
    ['Source', link],
    ['posenc', JSON.stringify(spec)],
  ] as const;
