// The frame around every view: name, navigation and theme above it, and below it
// a line about the package.

import { announce } from './announce.js';
import { h } from './dom.js';
import { createMark } from './mark.js';
import { createMenu, type Menu } from './nav.js';
import { createRemark, type Remark } from './remark.js';
import { createThemeSwitch } from './theme.js';

export interface Frame {
  readonly nav: HTMLElement;
  readonly menu: Menu;
  /** Beside the links: what can be done with the page as a whole. */
  readonly tools: HTMLElement;
  readonly main: HTMLElement;
  readonly remark: Remark;
  /** The line in the foot that says what computes the numbers. */
  readonly engine: HTMLElement;
  /** In the foot: links to the views that no group has. */
  readonly aside: HTMLElement;
}

/**
 * A link that moves the focus to a part of the view and leaves the address
 * alone. Without that part it is hidden.
 */
function createSkipLink(words: string, part: () => Skippable | null) {
  const link = h('a', { class: 'skip', href: '#main' }, words);
  link.addEventListener('click', (event) => {
    event.preventDefault();
    const target = part();
    if (target === null) return;
    if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
    target.focus();
    target.scrollIntoView({ block: 'start' });
  });
  return link;
}

type Skippable = HTMLElement | SVGElement;

export function createFrame(): Frame {
  const nav = h('nav', { class: 'views', 'aria-label': 'Views' });
  const tools = h('div', { class: 'tools' }, createThemeSwitch());
  const menu = createMenu(nav, tools);
  const main = h('main', { id: 'main', tabindex: -1 });
  announce(main);
  const remark = createRemark();
  const engine = h('p', { class: 'engine' });
  const aside = h('p', { class: 'aside' });
  document.body.replaceChildren(
    createSkipLink('Skip to the figure', () => {
      // On a phone, what is around the pinned part of a figure has no box.
      const all = main.querySelectorAll<Skippable>('[data-figure], .pinned');
      return [...all].find((part) => part.getClientRects().length > 0) ?? null;
    }),
    createSkipLink('Skip to the view', () => main),
    h(
      'header',
      {},
      h(
        'div',
        { class: 'head' },
        h(
          'h1',
          { class: 'mark' },
          h(
            'a',
            { href: '#/' },
            createMark(),
            'posenc',
            h('small', {}, 'Explorer'),
          ),
        ),
        menu.button,
        menu.panel,
      ),
      h('div', { class: 'sheet-border' }),
    ),
    main,
    remark.element,
    h(
      'footer',
      { class: 'foot' },
      engine,
      aside,
      h(
        'p',
        {},
        h('a', { href: './docs/' }, 'Documents'),
        '. Nothing leaves this page: no server, no cookies. ',
        h('a', { href: './fonts.txt' }, 'Its fonts'),
        ' come with it.',
      ),
    ),
  );
  return { nav, menu, tools, main, remark, engine, aside };
}
