// The fold with name, formula and paper of a method. Beside controls that stand
// in a column its words open as a card over the pictures, and move nothing; on
// narrow screens they unfold among the controls.

import './about.css';
import { h } from './dom.js';
import { narrow } from './narrow.js';

export interface About {
  readonly element: HTMLDetailsElement;
  /** Closes the card when the reader presses or reaches what it covers. */
  over(covered: HTMLElement): void;
}

export function createAbout(words: HTMLElement): About {
  const summary = h('summary', {}, 'About this method');
  const close = h('button', { type: 'button', class: 'about-close' }, 'Close');
  const element = h(
    'details',
    { class: 'about-method' },
    summary,
    // What is loaded below the button does not move it.
    h('div', { class: 'about-card' }, close, words),
  );

  /** Whether it lies over something. */
  const isCard = () => element.open && !narrow.matches;

  function back(): void {
    element.open = false;
    summary.focus({ preventScroll: true });
  }

  close.addEventListener('click', back);
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !isCard()) return;
    event.preventDefault();
    back();
  });

  return {
    element,
    over(covered) {
      for (const kind of ['pointerdown', 'focusin'] as const) {
        covered.addEventListener(kind, () => {
          if (isCard()) element.open = false;
        });
      }
    },
  };
}
