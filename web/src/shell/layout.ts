// The layout of a view. On wide screens the controls stand beside the pictures;
// on narrow ones the pictures come first, then the controls, then the rest. One of
// the controls may lead there, right below the first picture. The controls are moved
// in the document, so that the Tab key and screen readers
// meet everything in the order in which it is seen.

import './layout.css';
import { createAbout } from './about.js';
import { createBanner, type Problem } from './banner.js';
import { h } from './dom.js';
import { narrow } from './narrow.js';

export interface LayoutParts {
  readonly controls: readonly HTMLElement[];
  /** One of them, which on narrow screens stands between the pictures. */
  readonly lead?: HTMLElement;
  /**
   * The pictures that the controls change. On a phone, a part of them with the
   * class `pinned` stays at the top of the screen while what is below it is
   * scrolled, as far as the end of the controls. It is the main figure without
   * its words, at most 45 % as high as the screen. Whatever is around it has no
   * box there, and what is beside it stands below and above it.
   */
  readonly pictures: readonly [HTMLElement, ...HTMLElement[]];
  readonly rest: readonly HTMLElement[];
  /**
   * Name, formula and paper of the method, in a fold: above the controls on wide
   * screens, where it opens over the pictures; behind them on narrow ones.
   */
  readonly about?: HTMLElement;
}

/**
 * - `current`: the pictures show the values of the controls.
 * - `outdated`: they show earlier values.
 * - `empty`: they are hidden, because they show something else.
 */
export type Age = 'current' | 'outdated' | 'empty';

export interface Layout {
  readonly element: HTMLElement;
  show(age: Age, problem: Problem | null): void;
}

export function createLayout({
  controls,
  lead,
  pictures,
  rest,
  about,
}: LayoutParts): Layout {
  const fold = about && createAbout(about);
  const side = h('div', { class: 'side' }, ...controls);
  lead?.classList.add('lead');
  /** What stands after the lead among the controls. */
  const afterLead = lead?.nextSibling ?? null;
  const banner = createBanner();
  // What is pinned is let go at its end.
  const held = h('div', { class: 'held' }, ...pictures);
  const main = h('div', { class: 'main' }, banner.element, held, ...rest);

  function arrange(): void {
    const focused = document.activeElement;
    if (narrow.matches) held.append(side);
    else main.before(side);
    if (lead && narrow.matches) pictures[0].after(lead);
    else if (lead) side.insertBefore(lead, afterLead);
    if (fold && narrow.matches) side.append(fold.element);
    else if (fold) side.before(fold.element);
    // An element that is moved loses the focus.
    if (focused instanceof HTMLElement && element.contains(focused)) {
      focused.focus({ preventScroll: true });
    }
  }

  // Where the skip link of the page leads.
  pictures[0].dataset.figure = '';
  const element = h('div', { class: 'columns' }, main);
  narrow.addEventListener('change', arrange);
  fold?.over(main);
  arrange();
  return {
    element,
    show(age, problem) {
      banner.show(problem);
      main.classList.toggle('outdated', age === 'outdated');
      main.classList.toggle('empty', age === 'empty');
      for (const picture of pictures) picture.inert = age === 'empty';
    },
  };
}
