// The frame around every view: name, claim, navigation and theme above it, and
// below it a line about the package.

import { onPending, type Work } from '../state/pending.js';
import { h } from './dom.js';
import { createMark } from './mark.js';
import { createThemeSwitch } from './theme.js';

export interface Frame {
  readonly nav: HTMLElement;
  readonly main: HTMLElement;
  /** The line in the foot that says what computes the numbers. */
  readonly engine: HTMLElement;
}

const claim = 'How transformers know word order. Explore it live.';

/** While such work is pending, the page does not yet show its state. */
const unfinished: ReadonlySet<Work> = new Set(['load', 'picture', 'studies']);

/**
 * Writes pending work to attributes of the view: `aria-busy` for assistive
 * technology, `data-pending` with the kinds of work for programs and tests.
 */
function announce(main: HTMLElement): void {
  onPending((works) => {
    const busy = String(works.some((work) => unfinished.has(work)));
    if (main.getAttribute('aria-busy') !== busy) {
      main.setAttribute('aria-busy', busy);
    }
    main.dataset.pending = works.join(' ');
  });
}

/** A link that moves the focus to the view and leaves the address alone. */
function createSkipLink(main: HTMLElement): HTMLElement {
  const link = h('a', { class: 'skip', href: '#main' }, 'Skip to the view');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    main.focus();
  });
  return link;
}

export function createFrame(): Frame {
  const nav = h('nav', { class: 'views', 'aria-label': 'Views' });
  const main = h('main', { id: 'main', tabindex: -1 });
  announce(main);
  const engine = h('p', { class: 'engine' });
  document.body.replaceChildren(
    createSkipLink(main),
    h(
      'header',
      {},
      h(
        'div',
        { class: 'head' },
        h(
          'h1',
          { class: 'mark' },
          createMark(),
          'posenc',
          h('small', {}, 'Explorer'),
        ),
        h('p', { class: 'claim' }, claim),
        nav,
        createThemeSwitch(),
      ),
      h('div', { class: 'sheet-border' }),
    ),
    main,
    h(
      'footer',
      { class: 'foot' },
      engine,
      h('p', {}, 'Nothing leaves this page: no server, no cookies, no fonts.'),
    ),
  );
  return { nav, main, engine };
}
