// What the shell expects of a view. The shell knows no view by name.

import type { Posenc } from 'posenc';

export interface View {
  readonly element: HTMLElement;
  /** Takes over the state that an address names. */
  restore(query: URLSearchParams): void;
  /** The state as the query of an address. */
  query(): string;
  /** Draws the state from now on: the view was put on the page. */
  enter(): void;
  /** Draws nothing from now on: the view was taken off the page. */
  leave(): void;
}

export interface ViewContext {
  readonly pe: Posenc;
  /** The view calls this when its state changed. */
  changed(): void;
}

/** The exports of a view's main file. */
export interface ViewModule {
  create(context: ViewContext): View;
}

/** An entry of the list of views; it loads the code of its view. */
export interface Route {
  /** Its name in addresses. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  load(): Promise<ViewModule>;
}

/** The first is shown where the address names no view. */
export type Routes = readonly [Route, ...Route[]];
