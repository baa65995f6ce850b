/** Where a value comes from: what errors call it, where its files lie. */
export interface Source {
  readonly name: string;
  readonly folder: string;
}
