// What the shell expects of a view. The shell knows no view by name.

import type { Misnamed } from '../state/names.js';
import type { Instances, Part } from './parts.js';

export interface View {
  readonly element: HTMLElement;
  /** What is shown now in one heading; it takes the focus (`tabindex=-1`). */
  heading(): HTMLElement;
  /**
   * Takes over the state that an address names. Gives the names in it that
   * nothing has, for which it took the nearest ones.
   */
  restore(query: URLSearchParams, place: string): readonly Misnamed[];
  /**
   * Makes in tasks of its own what the first picture of the state that an address
   * names needs. The view is put on the page after it.
   */
  prepare?(query: URLSearchParams): Promise<void>;
  /** The place inside the view that is shown, if it has several. */
  place?(): string;
  /** The names of those places; `restore` is given no others. */
  readonly places?: readonly string[];
  /** The state as the query of an address. */
  query(): string;
  /** Draws the state from now on: the view was put on the page. */
  enter(): void;
  /** Draws nothing from now on: the view was taken off the page. */
  leave(): void;
}

/** The entries of the package that a route names, and the way to the shell. */
export type ViewContext<P extends Part = never> = Pick<Instances, P> & {
  /** The view calls this when its state changed. */
  changed(): void;
  /**
   * The view calls this before a change that is a step of the history: going
   * Back leads to the state that the view has now.
   */
  step(): void;
  /** The other views, as the navigation names them. */
  readonly others: readonly Place[];
};

/** A view by its name in addresses, its name for people, and what it is for. */
export type Place = Pick<Route, 'name' | 'title' | 'words'>;

/** The exports of a view's main file. */
export interface ViewModule<P extends Part = never> {
  create(context: ViewContext<P>): View;
}

/** An entry of the list of views; it loads the code of its view. */
export interface Route<P extends Part = Part> {
  /** Its name in addresses. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What a reader finds there, in a few words. */
  readonly words: string;
  /**
   * The entries of the package that it needs before it shows anything. They
   * and its code are fetched on the first sign that the view is wanted: its
   * address, or the pointer or the focus on a link to it.
   */
  readonly parts: readonly P[];
  load(): Promise<ViewModule<P>>;
}

/** A route whose view is given the parts that the route names, and no others. */
export function route<P extends Part = never>(
  entry: Omit<Route<P>, 'load'> & { load(): Promise<ViewModule<NoInfer<P>>> },
): Route {
  // The router hands out what `parts` names, so a view gets all that it takes.
  return entry;
}

/** Views that belong together in the navigation. */
export interface Group {
  readonly title: string;
  readonly routes: readonly Route[];
  /** Pages beside the Explorer that belong to it. */
  readonly pages?: readonly Page[];
}

/** A page of its own, with a file of its own. */
export interface Page {
  readonly title: string;
  readonly href: string;
}

/** A way from the landing into a view. */
export interface Door {
  readonly view: string;
  readonly title: string;
  readonly words: string;
}
