// A column of controls, made from the description of a method. Most options have
// a word that says what they are; what more there is to say of them is shown on
// demand, so that the column stays short.

import { createGroup, type GroupOptions } from '../controls/group.js';
import { h } from '../shell/dom.js';
import type { Failure } from '../shell/failure.js';
import { createFold } from '../shell/fold.js';
import { asSheet } from '../shell/sheet.js';
import type { Options } from '../state/spec.js';

export interface Panel {
  readonly element: HTMLElement;
  /** The first control, where it was asked to stand apart from the others. */
  readonly lead: HTMLElement;
  show(options: Options): void;
  /** Puts a failure beside its control; false when it has no control. */
  fail(failure: Failure | null): boolean;
}

/** Shows the explanations of options that have a word, or hides them. */
function createExplain(...panels: readonly HTMLElement[]): HTMLElement {
  const button = h(
    'button',
    { type: 'button', class: 'explain', 'aria-pressed': 'false' },
    'Explain the options',
  );
  button.addEventListener('click', () => {
    const explained = button.getAttribute('aria-pressed') !== 'true';
    for (const { classList } of panels)
      classList.toggle('explained', explained);
    button.setAttribute('aria-pressed', String(explained));
  });
  return button;
}

/**
 * `first` is the number of controls that are seen; others are folded away. With
 * `leads`, the first of them stands in an element of its own.
 */
export function createPanel<Name extends string>({
  first = Infinity,
  leads = false,
  ...options
}: GroupOptions<Name> & {
  readonly first?: number;
  readonly leads?: boolean;
}): Panel {
  const { elements, show, fail } = createGroup(options);
  const apart = leads ? 1 : 0;
  const seen = elements.slice(apart, first);
  const others = elements.slice(first);
  const more = asSheet(createFold('more', 'More options', ...others));
  const lead = h('div', { class: 'panel' }, ...elements.slice(0, apart));
  const element = h('div', { class: 'panel' }, ...seen);
  const worded = elements
    .slice(0, first)
    .some((one) => one.querySelector('.word') !== null);
  if (worded) element.append(createExplain(lead, element));
  if (others.length > 0) element.append(more);
  return {
    element,
    lead,
    show,
    fail(failure) {
      const placed = fail(failure);
      // An error must not be folded away with its control.
      if (placed && more.querySelector('.note.wrong')) more.open = true;
      return placed;
    },
  };
}
