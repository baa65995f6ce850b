// The skeleton of a view: controls beside pictures, or on narrow screens the
// picture first, then what changes it, then the rest. The controls are moved
// in the page and not by style alone, so that the Tab key and screen readers
// go the way the eye goes.

import { createBanner, type Problem } from './banner.js';
import { h } from './dom.js';

export interface LayoutParts {
  readonly controls: readonly HTMLElement[];
  /** What the controls change, at least one. */
  readonly pictures: readonly [HTMLElement, ...HTMLElement[]];
  readonly rest: readonly HTMLElement[];
}

/**
 * Whether the pictures are those of the controls, those of earlier values, or
 * none, because the only ones there are would be of something else.
 */
export type Age = 'current' | 'outdated' | 'empty';

export interface Layout {
  readonly element: HTMLElement;
  show(age: Age, problem: Problem | null): void;
}

/** As in the style sheets. */
const narrow = matchMedia('(max-width: 56rem)');

export function createLayout({
  controls,
  pictures,
  rest,
}: LayoutParts): Layout {
  const side = h('div', { class: 'side' }, ...controls);
  const banner = createBanner();
  const main = h(
    'div',
    { class: 'main' },
    banner.element,
    ...pictures,
    ...rest,
  );

  function arrange(): void {
    const held = document.activeElement;
    if (narrow.matches) pictures.at(-1)?.after(side);
    else main.before(side);
    // What is moved loses the focus, as when a tablet is turned.
    if (held instanceof HTMLElement && side.contains(held)) {
      held.focus({ preventScroll: true });
    }
  }

  const element = h('div', { class: 'columns' }, main);
  narrow.addEventListener('change', arrange);
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
