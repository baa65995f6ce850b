// What the shell expects of a view.

export interface View {
  readonly element: HTMLElement;
  /** Takes over the state that an address names. */
  restore(query: URLSearchParams): void;
  /** The state as the query of an address. */
  query(): string;
}

export interface ViewContext {
  /** To be called when the state changed. */
  changed(): void;
}
