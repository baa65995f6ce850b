// What a view is to the shell, which knows none of them by name.

import type { Posenc } from 'posenc';

export interface View {
  readonly element: HTMLElement;
  /** Takes over the state that an address names. */
  restore(query: URLSearchParams): void;
  /** The state as the query of an address. */
  query(): string;
  /** It stands on the page from now on, and draws its state. */
  enter(): void;
  /** It is off the page from now on, and draws nothing. */
  leave(): void;
}

export interface ViewContext {
  readonly pe: Posenc;
  /** To be called when the state changed. */
  changed(): void;
}

/** What the main file of a view exports. */
export interface ViewModule {
  create(context: ViewContext): View;
}

/** A view in the list of views, before any of its code is loaded. */
export interface Route {
  /** Its name in addresses. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  load(): Promise<ViewModule>;
}

/** At least one; the first is shown where an address names none. */
export type Routes = readonly [Route, ...Route[]];
