// What surrounds every view: name, claim, navigation, theme, and where the
// numbers are computed.

import { onPending, type Work } from '../state/pending.js';
import { h } from './dom.js';
import { createMark } from './mark.js';
import { createThemeSwitch } from './theme.js';

export interface Frame {
  readonly nav: HTMLElement;
  readonly main: HTMLElement;
  /** What the foot says about the computation. */
  readonly engine: HTMLElement;
}

const claim =
  'How a transformer knows where a word stands: see it, move it, and trust ' +
  'every digit.';

/** Until it is done, what is on the page is not what its controls say. */
const unfinished: ReadonlySet<Work> = new Set(['load', 'picture', 'studies']);

/**
 * Says on the view what of it is still to come: in short for assistive
 * technology, in full for whoever drives the page.
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

/** Past the head to the view. The address is left alone: it names the view. */
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
