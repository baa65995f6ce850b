// What the shell expects of a view. The shell knows no view by name.

import type { Posenc } from 'posenc';

export interface View {
  readonly element: HTMLElement;
  /** Takes over the state that an address names. */
  restore(query: URLSearchParams, place: string): void;
  /** The place inside the view that is shown, if it has several. */
  place?(): string;
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
export interface ViewModule<Context = ViewContext> {
  create(context: Context): View;
}

/** An entry of the list of views; it loads the code of its view. */
interface RouteOf<Parts, Context> {
  /** Its name in addresses. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What it needs of the package before it shows anything. */
  readonly parts: Parts;
  load(): Promise<ViewModule<Context>>;
}

export type Route =
  | RouteOf<readonly ['posenc'], ViewContext>
  | RouteOf<readonly [], Pick<ViewContext, 'changed'>>;

/** The first is shown where the address names no view. */
export type Routes = readonly [Route, ...Route[]];
