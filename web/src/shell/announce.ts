// Pending work, told to those who wait for it.

import { onPending, type Work } from '../state/pending.js';

/** While such work is pending, the page does not yet show its state. */
const unfinished: ReadonlySet<Work> = new Set(['load', 'picture', 'studies']);

/**
 * Writes pending work to attributes of the view: `aria-busy` for assistive
 * technology, `data-pending` with the kinds of work for programs and tests.
 */
export function announce(main: HTMLElement): void {
  onPending((works) => {
    const busy = String(works.some((work) => unfinished.has(work)));
    if (main.getAttribute('aria-busy') !== busy) {
      main.setAttribute('aria-busy', busy);
    }
    main.dataset.pending = works.join(' ');
  });
}
